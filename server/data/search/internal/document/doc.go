// Package document makes the documents of the index from records: the words of their
// names, statements and references, what they are filtered and sorted by, and the names
// that are suggested. docs/search.md says which property of Linked Art 1.0
// (https://linked.art/model/) each field is read from.
//
// Read gathers it from a record's own graph alone; New adds what others are called. The
// package never asks the store, and limits how much of a record it takes.
package document
