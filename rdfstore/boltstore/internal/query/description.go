package query

import (
	"context"
	"iter"
	"math"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
)

// Descriptions yields graphs that have quads of a pattern about an IRI, without most of
// those that say the same of it as an earlier one. There are none of a pattern with a
// graph, or whose subject is no IRI.
func (e *Engine) Descriptions(ctx context.Context, p rdfstore.Pattern, shows func(name rdf.IRI) bool) iter.Seq2[rdfstore.Found, error] {
	return func(yield func(rdfstore.Found, error) bool) {
		subject, ok := p.Subject.(rdf.IRI)
		if !ok || p.Graph != nil {
			return
		}
		w := &descriptionWalk{
			recordWalk: recordWalk{query: e.newQuery(p)}, subject: subject,
			part: postings.DescriptionsOf(subject), shows: shows,
		}
		few, err := w.few(ctx)
		if err != nil {
			yield(rdfstore.Found{}, err)
			return
		}
		if !few {
			e.shown(ctx, p, shows)(yield)
			return
		}
		inPortions(ctx, e.source, w.fetch, yield)
	}
}

// shown yields what Records does, but for graphs that are not shown.
func (e *Engine) shown(ctx context.Context, p rdfstore.Pattern, shows func(name rdf.IRI) bool) iter.Seq2[rdfstore.Found, error] {
	all := e.Records(ctx, p)
	if shows == nil {
		return all
	}
	return func(yield func(rdfstore.Found, error) bool) {
		for found, err := range all {
			if (err != nil || shows(found.Record.Name())) && !yield(found, err) {
				return
			}
		}
	}
}

// descriptionWalk is a walk of the graphs that describe an IRI, in portions: that of its
// name, and then the first of each description.
type descriptionWalk struct {
	recordWalk
	subject rdf.IRI
	shows   func(name rdf.IRI) bool
	// part is all descriptions, and next the place among them to go on from.
	part postings.Part
	next postings.Place
	// begun tells that the graph of the name was looked at.
	begun bool
}

// Descriptions are looked for where at least manyMatches graphs may match, and taken
// where they are a quarter of these at most: going to the next description takes about
// as long as reading a short record, and those of other triples than the pattern asks for
// are among them.
const (
	manyMatches         = 16
	matchesADescription = 4
)

// few tells whether there are few descriptions beside the graphs that may match.
func (w *descriptionWalk) few(ctx context.Context) (few bool, err error) {
	if w.nothing {
		return false, nil
	}
	err = w.engine.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) error {
		most := uint64(math.MaxUint64)
		for _, l := range w.lists {
			runs, err := m.PostingsOf()
			if err != nil {
				return err
			}
			length, err := w.engine.length(tx, l, runs)
			if err != nil {
				return err
			}
			most = min(most, length.Postings)
		}
		if most < manyMatches {
			return nil
		}
		few, err = w.areFewer(ctx, tx, m, most/matchesADescription)
		return err
	})
	return few, err
}

// areFewer tells whether there are no more descriptions than a number.
func (w *descriptionWalk) areFewer(ctx context.Context, tx *bbolt.Tx, m *memtable.Memtable, most uint64) (bool, error) {
	lists, done, err := w.engine.lists(tx, m, w.part)
	if err != nil {
		return false, err
	}
	defer done()
	it := lists[0]
	p, ok, err := it.SeekPlace(w.part.Place(0, 0))
	for n := uint64(0); ok && err == nil; n++ {
		if n >= most {
			return false, nil
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		p.Graph = math.MaxUint64
		p, ok, err = it.SeekPlace(p.Place)
	}
	return err == nil, err
}

// fetch reads the next portion.
func (w *descriptionWalk) fetch(ctx context.Context) ([]rdfstore.Found, bool, error) {
	w.portion, w.numbers = w.portion[:0], nil
	err := w.engine.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) error {
		if !w.begun {
			w.begun, w.next = true, w.part.Place(0, 0)
			if err := w.lookAtOwn(tx, m); err != nil {
				return err
			}
		}
		return w.walk(ctx, tx, m)
	})
	w.read += len(w.portion)
	return w.portion, w.done, err
}

// lookAtOwn looks at the graph whose name the subject is.
func (w *descriptionWalk) lookAtOwn(tx *bbolt.Tx, m *memtable.Memtable) error {
	id, err := w.engine.graphID(tx, m, w.subject.String())
	if id == 0 || err != nil {
		return err
	}
	_, err = w.look(tx, id)
	return err
}

// walk goes from the first posting of each description to that of the next.
func (w *descriptionWalk) walk(ctx context.Context, tx *bbolt.Tx, m *memtable.Memtable) error {
	lists, done, err := w.engine.lists(tx, m, w.part)
	if err != nil {
		return err
	}
	defer done()
	it := lists[0]
	size := min(max(w.read, 12), maxPortion)
	for looks := 0; len(w.portion) < size && looks < maxLooks; looks++ {
		p, ok, err := it.SeekPlace(w.next)
		if !ok || err != nil {
			w.done = !ok
			return err
		}
		shown, err := w.look(tx, p.Graph)
		if err != nil {
			return err
		}
		w.next = p.Place
		if w.next.Graph++; shown {
			w.next.Graph = math.MaxUint64
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// look takes a graph into the portion, if it has a quad that matches, and tells whether
// the graph is shown.
func (w *descriptionWalk) look(tx *bbolt.Tx, id uint64) (shown bool, err error) {
	graphs, err := w.engine.graphs(tx)
	if err != nil {
		return false, err
	}
	payload, err := record.PayloadOf(graphs, id)
	if err != nil {
		return false, err
	}
	lean, err := w.record(payload)
	if err != nil {
		return false, err
	}
	if w.shows != nil && !w.shows(lean.Name()) {
		return false, nil
	}
	before := len(w.numbers)
	w.numbers = lean.Find(w.numbers, w.Pattern)
	w.take(lean, before)
	return true, nil
}
