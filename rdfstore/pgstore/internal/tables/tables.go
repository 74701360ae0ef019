// Package tables has the tables of a store: the statements that make them and their indexes
// in a schema, and the version that they are of.
//
// It never opens a connection.
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
