package codec

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Sampled is a quad of a sample with its weight: for how many quads it stands, beside others.
type Sampled struct {
	rdf.Quad
	Weight float64
}

// The number of places of a walk that a sample is taken from, and of the quads at each.
const (
	samplePlaces  = 32
	quadsOfPlace  = 12
	stepsToTheEnd = 20
)

// MatchFunc is the Match of a store whose cursors are those of this package.
type MatchFunc func(context.Context, rdfstore.Pattern, rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]

// Sample returns quads from all over the walk of a pattern that names a predicate, or nothing:
// all of them where they are few. Graphs have no numbers above last. A graph comes whole, but
// for one of many quads. Where the cursors of the store are others, the quads are the first ones.
func Sample(ctx context.Context, match MatchFunc, p rdfstore.Pattern, last uint64) ([]Sampled, error) {
	s := &sampler{ctx: ctx, match: match, pattern: p, fingerprint: FingerprintOf(p)}
	found, more, err := s.take("", quadsOfPlace)
	if err != nil || !more {
		return weighed(nil, found, 1), err
	}
	first, err := ParseCursor(found[0].Cursor, s.fingerprint)
	if err != nil {
		return weighed(nil, found, 1), nil
	}
	if last, err = s.end(first, max(first.Graph, last)); err != nil {
		return nil, err
	}
	var out []Sampled
	width := (last-first.Graph)/samplePlaces + 1
	for from := first.Graph; from <= last; from += width {
		found, more, err := s.take(s.at(first, from), quadsOfPlace)
		if err != nil {
			return nil, err
		}
		found, to, err := s.below(found, from+width)
		if err != nil {
			return nil, err
		}
		weight := 1.0
		if more && to < from+width {
			found = whole(found)
			if spot, err := ParseCursor(found[len(found)-1].Cursor, s.fingerprint); err == nil {
				weight = float64(width) / float64(spot.Graph-from+1)
			}
		}
		out = weighed(out, found, weight)
	}
	return out, nil
}

// sampler takes one sample.
type sampler struct {
	ctx         context.Context
	match       MatchFunc
	pattern     rdfstore.Pattern
	fingerprint Fingerprint
}

// at returns the cursor before the quads of a graph, in the walk of a spot.
func (s *sampler) at(in Spot, graph uint64) rdfstore.Cursor {
	return Spot{Predicate: in.Predicate, Graph: graph}.Cursor(s.fingerprint)
}

// take returns the first quads after a cursor, and whether there are more.
func (s *sampler) take(after rdfstore.Cursor, most int) (found []rdfstore.Match, more bool, err error) {
	for m, err := range s.match(s.ctx, s.pattern, after) {
		if err != nil {
			return nil, false, err
		}
		if len(found) == most {
			return found, true, nil
		}
		found = append(found, m)
	}
	return found, false, nil
}

// end returns about the number of the last graph.
func (s *sampler) end(in Spot, last uint64) (uint64, error) {
	low, high := in.Graph, last
	for range stepsToTheEnd {
		if high-low <= last/(4*samplePlaces) {
			break
		}
		middle := low + (high-low)/2
		found, _, err := s.take(s.at(in, middle), 1)
		if err != nil {
			return 0, err
		}
		if len(found) == 0 {
			high = middle
			continue
		}
		spot, err := ParseCursor(found[0].Cursor, s.fingerprint)
		if err != nil {
			return 0, err
		}
		low = max(middle, min(spot.Graph, high))
	}
	return high, nil
}

// below returns the quads of graphs below a number, and the number of the last graph found.
func (s *sampler) below(found []rdfstore.Match, end uint64) ([]rdfstore.Match, uint64, error) {
	last := end
	for i, m := range found {
		spot, err := ParseCursor(m.Cursor, s.fingerprint)
		if err != nil {
			return nil, 0, err
		}
		if last = spot.Graph; last >= end {
			return found[:i], last, nil
		}
	}
	return found, last, nil
}

// whole leaves out the quads of the last graph, which may lack some, unless it is the only one.
func whole(found []rdfstore.Match) []rdfstore.Match {
	for i := len(found); i > 0; i-- {
		if found[i-1].Quad.Ctx != found[len(found)-1].Quad.Ctx {
			return found[:i]
		}
	}
	return found
}

func weighed(out []Sampled, found []rdfstore.Match, weight float64) []Sampled {
	for _, m := range found {
		out = append(out, Sampled{m.Quad, weight})
	}
	return out
}
