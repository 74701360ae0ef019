package search

import (
	"math/bits"

	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// set is a set of documents of one state of the index, by their numbers in it.
type set []uint64

func newSet(docs uint64) set { return make(set, (docs+63)/64) }

func (s set) add(doc uint64)      { s[doc/64] |= 1 << (doc % 64) }
func (s set) has(doc uint64) bool { return s[doc/64]&(1<<(doc%64)) != 0 }

func (s set) count() (n uint64) {
	for _, word := range s {
		n += uint64(bits.OnesCount64(word))
	}
	return n
}

// and leaves what is in the other set too.
func (s set) and(other set) {
	for i := range s {
		s[i] &= other[i]
	}
}

func (s set) clone() set { return append(set(nil), s...) }

// each calls use with the documents from first to before last.
func (s set) each(first, last uint64, use func(doc uint64)) {
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

// place is a segment with the number of its first document.
type place struct {
	segment *scorch.SegmentSnapshot
	first   uint64
	size    uint64
}

// places are the segments of a state, and how many documents it has, those that were
// replaced included.
func places(snapshot *scorch.IndexSnapshot) (out []place, docs uint64) {
	for _, s := range snapshot.Segments() {
		n := s.Segment().Count()
		out = append(out, place{s, docs, n})
		docs += n
	}
	return out, docs
}

// live are the documents that were not replaced.
func live(in []place, docs uint64) set {
	out := newSet(docs)
	for i := range out {
		out[i] = ^uint64(0)
	}
	if rest := docs % 64; rest > 0 {
		out[len(out)-1] = 1<<rest - 1
	}
	for _, p := range in {
		gone := p.segment.Deleted()
		if gone == nil {
			continue
		}
		for it := gone.Iterator(); it.HasNext(); {
			doc := p.first + uint64(it.Next())
			out[doc/64] &^= 1 << (doc % 64)
		}
	}
	return out
}

// addTerm adds the documents that have a term in a field.
func (s set) addTerm(in []place, field, term string) error {
	for _, p := range in {
		dict, err := p.segment.Segment().Dictionary(field)
		if err != nil {
			return err
		}
		var list segment.PostingsList
		if list, err = dict.PostingsList([]byte(term), p.segment.Deleted(), nil); err != nil {
			return err
		}
		if err := eachPosting(list.Iterator(false, false, false, nil), func(doc uint64) { s.add(p.first + doc) }); err != nil {
			return err
		}
	}
	return nil
}
