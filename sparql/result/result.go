// Package result has the answers of SELECT and ASK queries as documents: SPARQL 1.1
// Query Results JSON Format (https://www.w3.org/TR/sparql11-results-json/), SPARQL
// Query Results XML Format, second edition (https://www.w3.org/TR/rdf-sparql-XMLres/),
// SPARQL 1.1 Query Results CSV and TSV Formats
// (https://www.w3.org/TR/sparql11-results-csv-tsv/), and a table for people. It
// writes all of these, solution by solution, and reads JSON.
//
// An answer may fail after its first solutions were sent. Then Close is not called,
// and what was sent has no end: no reader of JSON or XML takes it for a whole answer.
// CSV and TSV have nothing at their end, so the sender has to break off the
// connection in a way that the other side notices, such as a chunked body without
// its last chunk.
//
// CSV and TSV have no form for ASK. The answer is a line with true or false there.
// CSV does not tell IRIs, literals and their datatypes apart; of its empty fields
// those that are empty strings are in quotation marks, and unbound ones are not.
//
// Labels of blank nodes are kept as far as TSV can write them; others are written in
// hexadecimal digits. The package never evaluates, and knows no HTTP.
package result

import (
	"errors"
	"io"

	"github.com/knakk/rdf"
)

// Writer writes the answer to one query. Either Boolean is called, or Variables and
// then Solution for each solution; Close is last. After an error the document is
// unfinished, and each further call returns the error.
type Writer interface {
	// Variables begins the answer to a SELECT query, with the names of its variables
	// without question marks.
	Variables(names []string) error
	// Solution writes a term for each of the variables, nil where it is unbound. It
	// keeps nothing of the row.
	Solution(row []rdf.Term) error
	// Boolean writes the answer to an ASK query.
	Boolean(b bool) error
	// Flush sends what is held back, which is about 32 KiB otherwise.
	Flush() error
	// Close ends the document and sends all of it. It does not close what it is
	// sent to.
	Close() error
}

// Format is a form of answers.
type Format struct {
	// Name is json, xml, csv or tsv.
	Name string
	// MediaTypes are those of the format, the registered one first.
	MediaTypes []string
	// Extension is that of files, with the dot.
	Extension string
	// New returns a writer.
	New func(w io.Writer) Writer
}

// Formats returns the formats, the most usual first.
func Formats() []Format {
	return []Format{
		{"json", []string{"application/sparql-results+json", "application/json"}, ".srj", NewJSON},
		{"xml", []string{"application/sparql-results+xml", "application/xml", "text/xml"}, ".srx", NewXML},
		{"csv", []string{"text/csv"}, ".csv", NewCSV},
		{"tsv", []string{"text/tab-separated-values"}, ".tsv", NewTSV},
	}
}

// Results is an answer that was read.
type Results struct {
	// Variables are the names of a SELECT query's variables.
	Variables []string
	// Solutions have a term for each variable, nil where it is unbound.
	Solutions [][]rdf.Term
	// IsBoolean tells that the answer is one to ASK, which is Boolean.
	IsBoolean, Boolean bool
}

var (
	// ErrSyntax tells that a document is not of its format.
	ErrSyntax = errors.New("not a document of query results")
	// ErrTooLarge tells that a document is longer than the limit.
	ErrTooLarge = errors.New("the document of query results is too large")
	// ErrCharacter tells that a term has a character that XML has no form for.
	ErrCharacter = errors.New("a result has a character that XML cannot hold; ask for another format, such as JSON")
	// errOrder is a bug in the caller.
	errOrder = errors.New("the parts of an answer are written in an order that no format has")
)
