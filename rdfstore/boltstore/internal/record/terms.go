package record

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/boltstore/internal/table"
)

// HashTerm returns the hash by which the index knows an IRI or a literal: the
// first eight bytes of the SHA-256 of its text, its datatype and its language
// tag. Two terms with one hash make a pattern look at some graphs in vain, and
// its count wrong where the count is not walked; among a hundred million terms
// that is to be expected once in four thousand stores.
func HashTerm(t rdf.Term, scratch []byte) (uint64, []byte) {
	b := scratch[:0]
	if l, ok := t.(rdf.Literal); ok {
		b = append(b, 'l')
		b = table.AppendText(b, l.DataType.String())
		b = table.AppendText(b, l.Lang())
	} else {
		b = append(b, 'i')
	}
	b = append(b, t.String()...)
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:]), b
}

// HashTerms works out the hashes of the terms, 0 for blank nodes.
func (n *Numbered) HashTerms() {
	n.Hashes = slices.Grow(n.Hashes[:0], len(n.Terms))
	scratch := make([]byte, 0, 256)
	for _, t := range n.Terms {
		var hash uint64
		if !IsBlank(t) {
			hash, scratch = HashTerm(t, scratch)
		}
		n.Hashes = append(n.Hashes, hash)
	}
}

// Mention is what a triple says of itself to a list of one kind.
type Mention struct {
	Hash      uint64
	Predicate uint32
}

func (m Mention) Compare(o Mention) int {
	if m.Hash != o.Hash {
		return cmp.Compare(m.Hash, o.Hash)
	}
	return cmp.Compare(m.Predicate, o.Predicate)
}

func IsBlank(t rdf.Term) bool {
	_, ok := t.(rdf.Blank)
	return ok
}
