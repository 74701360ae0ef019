package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	segment "github.com/blevesearch/scorch_segment_api/v2"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// The library's searchers work hit by hit, through a tree of them, which costs half a
// microsecond for each. A word can be in most of the records, so plain words are counted
// another way: the postings of all their terms are added up, one window of documents
// after the other. The scores are those of the library's searchers, bit by bit.

// tally is how the documents that have the words of a query are found and scored.
type tally struct {
	parts []columns.Part
	// items are the words, of which a document has to have all, the rarest first.
	items []tallied
	// whole is the identifier that is all that was typed, nil where there is one word.
	whole *term
}

// tallied are the terms of one word, the rarest first: a document has to have one of them.
type tallied struct {
	terms []*term
	count uint64
}

// term is a word in one field.
type term struct {
	// lists are its documents, by part, and count how many these are.
	lists []segment.PostingsList
	count uint64
	// idf says how rare it is, and weight what it counts for.
	boost, idf, weight float64
}

// square is what the term adds to the norm of a query.
func (t *term) square() float64 {
	weight := t.boost * t.idf
	return weight * weight
}

// score is that of a document that has the term.
func (t *term) score(p segment.Posting) float64 {
	score := math.Sqrt(float64(p.Frequency())) * p.Norm() * t.idf
	return score * t.weight
}

// isPlain tells whether a query has words alone, no phrase and no star.
func isPlain(q query.Query) bool {
	return !slices.ContainsFunc(q.Items, func(it query.Item) bool { return len(it.Words) != 1 || it.Prefix || it.Starred })
}

// tally prepares the words of a plain query.
func (m *matches) tally(q query.Query) (*tally, error) {
	t := &tally{parts: m.parts}
	for _, it := range q.Items {
		var item tallied
		for _, field := range textFields {
			if err := m.addTerm(&item, field.name, it.Words[0], field.boost); err != nil {
				return nil, err
			}
		}
		if err := m.addTerm(&item, fields.Identifier, it.Identifier, identifierBoost); err != nil {
			return nil, err
		}
		slices.SortStableFunc(item.terms, func(a, b *term) int { return cmp.Compare(a.count, b.count) })
		t.items = append(t.items, item)
	}
	slices.SortStableFunc(t.items, func(a, b tallied) int { return cmp.Compare(a.count, b.count) })
	if len(t.items) > 1 {
		var whole tallied
		if err := m.addTerm(&whole, fields.Identifier, q.Whole, identifierBoost); err != nil {
			return nil, err
		}
		t.whole = whole.terms[0]
	}
	t.weigh()
	return t, nil
}

// addTerm adds a word in a field to the terms of an item.
func (m *matches) addTerm(to *tallied, field, word string, boost float64) error {
	all, err := m.reader.DocCount()
	if err != nil {
		return err
	}
	t := &term{lists: make([]segment.PostingsList, len(m.parts)), boost: boost}
	for i, p := range m.parts {
		dict, err := p.Segment.Segment().Dictionary(field)
		if err != nil {
			return err
		}
		if t.lists[i], err = dict.PostingsList([]byte(word), p.Segment.Deleted(), nil); err != nil {
			return err
		}
		t.count += t.lists[i].Count()
	}
	t.idf = 1 + math.Log(float64(all)/float64(t.count+1))
	to.terms = append(to.terms, t)
	to.count += t.count
	return nil
}

// weigh sets what the terms count for, in the order of the library's searchers, as the
// sum of numbers depends on it.
func (t *tally) weigh() {
	var words float64
	for _, item := range t.items {
		var squares float64
		for _, term := range item.terms {
			squares += term.square()
		}
		words += squares
	}
	if t.whole != nil {
		words += t.whole.square()
	}
	norm := 1 / math.Sqrt(words)
	for _, term := range t.terms() {
		term.weight = term.boost * term.idf * norm
	}
}

// terms are all of them.
func (t *tally) terms() (out []*term) {
	for _, item := range t.items {
		out = append(out, item.terms...)
	}
	if t.whole != nil {
		out = append(out, t.whole)
	}
	return out
}

// count is how many hits there are at most.
func (t *tally) count() (n uint64) {
	for _, term := range t.terms() {
		n += term.count
	}
	return n
}

// scan returns the scores of the documents from first to before end, in their order.
func (t *tally) scan(ctx context.Context, first, end uint64) (out []score, err error) {
	out = make([]score, 0, min(t.count(), end-first))
	for i, p := range t.parts {
		from, until := max(first, p.First), min(end, p.First+p.Size)
		if from >= until {
			continue
		}
		a := t.newAdder(i)
		for at := from - p.First; at < until-p.First; at += window {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			a.first, a.end = at, min(at+window, until-p.First)
			if out, err = a.add(out, p.First+at); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
