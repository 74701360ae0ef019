package record

import (
	"encoding/binary"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Record is an encoding that was read: a graph whose terms are made when they are wanted.
type Record struct {
	name       rdf.IRI
	size       int
	terms      []term
	predicates []rdf.IRI
	triples    []triple
	source     graph.Source
}

var _ rdfstore.Record = (*Record)(nil)

// term is a term as it is encoded. The text of one of kindOwn is the whole IRI.
type term struct {
	kind byte
	// more is a datatype or a language tag.
	more, text string
	// encoded is all of it, which no other term has.
	encoded string
}

// triple has the numbers of its terms.
type triple struct{ subject, predicate, object int32 }

// Decode returns the graph with the name from its encoding.
func Decode(name rdf.IRI, encoding []byte) (*graph.Graph, error) {
	r, err := Read(name, encoding)
	if err != nil {
		return nil, err
	}
	return r.Graph()
}

// Read returns the record of the graph with the name from its encoding.
func Read(name rdf.IRI, encoding []byte) (*Record, error) {
	d := decoder{name: name.String(), rest: string(encoding)}
	r := &Record{name: name, size: len(encoding)}
	err := d.record(r)
	if err == nil && (d.broken || d.rest != "") {
		err = fmt.Errorf("it does not decode")
	}
	if err != nil {
		return nil, r.corrupt(err)
	}
	return r, nil
}

func (r *Record) corrupt(err error) error {
	return fmt.Errorf("%w: the record of %s: %w", rdfstore.ErrCorrupt, r.name, err)
}

// Graph returns the graph.
func (r *Record) Graph() (*graph.Graph, error) {
	terms := make([]rdf.Object, len(r.terms))
	for i := range terms {
		var err error
		if terms[i], err = r.Term(i); err != nil {
			return nil, err
		}
	}
	g := &graph.Graph{Name: r.name, Triples: make([]rdf.Triple, len(r.triples)), Source: r.source}
	for i, t := range r.triples {
		subject, ok := terms[t.subject].(rdf.Subject)
		if !ok {
			return nil, r.corrupt(fmt.Errorf("the subject of triple %d is a literal", i))
		}
		g.Triples[i] = rdf.Triple{Subj: subject, Pred: r.predicates[t.predicate], Obj: terms[t.object]}
	}
	return g, nil
}

// Name returns the name of the graph.
func (r *Record) Name() rdf.IRI { return r.name }

// Len returns the number of triples.
func (r *Record) Len() int { return len(r.triples) }

// Terms returns the number of terms that are subjects and objects.
func (r *Record) Terms() int { return len(r.terms) }

// Ends returns the numbers of the subject and the object of a triple.
func (r *Record) Ends(number int) (subject, object int) {
	t := r.triples[number]
	return int(t.subject), int(t.object)
}

// Predicate returns the predicate of a triple.
func (r *Record) Predicate(number int) (rdf.Predicate, error) {
	return r.predicates[r.triples[number].predicate], nil
}

// Term makes a term.
func (r *Record) Term(number int) (rdf.Object, error) {
	made, err := r.terms[number].make()
	if err != nil {
		return nil, r.corrupt(err)
	}
	return made, nil
}

func (t term) make() (rdf.Object, error) {
	switch t.kind {
	case kindIRI, kindOwn:
		return object(graph.IRI(t.text))
	case kindBlank:
		return object(graph.Blank(t.text))
	case kindString:
		return graph.String(t.text), nil
	case kindTyped:
		datatype, err := graph.IRI(t.more)
		return graph.Typed(t.text, datatype), err
	case kindTagged:
		return object(graph.Tagged(t.text, t.more))
	}
	return nil, fmt.Errorf("a term is of kind %d", t.kind)
}

// object makes the interface of a term.
func object[T rdf.Object](t T, err error) (rdf.Object, error) { return t, err }

// IsBlank tells whether a term is a blank node.
func (r *Record) IsBlank(number int) bool { return r.terms[number].kind == kindBlank }

// IsName tells whether a term is the name of the graph.
func (r *Record) IsName(number int) bool {
	t := r.terms[number]
	return (t.kind == kindOwn || t.kind == kindIRI) && t.text == r.name.String()
}

// Key returns a text that stands for an IRI or a literal.
func (r *Record) Key(number int) string {
	switch t := r.terms[number]; t.kind {
	case kindBlank:
		return ""
	case kindOwn:
		return t.text // no encoding of a term begins as an IRI does
	default:
		return t.encoded
	}
}

// Find appends the numbers of the triples that match the pattern.
func (r *Record) Find(numbers []int, p rdfstore.Pattern) []int {
	const any = -1
	want := triple{any, any, any}
	var ok bool
	if p.Subject != nil {
		if want.subject, ok = r.number(p.Subject); !ok {
			return numbers
		}
	}
	if p.Object != nil {
		if want.object, ok = r.number(p.Object); !ok {
			return numbers
		}
	}
	if p.Predicate != nil {
		if want.predicate, ok = r.predicate(p.Predicate); !ok {
			return numbers
		}
	}
	for i, t := range r.triples {
		if (want.subject == any || want.subject == t.subject) && (want.predicate == any || want.predicate == t.predicate) &&
			(want.object == any || want.object == t.object) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// number returns the number of a term.
func (r *Record) number(t rdf.Term) (int32, bool) {
	var want term
	switch t := t.(type) {
	case rdf.Blank:
		want = term{kind: kindBlank, text: t.String()}
	case rdf.Literal:
		same, err := graph.Literal(t)
		if err != nil {
			return 0, false
		}
		want = literal(same)
	default:
		want = term{kind: kindIRI, text: t.String()}
	}
	for i, have := range r.terms {
		if have.kind == kindOwn {
			have.kind = kindIRI
		}
		if have.text == want.text && have.kind == want.kind && have.more == want.more {
			return int32(i), true
		}
	}
	return 0, false
}

func literal(l rdf.Literal) term {
	switch l.DataType {
	case graph.XSDString:
		return term{kind: kindString, text: l.String()}
	case graph.LangString:
		return term{kind: kindTagged, more: l.Lang(), text: l.String()}
	default:
		return term{kind: kindTyped, more: l.DataType.String(), text: l.String()}
	}
}

func (r *Record) predicate(p rdf.Predicate) (int32, bool) {
	for i, have := range r.predicates {
		if rdf.Predicate(have) == p {
			return int32(i), true
		}
	}
	return 0, false
}

// Size returns about how many bytes the record takes in memory.
func (r *Record) Size() int {
	const perTerm, perTriple = 64, 12
	return r.size + perTerm*len(r.terms) + perTriple*len(r.triples)
}

// decoder reads an encoding from its beginning to its end. What is missing makes it
// broken.
type decoder struct {
	name, rest string
	broken     bool
}

func (d *decoder) record(r *Record) error {
	var err error
	r.terms = make([]term, d.count())
	for i := range r.terms {
		if r.terms[i], err = d.term(); err != nil {
			return err
		}
	}
	r.predicates = make([]rdf.IRI, d.count())
	for i := range r.predicates {
		if r.predicates[i], err = graph.IRI(d.text()); err != nil {
			return err
		}
	}
	r.triples = make([]triple, d.count())
	for i := range r.triples {
		s, p, o := d.number(), d.number(), d.number()
		if s >= uint64(len(r.terms)) || p >= uint64(len(r.predicates)) || o >= uint64(len(r.terms)) {
			return fmt.Errorf("triple %d has a term that is not there", i)
		}
		r.triples[i] = triple{int32(s), int32(p), int32(o)}
	}
	r.source = graph.Source{MediaType: d.text(), Context: bytesOf(d.text()), Layout: bytesOf(d.text())}
	return nil
}

func (d *decoder) term() (t term, err error) {
	if d.rest == "" {
		return t, fmt.Errorf("a term is missing")
	}
	whole := d.rest
	t.kind, d.rest = d.rest[0], d.rest[1:]
	if t.kind == kindTyped || t.kind == kindTagged {
		t.more = d.text()
	}
	if t.text = d.text(); t.kind == kindOwn {
		t.text = d.name + t.text
	}
	t.encoded = whole[:len(whole)-len(d.rest)]
	if t.kind > kindTagged {
		err = fmt.Errorf("a term is of kind %d", t.kind)
	}
	return t, err
}

// number reads a uvarint.
func (d *decoder) number() uint64 {
	var n uint64
	for i := 0; i < len(d.rest) && i < binary.MaxVarintLen64; i++ {
		n |= uint64(d.rest[i]&0x7f) << (7 * i)
		if d.rest[i] < 0x80 {
			d.rest = d.rest[i+1:]
			return n
		}
	}
	d.broken, d.rest = true, ""
	return 0
}

// count reads how many things follow that take at least a byte each.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.rest)) {
		d.broken, d.rest = true, ""
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.count()
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}

// bytesOf returns nil for an empty text.
func bytesOf(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}
