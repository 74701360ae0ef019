package codec

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Fields reads the fields of a payload one after the other. A field that is
// not there makes it broken; the reader asks once, at the end.
type Fields struct {
	Rest   string
	Broken bool
}

func (f *Fields) Uvarint() uint64 {
	var x uint64
	for i := 0; i < len(f.Rest) && i < binary.MaxVarintLen64; i++ {
		b := f.Rest[i]
		x |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			f.Rest = f.Rest[i+1:]
			return x
		}
	}
	f.Broken = true
	f.Rest = ""
	return 0
}

// Varint reads a signed number.
func (f *Fields) Varint() int64 {
	x := f.Uvarint()
	return int64(x>>1) ^ -int64(x&1)
}

// Length reads a number of things that take at least a byte each.
func (f *Fields) Length() int {
	n := f.Uvarint()
	if n > uint64(len(f.Rest)) {
		f.Broken = true
		f.Rest = ""
		return 0
	}
	return int(n)
}

func (f *Fields) Take(n int) string {
	if n < 0 || n > len(f.Rest) {
		f.Broken = true
		f.Rest = ""
		return ""
	}
	s := f.Rest[:n]
	f.Rest = f.Rest[n:]
	return s
}

// Text reads a text with its length before it.
func (f *Fields) Text() string { return f.Take(f.Length()) }

// Time reads a time of eight bytes.
func (f *Fields) Time() time.Time {
	b := f.Take(8)
	if f.Broken {
		return time.Time{}
	}
	var ns uint64
	for i := range 8 {
		ns = ns<<8 | uint64(b[i])
	}
	return time.Unix(0, int64(ns)).UTC()
}

// Term reads what AppendTerm appends.
func (f *Fields) Term() (rdf.Term, error) {
	switch kind := f.Take(1); kind {
	case "-":
		return nil, nil
	case "l":
		datatype, lang, text := f.Text(), f.Text(), f.Text()
		if lang != "" {
			return graph.Tagged(text, lang)
		}
		if datatype == graph.XSDString.String() {
			return graph.String(text), nil
		}
		iri, err := graph.IRI(datatype)
		return graph.Typed(text, iri), err
	case "b":
		return graph.Blank(f.Text())
	default:
		return graph.IRI(f.Text())
	}
}

// Err tells whether a field was missing, or something is left over where the
// fields should end.
func (f *Fields) Err(what string) error {
	if f.Broken || f.Rest != "" {
		return fmt.Errorf("%w: %s does not decode", rdfstore.ErrCorrupt, what)
	}
	return nil
}

func AppendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// AppendTime appends a time as nanoseconds since 1970, eight bytes big-endian.
func AppendTime(b []byte, t time.Time) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(t.UnixNano()))
}
