// Package describe says what a record says in words: it fills in the page of package page
// for an entity, from its graph, the store and its inverse links, in one language.
//
// A page is made of the Linked Art reading of the record (linkedart/reading). Whatever
// no part of a page has a place for goes into a section of its own, so that nothing of
// the record is left out. What is referred to is named by its own record where the store
// has one (brief). What it is in a sentence (summary), what happened (history), the maps
// (placemap) and the lists of other records (related) have packages of their own.
//
// The package never writes, renders HTML, or opens a connection. How much it reads and
// shows is bounded by the constants of limit.go, here and in these packages.
package describe
