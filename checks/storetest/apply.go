package storetest

import (
	"errors"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

func testPutAndGet(t *testing.T, s rdfstore.Store) {
	g := newGraph(base+"place/1", "E53_Place", "Delft")
	_, err := s.Get(t.Context(), g.Name)
	if !errors.Is(err, rdfstore.ErrNotFound) || errors.Is(err, rdfstore.ErrDeleted) {
		t.Errorf("Get before Put: %v, want ErrNotFound", err)
	}
	out := apply(t, s, put(g))[0]
	if out.Kind != rdfstore.Created || out.Version != 1 {
		t.Errorf("outcome is %v, version %d; want created, 1", out.Kind, out.Version)
	}
	utc(t, "the outcome's time", out.Time)
	e := get(t, s, g.Name.String())
	if !e.Graph.Equal(g) {
		t.Errorf("got %v, want %v", e.Graph, g)
	}
	if e.Version != out.Version || !e.Created.Equal(out.Time) || !e.Modified.Equal(out.Time) {
		t.Errorf("entity has version %d, created %v, modified %v; outcome was %+v", e.Version, e.Created, e.Modified, out)
	}
	utc(t, "Created", e.Created)
	utc(t, "Modified", e.Modified)
}

func testUpdateKeepsCreated(t *testing.T, s rdfstore.Store) {
	first := apply(t, s, put(newGraph(base+"1", "E53_Place", "Delft")))[0]
	changed := newGraph(base+"1", "E53_Place", "Delft, Netherlands")
	second := apply(t, s, put(changed))[0]
	if second.Kind != rdfstore.Updated || second.Version != 2 || second.Time.Before(first.Time) {
		t.Errorf("outcome %+v after %+v", second, first)
	}
	e := get(t, s, base+"1")
	if !e.Graph.Equal(changed) || e.Version != 2 || !e.Created.Equal(first.Time) || !e.Modified.Equal(second.Time) {
		t.Errorf("got %+v, want the second graph, created %v, modified %v", e, first.Time, second.Time)
	}
}

func testIdenticalPut(t *testing.T, s rdfstore.Store) {
	make := func(layout string) *graph.Graph {
		g := newGraph(base+"1", "E53_Place", "Delft", triple(blank("x"), crm+"P1", tagged("a", "en")))
		g.Source = graph.Source{MediaType: "text/turtle", Context: []byte("{}"), Layout: []byte(layout)}
		return g
	}
	first := apply(t, s, put(make("o")))[0]
	again := apply(t, s, put(make("o")))[0]
	if again.Kind != rdfstore.Unchanged || again.Version != first.Version || !again.Time.Equal(first.Time) {
		t.Errorf("an identical put gives %+v after %+v", again, first)
	}
	conditional := put(make("o"))
	conditional.If.Absent = true
	if _, err := s.Apply(t.Context(), conditional); !errors.Is(err, rdfstore.ErrPrecondition) {
		t.Errorf("an identical put with Absent: %v, want ErrPrecondition", err)
	}
	if n := len(collect(t, s.Changes(t.Context(), 0))); n != 1 {
		t.Errorf("the log has %d entries, want 1", n)
	}
	relabelled := make("o")
	relabelled.Triples[2].Subj = blank("y")
	reordered := make("o")
	reordered.Triples[0], reordered.Triples[1] = reordered.Triples[1], reordered.Triples[0]
	for i, g := range []*graph.Graph{make("other"), relabelled, reordered} {
		if out := apply(t, s, put(g))[0]; out.Kind != rdfstore.Updated || out.Version != uint64(i)+2 {
			t.Errorf("put %d of a graph that differs: %+v", i, out)
		}
		if !get(t, s, base+"1").Graph.Equal(g) {
			t.Errorf("put %d of a graph that differs is not what Get returns", i)
		}
	}
}

func testRepeatedTriple(t *testing.T, s rdfstore.Store) {
	g := newGraph(base+"1", "E53_Place", "Delft")
	twice := *g
	twice.Triples = append(twice.Triples[:2:2], g.Triples...)
	apply(t, s, put(&twice))
	if e := get(t, s, base+"1"); !e.Graph.Equal(g) {
		t.Errorf("a graph is a set of triples; got %v", e.Graph.Triples)
	}
	if n := count(t, s, rdfstore.Pattern{}); n != 2 {
		t.Errorf("Count is %d, want 2", n)
	}
	if out := apply(t, s, put(&twice))[0]; out.Kind != rdfstore.Unchanged {
		t.Errorf("the same put again: %v", out.Kind)
	}
}

func testDelete(t *testing.T, s rdfstore.Store) {
	var change *rdfstore.ChangeError
	_, err := s.Apply(t.Context(), remove(base+"1"))
	if !errors.Is(err, rdfstore.ErrNotFound) || !errors.As(err, &change) {
		t.Errorf("Delete of what never was: %v, want a ChangeError of ErrNotFound", err)
	}
	apply(t, s, put(newGraph(base+"1", "E53_Place", "Delft")))
	out := apply(t, s, remove(base+"1"))[0]
	if out.Kind != rdfstore.Deleted || out.Version != 2 {
		t.Errorf("outcome %+v, want deleted, version 2", out)
	}
	_, err = s.Get(t.Context(), iri(base+"1"))
	var deleted *rdfstore.DeletedError
	if !errors.As(err, &deleted) {
		t.Fatalf("Get after Delete: %v, want a DeletedError", err)
	}
	if deleted.Name != iri(base+"1") || deleted.Version != 2 || !deleted.Time.Equal(out.Time) {
		t.Errorf("tombstone %+v, want that of %+v", deleted, out)
	}
	utc(t, "the tombstone's time", deleted.Time)
	if _, err := s.Apply(t.Context(), remove(base+"1")); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("second Delete: %v, want ErrNotFound", err)
	}
	if n := count(t, s, rdfstore.Pattern{}); n != 0 {
		t.Errorf("%d quads are left", n)
	}
}

