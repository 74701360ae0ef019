package codec

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Record is the record of a graph, read without its source. Little of it is kept: the bytes
// of its terms, where each of them begins, and the triples. A term is made when it is asked
// for, each time again. It is an rdfstore.Record.
type Record struct {
	name    rdf.IRI
	dict    *Dictionary
	entries []Text
	// body are the bytes of the terms, and offsets say where in them each begins.
	body    string
	offsets []uint32
	// triples are three numbers each: subject, predicate, object.
	triples []uint32
	// indexed guards the making of the two that follow. numbers has the numbers of the
	// terms of a large graph by their texts, and bySubject those of its triples by their
	// subjects; both are nil where the graph is small.
	indexed   sync.Once
	numbers   map[string][]uint32
	bySubject [][]int
}

// largeGraph is how many triples a graph has that is not searched from end to end.
const largeGraph = 128

// Read reads the name, the terms and the triples of a record. It copies what it keeps.
func Read(payload []byte, d *Dictionary) (*Record, error) { return ReadIn(payload, d, nil) }

// Room is where records that are read one after the other, and let go together, have
// their numbers and texts. The zero value is ready.
type Room struct {
	rest []uint32
	text *strings.Builder
}

// How many numbers and bytes of texts are allocated at once.
const (
	roomLength = 1 << 13
	roomText   = 1 << 15
)

// copy returns a text of some bytes. A nil room allocates each.
func (r *Room) copy(b []byte) string {
	if r == nil || len(b) > roomText/8 {
		return string(b)
	}
	if r.text == nil || r.text.Len()+len(b) > roomText {
		r.text = &strings.Builder{}
		r.text.Grow(roomText)
	}
	begin := r.text.Len()
	r.text.Write(b) // what is there already stays where it is
	return r.text.String()[begin:]
}

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

// ReadIn does the same, with the numbers of the record in a room.
func ReadIn(payload []byte, d *Dictionary, room *Room) (*Record, error) {
	r := &Record{dict: d, entries: d.Snapshot()}
	s := scanner{payload: payload, entries: r.entries}
	var err error
	if r.name, err = s.name(); err != nil {
		return nil, err
	}
	if err := r.read(&s, predicates{entries: r.entries}, room); err != nil {
		return nil, err
	}
	return r, nil
}

// read reads the terms and the triples.
func (r *Record) read(s *scanner, by predicates, room *Room) error {
	r.offsets = room.take(s.length())
	begin := s.at
	for i := range r.offsets {
		r.offsets[i] = uint32(s.at - begin)
		s.skipTerm()
	}
	r.body = room.copy(s.payload[begin:s.at])
	r.triples = s.triples(len(r.offsets), by, room)
	if s.broken {
		return doesNotDecode(r.name)
	}
	return nil
}

// NameOf returns the name of the graph of a record, reading no further.
func NameOf(payload []byte, d *Dictionary) (rdf.IRI, error) {
	s := scanner{payload: payload, entries: d.Snapshot()}
	return s.name()
}

// ref returns a term that is not made.
func (r *Record) ref(i int) (termRef, error) {
	t := termReader{Fields{Rest: r.body[r.offsets[i]:]}, r.entries}
	return t.term(r.name.String())
}

func (r *Record) index() {
	r.numbers = make(map[string][]uint32, len(r.offsets))
	for i := range r.offsets {
		// It was passed over without an error.
		t, _ := r.ref(i)
		text := t.prefix + t.rest
		r.numbers[text] = append(r.numbers[text], uint32(i))
	}
	r.bySubject = make([][]int, len(r.offsets))
	for i := range r.Len() {
		s := r.triples[3*i]
		r.bySubject[s] = append(r.bySubject[s], i)
	}
}

// Name returns the name of the graph.
func (r *Record) Name() rdf.IRI { return r.name }

// Len returns the number of triples.
func (r *Record) Len() int { return len(r.triples) / 3 }

// Terms returns the number of terms.
func (r *Record) Terms() int { return len(r.offsets) }

// Size returns about how many bytes the record takes.
func (r *Record) Size() int {
	const head, perNumber, perIndexed = 256, 4, 96
	size := head + len(r.body) + perNumber*(len(r.offsets)+len(r.triples))
	if r.Len() > largeGraph {
		size += perIndexed*len(r.offsets) + len(r.body)
	}
	return size
}

