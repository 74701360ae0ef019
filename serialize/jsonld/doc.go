// Package jsonld reads and writes Linked Art records: a record goes in as
// JSON, is held as triples, and comes out as the same JSON. docs/jsonld.md
// tells how; the files read in this order: parse.go (text to values), read.go
// (values to triples and their layout), layout.go (what is kept beside the
// triples), write.go (triples and layout to text), frame.go (a layout for
// a graph that has none), full.go (JSON-LD beyond Linked Art's).
//
// It follows JSON-LD 1.1 (https://www.w3.org/TR/json-ld11/), the algorithms of
// JSON-LD 1.1 API (https://www.w3.org/TR/json-ld11-api/, sections 4 to 8) for
// what a document means, and JSON-LD 1.1 Framing
// (https://www.w3.org/TR/json-ld11-framing/) in spirit only: a graph is framed
// on its own name, by rules of our own.
//
// It never fetches a context, never looks at another record, and never
// validates: package linkedart does.
package jsonld