// testReplace deletes an entity that another one is there in place of. What is left of it, and
// the log, have the successor until it is created again.
func testReplace(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph(base+"old", "E53_Place", "Delf")), put(newGraph(base+"new", "E53_Place", "Delft")))
	by := get(t, s, base+"new")
	replace := func(hold rdfstore.Precondition) ([]rdfstore.Outcome, error) {
		return s.Apply(t.Context(), rdfstore.Replace(iri(base+"old"), by, hold)...)
	}
	if _, err := replace(rdfstore.Precondition{Version: 7}); !errors.Is(err, rdfstore.ErrPrecondition) {
		t.Errorf("Replace of another version: %v, want ErrPrecondition", err)
	}
	out, err := replace(rdfstore.Precondition{})
	if err != nil || out[0].Kind != rdfstore.Unchanged || out[1].Kind != rdfstore.Deleted || out[1].Version != 3 {
		t.Fatalf("Replace: %+v, %v", out, err)
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	for what, get := range map[string]func() error{
		"the store":  func() error { _, err := s.Get(t.Context(), iri(base+"old")); return err },
		"a snapshot": func() error { _, err := snapshot.Get(t.Context(), iri(base+"old")); return err },
	} {
		var deleted *rdfstore.DeletedError
		if err := get(); !errors.As(err, &deleted) || deleted.Successor != iri(base+"new") || deleted.Version != 3 {
			t.Errorf("%s: %v, want a DeletedError with the successor", what, err)
		}
	}
	last, err := s.LastChange(t.Context())
	if log := collect(t, s.Changes(t.Context(), 2)); err != nil || len(log) != 1 || log[0].Successor != iri(base+"new") || log[0] != last {
		t.Errorf("the log ends with %+v, and the last change is %+v, %v", log, last, err)
	}
	apply(t, s, put(newGraph(base+"old", "E53_Place", "Delf")), remove(base+"new"))
	if _, err := replace(rdfstore.Precondition{}); !errors.Is(err, rdfstore.ErrPrecondition) {
		t.Errorf("Replace by what was deleted: %v, want ErrPrecondition", err)
	}
	apply(t, s, remove(base+"old"))
	var deleted *rdfstore.DeletedError
	if _, err := s.Get(t.Context(), iri(base+"old")); !errors.As(err, &deleted) || deleted.Successor != (rdf.IRI{}) {
		t.Errorf("after a deletion without a successor: %v", err)
	}
}

