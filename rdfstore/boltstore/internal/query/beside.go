package query

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// Beside yields the graphs that have quads with a predicate whose objects are none of some.
func (e *Engine) Beside(ctx context.Context, predicate rdf.Predicate, objects []rdf.Object) iter.Seq2[rdfstore.Found, error] {
	return func(yield func(rdfstore.Found, error) bool) {
		w := &besideWalk{recordWalk: recordWalk{query: e.newQuery(rdfstore.Pattern{Predicate: predicate})}}
		for _, o := range objects {
			w.beside = append(w.beside, e.newQuery(rdfstore.Pattern{Predicate: predicate, Object: o}).lists...)
		}
		inPortions(ctx, e.source, w.fetch, yield)
	}
}

// Own yields the graphs that have quads with a class, but for those whose quads with it are all
// about IRIs that have other graphs.
func (e *Engine) Own(ctx context.Context, class rdf.Object) iter.Seq2[rdfstore.Found, error] {
	return func(yield func(rdfstore.Found, error) bool) {
		w := &besideWalk{recordWalk: recordWalk{query: e.newQuery(rdfstore.Pattern{Predicate: graph.Type, Object: class})}, class: class}
		inPortions(ctx, e.source, w.fetch, yield)
	}
}

// maxAhead is how many graphs a walk looks up in the lists of the objects at once, and fewAhead
// how many of a class it reads before it looks up any: who asks for one may ask for no other.
const (
	maxAhead = 1 << 17
	fewAhead = 1 << 10
)

// besideWalk is a walk of the graphs with a predicate. It reads those alone that have more
// triples with it than the lists of some objects say.
type besideWalk struct {
	recordWalk
	beside []postings.Part
	// class is nil where the quads may be about any IRI.
	class rdf.Object
	// ahead are graphs that are to be read.
	ahead []openGraph
}

// openGraph is a graph with the number of its triples that are not known: where it is 0, all that is
// to be read is the name.
type openGraph struct {
	graph uint64
	open  int
}

// fetch reads the next portion.
func (w *besideWalk) fetch(ctx context.Context) ([]rdfstore.Found, bool, error) {
	w.portion, w.numbers = w.portion[:0], nil
	if w.nothing {
		return nil, true, nil
	}
	err := w.engine.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) error {
		if len(w.ahead) == 0 {
			if err := w.lookAhead(ctx, tx, m); err != nil {
				return err
			}
		}
		graphs, err := w.engine.graphs(tx)
		for n := 0; len(w.ahead) > 0 && n < maxPortion && err == nil; n++ {
			var payload []byte
			payload, err = record.PayloadOf(graphs, w.ahead[0].graph)
			switch {
			case err != nil:
			case w.ahead[0].open == 0: // its entity is of the class, and nothing else
				err = w.takeName(payload)
			default:
				err = w.look(w.lists[0].Place(0, w.ahead[0].graph), payload)
			}
			w.ahead = w.ahead[1:]
		}
		return err
	})
	return w.portion, w.done && len(w.ahead) == 0, err
}

// takeName takes the name of a graph into the portion.
func (w *besideWalk) takeName(payload []byte) error {
	w.looked++
	name, err := codec.NameOf(payload, w.engine.dict)
	w.portion = append(w.portion, rdfstore.Found{Own: name})
	return err
}

// lookAhead finds the next graphs to read.
func (w *besideWalk) lookAhead(ctx context.Context, tx *bbolt.Tx, m *memtable.Memtable) error {
	walks, done, err := w.engine.lists(tx, m, w.lists[0])
	if err != nil {
		return err
	}
	defer done()
	most := maxAhead
	if w.class != nil && w.looked < fewAhead {
		most = max(w.looked, 1)
	}
	var all []openGraph
	p, ok, err := walks[0].Seek(w.lists[0].Predicate, w.graph)
	for ; ok && err == nil && len(all) < most; p, ok, err = walks[0].Next() {
		all = append(all, openGraph{graph: p.Graph, open: int(p.N)})
	}
	if w.done = !ok; len(all) == 0 || err != nil {
		return err
	}
	w.graph = all[len(all)-1].graph + 1
	for _, l := range w.beside {
		if err := w.close(ctx, tx, m, l, all); err != nil {
			return err
		}
	}
	if w.class != nil && most == maxAhead {
		if err := w.closeMentions(ctx, tx, m, all); err != nil {
			return err
		}
	}
	w.ahead = slices.DeleteFunc(all, func(g openGraph) bool { return g.open <= 0 })
	iri, isIRI := w.class.(rdf.IRI)
	if !isIRI || most < maxAhead || len(w.ahead) == 0 {
		return nil
	}
	class, err := record.GetClass(tx, iri)
	if err != nil {
		return err
	}
	return w.close(ctx, tx, m, postings.Members(class), w.ahead)
}

// close takes the triples of a list off those of some graphs.
func (w *besideWalk) close(ctx context.Context, tx *bbolt.Tx, m *memtable.Memtable, l postings.Part, graphs []openGraph) error {
	walks, done, err := w.engine.lists(tx, m, l)
	if err != nil {
		return err
	}
	defer done()
	p, ok, err := walks[0].Seek(l.Predicate, graphs[0].graph)
	for ; ok && err == nil && len(graphs) > 0; p, ok, err = walks[0].Next() {
		for step := 1; step < len(graphs) && graphs[step].graph <= p.Graph; step *= 2 {
			graphs = graphs[step:]
		}
		i, found := slices.BinarySearchFunc(graphs, p.Graph, compareGraph)
		if graphs = graphs[i:]; found {
			graphs[0].open -= int(p.N)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// closeMentions takes the triples about IRIs that have graphs off those of some graphs, which
// state none about them but their class. It does so where that takes less time than to read them.
func (w *besideWalk) closeMentions(ctx context.Context, tx *bbolt.Tx, m *memtable.Memtable, graphs []openGraph) error {
	mentions := postings.Mentions(w.lists[0].Hash)
	runs, err := m.PostingsOf()
	if err != nil {
		return err
	}
	length, err := w.engine.length(tx, mentions, runs)
	if err != nil || length.Postings > 2*uint64(len(graphs)) {
		return err
	}
	walks, done, err := w.engine.lists(tx, m, mentions, postings.GraphNames())
	if err != nil {
		return err
	}
	defer done()
	var last postings.Posting
	hasGraph := false
	p, ok, err := walks[0].Seek(0, 0)
	for ; ok && err == nil; p, ok, err = walks[0].Next() {
		if !p.IsSameSubject(&last) {
			if hasGraph, err = has(walks[1], &p); err != nil {
				return err
			}
			last = p
		}
		if !hasGraph {
			continue
		}
		if i, found := slices.BinarySearchFunc(graphs, p.Graph, compareGraph); found {
			graphs[i].open--
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// has tells whether a walk of the names of graphs comes to the subject of a posting.
func has(names *postings.Iterator, p *postings.Posting) (bool, error) {
	n, ok, err := names.Seek(p.Predicate, 0)
	for ; ok && err == nil && n.Predicate == p.Predicate; n, ok, err = names.Next() {
		if n.IsSameSubject(p) {
			return true, nil
		}
	}
	return false, err
}

func compareGraph(g openGraph, graph uint64) int { return cmp.Compare(g.graph, graph) }
