package query

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// spot is a place in the walk of a pattern. Quads come in the order of their
// predicates' numbers where the index leads the walk, then of their graphs'
// numbers, then of a hash of the triple. None of the three changes as long as
// the quad stays, so a walk goes on rightly whatever was written meanwhile.
type spot struct {
	predicate uint32
	graph     uint64
	triple    tripleHash
}

type tripleHash [16]byte

// fingerprint tells the cursors of one pattern from those of others.
type fingerprint [6]byte

const cursorSize = len(fingerprint{}) + 4 + 8 + len(tripleHash{})

// cursorEncoding has one text for each cursor.
var cursorEncoding = base64.RawURLEncoding.Strict()

func (s spot) cursor(f fingerprint) rdfstore.Cursor {
	b := append(make([]byte, 0, cursorSize), f[:]...)
	b = binary.BigEndian.AppendUint32(b, s.predicate)
	b = binary.BigEndian.AppendUint64(b, s.graph)
	b = append(b, s.triple[:]...)
	return rdfstore.Cursor(cursorEncoding.EncodeToString(b))
}

func parseCursor(c rdfstore.Cursor, f fingerprint) (spot, error) {
	b, err := cursorEncoding.DecodeString(string(c))
	if err != nil || len(b) != cursorSize {
		return spot{}, fmt.Errorf("%w: %.80q does not decode", rdfstore.ErrCursor, string(c))
	}
	if !bytes.Equal(b[:len(f)], f[:]) {
		return spot{}, fmt.Errorf("%w: it belongs to another pattern", rdfstore.ErrCursor)
	}
	b = b[len(f):]
	s := spot{predicate: binary.BigEndian.Uint32(b), graph: binary.BigEndian.Uint64(b[4:])}
	copy(s.triple[:], b[12:])
	return s, nil
}

func fingerprintOf(p rdfstore.Pattern) fingerprint {
	sum := sha256.Sum256(appendTerms(nil, p.Subject, p.Predicate, p.Object, p.Graph))
	return fingerprint(sum[:len(fingerprint{})])
}

// hashTriple returns the hash that orders the triples of a graph.
func hashTriple(t rdf.Triple, scratch []byte) (tripleHash, []byte) {
	scratch = appendTerms(scratch[:0], t.Subj, t.Pred, t.Obj)
	sum := sha256.Sum256(scratch)
	return tripleHash(sum[:len(tripleHash{})]), scratch
}

// appendTerms writes terms, nil ones too, so that no two lists of terms are
// written alike.
func appendTerms(b []byte, terms ...rdf.Term) []byte {
	for _, t := range terms {
		switch t := t.(type) {
		case nil:
			b = append(b, '-')
			continue
		case rdf.Literal:
			b = append(b, 'l')
			b = table.AppendText(b, t.DataType.String())
			b = table.AppendText(b, t.Lang())
		case rdf.Blank:
			b = append(b, 'b')
		default:
			b = append(b, 'i')
		}
		b = table.AppendText(b, t.String())
	}
	return b
}
