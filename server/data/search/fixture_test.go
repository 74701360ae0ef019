package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/query"
)

const base = "https://data.example/"

// The properties that records are made of.
const (
	crm          = "http://www.cidoc-crm.org/cidoc-crm/"
	identifiedBy = crm + "P1_is_identified_by"
	hasType      = crm + "P2_has_type"
	referredToBy = crm + "P67i_is_referred_to_by"
	content      = crm + "P190_has_symbolic_content"
)

func iri(s string) rdf.IRI {
	out, err := graph.IRI(s)
	if err != nil {
		panic(err)
	}
	return out
}

// builder makes the graph of one entity.
type builder struct {
	g *graph.Graph
	n int
}

// newRecord begins the record of an entity with a class.
func newRecord(name, class string) *builder {
	b := &builder{g: &graph.Graph{Name: iri(base + name)}}
	return b.add(b.g.Name, graph.Type.String(), iri(crm+class))
}

func (b *builder) add(s rdf.Subject, property string, o rdf.Object) *builder {
	b.g.Triples = append(b.g.Triples, rdf.Triple{Subj: s, Pred: iri(property), Obj: o})
	return b
}

func (b *builder) label(text string) *builder {
	return b.add(b.g.Name, graph.Label.String(), graph.String(text))
}

// part adds a node of a class that a property leads to, with a value.
func (b *builder) part(property, class, inner, text string) *builder {
	b.n++
	node, err := graph.Blank(fmt.Sprint("b", b.n))
	if err != nil {
		panic(err)
	}
	return b.add(b.g.Name, property, node).add(node, graph.Type.String(), iri(crm+class)).
		add(node, inner, graph.String(text))
}

func (b *builder) name(text string) *builder {
	return b.part(identifiedBy, "E33_E41_Linguistic_Appellation", content, text)
}

func (b *builder) identifier(text string) *builder {
	return b.part(identifiedBy, "E42_Identifier", content, text)
}

func (b *builder) statement(text string) *builder {
	return b.part(referredToBy, "E33_Linguistic_Object", content, text)
}

func (b *builder) classified(iriText, label string) *builder {
	b.add(b.g.Name, hasType, iri(iriText))
	if label != "" {
		b.add(iri(iriText), graph.Label.String(), graph.String(label))
	}
	return b
}

// writable is what the tests ask of a store.
type writable interface {
	Store
	Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error)
}

func put(t testing.TB, store writable, records ...*builder) {
	t.Helper()
	var changes []rdfstore.Change
	for _, r := range records {
		changes = append(changes, rdfstore.Change{Put: r.g})
	}
	apply(t, store, changes...)
}

func apply(t testing.TB, store writable, changes ...rdfstore.Change) {
	t.Helper()
	if _, err := store.Apply(context.Background(), changes...); err != nil {
		t.Fatal(err)
	}
}

func remove(name string) rdfstore.Change { return rdfstore.Change{Delete: iri(base + name)} }

// opened returns an index beside a store, closed at the end of the test.
func opened(t testing.TB, dir string, store Store, options Options) *Index {
	t.Helper()
	x, err := Open(context.Background(), dir, store, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// found returns the names, without the base and sorted, of all entities that
// fit what is typed.
func found(t testing.TB, x *Index, text string) []string {
	t.Helper()
	q, err := query.ParseText(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return foundBy(t, x, q)
}

// asFirst carries a query out as before anything was kept of the state of the index.
func asFirst(t testing.TB, x *Index, q query.Query, limit int) (hits Hits) {
	t.Helper()
	err := x.use(func(e *engine) (err error) {
		cold := &engine{scorch: e.scorch, columns: newColumns(), memos: newMemos()}
		hits, err = cold.find(context.Background(), q, 0, limit)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func foundBy(t testing.TB, x *Index, q query.Query) []string {
	t.Helper()
	hits, err := x.Find(context.Background(), q, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if int(hits.Total) != len(hits.IDs) {
		t.Errorf("%d in all, %d returned", hits.Total, len(hits.IDs))
	}
	if cold := asFirst(t, x, q, len(hits.IDs)); !reflect.DeepEqual(cold, hits) {
		t.Errorf("%+v, and to the first who asks %+v", hits, cold)
	}
	names := []string{}
	for _, id := range hits.IDs {
		names = append(names, id[len(base):])
	}
	slices.Sort(names)
	return names
}

func isQueryError(err error) bool {
	var wrong *query.Error
	return errors.As(err, &wrong)
}
