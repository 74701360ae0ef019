// Package record writes and reads what the tables of a store hold but for the
// index: the record of a graph, the dictionary of the texts that graphs share, the
// entries of the log, tombstones, classes, and what a store says of itself.
// docs/store.md draws them byte by byte.
//
// Bytes that do not decode give an error that wraps rdfstore.ErrCorrupt. The package
// knows nothing of patterns, nor of changes that wait to be written.
package record

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// A graph is stored as one record that holds all its terms, so that reading an
// entity is reading one value:
//
//	version, times, name, terms, triples, source
//
// Triples refer to the record's own terms by number, to predicates by their
// number in the dictionary. docs/store.md draws the record byte by byte.

// How a term of a record is written: the low three bits of its first number.
// The rest of that number is what the comment says.
const (
	termBlank     = iota // length of the label
	termShared           // number of the IRI in the dictionary
	termNamespace        // number of the namespace in the dictionary
	termOwn              // length of what follows the graph's name
	termIRI              // length of the IRI
	termString           // length of an xsd:string
	termTyped            // 1 + number of the datatype in the dictionary, or 0
	termTagged           // 1 + number of the language tag in the dictionary, or 0
)

// encoder writes one record.
type encoder struct {
	dict *Dictionary
	name string
	buf  []byte
}

// Encode returns the record of an entity, giving numbers of the dictionary to
// texts that have none. Only the writer calls it.
func (d *Dictionary) Encode(e *rdfstore.Entity) ([]byte, error) {
	n := NumberTerms(e.Graph)
	// Few records take more.
	buf := make([]byte, 0, 96+16*len(n.Ends)+len(n.Source.Layout))
	buf = table.AppendTime(table.AppendTime(binary.AppendUvarint(buf, e.Version), e.Created), e.Modified)
	enc := &encoder{dict: d, buf: buf}
	enc.iri(n.Name.String())
	enc.name = n.Name.String()
	enc.addTerms(n)
	if err := enc.addTriples(n); err != nil {
		return nil, err
	}
	enc.shared(n.Source.MediaType)
	enc.shared(string(n.Source.Context))
	enc.buf = binary.AppendUvarint(enc.buf, uint64(len(n.Source.Layout)))
	enc.buf = append(enc.buf, n.Source.Layout...)
	return enc.buf, nil
}

// addTerms writes the subjects and objects, each once, in order. Classes are
// shared as whole IRIs.
func (enc *encoder) addTerms(n *Numbered) {
	for _, t := range n.Triples {
		if class, ok := t.Obj.(rdf.IRI); ok && t.Pred == rdf.Predicate(graph.Type) {
			enc.dict.Share(IRI, class.String(), MaxShared)
		}
	}
	enc.buf = binary.AppendUvarint(enc.buf, uint64(len(n.Terms)))
	for _, t := range n.Terms {
		switch t := t.(type) {
		case rdf.IRI:
			enc.iri(t.String())
		case rdf.Blank:
			enc.head(termBlank, uint64(len(t.String())))
			enc.buf = append(enc.buf, t.String()...)
		case rdf.Literal:
			enc.literal(t)
		}
	}
}

func (enc *encoder) head(kind int, n uint64) {
	enc.buf = binary.AppendUvarint(enc.buf, n<<3|uint64(kind))
}

func (enc *encoder) iri(s string) {
	if n, ok := enc.dict.Number(IRI, s); ok {
		enc.head(termShared, uint64(n))
		return
	}
	if enc.name != "" && strings.HasPrefix(s, enc.name) {
		enc.head(termOwn, uint64(len(s)-len(enc.name)))
		enc.buf = append(enc.buf, s[len(enc.name):]...)
		return
	}
	namespace := NamespaceOf(s)
	if n, ok := enc.dict.Share(Namespace, namespace, MaxShared); ok {
		enc.head(termNamespace, uint64(n))
		enc.buf = table.AppendText(enc.buf, s[len(namespace):])
		return
	}
	enc.head(termIRI, uint64(len(s)))
	enc.buf = append(enc.buf, s...)
}

