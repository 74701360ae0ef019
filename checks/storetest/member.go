package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// alsoOf returns a graph of the class and of others, which are whole IRIs.
func alsoOf(name, class string, others ...string) *graph.Graph {
	g := newGraph(name, class, "")
	for _, other := range others {
		g.Triples = append(g.Triples, triple(g.Name, graph.Type.String(), iri(other)))
	}
	return g
}

// checkMembers compares the entities of a class, and their number, with what must
// be.
func checkMembers(t *testing.T, s rdfstore.Store, about, class, want string) {
	t.Helper()
	names := collect(t, s.Members(t.Context(), iri(class), 0))
	if got := texts(names); got != want {
		t.Errorf("%s: of class %s are %s, want %s", about, class, got, want)
	}
	for skip := range len(names) + 2 {
		rest := names[min(skip, len(names)):]
		if got := collect(t, s.Members(t.Context(), iri(class), uint64(skip))); !slices.Equal(got, rest) {
			t.Errorf("%s: of class %s without the first %d are %s, want %s", about, class, skip, texts(got), texts(rest))
		}
	}
	counts, err := s.Classes(t.Context())
	if err != nil {
		t.Fatalf("%s: Classes: %v", about, err)
	}
	var count uint64
	for _, c := range counts {
		if c.Class == iri(class) {
			count = c.Count
		}
	}
	if count != uint64(len(names)) {
		t.Errorf("%s: class %s has %d entities, of which Members yields %d", about, class, count, len(names))
	}
}

func testMembers(t *testing.T, s rdfstore.Store) {
	const place, person, period = crm + "E53_Place", crm + "E21_Person", crm + "E4_Period"
	part := newGraph("x:\u00e9", "E21_Person", "", triple(iri("x:part"), graph.Type.String(), iri(period)))
	text := &graph.Graph{Name: iri("x:d"), Triples: []rdf.Triple{triple(iri("x:d"), graph.Type.String(), graph.String(place))}}
	check := func(about string, want map[string]string) {
		t.Helper()
		for _, class := range []string{place, person, period, crm + "E53", crm + "E53_Places", "x:none"} {
			checkMembers(t, s, about, class, want[class])
		}
		if got := collect(t, s.Members(t.Context(), rdf.IRI{}, 0)); len(got) > 0 {
			t.Errorf("%s: of the zero class are %s", about, texts(got))
		}
	}
	type wanted = map[string]string
	check("empty", nil)
	apply(t, s, put(alsoOf("x:c", "E53_Place", period)), put(newGraph("x:a/b", "E53_Place", "")), put(newGraph("x:a", "E53_Place", "")),
		put(newGraph("x:B", "E21_Person", "")), put(part), put(newGraph("x:gone", "E53_Place", "")), remove("x:gone"), put(text))
	check("all put", wanted{place: "x:c x:a/b x:a", person: "x:B x:\u00e9", period: "x:c"})
	apply(t, s, put(newGraph("x:c", "E21_Person", "")), remove("x:a"))
	check("one class changed", wanted{place: "x:a/b", person: "x:c x:B x:\u00e9"})
	apply(t, s, put(alsoOf("x:\u00e9", "E53_Place", period)), put(newGraph("x:a", "E53_Place", "")))
	check("one created again", wanted{place: "x:a/b x:\u00e9 x:a", person: "x:c x:B", period: "x:\u00e9"})
	apply(t, s, put(alsoOf("x:c", "E53_Place", person, period)), put(alsoOf("x:a/b", "E53_Place", period)))
	check("classes gained", wanted{place: "x:c x:a/b x:\u00e9 x:a", person: "x:c x:B", period: "x:c x:a/b x:\u00e9"})
	apply(t, s, put(newGraph("x:c", "E53_Place", "a label")), put(newGraph("x:a/b", "E53_Place", "another")), put(newGraph("x:\u00e9", "E53_Place", "a third")))
	check("all of a class lost", wanted{place: "x:c x:a/b x:\u00e9 x:a", person: "x:B"})
	apply(t, s, put(newGraph("x:a", "E4_Period", "")), put(newGraph("x:B", "E4_Period", "")))
	check("a class had again", wanted{place: "x:c x:a/b x:\u00e9", period: "x:B x:a"})
	apply(t, s, put(newGraph("x:B", "E53_Place", "")), put(newGraph("x:a", "E53_Place", "")), put(newGraph("x:c", "E4_Period", "")), put(newGraph("x:B", "E4_Period", "")))
	check("all of a class lost and others gained at once", wanted{place: "x:a/b x:\u00e9 x:a", period: "x:c x:B"})
	if _, err := s.Apply(t.Context(), put(newGraph("x:e", "E21_Person", "")), remove("x:a"), remove("x:none")); err == nil {
		t.Error("a delete of what never was did not fail")
	}
	apply(t, s, put(newGraph("x:e", "E21_Person", "")), remove("x:e"), put(newGraph("x:a", "E53_Place", "")))
	check("changes that leave nothing", wanted{place: "x:a/b x:\u00e9 x:a", period: "x:c x:B"})
	apply(t, s, remove("x:a"), put(newGraph("x:a", "E21_Person", "")), remove("x:c"), remove("x:B"), remove("x:a/b"), remove("x:\u00e9"))
	check("one left", wanted{person: "x:a"})
}