// Ends returns the numbers of the subject and the object of a triple.
func (r *Record) Ends(triple int) (subject, object int) {
	return int(r.triples[3*triple]), int(r.triples[3*triple+2])
}

// Predicate returns the predicate of a triple.
func (r *Record) Predicate(triple int) (rdf.Predicate, error) {
	// The term of the dictionary is not copied.
	p := r.entries[r.triples[3*triple+1]].predicate
	if p == nil {
		return nil, fmt.Errorf("%w: a triple of %s is none", rdfstore.ErrCorrupt, r.name)
	}
	return p, nil
}

// Triple makes a triple, whose terms do not keep the record in memory.
func (r *Record) Triple(number int) (rdf.Triple, error) {
	subject, object := r.Ends(number)
	s, err := r.Term(subject)
	if err != nil {
		return rdf.Triple{}, err
	}
	o, err := r.Term(object)
	if err != nil {
		return rdf.Triple{}, err
	}
	return tripleOf(r.name, s, r.entries[r.triples[3*number+1]], o)
}

// Term makes a term.
func (r *Record) Term(number int) (rdf.Object, error) {
	if r.body[r.offsets[number]] == termOwn { // nothing follows the name
		return r.name, nil
	}
	t, err := r.ref(number)
	if err != nil {
		return nil, err
	}
	return objectOf(r.name, r.entries, &t, true)
}

// IsBlank tells whether a term is a blank node.
func (r *Record) IsBlank(number int) bool { return r.body[r.offsets[number]]&7 == termBlank }

// Find appends the numbers of the triples that match.
func (r *Record) Find(numbers []int, p rdfstore.Pattern) []int {
	predicate := AnyTerm
	if p.Predicate != nil {
		n, known := r.dict.Number(IRI, p.Predicate.String())
		if !known {
			return numbers
		}
		predicate = int(n)
	}
	return r.FindPredicate(numbers, p, predicate)
}

// FindPredicate appends the numbers of the triples that match the subject and the object
// of a pattern and have the predicate of the number, or any for AnyTerm.
func (r *Record) FindPredicate(numbers []int, p rdfstore.Pattern, predicate int) []int {
	if p.Subject == nil && p.Object != nil && predicate != AnyTerm && r.Len() <= largeGraph {
		return r.findObject(numbers, predicate, p.Object)
	}
	subject, object := AnyTerm, AnyTerm
	if p.Subject != nil {
		subject = r.number(p.Subject)
	}
	if p.Object != nil && subject != NoTerm {
		object = r.number(p.Object)
	}
	if subject == NoTerm || object == NoTerm {
		return numbers
	}
	if p.Subject == nil && p.Object == nil && predicate == AnyTerm {
		numbers = slices.Grow(numbers, r.Len())
	}
	matches := func(i int) bool {
		t := r.triples[3*i : 3*i+3]
		return (subject == AnyTerm || int(t[0]) == subject) && (predicate == AnyTerm || int(t[1]) == predicate) &&
			(object == AnyTerm || int(t[2]) == object)
	}
	if subject >= 0 && r.bySubject != nil { // number has made it
		for _, i := range r.bySubject[subject] {
			if matches(i) {
				numbers = append(numbers, i)
			}
		}
		return numbers
	}
	for i := range r.Len() {
		if matches(i) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// findObject appends the numbers of the triples with a predicate and an object. Few have the
// predicate, so that few terms are compared.
func (r *Record) findObject(numbers []int, predicate int, object rdf.Object) []int {
	w := r.wanted(object, object.String())
	known := NoTerm
	for i := range r.Len() {
		if t := r.triples[3*i : 3*i+3]; int(t[1]) == predicate && (int(t[2]) == known || w.isAt(r, int(t[2]))) {
			known = int(t[2])
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
func (r *Record) number(t rdf.Term) int {
	text := t.String()
	if r.Len() > largeGraph {
		r.indexed.Do(r.index)
		for _, i := range r.numbers[text] {
			if ref, err := r.ref(int(i)); err == nil && ref.Is(t) {
				return int(i)
			}
		}
		return NoTerm
	}
	w := r.wanted(t, text)
	for i := range r.offsets {
		if w.isAt(r, i) {
			return i
		}
	}
	return NoTerm
}

var _ rdfstore.Record = (*Record)(nil)
