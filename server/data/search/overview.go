package search

import (
	"context"
	"math/rand/v2"

	"github.com/blevesearch/bleve/v2/index/scorch"
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
	// Cells count the places by where they are.
	Cells []CellCount
	// Known are the places that most records name, the most frequent first.
	Known []KnownPlace
	// Pictured are the URIs of some entities with a picture, objects where there are any.
	Pictured []string
}

// CellCount is the number of places in a cell.
type CellCount struct {
	query.Cell
	Count uint64
}

// KnownPlace is a place that many records name.
type KnownPlace struct {
	query.Cell
	IRI string
}

// maxKnownPlaces is the number of places of which an overview tells the names.
const maxKnownPlaces = 300

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
	in, docs := columns.Parts(f.reader.(*scorch.IndexSnapshot))
	m := matches{finder: f, parts: in, docs: docs, hits: columns.Live(in, docs)}
	out := Overview{Total: m.hits.Count()}
	all, err := m.facets(query.Query{Facets: []string{fields.Class, fields.Cell}})
	if err != nil {
		return out, err
	}
	out.Classes = all[0].Values
	for _, v := range all[1].Values {
		if cell, ok := query.ParseCell(v.Term); ok {
			out.Cells = append(out.Cells, CellCount{cell, v.Count})
		}
	}
	if out.Known, err = m.known(); err != nil {
		return out, err
	}
	objects := columns.NewSet(docs)
	if err := objects.AddTerm(in, fields.Class, string(reading.ClassHumanMadeObject)); err != nil {
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

// known are the places that most records name, where the index knows where they are.
func (m *matches) known() ([]KnownPlace, error) {
	cols, err := m.columnsOf(fields.Place)
	if err != nil {
		return nil, err
	}
	cells, err := m.columnsOf(fields.Cell)
	if err != nil {
		return nil, err
	}
	counts := m.columns.Count(fields.Place, m.parts, cols, m.hits)
	named, _ := most(counts, m.columns.Texts(fields.Place), maxKnownPlaces)
	texts := m.columns.Texts(fields.Cell)
	var out []KnownPlace
	for _, v := range named {
		id, err := m.reader.InternalID(v.Term)
		if err != nil {
			return nil, err
		}
		if id == nil {
			continue // the store does not have it
		}
		for i, p := range m.parts {
			if doc := id.Value(); doc >= p.First && doc < p.First+p.Size {
				for _, number := range cells[i].Of(doc - p.First) {
					if cell, ok := query.ParseCell(texts[number]); ok {
						out = append(out, KnownPlace{cell, v.Term})
					}
				}
			}
		}
	}
	return out, nil
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
