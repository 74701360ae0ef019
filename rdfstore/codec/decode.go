package codec

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// termRef is a term of a record that has not been made into one: its text is
// the prefix and the rest; a literal has a datatype or a language tag too.
type termRef struct {
	kind uint8
	// number is that of the entry of the dictionary which is the term itself
	// for a termShared, and the datatype for a termTyped with known set.
	known  bool
	number uint32
	// prefix and rest are the text.
	prefix, rest string
	// detail is the datatype of a termTyped, the tag of a termTagged.
	detail string
}

// termReader reads the terms of a record.
type termReader struct {
	Fields
	entries []Text
}

// term reads one term of a graph with the name.
func (r *termReader) term(name string) (termRef, error) {
	head := r.Uvarint()
	t := termRef{kind: uint8(head & 7)}
	n := head >> 3
	var err error
	switch t.kind {
	case termShared:
		t.known, t.number = true, uint32(n)
		t.rest, err = entryOf(r.entries, n, IRI)
	case termNamespace:
		t.prefix, err = entryOf(r.entries, n, Namespace)
		t.rest = r.Text()
	case termOwn:
		t.prefix, t.rest = name, r.sized(n)
	case termTyped:
		t.known, t.number = n > 0, uint32(n-1)
		t.detail, err = r.detail(n, IRI)
		t.rest = r.Text()
	case termTagged:
		t.detail, err = r.detail(n, PlainText)
		t.rest = r.Text()
	default:
		t.rest = r.sized(n)
	}
	return t, err
}

func (r *termReader) sized(n uint64) string {
	if n > uint64(len(r.Rest)) {
		r.Broken = true
		return ""
	}
	return r.Take(int(n))
}

// detail reads what a literal has beside its text.
func (r *termReader) detail(n uint64, kind TextKind) (string, error) {
	if n > 0 {
		return entryOf(r.entries, n-1, kind)
	}
	return r.Text(), nil
}

// sharedText reads what shared wrote.
func (r *termReader) sharedText() (string, error) {
	n := r.Uvarint()
	if n == 0 {
		return r.Text(), nil
	}
	return entryOf(r.entries, n-1, PlainText)
}

// graphName reads the name of the graph, which comes before the other terms.
func (r *termReader) graphName() (rdf.IRI, error) {
	t, err := r.term("")
	if err == nil && r.Broken {
		err = fmt.Errorf("%w: the record of a graph does not decode", rdfstore.ErrCorrupt)
	}
	if err != nil {
		return rdf.IRI{}, err
	}
	name, err := graph.IRI(t.prefix + t.rest)
	if err != nil {
		return rdf.IRI{}, fmt.Errorf("%w: a graph's name: %w", rdfstore.ErrCorrupt, err)
	}
	return name, nil
}

// Is tells whether the reference is to the term.
func (t *termRef) Is(term rdf.Term) bool {
	s := term.String()
	if len(s) != len(t.prefix)+len(t.rest) || s[:len(t.prefix)] != t.prefix || s[len(t.prefix):] != t.rest {
		return false
	}
	switch term := term.(type) {
	case rdf.Blank:
		return t.kind == termBlank
	case rdf.Literal:
		switch t.kind {
		case termString:
			return term.DataType == graph.XSDString
		case termTyped:
			return term.DataType.String() == t.detail
		case termTagged:
			return term.DataType == graph.LangString && term.Lang() == t.detail
		}
		return false
	default:
		return t.kind == termShared || t.kind == termNamespace || t.kind == termOwn || t.kind == termIRI
	}
}