// testMembersPages reads pages of a class of many entities while others write.
func testMembersPages(t *testing.T, s rdfstore.Store) {
	const n, page = 1300, 130
	class := iri(crm + "E53_Place")
	var changes []rdfstore.Change
	var names []string
	for i := range n {
		name := fmt.Sprintf("x:%d", (i*7)%n)
		names = append(names, name)
		changes = append(changes, put(newGraph(name, "E53_Place", "")))
	}
	apply(t, s, changes...)
	r := rand.New(rand.NewPCG(4, 4))
	for skip := 0; skip < n+page; skip += page {
		got := collect(t, s.Members(t.Context(), class, uint64(skip)))
		if want := strings.Join(names[min(skip, len(names)):], " "); texts(got) != want {
			t.Fatalf("without the first %d: %s, want %s", skip, texts(got), want)
		}
		// A new one, one that goes, one that changes its class, and one that changes
		// and stays.
		names = append(names, fmt.Sprint("x:new", skip))
		gone := 1 + r.IntN(len(names)-3)
		apply(t, s, put(newGraph(names[len(names)-1], "E53_Place", "")), remove(names[gone]),
			put(newGraph(names[gone+1], "E21_Person", "")), put(newGraph(names[0], "E53_Place", fmt.Sprint(skip))))
		names = slices.Delete(names, gone, gone+2)
	}
}

// testWriteDuringMembers takes the entities that a walk has yielded out of their
// class. Halfway all leave it, and those that the walk has yet to yield come back.
func testWriteDuringMembers(t *testing.T, s rdfstore.Store) {
	const n, skip, half = 400, 10, 200
	class := iri(crm + "E53_Place")
	of := func(class string, from, to int) (changes []rdfstore.Change) {
		for i := from; i < to; i++ {
			changes = append(changes, put(newGraph(fmt.Sprint("x:", i), class, "")))
		}
		return changes
	}
	apply(t, s, of("E53_Place", 0, n)...)
	next := skip
	for name, err := range s.Members(t.Context(), class, skip) {
		if err != nil || name.String() != fmt.Sprint("x:", next) {
			t.Fatalf("name %d is %s, %v", next, name, err)
		}
		if next++; next == half {
			apply(t, s, of("E21_Person", 0, n)...)
			apply(t, s, of("E53_Place", half, n)...)
		} else {
			apply(t, s, put(newGraph(name.String(), "E21_Person", "")))
		}
	}
	if next != n {
		t.Errorf("the walk ends before x:%d, want x:%d", next, n)
	}
	checkMembers(t, s, "after the walk", class.String(), "")
}

// compareClasses compares the classes, and the names in each as a set: an entity
// that was deleted and created again may have kept its place or not.
func compareClasses(ctx context.Context, t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	a, err := got.Classes(ctx)
	if err != nil {
		t.Fatalf("Classes: %v", err)
	}
	b, err := want.Classes(ctx)
	if err != nil {
		t.Fatalf("Classes: %v", err)
	}
	if !slices.Equal(a, b) {
		t.Errorf("Classes returns %v, want %v", a, b)
	}
	if x, y := texts(collect(t, got.Entities(ctx, ""))), texts(collect(t, want.Entities(ctx, ""))); x != y {
		t.Errorf("Entities yields %s, want %s", x, y)
	}
	for _, c := range b {
		names := collect(t, got.Members(ctx, c.Class, 0))
		half := uint64(len(names) / 2)
		if rest := collect(t, got.Members(ctx, c.Class, half)); !slices.Equal(rest, names[half:]) {
			t.Errorf("Members(%s) without the first %d yields %s, with them %s", c.Class, half, texts(rest), texts(names))
		}
		if x, y := sorted(names), sorted(collect(t, want.Members(ctx, c.Class, 0))); x != y {
			t.Errorf("Members(%s) yields %s, want %s", c.Class, x, y)
		}
	}
}
