// Package turtle reads and writes Turtle (https://www.w3.org/TR/turtle/) and
// TriG (https://www.w3.org/TR/trig/), both of RDF 1.1.
//
// What it writes is made to be read by people: the entity first, only the
// prefixes that are used, "a" for rdf:type, blank nodes that are used once
// inside brackets, well-formed lists inside parentheses, numbers and booleans
// bare where that says the same literal. It depends on the graph alone and
// keeps its order as far as grouping by subject and predicate allows.
//
// What it reads is parsed by the grammars of the recommendations, as it comes,
// on the scanner of package terms; quads are grouped by package dataset. How deep
// brackets may nest is limited, and so is how much one graph may grow when its
// IRIs are written out.
//
// A document may say that it is of RDF 1.2, by VERSION, but not use what is new
// there: triple terms, reifiers, annotations and base directions are refused.
package turtle

import (
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// Turtle is the format of one graph without its name. On reading, the name is
// DecodeOptions.Name or the one that serialize.Root finds.
func Turtle() *serialize.Format {
	f := &serialize.Format{
		Name:       "turtle",
		Title:      "Turtle",
		MediaType:  "text/turtle",
		Aliases:    []string{"application/x-turtle"},
		Extensions: []string{"ttl"},
	}
	f.NewEncoder = dataset.Encoders(f, encoders(f))
	f.Decode = dataset.Decoder(f, parseOf(f))
	return f
}

// TriG is the dataset format. A document all of whose triples are in the
// default graph is read as Turtle is; one that mixes them with named graphs is
// refused.
func TriG() *serialize.Format {
	f := &serialize.Format{
		Name:       "trig",
		Title:      "TriG",
		MediaType:  "application/trig",
		Aliases:    []string{"application/x-trig"},
		Extensions: []string{"trig"},
		Dataset:    true,
	}
	f.NewEncoder = dataset.Encoders(f, encoders(f))
	f.Decode = dataset.Decoder(f, parseOf(f))
	return f
}

// encoders returns what starts the documents of the format.
func encoders(f *serialize.Format) func() dataset.Append {
	prefixes := serialize.Prefixes()
	return func() dataset.Append {
		return (&encoder{trig: f.Dataset, prefixes: prefixes, declared: map[string]bool{}}).add
	}
}