// objectOf makes a term of the graph with the name, with entries of the dictionary.
func objectOf(name rdf.IRI, entries []Text, t *termRef, clone bool) (o rdf.Object, err error) {
	if t.kind == termShared {
		return entries[t.number].object, nil
	}
	text := t.prefix + t.rest
	if clone && t.prefix == "" {
		text = strings.Clone(text)
	}
	switch t.kind {
	case termBlank:
		o, err = graph.Blank(text)
	case termString:
		o = graph.String(text)
	case termTyped:
		var datatype rdf.IRI
		if datatype, err = datatypeOf(entries, t); err == nil {
			o = graph.Typed(text, datatype)
		}
	case termTagged:
		o, err = graph.Tagged(text, t.detail)
	default:
		o, err = graph.IRI(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a term of %s: %w", rdfstore.ErrCorrupt, name, err)
	}
	return o, nil
}

func datatypeOf(entries []Text, t *termRef) (rdf.IRI, error) {
	if t.known {
		return entries[t.number].iri, nil
	}
	return graph.IRI(strings.Clone(t.detail))
}

// Decode returns the entity of a record.
func Decode(payload []byte, d *Dictionary) (*rdfstore.Entity, error) {
	head, rest, err := ReadHead(payload)
	if err != nil {
		return nil, err
	}
	r := termReader{Fields{Rest: string(rest)}, d.Snapshot()}
	e := &rdfstore.Entity{Version: head.Version, Created: head.Created, Modified: head.Modified}
	name, err := r.graphName()
	if err != nil {
		return nil, err
	}
	e.Graph, err = r.graph(name, predicates{entries: r.entries})
	return e, err
}

// graph reads what comes after the name.
func (r *termReader) graph(name rdf.IRI, by predicates) (*graph.Graph, error) {
	terms := make([]rdf.Object, r.Length())
	for i := range terms {
		t, err := r.term(name.String())
		if err != nil {
			return nil, err
		}
		if terms[i], err = objectOf(name, r.entries, &t, false); err != nil {
			return nil, err
		}
	}
	g := &graph.Graph{Name: name}
	var err error
	if g.Triples, err = r.triples(name, terms, by); err != nil {
		return nil, err
	}
	g.Source, err = r.source(name)
	return g, err
}

// predicates are what the triples of a record refer to by numbers: entries of the dictionary,
// by numbers of the record where own is not nil.
type predicates struct {
	entries []Text
	own     []uint32
}

// at returns the number in the dictionary.
func (p predicates) at(n uint64) (number uint64, ok bool) {
	if p.own != nil {
		if n >= uint64(len(p.own)) {
			return 0, false
		}
		n = uint64(p.own[n])
	}
	return n, n < uint64(len(p.entries))
}

// triples reads the triples of a graph with the terms.
func (r *termReader) triples(name rdf.IRI, terms []rdf.Object, by predicates) ([]rdf.Triple, error) {
	n := r.Length()
	if n > len(r.Rest)/3 {
		r.Broken, n = true, 0
	}
	triples := make([]rdf.Triple, n)
	for i := range triples {
		s, p, o := r.Uvarint(), r.Uvarint(), r.Uvarint()
		p, known := by.at(p)
		if !known || s >= uint64(len(terms)) || o >= uint64(len(terms)) {
			r.Broken = true
			break
		}
		var err error
		if triples[i], err = tripleOf(name, terms[s], by.entries[p], terms[o]); err != nil {
			return nil, err
		}
	}
	if r.Broken {
		return nil, doesNotDecode(name)
	}
	return triples, nil
}

func doesNotDecode(name rdf.IRI) error {
	return fmt.Errorf("%w: the record of %s does not decode", rdfstore.ErrCorrupt, name)
}

// tripleOf makes a triple of the graph with the name. The predicate is the term of the
// dictionary, which is not copied.
func tripleOf(name rdf.IRI, s rdf.Object, p Text, o rdf.Object) (rdf.Triple, error) {
	subject, ok := s.(rdf.Subject)
	if !ok || p.predicate == nil {
		return rdf.Triple{}, fmt.Errorf("%w: a triple of %s is none", rdfstore.ErrCorrupt, name)
	}
	return rdf.Triple{Subj: subject, Pred: p.predicate, Obj: o}, nil
}

// source reads the end of the record.
func (r *termReader) source(name rdf.IRI) (graph.Source, error) {
	mediaType, err := r.sharedText()
	if err != nil {
		return graph.Source{}, err
	}
	context, err := r.sharedText()
	if err != nil {
		return graph.Source{}, err
	}
	source := graph.Source{MediaType: mediaType, Context: bytesOf(context), Layout: bytesOf(r.Text())}
	return source, r.Err("the record of " + name.String())
}

// bytesOf returns nil for an empty text.
func bytesOf(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}
