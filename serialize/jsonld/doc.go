// Package jsonld reads and writes Linked Art records: a record goes in as
// JSON, is held as triples, and comes out as the same JSON. docs/jsonld.md
// tells how. Here are the formats (format.go, processor.go) and the fast reader:
// parse.go (text to values) and read.go with what begins so (values to triples
// and their document layout), and the writers: write….go (triples and layout to
// JSON). The rest is in the packages below:
//
//   - layout: what is kept beside the triples, and a layout for a graph that has
//     none
//   - expand: the full algorithms, which full.go calls for JSON-LD beyond
//     Linked Art's
//
// It follows JSON-LD 1.1 (https://www.w3.org/TR/json-ld11/), and the algorithms of
// JSON-LD 1.1 API (https://www.w3.org/TR/json-ld11-api/, sections 4 to 8) for
// what a document means.
//
// It never fetches a context, never looks at another record, and never
// validates: package linkedart does.
package jsonld
