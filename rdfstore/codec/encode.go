// Package codec writes and reads graphs as the stores keep them: one record for a graph,
// which holds all its terms, so that reading an entity is reading one value. Besides it has
// what else the stores say of terms and patterns in bytes: hashes of terms, and cursors.
//
// The texts that many graphs have are in a Dictionary, and a record has their numbers:
//
//	head, name, terms, triples, source
//
// A record that stands alone (Numbered.EncodeAlone) has its own predicates, and all its texts:
//
//	predicates, terms, triples, source
//
// docs/store.md draws both byte by byte. Bytes that do not decode give an error that wraps
// rdfstore.ErrCorrupt. The package knows no file, no database and no index.
package codec

import (
	"encoding/binary"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

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
	// dict is nil where nothing is shared.
	dict *Dictionary
	name string
	buf  []byte
}

// Encode returns the record of an entity, whose graph n is with numbers, giving numbers of the
// dictionary to texts that have none; first is the number of the first entry that the log has of
// its name. Only the writer calls it.
func (d *Dictionary) Encode(e *rdfstore.Entity, first uint64, n *Numbered) ([]byte, error) {
	// Few records take more.
	buf := make([]byte, 0, 96+16*len(n.Ends)+len(n.Source.Layout))
	enc := &encoder{dict: d, buf: Head{First: first, Created: e.Created, Version: e.Version, Modified: e.Modified}.Append(buf)}
	enc.iri(n.Name.String())
	enc.name = n.Name.String()
	enc.addTerms(n)
	if err := enc.addTriples(n); err != nil {
		return nil, err
	}
	enc.source(n.Source)
	return enc.buf, nil
}

// EncodeAlone returns the record of a graph that stands alone. One graph has one such record,
// and two graphs of one name are equal (graph.Graph.Equal) just if their records are the same
// bytes. The name is not in it.
func (n *Numbered) EncodeAlone() []byte {
	numbers := map[rdf.Predicate]uint32{}
	var predicates []byte
	n.Predicates = make([]uint32, 0, len(n.Ends))
	for _, t := range n.Triples {
		number, known := numbers[t.Pred]
		if !known {
			number = uint32(len(numbers))
			numbers[t.Pred] = number
			predicates = AppendText(predicates, t.Pred.String())
		}
		n.Predicates = append(n.Predicates, number)
	}
	buf := make([]byte, 0, 96+len(predicates)+32*len(n.Ends)+len(n.Source.Layout))
	enc := &encoder{name: n.Name.String(), buf: append(binary.AppendUvarint(buf, uint64(len(numbers))), predicates...)}
	enc.addTerms(n)
	enc.writeTriples(n)
	enc.source(n.Source)
	return enc.buf
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
		enc.buf = AppendText(enc.buf, s[len(namespace):])
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
		enc.buf = AppendText(enc.buf, text)
	}
	enc.buf = AppendText(enc.buf, l.String())
}

func (enc *encoder) addTriples(n *Numbered) error {
	if err := n.NumberPredicates(enc.dict); err != nil {
		return err
	}
	enc.writeTriples(n)
	return nil
}

// writeTriples writes the triples of a graph whose predicates have numbers.
func (enc *encoder) writeTriples(n *Numbered) {
	enc.buf = binary.AppendUvarint(enc.buf, uint64(len(n.Ends)))
	for i, e := range n.Ends {
		enc.buf = binary.AppendUvarint(enc.buf, uint64(e.Subject))
		enc.buf = binary.AppendUvarint(enc.buf, uint64(n.Predicates[i]))
		enc.buf = binary.AppendUvarint(enc.buf, uint64(e.Object))
	}
}

// source writes the end of the record.
func (enc *encoder) source(s graph.Source) {
	enc.shared(s.MediaType)
	enc.shared(string(s.Context))
	enc.buf = AppendText(enc.buf, string(s.Layout))
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
	enc.buf = AppendText(enc.buf, s)
}
