// Package convert turns files of rows into a file of Linked Art records, by a mapping: it
// reads the rows, joins them with those of other files, makes their records by several
// goroutines, and merges what rows say of one record.
//
// Records come in the order of their ids, so that the same files give the same result. The
// memory that it takes is bounded but for files that are joined, which it holds.
//
// It stores nothing and judges no record: package load reads what it writes.
package convert
