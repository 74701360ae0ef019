// Package tables is what a store has in PostgreSQL: the tables of entities and of the log, the
// posting lists, which say which entities a pattern, a class or a relation leads to, and the
// questions that are asked of them.
//
// Every question goes to a Source, by which it sees the store as it is at each, or at one
// moment. Changes are queued in a batch, which the caller sends in a transaction. The package
// never opens a connection, never begins or commits a transaction, and knows neither the writer
// nor the copies of a store.
package tables

import (
	_ "embed" // the statements
	"strings"

	"github.com/jackc/pgx/v5"
)

// Format is the version of the tables in schema.sql.
const Format = 1

var (
	//go:embed schema.sql
	schemaSQL string
	//go:embed indexes.sql
	indexesSQL string
)

// Statements returns what makes the tables in a schema, without most keys and indexes.
func Statements(schema string) string { return In(schema, schemaSQL) }

// Indexes returns the statements that make the indexes of tables whose names, as those
// of their indexes, begin with the prefix before their own names.
func Indexes(schema, prefix string) string {
	text := strings.ReplaceAll(indexesSQL[strings.Index(indexesSQL, "ALTER"):], "@.", pgx.Identifier{schema}.Sanitize()+"."+prefix)
	return strings.ReplaceAll(text, "@", prefix)
}

// In puts a schema in the place of each @ before a dot.
func In(schema, text string) string {
	return strings.ReplaceAll(text, "@.", pgx.Identifier{schema}.Sanitize()+".")
}
