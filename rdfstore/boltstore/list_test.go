package boltstore_test

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// changeAtRandom makes changes to a few entities: most are created, changed,
// deleted and created again.
func changeAtRandom(t *testing.T, s rdfstore.Store, r *rand.Rand, n int) {
	t.Helper()
	for range n {
		c := storetest.RandomChange(r, 40)
		c.If = rdfstore.Precondition{}
		if _, err := s.Apply(t.Context(), c); err != nil && !strings.Contains(err.Error(), rdfstore.ErrNotFound.Error()) {
			t.Fatal(err)
		}
	}
}

// list says all that a store holds and finds.
func list(t *testing.T, s rdfstore.Store) string {
	t.Helper()
	var b strings.Builder
	names := map[rdf.IRI]bool{}
	for e, err := range s.Changes(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		names[e.Name] = true
		fmt.Fprintf(&b, "change %d %s %s %s %s\n", e.Seq, e.Kind, e.Name, e.Class, stamp(e.Time))
	}
	for e, err := range s.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		delete(names, e.Graph.Name)
		fmt.Fprintf(&b, "entity %s version %d created %s modified %s\n", e.Graph.Name, e.Version, stamp(e.Created), stamp(e.Modified))
		fmt.Fprintf(&b, "\tsource %q %q %q\n", e.Graph.Source.MediaType, e.Graph.Source.Context, e.Graph.Source.Layout)
		for _, triple := range e.Graph.Triples {
			fmt.Fprintf(&b, "\t%s", triple.Serialize(rdf.NTriples))
		}
	}
	listDeleted(t, s, &b, names)
	listPatterns(t, s, &b)
	listLists(t, s, &b)
	return b.String()
}

func stamp(at time.Time) string { return at.Format(time.RFC3339Nano) }

// listDeleted says what a store says of names that have no entity.
func listDeleted(t *testing.T, s rdfstore.Store, b *strings.Builder, names map[rdf.IRI]bool) {
	t.Helper()
	byText := func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) }
	for _, n := range slices.SortedFunc(maps.Keys(names), byText) {
		_, err := s.Get(t.Context(), n)
		fmt.Fprintf(b, "deleted %v\n", err)
	}
}

// listPatterns says what a store finds by its classes and by pattern.
func listPatterns(t *testing.T, s rdfstore.Store, b *strings.Builder) {
	t.Helper()
	classes, err := s.Classes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range classes {
		fmt.Fprintf(b, "class <%s> %d\n", c.Class, c.Count)
	}
	for _, p := range []rdfstore.Pattern{{}, {Object: entity(3)}, {Subject: entity(4)}, {Predicate: graph.Label}} {
		n, err := s.Count(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(b, "pattern counts %d\n", n)
		for m, err := range s.Match(t.Context(), p, "") {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(b, "\t%s", m.Quad.Serialize(rdf.NQuads))
		}
	}
}

// listLists says what a store lists of classes and relations.
func listLists(t *testing.T, s rdfstore.Store, b *strings.Builder) {
	t.Helper()
	names := func(walk iter.Seq2[rdf.IRI, error]) {
		for name, err := range walk {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(b, "\t%s\n", name)
		}
	}
	classes, err := s.Classes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range classes {
		fmt.Fprintf(b, "members of <%s>\n", c.Class)
		names(s.Members(t.Context(), c.Class, 0))
	}
	for i := range 30 {
		relations, err := s.Relations(t.Context(), entity(i))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range relations {
			fmt.Fprintf(b, "relation %d to %s %d\n", r.Relation, entity(i), r.Count)
			names(s.Related(t.Context(), entity(i), r.Relation, 0))
		}
	}
}
