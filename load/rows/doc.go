// Package rows reads the exports of collection systems row by row: CSV and TSV (RFC
// 4180, and what is usual beside it), Excel workbooks (ECMA-376), JSON (RFC 8259), JSON
// Lines, and XML 1.0, LIDO among them.
//
// A row is a tree of objects, lists and texts, whatever it was read from. Rows are read
// one after the other in bounded memory: one row is at most MaxRow bytes.
//
// The package never guesses a value: texts come as they are in the file. What it finds
// out about a file, its delimiter and its encoding, can be said instead. It knows
// nothing of museums, and never opens a file or a connection itself.
package rows
