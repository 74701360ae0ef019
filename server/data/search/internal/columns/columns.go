package columns

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// Column holds the values of one field of one segment: those of document d are
// values[starts[d]:starts[d+1]].
type Column struct {
	starts []uint32
	values []uint32
	some   Set
	// frequent are the values that so many documents have that a set of these takes less than
	// a list, and rare are the documents that have another one.
	frequent []frequentValue
	rare     Set
}

// frequentValue is a value with the documents that have it.
type frequentValue struct {
	value uint32
	docs  Set
}

// Some are the documents of the segment that have a value.
func (c *Column) Some() Set { return c.some }

// Of are the numbers of the values of a document of the segment.
func (c *Column) Of(doc uint64) []uint32 { return c.values[c.starts[doc]:c.starts[doc+1]] }

// Ranks holds the order of one field of one segment: the rank of each document's value
// among those of the segment, counted from 1, and 0 where there is none.
type Ranks []uint32

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

// Columns are those of the segments of an index. They may be used by many goroutines.
type Columns struct {
	mu       sync.Mutex
	segments map[uint64]*segmentColumns
	// facets and orders are the fields that have columns and ranks.
	facets, orders []string
	// named are the fields of which some values are names of documents.
	named []string
	// worded are the fields of which the words are kept.
	worded []string
	values map[string]*values
}

// segmentColumns are those of one segment, by field.
type segmentColumns struct {
	mu     sync.Mutex
	facets map[string]*Column
	orders map[string]Ranks
	selves map[string]selves
	words  map[string]*Words
}

// New returns the columns of fields that are counted, the ranks of fields that are sorted by,
// the documents that are named by values of fields that are counted, and the words of fields.
func New(facets, orders, named, worded []string) *Columns {
	c := &Columns{segments: map[uint64]*segmentColumns{}, facets: facets, orders: orders, named: named, worded: worded, values: map[string]*values{}}
	for _, field := range facets {
		c.values[field] = &values{number: map[string]uint32{}}
	}
	return c
}

func (c *Columns) segment(id uint64) *segmentColumns {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.segments[id]
	if !ok {
		s = &segmentColumns{facets: map[string]*Column{}, orders: map[string]Ranks{}, selves: map[string]selves{}, words: map[string]*Words{}}
		c.segments[id] = s
	}
	return s
}

// keep lets go of the columns of segments that are not among these.
func (c *Columns) keep(segments []*scorch.SegmentSnapshot) {
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

// Column returns the column of a field.
func (c *Columns) Column(s *scorch.SegmentSnapshot, field string) (*Column, error) {
	in := c.segment(s.Id())
	in.mu.Lock()
	defer in.mu.Unlock()
	if col, ok := in.facets[field]; ok {
		return col, nil
	}
	type pair struct{ doc, value uint32 }
	var pairs []pair
	numbers, size := c.values[field], s.Segment().Count()
	col := &Column{starts: make([]uint32, size+1), some: NewSet(size), rare: NewSet(size)}
	err := eachTerm(s, field, func(term string, docs segment.PostingsIterator) error {
		n, before := numbers.numberOf(term), len(pairs)
		err := eachPosting(docs, func(doc uint64) {
			pairs = append(pairs, pair{uint32(doc), n})
			col.starts[doc+1]++
			col.some.Add(doc)
		})
		has := col.rare
		if of := pairs[before:]; uint64(len(of)) > size/32 {
			has = NewSet(size)
			col.frequent = append(col.frequent, frequentValue{n, has})
		}
		for _, p := range pairs[before:] {
			has.Add(uint64(p.doc))
		}
		return err
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

// Order returns the ranks of a field.
func (c *Columns) Order(s *scorch.SegmentSnapshot, field string) (Ranks, error) {
	in := c.segment(s.Id())
	in.mu.Lock()
	defer in.mu.Unlock()
	if r, ok := in.orders[field]; ok {
		return r, nil
	}
	r := make(Ranks, s.Segment().Count())
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

// Warm makes all columns of a state of the index, and lets go of those of others.
func (c *Columns) Warm(reader index.IndexReader) error {
	segments := reader.(*scorch.IndexSnapshot).Segments()
	for _, s := range segments {
		for _, field := range c.facets {
			if _, err := c.Column(s, field); err != nil {
				return err
			}
		}
		for _, field := range c.orders {
			if _, err := c.Order(s, field); err != nil {
				return err
			}
		}
		for _, field := range c.worded {
			if _, err := c.Words(s, field); err != nil {
				return err
			}
		}
	}
	for _, s := range segments { // each may name the documents of another one
		for _, field := range c.named {
			if _, err := c.Selves(s, field); err != nil {
				return err
			}
		}
	}
	c.keep(segments)
	return nil
}

// Texts are the values of a field by their numbers. The slice may be read and not changed.
func (c *Columns) Texts(field string) []string { return c.values[field].all() }

// Number returns the number of a value of a field. It is false where no column that was made
// has it.
func (c *Columns) Number(field, text string) (uint32, bool) {
	v := c.values[field]
	v.mu.RLock()
	defer v.mu.RUnlock()
	n, ok := v.number[text]
	return n, ok
}

// NumberOf returns the number of a value of a field, which gets one where it has none.
func (c *Columns) NumberOf(field, text string) uint32 { return c.values[field].numberOf(text) }

// Count counts the values of a field among documents, by their numbers.
func (c *Columns) Count(field string, in []Part, cols []*Column, docs Set) []uint32 {
	counts := make([]uint32, len(c.Texts(field)))
	for i, p := range in {
		cols[i].count(docs, p.First, counts)
	}
	return counts
}

// count adds the values of the documents of the segment to counts. The numbers of its documents
// begin with first. Documents with a rare value are passed with all their values, of which the
// frequent ones are counted anew afterwards.
func (c *Column) count(docs Set, first uint64, counts []uint32) {
	before := make([]uint32, len(c.frequent))
	for i, f := range c.frequent {
		before[i] = counts[f.value]
	}
	for i, rare := range c.rare {
		word := docs.word(first, i) & rare
		if from := i * 64; word == math.MaxUint64 {
			for _, v := range c.values[c.starts[from]:c.starts[from+64]] {
				counts[v]++
			}
			continue
		}
		for ; word != 0; word &= word - 1 {
			for _, v := range c.Of(uint64(i*64 + bits.TrailingZeros64(word))) {
				counts[v]++
			}
		}
	}
	for i, f := range c.frequent {
		n := 0
		for i, has := range f.docs {
			n += bits.OnesCount64(docs.word(first, i) & has)
		}
		counts[f.value] = before[i] + uint32(n)
	}
}
