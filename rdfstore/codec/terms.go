package codec

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/knakk/rdf"
)

// HashTerm returns the hash by which the index knows an IRI or a literal: the
// first eight bytes of the SHA-256 of its text, its datatype and its language
// tag. Two terms with one hash make a pattern read some graphs without a match, and
// its count wrong where the count is not walked, and of two objects of a predicate one may be
// missed by who asks for each of them once; among a hundred million terms
// that is to be expected once in four thousand stores. The memory is used again.
func HashTerm(t rdf.Term, scratch []byte) (uint64, []byte) {
	scratch = AppendTerm(scratch[:0], t)
	sum := sha256.Sum256(scratch)
	return binary.BigEndian.Uint64(sum[:]), scratch
}

// HashTerms returns the hashes of the terms, 0 for blank nodes.
func (n *Numbered) HashTerms() []uint64 {
	hashes := make([]uint64, len(n.Terms))
	scratch := make([]byte, 0, 256)
	for i, t := range n.Terms {
		if !IsBlank(t) {
			hashes[i], scratch = HashTerm(t, scratch)
		}
	}
	return hashes
}

// IsBlank tells whether a term is a blank node.
func IsBlank(t rdf.Term) bool {
	_, ok := t.(rdf.Blank)
	return ok
}
