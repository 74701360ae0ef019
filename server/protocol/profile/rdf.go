package profile

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/data/resource"
)

// inRDF are the forms by a table: in the format that is usual for the profile, which has the name
// of the profile alone, then in others. check tells what was said from what lacks what is needed; it
// may be nil.
func (p *Profiles) inRDF(of func() (*table, error), check func([]statement) error, d resource.Alternate, usual string, others ...string) []resource.Alternate {
	var out []resource.Alternate
	for _, name := range append([]string{usual}, others...) {
		i := slices.IndexFunc(p.Formats, func(f *serialize.Format) bool { return f.Name == name })
		if i < 0 {
			continue
		}
		f, one := p.Formats[i], d
		if one.MediaType = f.MediaType; name != usual {
			one.Name, one.Title = d.Name+"_"+name, d.Title+" ("+f.Title+")"
		}
		one.Write = func(ctx context.Context, s resource.Source) ([]byte, error) {
			said, err := p.describe(ctx, subject(s), of)
			if err == nil && check != nil {
				err = check(said)
			}
			if err != nil {
				return nil, err
			}
			return written(f, s.Entity.Graph.Name, said)
		}
		out = append(out, one)
	}
	return out
}

// written are statements in a format of RDF.
func written(f *serialize.Format, name rdf.IRI, said []statement) ([]byte, error) {
	g, err := graphOf(name, said)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = resource.Encode(&b, f, g)
	return b.Bytes(), err
}

// graphOf makes a graph of statements.
func graphOf(name rdf.IRI, said []statement) (*graph.Graph, error) {
	g := &graph.Graph{Name: name}
	for _, s := range said {
		about, err := s.subject.resource()
		if err != nil {
			return nil, err
		}
		property, err := graph.IRI(s.row.property)
		if err != nil {
			return nil, err
		}
		value, err := s.object.object()
		if err != nil {
			return nil, err
		}
		g.Triples = append(g.Triples, rdf.Triple{Subj: about, Pred: property, Obj: value})
	}
	g.Triples = graph.Dedup(g.Triples)
	return g, nil
}

func (t term) resource() (rdf.Subject, error) {
	if t.blank > 0 {
		return graph.Blank(fmt.Sprintf("b%d", t.blank))
	}
	return graph.IRI(t.iri)
}

func (t term) object() (rdf.Object, error) {
	switch {
	case t.blank > 0:
		return graph.Blank(fmt.Sprintf("b%d", t.blank))
	case t.iri != "":
		return graph.IRI(t.iri)
	case t.datatype != "":
		datatype, err := graph.IRI(t.datatype)
		return graph.Typed(t.text, datatype), err
	case t.lang != "":
		return graph.Tagged(t.text, t.lang)
	}
	return graph.String(t.text), nil
}
