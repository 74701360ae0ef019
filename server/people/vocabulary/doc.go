// Package vocabulary knows the words by which Linked Art calls classes, and how its context
// shortens IRIs: those of the JSON-LD context of Linked Art 1.0
// (https://linked.art/api/1.0/json-ld/), which is in the program.
//
// The package reads no record and fetches no context.
package vocabulary
