package storetest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Derivation is the derivation that the suite opens stores with. The relation
// to the object of a triple has the number of the predicate of CIDOC CRM, and
// that to a class the largest number there is; an entity labelled "Object 7"
// stands in no relation.
func Derivation() rdfstore.Derivation {
	return rdfstore.Derivation{Version: "storetest 1", Of: derive}
}

func derive(g *graph.Graph) []rdfstore.Related {
	var all []rdfstore.Related
	for _, t := range g.Triples {
		if t.Obj == rdf.Object(graph.String("Object 7")) {
			return nil
		}
		to, ok := t.Obj.(rdf.IRI)
		if !ok {
			continue
		}
		var number rdfstore.Relation
		local := strings.TrimPrefix(t.Pred.String(), crm)
		switch _, err := fmt.Sscanf(local, "P%d", &number); {
		case t.Pred == rdf.Predicate(graph.Type):
			all = append(all, rdfstore.Related{To: to, By: math.MaxUint32})
		case err == nil:
			all = append(all, rdfstore.Related{To: to, By: number})
		}
	}
	return all
}

// Model returns an empty store in plain maps with the suite's derivation.
func Model() *memstore.Store { return memstore.NewDeriving(Derivation()) }

// referrer returns a graph that refers to the IRI by the predicates.
func referrer(name string, to rdf.IRI, predicates ...string) *graph.Graph {
	g := newGraph(name, "E22", name)
	for _, p := range predicates {
		g.Triples = append(g.Triples, triple(g.Name, crm+p, to))
	}
	return g
}

// checkRelations compares the relations to an IRI, and who stands in each,
// with what must be.
func checkRelations(t *testing.T, s rdfstore.Store, about string, to rdf.IRI, want map[rdfstore.Relation]string) {
	t.Helper()
	counts, err := s.Relations(t.Context(), to)
	if err != nil {
		t.Fatalf("%s: Relations: %v", about, err)
	}
	if len(counts) != len(want) {
		t.Errorf("%s: relations are %v, want %v", about, counts, want)
	}
	for i, c := range counts {
		if i > 0 && counts[i-1].Relation >= c.Relation {
			t.Errorf("%s: relations are out of order: %v", about, counts)
		}
		names := collect(t, s.Related(t.Context(), to, c.Relation, 0))
		if got := texts(names); got != want[c.Relation] || uint64(len(names)) != c.Count {
			t.Errorf("%s: %d in relation %d, of which Related yields %s, want %s", about, c.Count, c.Relation, got, want[c.Relation])
		}
	}
}

func testRelations(t *testing.T, s rdfstore.Store) {
	hub := iri("http://vocab.example/hub")
	type wanted = map[rdfstore.Relation]string
	check := func(about string, want wanted) {
		t.Helper()
		checkRelations(t, s, about, hub, want)
	}
	check("empty", nil)
	apply(t, s, put(referrer("x:b", hub, "P2")), put(referrer("x:a", hub, "P2", "P3", "P2_again")), put(referrer("x:other", iri("x:a"), "P2")))
	check("two put", wanted{2: "x:b x:a", 3: "x:a"})
	apply(t, s, put(referrer("x:b", hub, "P3", "P4")))
	check("one replaced", wanted{2: "x:a", 3: "x:b x:a", 4: "x:b"})
	apply(t, s, put(referrer("x:c", hub, "P3")), remove("x:a"))
	check("one deleted", wanted{3: "x:b x:c", 4: "x:b"})
	apply(t, s, put(referrer("x:a", hub, "P3")))
	check("created again", wanted{3: "x:b x:c x:a", 4: "x:b"})
	apply(t, s, put(newGraph("x:c", "E22", "Object 7", triple(iri("x:c"), crm+"P3", hub))))
	check("one that the derivation passes over", wanted{3: "x:b x:a", 4: "x:b"})
	if _, err := s.Apply(t.Context(), put(referrer("x:d", hub, "P3")), remove("x:none")); err == nil {
		t.Error("a delete of what never was did not fail")
	}
	apply(t, s, put(referrer("x:e", hub, "P5")), remove("x:e"))
	check("changes that leave nothing", wanted{3: "x:b x:a", 4: "x:b"})
	checkRelations(t, s, "a class", iri(crm+"E22"), wanted{math.MaxUint32: "x:b x:other x:a"})
	checkRelations(t, s, "a stranger", iri("x:nobody"), nil)
}

