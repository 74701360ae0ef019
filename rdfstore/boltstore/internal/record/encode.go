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