func testCreateAgain(t *testing.T, s rdfstore.Store) {
	g := newGraph(base+"1", "E53_Place", "Delft")
	apply(t, s, put(g))
	apply(t, s, remove(base+"1"))
	out := apply(t, s, put(g))[0]
	if out.Kind != rdfstore.Created || out.Version != 3 {
		t.Errorf("outcome %+v, want created, version 3", out)
	}
	e := get(t, s, base+"1")
	if !e.Graph.Equal(g) || e.Version != 3 || !e.Created.Equal(out.Time) {
		t.Errorf("got %+v, want created %v", e, out.Time)
	}
	if n := len(collect(t, s.Match(t.Context(), rdfstore.Pattern{Subject: g.Name}, ""))); n != 2 {
		t.Errorf("Match finds %d quads, want 2", n)
	}
}

func testPreconditions(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph(base+"there", "E53_Place", "A")))
	apply(t, s, put(newGraph(base+"gone", "E53_Place", "A")))
	apply(t, s, remove(base+"gone"))
	type precondition = rdfstore.Precondition
	tests := []struct {
		about  string
		entity string
		delete bool
		cond   precondition
		want   error
	}{
		{"absent, there", "there", false, precondition{Absent: true}, rdfstore.ErrPrecondition},
		{"absent, never", "never", false, precondition{Absent: true}, nil},
		{"absent, deleted", "gone", false, precondition{Absent: true}, nil},
		{"present, there", "there", false, precondition{Present: true}, nil},
		{"present, never", "never", false, precondition{Present: true}, rdfstore.ErrPrecondition},
		{"present, deleted", "gone", false, precondition{Present: true}, rdfstore.ErrPrecondition},
		{"version, right", "there", false, precondition{Version: 1}, nil},
		{"version, wrong", "there", false, precondition{Version: 2}, rdfstore.ErrPrecondition},
		{"version, never", "never", false, precondition{Version: 1}, rdfstore.ErrPrecondition},
		{"version of the deletion", "gone", false, precondition{Version: 3}, rdfstore.ErrPrecondition},
		{"both at odds", "there", false, precondition{Absent: true, Version: 1}, rdfstore.ErrPrecondition},
		{"delete, version right", "there", true, precondition{Version: 1}, nil},
		{"delete, version wrong", "there", true, precondition{Version: 9}, rdfstore.ErrPrecondition},
		{"delete, present, never", "never", true, precondition{Present: true}, rdfstore.ErrPrecondition},
		{"delete, present, deleted", "gone", true, precondition{Present: true}, rdfstore.ErrPrecondition},
		{"delete, absent, never", "never", true, precondition{Absent: true}, rdfstore.ErrNotFound},
	}
	// The change that fails comes after the one under test, so that all of
	// them meet the same store.
	fails := remove(base + "no-such-entity")
	for _, test := range tests {
		c := put(newGraph(base+test.entity, "E53_Place", "B"))
		if test.delete {
			c = remove(base + test.entity)
		}
		c.If = test.cond
		_, err := s.Apply(t.Context(), c, fails)
		var change *rdfstore.ChangeError
		if !errors.As(err, &change) {
			t.Fatalf("%s: %v, want a ChangeError", test.about, err)
		}
		switch {
		case test.want == nil && change.Index != 1:
			t.Errorf("%s: %v, want success", test.about, err)
		case test.want != nil && (change.Index != 0 || !errors.Is(err, test.want) || change.Name != c.Name()):
			t.Errorf("%s: %v (change %d), want %v", test.about, err, change.Index, test.want)
		}
	}
	if n := len(collect(t, s.Changes(t.Context(), 0))); n != 3 {
		t.Errorf("the log has %d entries after failed changes, want 3", n)
	}
}

