package jsonld

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
//	member   = opID key                      the node's own identifier
//	         | opIDAs key text               the same, spelled otherwise
//	         | opMember key value            "name": value
//	         | opMembers key count { value } "name": [value, …]
//	         | opMap key count { entry }     a language map: its entries' names are tags
//	         | opExtra key text              a member outside RDF: its JSON text
//	         | opContext                     "@context", the graph's own
//	         | opIncluded key count { opAbout triple node }
//	                                         "@included": nodes about the subject of the triple
//	value    = [ opAt triple ] form          the next triple, or the one named
//	entry    = opMember key value | opMembers key count { value }
//	form     = opNode node                   an object, the triple's object inside
//	         | opList count { value }        [ … ] for the rdf:List that begins there
//	         | opListObject key count { value }
//	                                         {"@list": [ … ]} for one
//	         | opIRI | opText | opNumber | opBool
//	         | opWritten text                a string that is spelled otherwise
//	         | opNumberAs text               a number that is spelled otherwise
//	         | opValueObject { part } end    {"@value": …}
//	part     = opPart key form
//
// Counts, keys, texts and triples are unsigned varints; keys and texts are
// indexes into texts. A value stands for a triple: in document order for the
// next one that no value has stood for yet, so that an index is spelled only
// where a document states something twice. A value in a list stands for the
// rdf:first of its place; the rdf:rest is the next triple after it.
const layoutVersion = 1

type op = byte

const (
	opEnd op = iota
	opID
	opIDAs
	opMember
	opMembers
	opExtra
	opContext
	opIncluded
	opAbout
	opMap
	opAt
	opNode
	opList
	opListObject
	opIRI
	opText
	opNumber
	opBool
	opWritten
	opNumberAs
	opValueObject
	opPart
)

// errLayout is wrapped by errors about a layout that does not fit its graph.
var errLayout = errors.New("the document layout does not fit the graph")

// layoutWriter builds a layout.
type layoutWriter struct {
	ops   []byte
	texts []string
	index map[string]uint32
	// stated is the number of triples that values stand for so far.
	stated int
}

func (w *layoutWriter) reset() {
	w.ops = w.ops[:0]
	clear(w.texts)
	w.texts = w.texts[:0]
	w.stated = 0
	if w.index == nil || len(w.index) > 1<<12 {
		w.index = map[string]uint32{}
	}
	clear(w.index)
}

func (w *layoutWriter) op(o op) { w.ops = append(w.ops, o) }

func (w *layoutWriter) number(n int) {
	w.ops = binary.AppendUvarint(w.ops, uint64(n))
}

// text appends the index of s, entering it in the table if it is new.
func (w *layoutWriter) text(s string) {
	i, ok := w.index[s]
	if !ok {
		i = uint32(len(w.texts))
		w.texts = append(w.texts, s)
		w.index[s] = i
	}
	w.ops = binary.AppendUvarint(w.ops, uint64(i))
}

// keyed appends a member operation with its name.
func (w *layoutWriter) keyed(o op, key string) {
	w.op(o)
	w.text(key)
}

// triple says which triple the value that follows stands for.
func (w *layoutWriter) triple(i int) {
	if i == w.stated {
		w.stated++
		return
	}
	w.op(opAt)
	w.number(i)
}

// bytes returns the finished layout.
func (w *layoutWriter) bytes() []byte {
	size := 1 + binary.MaxVarintLen32 + len(w.ops)
	for _, s := range w.texts {
		size += 2 + len(s)
	}
	out := make([]byte, 0, size)
	out = append(out, layoutVersion)
	out = binary.AppendUvarint(out, uint64(len(w.texts)))
	for _, s := range w.texts {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	return append(out, w.ops...)
}

// layoutReader walks a layout.
type layoutReader struct {
	data  []byte
	pos   int
	texts []string
	// stated is the index of the next triple that no value stands for yet.
	stated int
}

// open reads the version and the texts.
func (r *layoutReader) open(layout []byte) error {
	r.data, r.pos, r.stated, r.texts = layout, 0, 0, r.texts[:0]
	if version := r.op(); version != layoutVersion {
		return fmt.Errorf("%w: it has version %d, this program reads %d", errLayout, version, layoutVersion)
	}
	// One conversion for the whole table: the texts are slices of it.
	all := string(layout)
	count := r.number()
	if count > len(layout) {
		return errLayout
	}
	for range count {
		n := r.number()
		if n < 0 || n > len(layout)-r.pos {
			return errLayout
		}
		r.texts = append(r.texts, all[r.pos:r.pos+n])
		r.pos += n
	}
	return nil
}

// op returns the next operation, opEnd at the end of the data.
func (r *layoutReader) op() op {
	if r.pos >= len(r.data) {
		return opEnd
	}
	o := r.data[r.pos]
	r.pos++
	return o
}

// number returns the next varint, -1 where there is none.
func (r *layoutReader) number() int {
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

// text returns the next text.
func (r *layoutReader) text() (string, error) {
	i := r.number()
	if i < 0 || i >= len(r.texts) {
		return "", errLayout
	}
	return r.texts[i], nil
}

// rest returns the node of a list that comes after the one given: the object of
// the next triple, which must be the rdf:rest of this one.
func (r *layoutReader) rest(node rdf.Term, triples []rdf.Triple) (rdf.Term, error) {
	if r.stated >= len(triples) {
		return nil, errLayout
	}
	t := triples[r.stated]
	r.stated++
	if rdf.Term(t.Subj) != node || t.Pred != rdf.Predicate(graph.Rest) {
		return nil, errLayout
	}
	return t.Obj, nil
}

// triple returns the index of the triple that the next value stands for, of
// total, and the operation after it.
func (r *layoutReader) triple(total int) (int, op, error) {
	o := r.op()
	i := r.stated
	if o == opAt {
		i = r.number()
		o = r.op()
	} else {
		r.stated++
	}
	if i < 0 || i >= total {
		return 0, 0, errLayout
	}
	return i, o, nil
}
