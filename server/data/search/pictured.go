package search

import (
	"context"
	"math/rand/v2"

	index "github.com/blevesearch/bleve_index_api"

	"vitrine/linkedart/reading"
	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
)

// Pictured returns the URIs of some entities with a picture, objects where there are any; seed chooses
// them. It does not wait for the index to catch up. Errors are ErrClosed, and those of ctx and the
// index.
func (x *Index) Pictured(ctx context.Context, seed uint64, limit int) (out []string, err error) {
	err = x.use(func(e *engine) error {
		return e.read(func(reader index.IndexReader) error {
			m := finder{ctx, reader, e.columns, e.memos}.matches()
			objects := columns.NewSet(m.docs)
			if err = objects.AddTerm(m.parts, fields.Class, string(reading.ClassHumanMadeObject)); err == nil {
				out, err = m.pictured(objects, seed, limit)
			}
			return err
		})
	})
	return out, err
}

// pictured chooses some of the documents with a picture, objects where there are any.
func (m *matches) pictured(objects columns.Set, seed uint64, limit int) ([]string, error) {
	all := columns.NewSet(m.docs)
	if err := all.AddTerm(m.parts, fields.Picture, "yes"); err != nil {
		return nil, err
	}
	some := all.Clone()
	if some.And(objects); some.Count() == 0 {
		some = all
	}
	n := some.Count()
	if n == 0 {
		return nil, nil
	}
	// One of each of equal shares of the documents, in the order of their numbers.
	r := rand.New(rand.NewPCG(seed, n))
	shares := min(uint64(limit), n)
	chosen := map[uint64]bool{}
	for i := range shares {
		from, until := i*n/shares, (i+1)*n/shares
		chosen[from+r.Uint64N(until-from)] = true
	}
	var out []string
	at := uint64(0)
	for _, p := range m.parts {
		var err error
		some.Each(p.First, p.First+p.Size, func(doc uint64) {
			if chosen[at] && err == nil {
				var id []byte
				if id, err = p.Segment.DocID(doc - p.First); err == nil {
					out = append(out, string(id))
				}
			}
			at++
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
