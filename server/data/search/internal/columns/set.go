package columns

import (
	"math/bits"

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
	for doc := first; doc < last; {
		word := s[doc/64] >> (doc % 64)
		if word == 0 {
			doc = (doc/64 + 1) * 64
			continue
		}
		if doc += uint64(bits.TrailingZeros64(word)); doc < last {
			use(doc)
		}
		doc++
	}
}

// Runs calls use with the documents from first to before last, as stretches without a gap
// of which until is not one: long ones where the set has nearly all.
func (s Set) Runs(first, last uint64, use func(from, until uint64)) {
	for doc := first; doc < last; {
		word := s[doc/64] >> (doc % 64)
		if word == 0 {
			doc = (doc/64 + 1) * 64
			continue
		}
		from := doc + uint64(bits.TrailingZeros64(word))
		if from >= last {
			return
		}
		doc = s.gap(from, last)
		use(from, doc)
	}
}

// gap is the first document from one on that is not in the set, at most last.
func (s Set) gap(doc, last uint64) uint64 {
	for doc < last {
		if word := ^s[doc/64] >> (doc % 64); word != 0 {
			return min(doc+uint64(bits.TrailingZeros64(word)), last)
		}
		doc = (doc/64 + 1) * 64
	}
	return last
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
		for _, term := range terms {
			if list, err = dict.PostingsList([]byte(term), p.Segment.Deleted(), list); err != nil {
				return err
			}
			if err := eachPosting(list.Iterator(false, false, false, nil), func(doc uint64) { s.Add(p.First + doc) }); err != nil {
				return err
			}
		}
	}
	return nil
}
