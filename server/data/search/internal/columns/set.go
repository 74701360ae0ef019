package columns

import (
	"math"
	"math/bits"
	"sync/atomic"

	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// Set is a set of documents of one state of the index, by their numbers in it.
type Set []uint64

// NewSet returns an empty set for so many documents.
func NewSet(docs uint64) Set { return make(Set, (docs+63)/64) }

// Add adds a document.
func (s Set) Add(doc uint64) { s[doc/64] |= 1 << (doc % 64) }

// Has tells whether the set has a document.
func (s Set) Has(doc uint64) bool { return s[doc/64]&(1<<(doc%64)) != 0 }

// Count is the number of its documents.
func (s Set) Count() (n uint64) {
	for _, word := range s {
		n += uint64(bits.OnesCount64(word))
	}
	return n
}

// And leaves what is in the other set too.
func (s Set) And(other Set) {
	for i := range s {
		s[i] &= other[i]
	}
}

// Or adds what is in the other set.
func (s Set) Or(other Set) {
	for i := range other {
		s[i] |= other[i]
	}
}

// Meets tells whether both sets have a document.
func (s Set) Meets(other Set) bool {
	for i := range s {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}

// Clone returns a copy.
func (s Set) Clone() Set { return append(Set(nil), s...) }

// Each calls use with the documents from first to before last.
func (s Set) Each(first, last uint64, use func(doc uint64)) {
	for at := first / 64; at*64 < last; at++ {
		word := s[at]
		if from := at * 64; from < first {
			word &= math.MaxUint64 << (first - from)
		}
		for ; word != 0; word &= word - 1 {
			doc := at*64 + uint64(bits.TrailingZeros64(word))
			if doc >= last {
				return
			}
			use(doc)
		}
	}
}

// AddAt adds those of the documents from 64*at on that a word has. Others may do so at the same
// time.
func (s Set) AddAt(at, word uint64) { atomic.OrUint64(&s[at], word) }

// word is the documents from first+64*i on, 64 of them.
func (s Set) word(first uint64, i int) uint64 {
	at, shift := int(first/64)+i, first%64
	word := s[at] >> shift
	if shift > 0 && at+1 < len(s) {
		word |= s[at+1] << (64 - shift)
	}
	return word
}

// AddTerm adds the documents that have a term in a field.
func (s Set) AddTerm(in []Part, field, term string) error {
	return s.AddTerms(in, field, []string{term})
}

// AddTerms adds the documents that have one of some terms in a field.
func (s Set) AddTerms(in []Part, field string, terms []string) error {
	for _, p := range in {
		dict, err := p.Segment.Segment().Dictionary(field)
		if err != nil {
			return err
		}
		var list segment.PostingsList
		var docs segment.PostingsIterator
		for _, term := range terms {
			if list, err = dict.PostingsList([]byte(term), p.Segment.Deleted(), list); err != nil {
				return err
			}
			docs = list.Iterator(false, false, false, docs)
			if err := eachPosting(docs, func(doc uint64) { s.Add(p.First + doc) }); err != nil {
				return err
			}
		}
	}
	return nil
}
