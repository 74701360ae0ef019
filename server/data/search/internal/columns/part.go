package columns

import "github.com/blevesearch/bleve/v2/index/scorch"

// Part is a segment of a state of the index. Its documents have consecutive numbers.
type Part struct {
	Segment *scorch.SegmentSnapshot
	// First is the number of its first document, Size how many it has.
	First, Size uint64
}

// Parts are the segments of a state, and how many documents it has, those that were
// replaced included.
func Parts(snapshot *scorch.IndexSnapshot) (out []Part, docs uint64) {
	for _, s := range snapshot.Segments() {
		n := s.Segment().Count()
		out = append(out, Part{s, docs, n})
		docs += n
	}
	return out, docs
}

// Live are the documents that were not replaced.
func Live(in []Part, docs uint64) Set {
	out := NewSet(docs)
	for i := range out {
		out[i] = ^uint64(0)
	}
	if rest := docs % 64; rest > 0 {
		out[len(out)-1] = 1<<rest - 1
	}
	for _, p := range in {
		gone := p.Segment.Deleted()
		if gone == nil {
			continue
		}
		for it := gone.Iterator(); it.HasNext(); {
			doc := p.First + uint64(it.Next())
			out[doc/64] &^= 1 << (doc % 64)
		}
	}
	return out
}
