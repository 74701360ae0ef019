package record

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Lean is the record of a graph, whose terms are made when they are asked for first.
// It is an rdfstore.Record.
type Lean struct {
	record *Record
	dict   *Dictionary
	// terms are those that were made.
	terms []rdf.Object
	// numbers has the numbers of the terms of a large graph by their texts, and
	// bySubject those of its triples by their subjects; nil where it is small.
	numbers   map[string][]uint32
	bySubject [][]int
}

// largeGraph is how many triples a graph has that is not searched from end to end.
const largeGraph = 128

// NewLean returns the record with the dictionary that it was read with.
func NewLean(r *Record, d *Dictionary) *Lean {
	l := &Lean{record: r, dict: d, terms: make([]rdf.Object, len(r.Terms))}
	if l.Len() > largeGraph {
		l.index()
	}
	return l
}

func (l *Lean) index() {
	l.numbers = make(map[string][]uint32, len(l.record.Terms))
	for i := range l.record.Terms {
		t := &l.record.Terms[i]
		text := t.prefix + t.rest
		l.numbers[text] = append(l.numbers[text], uint32(i))
	}
	l.bySubject = make([][]int, len(l.record.Terms))
	for i := range l.Len() {
		s := l.record.Triples[3*i]
		l.bySubject[s] = append(l.bySubject[s], i)
	}
}

// Name returns the name of the graph.
func (l *Lean) Name() rdf.IRI { return l.record.Name }

// Len returns the number of triples.
func (l *Lean) Len() int { return len(l.record.Triples) / 3 }

// Size returns about how many bytes the record takes.
func (l *Lean) Size() int {
	const perTerm, perTriple = 160, 12
	return 256 + 2*l.record.length + perTerm*len(l.terms) + perTriple*l.Len()
}

// Triple makes a triple.
func (l *Lean) Triple(number int) (rdf.Triple, error) {
	t := l.record.Triples[3*number:]
	s, err := l.term(t[0])
	if err != nil {
		return rdf.Triple{}, err
	}
	o, err := l.term(t[2])
	if err != nil {
		return rdf.Triple{}, err
	}
	return l.record.triple(s, t[1], o)
}

func (l *Lean) term(i uint32) (rdf.Object, error) {
	if l.terms[i] == nil {
		made, err := l.record.object(i, true)
		if err != nil {
			return nil, err
		}
		l.terms[i] = made
	}
	return l.terms[i], nil
}

// Find appends the numbers of the triples that match.
func (l *Lean) Find(numbers []int, p rdfstore.Pattern) []int {
	predicate := AnyTerm
	if p.Predicate != nil {
		n, known := l.dict.Number(IRI, p.Predicate.String())
		if !known {
			return numbers
		}
		predicate = int(n)
	}
	subject, object := l.number(p.Subject), l.number(p.Object)
	if subject == NoTerm || object == NoTerm {
		return numbers
	}
	matches := func(i int) bool {
		t := l.record.Triples[3*i:]
		return (subject == AnyTerm || int(t[0]) == subject) && (predicate == AnyTerm || int(t[1]) == predicate) &&
			(object == AnyTerm || int(t[2]) == object)
	}
	if l.bySubject != nil && subject >= 0 {
		for _, i := range l.bySubject[subject] {
			if matches(i) {
				numbers = append(numbers, i)
			}
		}
		return numbers
	}
	for i := range l.Len() {
		if matches(i) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// What number returns for a nil term, and for one that the record does not have.
const (
	AnyTerm = -1 - iota
	NoTerm
)

// number returns the number of a term.
func (l *Lean) number(t rdf.Term) int {
	if t == nil || l.numbers == nil {
		return l.record.TermNumber(t)
	}
	for _, i := range l.numbers[t.String()] {
		if l.record.Terms[i].Is(t) {
			return int(i)
		}
	}
	return NoTerm
}

// TermNumber returns the number of a term in the record.
func (r *Record) TermNumber(t rdf.Term) int {
	if t == nil {
		return AnyTerm
	}
	for i := range r.Terms {
		if r.Terms[i].Is(t) {
			return i
		}
	}
	return NoTerm
}