func (enc *encoder) literal(l rdf.Literal) {
	if l.DataType == graph.XSDString {
		enc.head(termString, uint64(len(l.String())))
		enc.buf = append(enc.buf, l.String()...)
		return
	}
	kind, TextKind, text := termTyped, IRI, l.DataType.String()
	if l.DataType == graph.LangString {
		kind, TextKind, text = termTagged, PlainText, l.Lang()
	}
	if n, ok := enc.dict.Share(TextKind, text, MaxShared); ok {
		enc.head(kind, 1+uint64(n))
	} else {
		enc.head(kind, 0)
		enc.buf = table.AppendText(enc.buf, text)
	}
	enc.buf = table.AppendText(enc.buf, l.String())
}

func (enc *encoder) addTriples(n *Numbered) error {
	if err := n.NumberPredicates(enc.dict); err != nil {
		return err
	}
	enc.buf = binary.AppendUvarint(enc.buf, uint64(len(n.Ends)))
	for i, e := range n.Ends {
		enc.buf = binary.AppendUvarint(enc.buf, uint64(e.Subject))
		enc.buf = binary.AppendUvarint(enc.buf, uint64(n.Predicates[i]))
		enc.buf = binary.AppendUvarint(enc.buf, uint64(e.Object))
	}
	return nil
}

// shared writes a text that many graphs are likely to have: 1 + its number in
// the dictionary, or 0 and the text.
func (enc *encoder) shared(s string) {
	if len(s) <= maxSharedText {
		if n, ok := enc.dict.Share(PlainText, s, MaxShared); ok {
			enc.buf = binary.AppendUvarint(enc.buf, 1+uint64(n))
			return
		}
	}
	enc.buf = binary.AppendUvarint(enc.buf, 0)
	enc.buf = table.AppendText(enc.buf, s)
}

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
	table.Fields
	entries []Text
}

// Record reads the record of a graph.
type Record struct {
	termReader
	// entity has the name, version and times.
	entity rdfstore.Entity
	Name   rdf.IRI
	Terms  []termRef
	// Triples are three numbers each: subject, predicate, object.
	Triples []uint32
	// length is that of the record in bytes.
	length int
}

// maxHead is more than the length of a record up to the end of its name, in bytes.
const maxHead = 64 + graph.MaxIRI

// NameInRecord returns the name of the graph of a record, reading no further.
func NameInRecord(payload []byte, d *Dictionary) (rdf.IRI, error) {
	r, err := readHead(payload[:min(len(payload), maxHead)], d)
	if err != nil {
		return rdf.IRI{}, err
	}
	return r.Name, nil
}

// VersionInRecord returns the version of the entity of a record, reading no further; 0
// where the record does not decode.
func VersionInRecord(payload []byte) uint64 {
	version, _ := binary.Uvarint(payload)
	return version
}

// Size is about what the record takes in memory, in bytes.
func (r *Record) Size() int {
	const perTerm, perNumber = 72, 4
	return 256 + r.length + perTerm*len(r.Terms) + perNumber*len(r.Triples)
}

// Version is that of the entity. It never repeats within a store.
func (r *Record) Version() uint64 { return r.entity.Version }

// readHead reads a record up to its name.
func readHead(payload []byte, d *Dictionary) (*Record, error) {
	r := &Record{termReader: termReader{table.Fields{Rest: string(payload)}, d.Snapshot()}, length: len(payload)}
	r.entity.Version = r.Uvarint()
	r.entity.Created = r.Time()
	r.entity.Modified = r.Time()
	name, err := r.term("")
	if err == nil && r.Broken {
		err = fmt.Errorf("%w: the record of a graph does not decode", rdfstore.ErrCorrupt)
	}
	if err != nil {
		return nil, err
	}
	if r.Name, err = graph.IRI(name.prefix + name.rest); err != nil {
		return nil, fmt.Errorf("%w: a graph's name: %w", rdfstore.ErrCorrupt, err)
	}
	return r, nil
}