// testRelatedPages reads pages while others write.
func testRelatedPages(t *testing.T, s rdfstore.Store) {
	const n, page = 200, 30
	hub := iri("http://vocab.example/hub")
	var changes []rdfstore.Change
	var names []string
	for i := range n {
		name := fmt.Sprintf("x:%d", (i*7)%n)
		names = append(names, name)
		changes = append(changes, put(referrer(name, hub, "P2")))
	}
	apply(t, s, changes...)
	r := rand.New(rand.NewPCG(4, 4))
	for skip := 0; skip < n+page; skip += page {
		got := collect(t, s.Related(t.Context(), hub, 2, uint64(skip)))
		if want := strings.Join(names[min(skip, len(names)):], " "); texts(got) != want {
			t.Fatalf("without the first %d: %s, want %s", skip, texts(got), want)
		}
		// A new one, one that goes, and one that changes and stays.
		names = append(names, fmt.Sprint("x:new", skip))
		gone := 1 + r.IntN(len(names)-2)
		apply(t, s, put(referrer(names[len(names)-1], hub, "P2")), remove(names[gone]), put(referrer(names[0], hub, "P2", fmt.Sprint("P", 3+skip))))
		names = slices.Delete(names, gone, gone+1)
	}
}

// testWriteDuringRelated deletes what a walk has yielded.
func testWriteDuringRelated(t *testing.T, s rdfstore.Store) {
	const n = 150
	hub := iri("http://vocab.example/hub")
	var changes []rdfstore.Change
	for i := range n {
		changes = append(changes, put(referrer(fmt.Sprint("x:", i), hub, "P2")))
	}
	apply(t, s, changes...)
	seen := 0
	for name, err := range s.Related(t.Context(), hub, 2, 10) {
		if err != nil || name.String() != fmt.Sprint("x:", 10+seen) {
			t.Fatalf("name %d is %s, %v", seen, name, err)
		}
		apply(t, s, remove(name.String()))
		seen++
	}
	if seen != n-10 {
		t.Errorf("the walk yields %d names, want %d", seen, n-10)
	}
	if counts, err := s.Relations(t.Context(), hub); err != nil || !slices.Equal(counts, []rdfstore.RelationCount{{Relation: 2, Count: 10}}) {
		t.Errorf("left are %v, %v", counts, err)
	}
}

// testNoRelations is for a store that was opened without a derivation.
func testNoRelations(t *testing.T, s rdfstore.Store) {
	hub := iri("http://vocab.example/hub")
	apply(t, s, put(referrer("x:1", hub, "P2")))
	checkRelations(t, s, "without a derivation", hub, nil)
	if names := collect(t, s.Related(t.Context(), hub, 2, 0)); len(names) > 0 {
		t.Errorf("without a derivation Related yields %s", texts(names))
	}
}

// CompareRelations fails the test where two stores differ in the relations to
// the objects of their triples. The names in one are compared as a set: an
// entity that was deleted and created again may have kept its place or not.
func CompareRelations(t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	asked := map[rdf.IRI]bool{}
	for m := range want.Match(ctx, rdfstore.Pattern{}, "") {
		to, ok := m.Quad.Obj.(rdf.IRI)
		if !ok || asked[to] {
			continue
		}
		asked[to] = true
		a, err := got.Relations(ctx, to)
		b, wantErr := want.Relations(ctx, to)
		if err != nil || wantErr != nil || !slices.Equal(a, b) {
			t.Errorf("relations to %s are %v, %v; want %v, %v", to, a, err, b, wantErr)
			continue
		}
		for _, c := range b {
			x, y := sorted(collect(t, got.Related(ctx, to, c.Relation, 0))), sorted(collect(t, want.Related(ctx, to, c.Relation, 0)))
			if x != y {
				t.Errorf("in relation %d to %s are %s, want %s", c.Relation, to, x, y)
			}
		}
	}
}

func sorted(names []rdf.IRI) string {
	slices.SortFunc(names, func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
	return texts(names)
}
