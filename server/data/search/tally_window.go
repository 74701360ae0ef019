package search

import (
	"math/bits"

	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// window is the number of documents of a part that are added up together.
const window = 1024

// windowSet is a set of documents of a window, by their numbers in it.
type windowSet [window / 64]uint64

func (s *windowSet) add(doc uint64)      { s[doc/64] |= 1 << (doc % 64) }
func (s *windowSet) has(doc uint64) bool { return s[doc/64]&(1<<(doc%64)) != 0 }

// each calls use with the documents in their order.
func (s *windowSet) each(use func(doc uint64)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			use(uint64(i*64 + bits.TrailingZeros64(word)))
		}
	}
}

// adder adds up the scores of the documents of one part, window by window. Each window
// leaves its sums at zero.
type adder struct {
	*tally
	items [][]*cursor
	whole *cursor
	// first and end are the documents of the window, by their numbers in the part.
	first, end uint64
	// sums and counts are those of one item: the sum of its terms, and how many a
	// document has. totals are those of all items so far.
	sums, totals [window]float64
	counts       [window]uint8
}

// cursor walks through the documents of a term in one part.
type cursor struct {
	*term
	postings segment.PostingsIterator
	// at is the next document, nil at the end and before the cursor is moved.
	at    segment.Posting
	moved bool
}

func (t *tally) newAdder(part int) *adder {
	a := &adder{tally: t}
	open := func(term *term) *cursor {
		return &cursor{term: term, postings: term.lists[part].Iterator(true, true, false, nil)}
	}
	for _, item := range t.items {
		var all []*cursor
		for _, term := range item.terms {
			all = append(all, open(term))
		}
		a.items = append(a.items, all)
	}
	if t.whole != nil {
		a.whole = open(t.whole)
	}
	return a
}

// each calls use with the documents of the term from first to before end, and their
// scores. No document comes twice.
func (c *cursor) each(first, end uint64, use func(doc uint64, score float64)) (err error) {
	if !c.moved || c.at != nil && c.at.Number() < first {
		c.moved = true
		if c.at, err = c.postings.Advance(first); err != nil {
			return err
		}
	}
	for c.at != nil && c.at.Number() < end {
		use(c.at.Number()-first, c.score(c.at))
		if c.at, err = c.postings.Next(); err != nil {
			return err
		}
	}
	return nil
}

// add adds up a window, and appends the scores of its hits to out. The numbers of its
// documents begin at base.
func (a *adder) add(out []score, base uint64) ([]score, error) {
	var touched, hits windowSet
	for i := range a.items {
		found, err := a.item(i, &hits)
		if err != nil {
			return nil, err
		}
		if hits = found; i == 0 {
			touched = found
		}
		if hits == (windowSet{}) {
			break // the other items are not read
		}
	}
	out, err := a.take(out, base, &hits)
	touched.each(func(doc uint64) { a.totals[doc] = 0 })
	return out, err
}

// take appends the scores of what has all items, or is identified by the whole.
func (a *adder) take(out []score, base uint64, hits *windowSet) ([]score, error) {
	if a.whole == nil {
		hits.each(func(doc uint64) { out = append(out, score{base + doc, a.totals[doc]}) })
		return out, nil
	}
	either := *hits
	err := a.whole.each(a.first, a.end, func(doc uint64, score float64) {
		either.add(doc)
		a.sums[doc] = score
		a.counts[doc]++
	})
	either.each(func(doc uint64) {
		sum, ways := a.sums[doc], float64(a.counts[doc])
		if hits.has(doc) {
			sum, ways = sum+a.totals[doc], ways+1
		}
		out = append(out, score{base + doc, sum * (ways / 2)})
		a.sums[doc], a.counts[doc] = 0, 0
	})
	return out, err
}

// item adds the scores of an item to the totals of the documents that have it, and
// returns these. Those of before have the items before it.
func (a *adder) item(i int, before *windowSet) (found windowSet, err error) {
	for _, c := range a.items[i] {
		err := c.each(a.first, a.end, func(doc uint64, score float64) {
			if i == 0 || before.has(doc) {
				found.add(doc)
				a.sums[doc] += score
				a.counts[doc]++
			}
		})
		if err != nil {
			return found, err
		}
	}
	all := float64(len(a.items[i]))
	found.each(func(doc uint64) {
		// The conversion keeps the product from being rounded together with the sum.
		a.totals[doc] += float64(a.sums[doc] * (float64(a.counts[doc]) / all))
		a.sums[doc], a.counts[doc] = 0, 0
	})
	return found, nil
}