// ReadRecord reads a record but for its source.
func ReadRecord(payload []byte, d *Dictionary) (*Record, error) {
	r, err := readHead(payload, d)
	if err != nil {
		return nil, err
	}
	r.Terms = make([]termRef, r.Length())
	for i := range r.Terms {
		if r.Terms[i], err = r.term(r.Name.String()); err != nil {
			return nil, err
		}
	}
	r.readTriples(len(r.Terms))
	return r, r.intact()
}

// readTriples reads the triples of a record with so many terms.
func (r *Record) readTriples(terms int) {
	n := r.Length()
	if n > len(r.Rest)/3 {
		r.Broken = true
		n = 0
	}
	r.Triples = make([]uint32, 3*n)
	for i := range r.Triples {
		x := r.Uvarint()
		if i%3 != 1 && x >= uint64(terms) || x >= uint64(len(r.entries)) && i%3 == 1 {
			r.Broken = true
			x = 0
		}
		r.Triples[i] = uint32(x)
	}
}

// intact returns the error of a record that does not decode.
func (r *Record) intact() error {
	if r.Broken {
		return fmt.Errorf("%w: the record of %s does not decode", rdfstore.ErrCorrupt, r.Name)
	}
	return nil
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

// object makes a term of the record. Its text is a copy where clone says so;
// otherwise it keeps the whole record in memory.
func (r *Record) object(i uint32, clone bool) (o rdf.Object, err error) {
	return objectOf(r.Name, r.entries, &r.Terms[i], clone)
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
	r, err := ReadRecord(payload, d)
	if err != nil {
		return nil, err
	}
	g := &graph.Graph{Name: r.Name, Triples: make([]rdf.Triple, len(r.Triples)/3)}
	objects := make([]rdf.Object, len(r.Terms))
	for i := range r.Terms {
		if objects[i], err = r.object(uint32(i), false); err != nil {
			return nil, err
		}
	}
	for i := range g.Triples {
		if g.Triples[i], err = r.triple(objects[r.Triples[3*i]], r.Triples[3*i+1], objects[r.Triples[3*i+2]]); err != nil {
			return nil, err
		}
	}
	if g.Source, err = r.source(); err != nil {
		return nil, err
	}
	e := r.entity
	e.Graph = g
	return &e, nil
}

// triple makes a triple of a subject, the number of a predicate and an object.
func (r *Record) triple(s rdf.Object, predicate uint32, o rdf.Object) (rdf.Triple, error) {
	subject, ok := s.(rdf.Subject)
	// The term of the dictionary is not copied.
	p := r.entries[predicate].predicate
	if !ok || p == nil {
		return rdf.Triple{}, fmt.Errorf("%w: a triple of %s is none", rdfstore.ErrCorrupt, r.Name)
	}
	return rdf.Triple{Subj: subject, Pred: p, Obj: o}, nil
}

// TripleAt makes the ith triple, whose terms do not keep the record in memory.
func (r *Record) TripleAt(i int) (rdf.Triple, error) {
	s, err := r.object(r.Triples[3*i], true)
	if err != nil {
		return rdf.Triple{}, err
	}
	o, err := r.object(r.Triples[3*i+2], true)
	if err != nil {
		return rdf.Triple{}, err
	}
	return r.triple(s, r.Triples[3*i+1], o)
}

// source reads the end of the record.
func (r *Record) source() (graph.Source, error) {
	mediaType, err := r.sharedText()
	if err != nil {
		return graph.Source{}, err
	}
	context, err := r.sharedText()
	if err != nil {
		return graph.Source{}, err
	}
	source := graph.Source{MediaType: mediaType, Context: bytesOf(context), Layout: bytesOf(r.Text())}
	return source, r.Err("the record of " + r.Name.String())
}

// bytesOf returns nil for an empty text.
func bytesOf(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}
