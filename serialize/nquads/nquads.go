// Package nquads reads and writes N-Quads (https://www.w3.org/TR/n-quads/) and
// N-Triples (https://www.w3.org/TR/n-triples/), both of RDF 1.1.
//
// What it writes is canonical N-Triples (N-Triples section 4) with a graph name
// added, so equal graphs give equal bytes. Blank nodes are relabelled b0, b1, …
// in order of first appearance through the whole document, since their labels
// are local to a graph in Vitrine and to a document in N-Quads.
//
// What it reads is parsed as it comes, on the scanner of package terms, and
// grouped by package dataset. A graph with a bad line in it is refused as a whole
// and the reading goes on; where a bad line does not tell its graph, the reading
// ends.
//
// A document may say that it is of RDF 1.2, by VERSION, but not use what is new
// there, such as triple terms. A malformed line is never guessed at.
package nquads

import (
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// NQuads is the dataset format. A document all of whose quads are in the
// default graph is read as N-Triples is; one that mixes them with named graphs
// is refused.
func NQuads() *serialize.Format {
	f := &serialize.Format{
		Name:       "nquads",
		Title:      "N-Quads",
		MediaType:  "application/n-quads",
		Aliases:    []string{"text/x-nquads"},
		Extensions: []string{"nq"},
		Dataset:    true,
		Applies:    func(g *graph.Graph) bool { return len(g.Triples) > 0 },
	}
	f.NewEncoder = dataset.Encoders(f, func() dataset.Append { return appendQuads })
	f.Decode = dataset.Decoder(f, parseOf(f))
	return f
}

// NTriples is the format of one graph without its name. On reading, the name is
// DecodeOptions.Name or the one that serialize.Root finds.
func NTriples() *serialize.Format {
	f := &serialize.Format{
		Name:       "ntriples",
		Title:      "N-Triples",
		MediaType:  "application/n-triples",
		Extensions: []string{"nt"},
	}
	f.NewEncoder = dataset.Encoders(f, func() dataset.Append { return appendTriples })
	f.Decode = dataset.Decoder(f, parseOf(f))
	return f
}
