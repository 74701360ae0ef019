package record

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Lean is the record of a graph of which little is kept beside its bytes: where each
// term begins, and the triples. Terms are made when they are asked for first. It is an
// rdfstore.Record.
type Lean struct {
	// record has no terms of its own.
	record *Record
	dict   *Dictionary
	// body are the bytes after the name, and offsets say where in them the terms begin.
	body    string
	offsets []uint32
	// made are the terms that were asked for, nil before the first.
	made []rdf.Object
	// numbers has the numbers of the terms of a large graph by their texts, and
	// bySubject those of its triples by their subjects; nil where it is small.
	numbers   map[string][]uint32
	bySubject [][]int
}

// largeGraph is how many triples a graph has that is not searched from end to end.
const largeGraph = 128

// ReadLean reads a record but for its source.
func ReadLean(payload []byte, d *Dictionary) (*Lean, error) {
	r, err := readHead(payload, d)
	if err != nil {
		return nil, err
	}
	l := &Lean{record: r, dict: d}
	l.offsets = make([]uint32, r.Length())
	l.body = r.Rest
	for i := range l.offsets {
		l.offsets[i] = uint32(len(l.body) - len(r.Rest))
		if _, err := r.term(r.Name.String()); err != nil {
			return nil, err
		}
	}
	r.readTriples(len(l.offsets))
	if err := r.intact(); err != nil {
		return nil, err
	}
	if l.Len() > largeGraph {
		l.index()
	}
	return l, nil
}

// ref returns a term that is not made.
func (l *Lean) ref(i uint32) termRef {
	l.record.Rest = l.body[l.offsets[i]:]
	t, err := l.record.term(l.record.Name.String())
	if err != nil { // it was read before
		return termRef{kind: termBlank}
	}
	return t
}

func (l *Lean) index() {
	l.numbers = make(map[string][]uint32, len(l.offsets))
	for i := range l.offsets {
		t := l.ref(uint32(i))
		text := t.prefix + t.rest
		l.numbers[text] = append(l.numbers[text], uint32(i))
	}
	l.bySubject = make([][]int, len(l.offsets))
	for i := range l.Len() {
		s := l.record.Triples[3*i]
		l.bySubject[s] = append(l.bySubject[s], i)
	}
}

// Name returns the name of the graph.
func (l *Lean) Name() rdf.IRI { return l.record.Name }

// Len returns the number of triples.
func (l *Lean) Len() int { return len(l.record.Triples) / 3 }

// Size returns about how many bytes the record takes, with all terms made.
func (l *Lean) Size() int {
	const perTerm, perTriple = 96, 12
	return 256 + 2*l.record.length + perTerm*len(l.offsets) + perTriple*l.Len()
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
	if l.made == nil {
		l.made = make([]rdf.Object, len(l.offsets))
	}
	if l.made[i] == nil {
		t := l.ref(i)
		made, err := l.record.objectOf(&t, true)
		if err != nil {
			return nil, err
		}
		l.made[i] = made
	}
	return l.made[i], nil
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
	return l.FindPredicate(numbers, p, predicate)
}

// FindPredicate appends the numbers of the triples that match the subject and the object
// of a pattern and have the predicate of the number, or any for AnyTerm.
func (l *Lean) FindPredicate(numbers []int, p rdfstore.Pattern, predicate int) []int {
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
	if t == nil {
		return AnyTerm
	}
	if l.numbers != nil {
		for _, i := range l.numbers[t.String()] {
			if ref := l.ref(i); ref.Is(t) {
				return int(i)
			}
		}
		return NoTerm
	}
	for i := range l.offsets {
		if ref := l.ref(uint32(i)); ref.Is(t) {
			return i
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
