// Package mapping turns the rows of an export into Linked Art records (Linked Art API
// 1.0), by a mapping that looks like the records that it makes.
//
// A mapping is a YAML 1.2 document. A record in it is the Linked Art JSON that is wanted,
// with {column} where a value of the row belongs. Members whose names begin with $ are
// verbs: they repeat, choose, look up, or read the words of museums. What has columns and
// finds all of them empty is left out, with the object that it stands in.
//
// Where a column does not suffice, {= …} holds an expression in Expr
// (https://expr-lang.org/docs/language-definition). There is no language of our own.
//
// A value that a verb does not understand is not guessed: it is counted with an example,
// and stays as text where the record has a place for text. A row with a fault is refused
// as a whole, with the line of the mapping.
//
// The package stores nothing, judges no record, and opens no connection.
package mapping
