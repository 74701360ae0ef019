package search

import (
	"cmp"
	"slices"
	"strconv"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"vitrine/server/search/internal/fields"
)

// The library counts facets by reading the values of each hit from its files, about a
// microsecond for each. So that a page of facets of a million records comes at once, the
// values are held in memory by column: for each document of a segment the numbers of its
// values. A segment never changes, and its columns are made once, when they are first
// needed.

// column holds the values of one field of one segment: those of document d are
// values[starts[d]:starts[d+1]].
type column struct {
	starts []uint32
	values []uint32
}

func (c *column) of(doc uint64) []uint32 { return c.values[c.starts[doc]:c.starts[doc+1]] }

// ranks holds the order of one field of one segment: the rank of each document's value
// among those of the segment, counted from 1, and 0 where there is none.
type ranks []uint32

// values numbers the values of one field in all segments.
type values struct {
	mu     sync.RWMutex
	number map[string]uint32
	texts  []string
}

func (v *values) numberOf(text string) uint32 {
	v.mu.Lock()
	defer v.mu.Unlock()
	n, ok := v.number[text]
	if !ok {
		n = uint32(len(v.texts))
		v.number[text] = n
		v.texts = append(v.texts, text)
	}
	return n
}

// all are the values by their numbers. The slice may be read and not changed.
func (v *values) all() []string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.texts
}

// columns are those of the segments of an index. They may be used by many goroutines.
type columns struct {
	mu       sync.Mutex
	segments map[uint64]*segmentColumns
	values   map[string]*values
	memo     memo
}

// segmentColumns are those of one segment, by field.
type segmentColumns struct {
	mu     sync.Mutex
	facets map[string]*column
	orders map[string]ranks
}

func newColumns() *columns {
	c := &columns{segments: map[uint64]*segmentColumns{}, values: map[string]*values{}}
	for _, field := range facetFields {
		c.values[field] = &values{number: map[string]uint32{}}
	}
	return c
}

// facetFields are the fields that have columns, orderFields those that have ranks.
var (
	facetFields = []string{fields.Class, fields.ClassifiedAs, fields.Maker, fields.Place, fields.Material, fields.Century, fields.Decade, fields.Picture, fields.Cell}
	orderFields = []string{fields.ID, fields.SortName, fields.SortDate}
)

func (c *columns) segment(id uint64) *segmentColumns {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.segments[id]
	if !ok {
		s = &segmentColumns{facets: map[string]*column{}, orders: map[string]ranks{}}
		c.segments[id] = s
	}
	return s
}

// keep lets go of the columns of segments that are not among these.
func (c *columns) keep(segments []*scorch.SegmentSnapshot) {
	there := map[uint64]bool{}
	for _, s := range segments {
		there[s.Id()] = true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id := range c.segments {
		if !there[id] {
			delete(c.segments, id)
		}
	}
}

// facet returns the column of a field.
func (c *columns) facet(s *scorch.SegmentSnapshot, field string) (*column, error) {
	in := c.segment(s.Id())
	in.mu.Lock()
	defer in.mu.Unlock()
	if col, ok := in.facets[field]; ok {
		return col, nil
	}
	type pair struct{ doc, value uint32 }
	var pairs []pair
	numbers := c.values[field]
	col := &column{starts: make([]uint32, s.Segment().Count()+1)}
	err := eachTerm(s, field, func(term string, docs segment.PostingsIterator) error {
		n := numbers.numberOf(term)
		return eachPosting(docs, func(doc uint64) {
			pairs = append(pairs, pair{uint32(doc), n})
			col.starts[doc+1]++
		})
	})
	if err != nil {
		return nil, err
	}
	for i := 1; i < len(col.starts); i++ {
		col.starts[i] += col.starts[i-1]
	}
	col.values = make([]uint32, len(pairs))
	next := slices.Clone(col.starts)
	for _, p := range pairs {
		col.values[next[p.doc]] = p.value
		next[p.doc]++
	}
	in.facets[field] = col
	return col, nil
}

// order returns the ranks of a field.
func (c *columns) order(s *scorch.SegmentSnapshot, field string) (ranks, error) {
	in := c.segment(s.Id())
	in.mu.Lock()
	defer in.mu.Unlock()
	if r, ok := in.orders[field]; ok {
		return r, nil
	}
	r := make(ranks, s.Segment().Count())
	rank := uint32(0)
	err := eachTerm(s, field, func(_ string, docs segment.PostingsIterator) error {
		rank++
		return eachPosting(docs, func(doc uint64) { r[doc] = rank })
	})
	if err != nil {
		return nil, err
	}
	in.orders[field] = r
	return r, nil
}

// eachTerm calls use with each term of a field of a segment, in byte order, and its
// documents, those that were replaced included.
func eachTerm(s *scorch.SegmentSnapshot, field string, use func(string, segment.PostingsIterator) error) error {
	dict, err := s.Segment().Dictionary(field)
	if err != nil {
		return err
	}
	terms := dict.AutomatonIterator(nil, nil, nil)
	var list segment.PostingsList
	var docs segment.PostingsIterator
	for {
		entry, err := terms.Next()
		if err != nil || entry == nil {
			return err
		}
		if list, err = dict.PostingsList([]byte(entry.Term), nil, list); err != nil {
			return err
		}
		docs = list.Iterator(false, false, false, docs)
		if err := use(entry.Term, docs); err != nil {
			return err
		}
	}
}

func eachPosting(docs segment.PostingsIterator, use func(doc uint64)) error {
	for {
		posting, err := docs.Next()
		if err != nil || posting == nil {
			return err
		}
		use(posting.Number())
	}
}

// warm makes all columns of a state of the index, and lets go of those of others.
func (c *columns) warm(reader index.IndexReader) error {
	segments := reader.(*scorch.IndexSnapshot).Segments()
	for _, s := range segments {
		for _, field := range facetFields {
			if _, err := c.facet(s, field); err != nil {
				return err
			}
		}
		for _, field := range orderFields {
			if _, err := c.order(s, field); err != nil {
				return err
			}
		}
	}
	c.keep(segments)
	return nil
}

// Value is a value of a facet.
type Value struct {
	// Term is the value: an IRI, a number or "yes". Name is what the records call the
	// entity, "" where the value is none.
	Term, Name string
	// Count is the number of results that have it.
	Count uint64
}

// number is that of a century or a decade.
func (v Value) number() int64 {
	n, _ := strconv.ParseInt(v.Term, 10, 64) // the index wrote it
	return n
}

// Facet is one aspect of the results of a query.
type Facet struct {
	// Field is the name of the parameter that filters by it.
	Field string
	// Values are the most frequent, or for time all in order; More how many further
	// ones there are.
	Values []Value
	More   int
}

// most returns the values that are counted most often, of equally frequent ones in byte
// order; the most frequent limit of them, all where it is 0.
func most(counts []uint32, texts []string, limit int) (out []Value, more int) {
	byCount := func(a, b Value) int {
		if c := cmp.Compare(b.Count, a.Count); c != 0 {
			return c
		}
		return cmp.Compare(a.Term, b.Term)
	}
	for i, n := range counts {
		if n == 0 {
			continue
		}
		v := Value{Term: texts[i], Count: uint64(n)}
		if limit == 0 {
			out = append(out, v)
			continue
		}
		if len(out) == limit {
			more++
			if byCount(v, out[limit-1]) >= 0 {
				continue
			}
			out = out[:limit-1]
		}
		at, _ := slices.BinarySearchFunc(out, v, byCount)
		out = slices.Insert(out, at, v)
	}
	if limit == 0 {
		slices.SortFunc(out, byCount)
	}
	return out, more
}
