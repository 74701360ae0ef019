package columns

import (
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"vitrine/server/data/search/internal/fields"
)

// Selves tell of the documents of one segment which of the values of a field is the document's
// own name: the number of the value and 1, and 0 where none is.
type Selves []uint32

// selves are Selves with the number of values that were looked for.
type selves struct {
	of     Selves
	looked int
}

// Selves returns those of a field, whose values are URIs.
func (c *Columns) Selves(s *scorch.SegmentSnapshot, field string) (Selves, error) {
	texts := c.Texts(field)
	in := c.segment(s.Id())
	in.mu.Lock()
	defer in.mu.Unlock()
	known := in.selves[field]
	if known.of != nil && known.looked >= len(texts) {
		return known.of, nil
	}
	next := selves{make(Selves, s.Segment().Count()), len(texts)}
	copy(next.of, known.of)
	var err error
	if news := texts[known.looked:]; uint64(len(news)) > s.Segment().Count() {
		err = c.walk(s, field, next.of)
	} else {
		err = next.find(s, news, known.looked)
	}
	if err != nil {
		return nil, err
	}
	in.selves[field] = next
	return next.of, nil
}

// walk looks for the names of all documents among the values.
func (c *Columns) walk(s *scorch.SegmentSnapshot, field string, of Selves) error {
	return eachTerm(s, fields.ID, func(name string, docs segment.PostingsIterator) error {
		n, ok := c.Number(field, name)
		if !ok {
			return nil
		}
		return eachPosting(docs, func(doc uint64) { of[doc] = n + 1 })
	})
}

// find looks for values, the first of which has the number from, among the names of documents.
func (x selves) find(s *scorch.SegmentSnapshot, texts []string, from int) error {
	dict, err := s.Segment().Dictionary(fields.ID)
	if err != nil {
		return err
	}
	var list segment.PostingsList
	var docs segment.PostingsIterator
	for i, text := range texts {
		if list, err = dict.PostingsList([]byte(text), nil, list); err != nil {
			return err
		}
		docs = list.Iterator(false, false, false, docs)
		if err := eachPosting(docs, func(doc uint64) { x.of[doc] = uint32(from+i) + 1 }); err != nil {
			return err
		}
	}
	return nil
}
