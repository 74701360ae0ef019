package record

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// Lean is the record of a graph of which little is kept: the bytes of its terms, where
// each of them begins, and the triples. Terms are made when they are asked for, and each
// time anew unless KeepTerms was called. It is an rdfstore.Record.
type Lean struct {
	name    rdf.IRI
	dict    *Dictionary
	entries []Text
	// body are the bytes of the terms, and offsets say where in them each begins.
	body    string
	offsets []uint32
	// triples are three numbers each: subject, predicate, object.
	triples []uint32
	// numbers has the numbers of the terms of a large graph by their texts, and
	// bySubject those of its triples by their subjects; nil where it is small.
	numbers   map[string][]uint32
	bySubject [][]int
	// made are the terms that were made, by their numbers; nil where none are kept.
	made []atomic.Pointer[rdf.Object]
}

// largeGraph is how many triples a graph has that is not searched from end to end.
const largeGraph = 128

// ReadLean reads the name, the terms and the triples of a record. It copies what it
// keeps.
func ReadLean(payload []byte, d *Dictionary) (*Lean, error) { return ReadLeanIn(payload, d, nil) }

// Room is where records that are read one after the other, and let go together, have
// their numbers. The zero value is ready.
type Room struct{ rest []uint32 }

// roomLength is how many numbers are allocated at once.
const roomLength = 1 << 13

// take returns n numbers that are 0. A nil room allocates each.
func (r *Room) take(n int) []uint32 {
	if r == nil || n > roomLength/8 {
		return make([]uint32, n)
	}
	if n > len(r.rest) {
		r.rest = make([]uint32, roomLength)
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

// ReadLeanIn does the same, with the numbers of the record in a room.
func ReadLeanIn(payload []byte, d *Dictionary, room *Room) (*Lean, error) {
	l := &Lean{dict: d, entries: d.Snapshot()}
	s := leanScanner{payload: payload, entries: l.entries}
	if err := l.readName(&s); err != nil {
		return nil, err
	}
	l.offsets = room.take(s.length())
	begin := s.at
	for i := range l.offsets {
		l.offsets[i] = uint32(s.at - begin)
		s.skipTerm()
	}
	l.body = string(payload[begin:s.at])
	l.triples = s.triples(len(l.offsets), room)
	if s.broken {
		return nil, fmt.Errorf("%w: the record of %s does not decode", rdfstore.ErrCorrupt, l.name)
	}
	if l.Len() > largeGraph {
		l.index()
	}
	return l, nil
}

// readName reads what comes before the terms.
func (l *Lean) readName(s *leanScanner) error {
	s.uvarint()            // the version
	s.skip(2 * timeLength) // the times
	begin := s.at
	s.skipTerm()
	name := termReader{table.Fields{Rest: string(s.payload[begin:s.at])}, l.entries}
	t, err := name.term("")
	if err == nil && (s.broken || name.Broken) {
		err = fmt.Errorf("%w: the record of a graph does not decode", rdfstore.ErrCorrupt)
	}
	if err != nil {
		return err
	}
	if l.name, err = graph.IRI(t.prefix + t.rest); err != nil {
		return fmt.Errorf("%w: a graph's name: %w", rdfstore.ErrCorrupt, err)
	}
	return nil
}

// KeepTerms has the terms that are made kept, for a record that is asked again and again.
// It is called before others have the record.
func (l *Lean) KeepTerms() { l.made = make([]atomic.Pointer[rdf.Object], len(l.offsets)) }

// ref returns a term that is not made.
func (l *Lean) ref(i int) (termRef, error) {
	r := termReader{table.Fields{Rest: l.body[l.offsets[i]:]}, l.entries}
	return r.term(l.name.String())
}

func (l *Lean) index() {
	l.numbers = make(map[string][]uint32, len(l.offsets))
	for i := range l.offsets {
		// It was passed over without an error.
		t, _ := l.ref(i)
		text := t.prefix + t.rest
		l.numbers[text] = append(l.numbers[text], uint32(i))
	}
	l.bySubject = make([][]int, len(l.offsets))
	for i := range l.Len() {
		s := l.triples[3*i]
		l.bySubject[s] = append(l.bySubject[s], i)
	}
}

// Name returns the name of the graph.
func (l *Lean) Name() rdf.IRI { return l.name }

// Len returns the number of triples.
func (l *Lean) Len() int { return len(l.triples) / 3 }

// Terms returns the number of terms.
func (l *Lean) Terms() int { return len(l.offsets) }

// Size returns about how many bytes the record takes.
func (l *Lean) Size() int {
	const head, perNumber, perIndexed, perMade = 256, 4, 96, 80
	size := head + len(l.body) + perNumber*(len(l.offsets)+len(l.triples))
	if l.numbers != nil {
		size += perIndexed*len(l.offsets) + len(l.body)
	}
	if l.made != nil {
		// A namespace that the dictionary has is part of the text of a term.
		size += perMade*len(l.offsets) + 2*len(l.body)
	}
	return size
}

// Ends returns the numbers of the subject and the object of a triple.
func (l *Lean) Ends(triple int) (subject, object int) {
	return int(l.triples[3*triple]), int(l.triples[3*triple+2])
}

// Predicate returns the predicate of a triple.
func (l *Lean) Predicate(triple int) (rdf.Predicate, error) {
	// The term of the dictionary is not copied.
	p := l.entries[l.triples[3*triple+1]].predicate
	if p == nil {
		return nil, fmt.Errorf("%w: a triple of %s is none", rdfstore.ErrCorrupt, l.name)
	}
	return p, nil
}

// Term makes a term, or has made it before.
func (l *Lean) Term(number int) (rdf.Object, error) {
	if l.made != nil {
		if made := l.made[number].Load(); made != nil {
			return *made, nil
		}
	}
	t, err := l.ref(number)
	if err != nil {
		return nil, err
	}
	made, err := objectOf(l.name, l.entries, &t, true)
	if l.made != nil && err == nil {
		l.keep(number, made)
	}
	return made, err
}

// keep keeps a term. It is apart since the term is then allocated.
func (l *Lean) keep(number int, made rdf.Object) { l.made[number].Store(&made) }

// IsBlank tells whether a term is a blank node.
func (l *Lean) IsBlank(number int) bool { return l.body[l.offsets[number]]&7 == termBlank }

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
	subject, object := AnyTerm, AnyTerm
	if p.Subject != nil {
		subject = l.number(p.Subject)
	}
	if p.Object != nil && subject != NoTerm {
		object = l.number(p.Object)
	}
	if subject == NoTerm || object == NoTerm {
		return numbers
	}
	if p.Subject == nil && p.Object == nil && predicate == AnyTerm {
		numbers = slices.Grow(numbers, l.Len())
	}
	matches := func(i int) bool {
		t := l.triples[3*i : 3*i+3]
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
	text := t.String()
	if l.numbers != nil {
		for _, i := range l.numbers[text] {
			if ref, err := l.ref(int(i)); err == nil && ref.Is(t) {
				return int(i)
			}
		}
		return NoTerm
	}
	w := l.wanted(t, text)
	for i := range l.offsets {
		if w.isAt(l, i) {
			return i
		}
	}
	return NoTerm
}

var _ rdfstore.Record = (*Lean)(nil)
