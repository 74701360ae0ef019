// Package expand has the algorithms of JSON-LD 1.1 API
// (https://www.w3.org/TR/json-ld11-api/) that turn any JSON-LD document into
// RDF, each in a file named after it, with the numbers of its steps:
//
//   - expansion.go and what begins so: Expansion (section 5.1.2)
//   - valueexpansion.go: Value Expansion (section 5.3.2)
//   - nodemap.go: Node Map Generation (section 7.2.2)
//   - deserialize.go: Deserialize JSON-LD to RDF (sections 8.1.2 to 8.4.2)
//   - canonical.go: the canonical form of JSON literals (RFC 8785)
//   - pointer.go: the place of a value in a document (RFC 6901), for messages
//
// Context processing and IRI expansion are package ldcontext's. The reader of
// package jsonld does the same in one pass for documents of the kind that
// Linked Art records are, and leaves all others to this package.
//
// The algorithms leave out what RDF has no place for. Here it is refused, or
// reported where the caller wants that: see Options.
package expand
