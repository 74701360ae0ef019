// Package load brings records from documents into a store: it opens files,
// takes them apart record by record, refuses what cannot be kept whole, and
// stores the rest.
//
// A record that is refused never stops the others, and none is ever half
// stored. Of two records with one id the second is refused; which of them is
// right is not for a program to guess.
//
// Documents are read and their records checked by several goroutines, in memory
// that is bounded; the records, and all that is said of them, come in the order
// of the documents (pipeline.go).
//
// The package knows formats by the table it is given, never by looking into a
// document. It does not print, does not use the network, and knows no HTTP.
package load
