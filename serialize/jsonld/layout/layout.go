// Package layout has document layouts: how the triples of a graph were laid out as
// a JSON-LD document, and which layout a graph gets that was not read as JSON-LD.
// docs/jsonld.md describes what they are for. The encoding is in layout.go. Frame
// (frame.go and what begins so) finds a layout, in the spirit of JSON-LD 1.1 Framing
// (https://www.w3.org/TR/json-ld11-framing/). number.go turns JSON numbers into
// literals and back, by JSON-LD 1.1 API sections 8.2.2 and 8.6.
//
// A layout never holds a value of a triple. The package never reads or writes JSON.
package layout

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// A document layout says how the triples of a graph were laid out as a JSON
// document. Together with the triples it gives the document back; by itself it
// holds no value of theirs.
//
//	layout   = version texts node
//	texts    = count { length bytes }        member names, class names, odd spellings
//	node     = { member } end
//	member   = ID key                      the node's own identifier
//	         | IDAs key text               the same, spelled otherwise
//	         | Member key value            "name": value
//	         | Members key count { value } "name": [value, …]
//	         | Map key count { entry }     a language map: its entries' names are tags
//	         | Extra key text              a member outside RDF: its JSON text
//	         | Context                     "@context", the graph's own
//	         | Included key count { About triple node }
//	                                         "@included": nodes about the subject of the triple
//	value    = [ At triple ] form          the next triple, or the one named
//	entry    = Member key value | Members key count { value }
//	form     = Node node                   an object, the triple's object inside
//	         | List count { value }        [ … ] for the rdf:List that begins there
//	         | ListObject key count { value }
//	                                         {"@list": [ … ]} for one
//	         | IRI | Text | Number | Bool
//	         | Written text                a string that is spelled otherwise
//	         | NumberAs text               a number that is spelled otherwise
//	         | ValueObject { part } end    {"@value": …}
//	part     = Part key form
//
// Counts, keys, texts and triples are unsigned varints; keys and texts are
// indexes into texts. A value stands for a triple: in document order for the
// next one that no value has stood for yet, so that an index is spelled only
// where a document states something twice. A value in a list stands for the
// rdf:first of its place; the rdf:rest is the next triple after it.
const version = 1

// Op is an operation of a layout, as the grammar has them.
type Op = byte

const (
	End Op = iota
	ID
	IDAs
	Member
	Members
	Extra
	Context
	Included
	About
	Map
	At
	Node
	List
	ListObject
	IRI
	Text
	Number
	Bool
	Written
	NumberAs
	ValueObject
	Part
)

// ErrMismatch is wrapped by errors about a layout that does not fit its graph.
var ErrMismatch = errors.New("the document layout does not fit the graph")

// MaxDepth is how deep arrays and objects may be nested in a document.
const MaxDepth = 500

// Writer builds a layout.
type Writer struct {
	ops   []byte
	texts []string
	index map[string]uint32
	// stated is the number of triples that values stand for so far.
	stated int
}

// Reset makes the writer ready for another layout.
func (w *Writer) Reset() {
	w.ops = w.ops[:0]
	clear(w.texts)
	w.texts = w.texts[:0]
	w.stated = 0
	if w.index == nil || len(w.index) > 1<<12 {
		w.index = map[string]uint32{}
	}
	clear(w.index)
}

// Op appends an operation.
func (w *Writer) Op(o Op) { w.ops = append(w.ops, o) }

// Number appends a count or the index of a triple.
func (w *Writer) Number(n int) {
	w.ops = binary.AppendUvarint(w.ops, uint64(n))
}

// Text appends the index of s, entering it in the table if it is new.
func (w *Writer) Text(s string) {
	i, ok := w.index[s]
	if !ok {
		i = uint32(len(w.texts))
		w.texts = append(w.texts, s)
		w.index[s] = i
	}
	w.ops = binary.AppendUvarint(w.ops, uint64(i))
}

// Keyed appends a member operation with its name.
func (w *Writer) Keyed(o Op, key string) {
	w.Op(o)
	w.Text(key)
}

// Triple says which triple the value that follows stands for.
func (w *Writer) Triple(i int) {
	if i == w.stated {
		w.stated++
		return
	}
	w.Op(At)
	w.Number(i)
}

