package profile

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/resource"
)

//go:embed edm.tsv
var edmFile string

var edmTable = tableOf("edm.tsv", edmFile)

// edm is the Europeana Data Model, by its external schema.
func (p *Profiles) edm() resource.Derivation {
	return resource.Derivation{
		Name: "edm", Title: "Europeana Data Model", MediaType: "application/rdf+xml", Profile: "http://www.europeana.eu/schemas/edm/",
		Lacks: lacksEDM,
		Write: func(ctx context.Context, s resource.Source) ([]byte, error) {
			said, err := p.describe(ctx, subject(s), edmTable)
			if err != nil {
				return nil, err
			}
			return p.rdfXML(s.Entity.Graph.Name, said)
		},
	}
}

// lacksEDM says what a record lacks to be an object of Europeana's.
func lacksEDM(g *graph.Graph) string {
	if g.FirstClass().String() != string(reading.ClassHumanMadeObject) {
		return "Only objects (HumanMadeObject) have this form."
	}
	root := reading.Read(g).Root()
	if len(root.Kinds()) == 0 {
		return "The record does not say what kind of object it is (classified_as)."
	}
	if len(root.Names()) == 0 && root.Label() == "" {
		return "The object has no name."
	}
	w := &writer{root: root}
	if len(w.pictures()) == 0 {
		return "The record has no picture with a licence or rights statement that Europeana takes (representation, digitally_shown_by, subject_to)."
	}
	return ""
}

// rdfXML writes statements as RDF/XML.
func (p *Profiles) rdfXML(name rdf.IRI, said []statement) ([]byte, error) {
	g, err := graphOf(name, said)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = resource.Encode(&b, p.RDFXML, g)
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
	case t.lang != "":
		return graph.Tagged(t.text, t.lang)
	}
	return graph.String(t.text), nil
}
