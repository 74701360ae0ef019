package tables

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// spot is a place in the walk of a pattern: quads come in the order of places of postings,
// then of a hash of the triple. Neither changes as long as the quad stays.
type spot struct {
	place
	triple tripleHash
}

func (s spot) compare(t spot) int {
	return cmp.Or(s.place.compare(t.place), bytes.Compare(s.triple[:], t.triple[:]))
}

type tripleHash [16]byte

// fingerprint tells the cursors of one pattern from those of others.
type fingerprint [6]byte

const cursorSize = len(fingerprint{}) + 8 + 8 + len(tripleHash{})

// cursorEncoding has one text for each cursor.
var cursorEncoding = base64.RawURLEncoding.Strict()

func (s spot) cursor(f fingerprint) rdfstore.Cursor {
	b := append(make([]byte, 0, cursorSize), f[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(s.part))
	b = binary.BigEndian.AppendUint64(b, uint64(s.entity))
	return rdfstore.Cursor(cursorEncoding.EncodeToString(append(b, s.triple[:]...)))
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
	s := spot{place: place{int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:]))}}
	copy(s.triple[:], b[16:])
	return s, nil
}

func fingerprintOf(p rdfstore.Pattern) fingerprint {
	sum := hashTerms(p.Subject, p.Predicate, p.Object, p.Graph)
	return fingerprint(sum[:len(fingerprint{})])
}

// hashTriple returns the hash that orders the triples of a graph.
func hashTriple(t rdf.Triple) tripleHash {
	sum := hashTerms(t.Subj, t.Pred, t.Obj)
	return tripleHash(sum[:len(tripleHash{})])
}

func hashTerms(terms ...rdf.Term) [sha256.Size]byte {
	b := make([]byte, 0, 256)
	for _, t := range terms {
		b = AppendTerm(b, t)
	}
	return sha256.Sum256(b)
}
