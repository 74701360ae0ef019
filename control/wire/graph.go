package wire

import (
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// The first bytes of terms. A subject may also be that of the triple before.
const (
	iriTerm     = '<'
	blankTerm   = '_'
	typedTerm   = '^'
	taggedTerm  = '@'
	sameSubject = '='
)

func (d *Decoder) graph(maxTriples int) (*graph.Graph, error) {
	g := &graph.Graph{}
	var err error
	if g.Name, err = d.iri(); err != nil {
		return nil, err
	}
	if g.Source.MediaType, err = d.string(); err != nil {
		return nil, err
	}
	if g.Source.Context, err = d.optional(); err != nil {
		return nil, err
	}
	if g.Source.Layout, err = d.optional(); err != nil {
		return nil, err
	}
	n, err := d.number()
	if err != nil {
		return nil, err
	}
	if n > uint64(max(0, maxTriples)) {
		return nil, fmt.Errorf("%w: %s has %d triples, and %d are left", graph.ErrTooLarge, g.Name, n, maxTriples)
	}
	if n > 0 {
		g.Triples = make([]rdf.Triple, 0, min(n, 1024))
	}
	for range n {
		t, err := d.triple(g.Triples)
		if err != nil {
			return nil, err
		}
		g.Triples = append(g.Triples, t)
	}
	return g, nil
}

// triple reads a triple that follows others.
func (d *Decoder) triple(before []rdf.Triple) (t rdf.Triple, err error) {
	first, err := d.r.ReadByte()
	if err != nil {
		return t, cutOff(err)
	}
	var ok bool
	if first == sameSubject && len(before) > 0 {
		t.Subj = before[len(before)-1].Subj
	} else {
		subject, err := d.term(first)
		if err != nil {
			return t, err
		}
		if t.Subj, ok = subject.(rdf.Subject); !ok {
			return t, fmt.Errorf("%w: a literal as a subject", ErrFrame)
		}
	}
	if first, err = d.r.ReadByte(); err != nil {
		return t, cutOff(err)
	}
	predicate, err := d.term(first)
	if err != nil {
		return t, err
	}
	if t.Pred, ok = predicate.(rdf.IRI); !ok {
		return t, fmt.Errorf("%w: a predicate that is no IRI", ErrFrame)
	}
	if first, err = d.r.ReadByte(); err != nil {
		return t, cutOff(err)
	}
	t.Obj, err = d.term(first)
	return t, err
}

// term reads a term whose first byte was read.
func (d *Decoder) term(first byte) (rdf.Object, error) {
	switch first {
	case iriTerm:
		return d.iri()
	case blankTerm:
		label, err := d.string()
		if err != nil {
			return nil, err
		}
		return graph.Blank(label)
	case typedTerm:
		datatype, err := d.iri()
		if err != nil {
			return nil, err
		}
		text, err := d.string()
		return graph.Typed(text, datatype), err
	case taggedTerm:
		tag, err := d.string()
		if err != nil {
			return nil, err
		}
		text, err := d.string()
		if err != nil {
			return nil, err
		}
		return graph.Tagged(text, tag)
	}
	return nil, fmt.Errorf("%w: a term begins with the byte %#x", ErrFrame, first)
}

func (d *Decoder) iri() (rdf.IRI, error) {
	text, err := d.bytes()
	if err != nil {
		return rdf.IRI{}, err
	}
	if known, ok := d.iris[string(text)]; ok {
		return known, nil
	}
	made, err := graph.IRI(string(text))
	if err == nil && len(d.iris) < maxIRIs && len(text) <= graph.MaxIRI {
		d.iris[made.String()] = made
	}
	return made, err
}

func (d *Decoder) optionalIRI() (rdf.IRI, error) {
	if next, err := d.r.Peek(1); err == nil && next[0] == 0 {
		_, err := d.number()
		return rdf.IRI{}, err
	}
	return d.iri()
}