func testApplyIsAtomic(t *testing.T, s rdfstore.Store) {
	before := newGraph(base+"1", "E53_Place", "Before")
	apply(t, s, put(before))
	_, err := s.Apply(t.Context(),
		put(newGraph(base+"1", "E21_Person", "After")),
		put(newGraph(base+"2", "E21_Person", "New")),
		remove(base+"1"),
		rdfstore.Change{Put: newGraph(base+"3", "E21_Person", "New"), If: rdfstore.Precondition{Present: true}},
		put(newGraph(base+"4", "E21_Person", "New")))
	var change *rdfstore.ChangeError
	if !errors.As(err, &change) || change.Index != 3 || change.Name != iri(base+"3") || !errors.Is(err, rdfstore.ErrPrecondition) {
		t.Errorf("error is %#v, want change 3 and ErrPrecondition", err)
	}
	if e := get(t, s, base+"1"); !e.Graph.Equal(before) || e.Version != 1 {
		t.Errorf("the entity was changed to %+v", e)
	}
	for _, name := range []string{"2", "3", "4"} {
		if _, err := s.Get(t.Context(), iri(base+name)); !errors.Is(err, rdfstore.ErrNotFound) {
			t.Errorf("Get(%s): %v, want ErrNotFound", name, err)
		}
	}
	if n := len(collect(t, s.Match(t.Context(), rdfstore.Pattern{}, ""))); n != 2 {
		t.Errorf("Match finds %d quads, want 2", n)
	}
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 1 {
		t.Errorf("LastChange is %+v, %v; want entry 1", last, err)
	}
	if out := apply(t, s, put(newGraph(base+"2", "E53_Place", "Next")))[0]; out.Version != 2 {
		t.Errorf("the next version is %d, want 2", out.Version)
	}
}

func testApplyInOrder(t *testing.T, s rdfstore.Store) {
	a, b := newGraph(base+"1", "E53_Place", "A"), newGraph(base+"1", "E21_Person", "B")
	absent := put(a)
	absent.If.Absent = true
	wrong := put(b)
	wrong.If.Version = 1
	outcomes := apply(t, s, absent, wrong, remove(base+"1"), absent, put(a), put(newGraph(base+"2", "E53_Place", "C")))
	kinds := []rdfstore.Kind{rdfstore.Created, rdfstore.Updated, rdfstore.Deleted, rdfstore.Created, rdfstore.Unchanged, rdfstore.Created}
	versions := []uint64{1, 2, 3, 4, 4, 5}
	for i, out := range outcomes {
		if out.Kind != kinds[i] || out.Version != versions[i] {
			t.Errorf("outcome %d is %v, version %d; want %v, %d", i, out.Kind, out.Version, kinds[i], versions[i])
		}
	}
	if e := get(t, s, base+"1"); !e.Graph.Equal(a) || e.Version != 4 {
		t.Errorf("got %+v, want the first graph, version 4", e)
	}
	if n := count(t, s, rdfstore.Pattern{Object: rdf.Object(graph.String("B"))}); n != 0 {
		t.Errorf("%d quads of a state in between are found", n)
	}
	if n := len(collect(t, s.Changes(t.Context(), 0))); n != 5 {
		t.Errorf("the log has %d entries, want 5", n)
	}
	apply(t, s, put(newGraph(base+"3", "E53_Place", "D")), remove(base+"3"))
	var deleted *rdfstore.DeletedError
	if _, err := s.Get(t.Context(), iri(base+"3")); !errors.As(err, &deleted) || deleted.Version != 7 {
		t.Errorf("created and deleted in one Apply: %v, want a tombstone of version 7", err)
	}
}

func testApplyNothing(t *testing.T, s rdfstore.Store) {
	if outcomes, err := s.Apply(t.Context()); err != nil || len(outcomes) != 0 {
		t.Errorf("Apply() = %v, %v", outcomes, err)
	}
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 0 {
		t.Errorf("LastChange = %+v, %v", last, err)
	}
}
