package codec

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Spot is a place in the walk of a pattern. Quads come in the order of their predicates'
// numbers where the index leads the walk, then of their graphs' numbers, then of a hash of the
// triple. None of the three changes as long as the quad stays, so a walk goes on rightly
// whatever was written meanwhile. What numbers predicates and graphs have, the store knows.
type Spot struct {
	Predicate, Graph uint64
	Triple           TripleHash
}

// TripleHash orders the triples of a graph.
type TripleHash [16]byte

// Compare orders two hashes.
func (h TripleHash) Compare(o TripleHash) int { return bytes.Compare(h[:], o[:]) }

// Fingerprint tells the cursors of one pattern from those of others.
type Fingerprint [6]byte

const cursorSize = len(Fingerprint{}) + 8 + 8 + len(TripleHash{})

// cursorEncoding has one text for each cursor.
var cursorEncoding = base64.RawURLEncoding.Strict()

// Cursor returns the cursor of a pattern at the spot.
func (s Spot) Cursor(f Fingerprint) rdfstore.Cursor {
	b := append(make([]byte, 0, cursorSize), f[:]...)
	b = binary.BigEndian.AppendUint64(b, s.Predicate)
	b = binary.BigEndian.AppendUint64(b, s.Graph)
	return rdfstore.Cursor(cursorEncoding.EncodeToString(append(b, s.Triple[:]...)))
}

// ParseCursor returns the spot of a cursor. The error wraps rdfstore.ErrCursor where it is none
// of the pattern.
func ParseCursor(c rdfstore.Cursor, f Fingerprint) (Spot, error) {
	b, err := cursorEncoding.DecodeString(string(c))
	if err != nil || len(b) != cursorSize {
		return Spot{}, fmt.Errorf("%w: %.80q does not decode", rdfstore.ErrCursor, string(c))
	}
	b, ours := bytes.CutPrefix(b, f[:])
	if !ours {
		return Spot{}, fmt.Errorf("%w: it belongs to another pattern", rdfstore.ErrCursor)
	}
	return Spot{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]), TripleHash(b[16:])}, nil
}

// FingerprintOf returns the fingerprint of a pattern.
func FingerprintOf(p rdfstore.Pattern) Fingerprint {
	sum := sha256.Sum256(appendTerms(nil, p.Subject, p.Predicate, p.Object, p.Graph))
	return Fingerprint(sum[:len(Fingerprint{})])
}

// HashTriple returns the hash of a triple, and the memory that it was worked out in, to be
// used again.
func HashTriple(t rdf.Triple, scratch []byte) (TripleHash, []byte) {
	scratch = appendTerms(scratch[:0], t.Subj, t.Pred, t.Obj)
	sum := sha256.Sum256(scratch)
	return TripleHash(sum[:len(TripleHash{})]), scratch
}

func appendTerms(b []byte, terms ...rdf.Term) []byte {
	for _, t := range terms {
		b = AppendTerm(b, t)
	}
	return b
}

// AppendTerm appends a term, a nil one too, so that no two lists of terms are written alike.
func AppendTerm(b []byte, t rdf.Term) []byte {
	switch t := t.(type) {
	case nil:
		return append(b, '-')
	case rdf.Literal:
		b = AppendText(append(b, 'l'), t.DataType.String())
		b = AppendText(b, t.Lang())
	case rdf.Blank:
		b = append(b, 'b')
	default:
		b = append(b, 'i')
	}
	return AppendText(b, t.String())
}
