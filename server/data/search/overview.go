package search

import (
	"context"
	"math/rand/v2"

	index "github.com/blevesearch/bleve_index_api"

	"vitrine/linkedart/reading"
	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// Overview is what an index knows of all entities together.
type Overview struct {
	// Total is the number of entities.
	Total uint64
	// Classes are the classes with their numbers, the largest first.
	Classes []Value
	// Decades and Centuries count the objects by when they were made, in order.
	Decades, Centuries []Value
	// Pictured are the URIs of some entities with a picture, objects where there are any.
	Pictured []string
}

// Overview returns what there is of all entities, with so many that have a picture; seed
// chooses these. It does not wait for the index to catch up. Errors are ErrClosed, and
// those of ctx and the index.
func (x *Index) Overview(ctx context.Context, seed uint64, pictured int) (out Overview, err error) {
	err = x.use(func(e *engine) error {
		return e.read(func(reader index.IndexReader) error {
			out, err = finder{ctx, reader, e.columns, e.memos}.overview(seed, pictured)
			return err
		})
	})
	return out, err
}

func (f finder) overview(seed uint64, pictured int) (Overview, error) {
	m := f.matches()
	m.hits = columns.Live(m.parts, m.docs)
	out := Overview{Total: m.hits.Count()}
	all, err := m.facets(query.Query{Facets: []string{fields.Class}})
	if err != nil {
		return out, err
	}
	out.Classes = all[0].Values
	objects := columns.NewSet(m.docs)
	if err := objects.AddTerm(m.parts, fields.Class, string(reading.ClassHumanMadeObject)); err != nil {
		return out, err
	}
	of := m
	of.hits = objects
	made, err := of.facets(query.Query{Facets: []string{fields.Decade, fields.Century}})
	if err != nil {
		return out, err
	}
	out.Decades, out.Centuries = made[0].Values, made[1].Values
	out.Pictured, err = m.pictured(objects, seed, pictured)
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
