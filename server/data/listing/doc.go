// Package listing answers with lists of entities, page by page: those whose names begin
// alike, those that a link leads to, those that mention another, and those that a search
// finds, with the names that it suggests. Lists are collections of the Linked Art API
// (https://linked.art/api/1.0/, package collection) for programs, and pages of cards with
// facets (package results) for people.
//
// It finds no entities itself: the store and the index of the search do.
package listing
