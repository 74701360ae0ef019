package codec

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// wanted is a term that is looked for among those of a record.
type wanted struct {
	term rdf.Term
	text string
	// isIRI, isBlank and isString tell what it is; another literal is none of them.
	isIRI, isBlank, isString bool
}

func (r *Record) wanted(t rdf.Term, text string) wanted {
	w := wanted{term: t, text: text}
	switch t := t.(type) {
	case rdf.IRI:
		w.isIRI = true
	case rdf.Blank:
		w.isBlank = true
	case rdf.Literal:
		w.isString = t.DataType == graph.XSDString
	}
	return w
}

// isAt tells whether it is the term of a number. It compares as termRef.Is does, and
// makes no reference where the kind or the length differ already.
func (w *wanted) isAt(r *Record, number int) bool {
	rest := r.body[r.offsets[number]:]
	head, n := uvarint(rest)
	rest = rest[n:]
	size := int(head >> 3)
	switch head & 7 {
	case termBlank:
		return w.isBlank && size == len(w.text) && rest[:size] == w.text
	case termString:
		return w.isString && size == len(w.text) && rest[:size] == w.text
	case termIRI:
		return w.isIRI && size == len(w.text) && rest[:size] == w.text
	case termShared:
		return w.isIRI && r.entries[size].text == w.text
	case termOwn:
		return w.isIRI && isJoined(w.text, r.name.String(), rest[:size])
	case termNamespace:
		if !w.isIRI {
			return false
		}
		length, n := uvarint(rest)
		return isJoined(w.text, r.entries[size].text, rest[n:n+int(length)])
	default:
		if w.isIRI || w.isBlank || w.isString {
			return false
		}
		t, err := r.ref(number)
		return err == nil && t.Is(w.term)
	}
}

// isJoined tells whether a text is a prefix and a rest.
func isJoined(text, prefix, rest string) bool {
	return len(text) == len(prefix)+len(rest) && text[len(prefix):] == rest && text[:len(prefix)] == prefix
}

// uvarint reads a number that is whole, and returns its length.
func uvarint(s string) (x uint64, n int) {
	if s[0] < 0x80 {
		return uint64(s[0]), 1
	}
	for i := range len(s) {
		x |= uint64(s[i]&0x7f) << (7 * i)
		if s[i] < 0x80 {
			return x, i + 1
		}
	}
	return x, len(s)
}

// IsName tells whether a term is the name of the graph.
func (r *Record) IsName(number int) bool {
	rest := r.body[r.offsets[number]:]
	head, n := uvarint(rest)
	name, size := r.name.String(), int(head>>3)
	switch head & 7 {
	case termShared:
		return r.entries[size].text == name
	case termOwn:
		return size == 0
	case termIRI:
		return rest[n:n+size] == name
	case termNamespace:
		length, m := uvarint(rest[n:])
		return isJoined(name, r.entries[size].text, rest[n+m:n+m+int(length)])
	default:
		return false
	}
}

// Key returns the bytes of a term in the record, which say the same in every record but
// where they go on from the name.
func (r *Record) Key(number int) string {
	begin, end := r.offsets[number], len(r.body)
	if number+1 < len(r.offsets) {
		end = int(r.offsets[number+1])
	}
	switch key := r.body[begin:end]; key[0] & 7 {
	case termBlank:
		return ""
	case termOwn:
		_, n := uvarint(key)
		return string(rune(termOwn)) + r.name.String() + key[n:]
	default:
		return key
	}
}
