package nquads

import (
	"errors"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/dataset"
	"vitrine/serialize/terms"
)

// appendQuads appends a graph as N-Quads, which has no way to write down a graph
// without triples, so that is refused.
func appendQuads(p *dataset.Part, g *graph.Graph) error {
	if len(g.Triples) == 0 {
		return errors.New("N-Quads cannot write an empty graph")
	}
	appendLines(p, g, string(terms.AppendIRI(nil, g.Name))+" ")
	return nil
}

// appendTriples appends a graph as N-Triples.
func appendTriples(p *dataset.Part, g *graph.Graph) error {
	appendLines(p, g, "")
	return nil
}

// appendLines appends a line for each triple, in which the name of the graph
// follows it. Blank nodes get the document's labels.
func appendLines(p *dataset.Part, g *graph.Graph, name string) {
	b := p.Body
	for _, t := range g.Triples {
		b = append(appendTerm(b, p, t.Subj), ' ')
		b = append(terms.AppendTerm(b, t.Pred), ' ')
		b = append(appendTerm(b, p, t.Obj), ' ')
		b = append(append(b, name...), ".\n"...)
	}
	p.Body = b
}

func appendTerm(b []byte, p *dataset.Part, t rdf.Term) []byte {
	if blank, ok := t.(rdf.Blank); ok {
		return terms.AppendNumbered(b, p.Label(blank))
	}
	return terms.AppendTerm(b, t)
}