// Rest notes that the next triple is the rdf:rest of a place in a list.
func (w *Writer) Rest() { w.stated++ }

// Mark is a place in a layout that is being written.
type Mark struct{ ops, stated int }

// Mark returns the place where the writer is.
func (w *Writer) Mark() Mark { return Mark{len(w.ops), w.stated} }

// Back takes back what was written after the mark, but for texts.
func (w *Writer) Back(m Mark) { w.ops, w.stated = w.ops[:m.ops], m.stated }

// Swap returns the operations so far and goes on with others in their place, so
// that a part can be written aside.
func (w *Writer) Swap(ops []byte) []byte {
	before := w.ops
	w.ops = ops
	return before
}

// Append appends operations that were written aside.
func (w *Writer) Append(ops []byte) { w.ops = append(w.ops, ops...) }

// Bytes returns the finished layout.
func (w *Writer) Bytes() []byte {
	size := 1 + binary.MaxVarintLen32 + len(w.ops)
	for _, s := range w.texts {
		size += 2 + len(s)
	}
	out := make([]byte, 0, size)
	out = append(out, version)
	out = binary.AppendUvarint(out, uint64(len(w.texts)))
	for _, s := range w.texts {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	return append(out, w.ops...)
}

// Reader walks a layout.
type Reader struct {
	data  []byte
	pos   int
	texts []string
	// stated is the index of the next triple that no value stands for yet.
	stated int
}

// Buffer gives the reader memory for the texts of a layout.
func (r *Reader) Buffer(texts []string) { r.texts = texts[:0] }

// Done reports whether the whole layout was read, and stood for that many triples.
func (r *Reader) Done(triples int) bool { return r.stated == triples && r.pos == len(r.data) }

// Open reads the version and the texts.
func (r *Reader) Open(layout []byte) error {
	r.data, r.pos, r.stated, r.texts = layout, 0, 0, r.texts[:0]
	if found := r.Op(); found != version {
		return fmt.Errorf("%w: it has version %d, this program reads %d", ErrMismatch, found, version)
	}
	// One conversion for the whole table: the texts are slices of it.
	all := string(layout)
	count := r.Number()
	if count > len(layout) {
		return ErrMismatch
	}
	for range count {
		n := r.Number()
		if n < 0 || n > len(layout)-r.pos {
			return ErrMismatch
		}
		r.texts = append(r.texts, all[r.pos:r.pos+n])
		r.pos += n
	}
	return nil
}

// Op returns the next operation, End at the end of the data.
func (r *Reader) Op() Op {
	if r.pos >= len(r.data) {
		return End
	}
	o := r.data[r.pos]
	r.pos++
	return o
}

// Number returns the next varint, -1 where there is none.
func (r *Reader) Number() int {
	if r.pos < len(r.data) && r.data[r.pos] < 0x80 {
		n := int(r.data[r.pos])
		r.pos++
		return n
	}
	n, size := binary.Uvarint(r.data[r.pos:])
	if size <= 0 || n > 1<<31 {
		return -1
	}
	r.pos += size
	return int(n)
}

// Text returns the next text.
func (r *Reader) Text() (string, error) {
	i := r.Number()
	if i < 0 || i >= len(r.texts) {
		return "", ErrMismatch
	}
	return r.texts[i], nil
}

// Rest returns the node of a list that comes after the one given: the object of
// the next triple, which must be the rdf:rest of this one.
func (r *Reader) Rest(node rdf.Term, triples []rdf.Triple) (rdf.Term, error) {
	if r.stated >= len(triples) {
		return nil, ErrMismatch
	}
	t := triples[r.stated]
	r.stated++
	if rdf.Term(t.Subj) != node || t.Pred != rdf.Predicate(graph.Rest) {
		return nil, ErrMismatch
	}
	return t.Obj, nil
}

// Triple returns the index of the triple that the next value stands for, of
// total, and the operation after it.
func (r *Reader) Triple(total int) (int, Op, error) {
	o := r.Op()
	i := r.stated
	if o == At {
		i = r.Number()
		o = r.Op()
	} else {
		r.stated++
	}
	if i < 0 || i >= total {
		return 0, 0, ErrMismatch
	}
	return i, o, nil
}
