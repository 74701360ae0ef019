package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// testSnapshotQueries asks a snapshot for entities and patterns while the store
// changes: it answers as the store did when it was taken.
func testSnapshotQueries(t *testing.T, s rdfstore.Store) {
	quads := fill(t, s, 30)
	apply(t, s, put(newGraph("x:gone", "E53_Place", "gone")))
	apply(t, s, remove("x:gone"))
	name := quads[0].Ctx.String()
	before := get(t, s, name)
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	patterns := map[rdfstore.Pattern][]rdfstore.Match{}
	for shape := range 16 {
		for i := range 4 {
			p := pattern(quads[(7*shape+11*i)%len(quads)], shape)
			patterns[p] = collect(t, s.Match(t.Context(), p, ""))
		}
	}
	apply(t, s, remove(name), put(newGraph(entityName(1), "E53_Place", "after")), put(newGraph("x:new", "E53_Place", "new")))

	for p, want := range patterns {
		compareSnapshotMatches(t, snapshot, p, want)
	}
	if e, err := snapshot.Get(t.Context(), iri(name)); err != nil || e.Version != before.Version || !e.Graph.Equal(before.Graph) {
		t.Errorf("Get of an entity that was deleted since: %+v, %v", e, err)
	}
	var deleted *rdfstore.DeletedError
	if _, err := snapshot.Get(t.Context(), iri("x:gone")); !errors.As(err, &deleted) {
		t.Errorf("Get of an entity that was deleted before: %v, want a DeletedError", err)
	}
	if _, err := snapshot.Get(t.Context(), iri("x:new")); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("Get of an entity that is newer: %v, want ErrNotFound", err)
	}
	for name, want := range map[string]bool{name: true, entityName(1): true, "x:new": false, "x:gone": false, "x:never": false} {
		if has, err := snapshot.Has(t.Context(), iri(name)); err != nil || has != want {
			t.Errorf("Has(%s): %v, %v; want %v", name, has, err, want)
		}
	}
	refuseSnapshotQueries(t, snapshot)
}

// compareSnapshotMatches compares what a snapshot finds with what the store found,
// and goes on from a cursor of the store.
func compareSnapshotMatches(t *testing.T, snapshot rdfstore.Snapshot, p rdfstore.Pattern, want []rdfstore.Match) {
	t.Helper()
	if got := collect(t, snapshot.Match(t.Context(), p, "")); !slices.Equal(got, want) {
		t.Errorf("%v: %d quads, want the %d of before", p, len(got), len(want))
	}
	if n, err := snapshot.Count(t.Context(), p); err != nil || n != uint64(len(want)) {
		t.Errorf("%v: Count is %d, %v; want %d", p, n, err, len(want))
	}
	compareRecords(t, snapshot, p, want)
	if len(want) == 0 {
		return
	}
	middle := len(want) / 2
	if rest := collect(t, snapshot.Match(t.Context(), p, want[middle].Cursor)); !slices.Equal(rest, want[middle+1:]) {
		t.Errorf("%v: %d quads after the cursor of quad %d of %d", p, len(rest), middle, len(want))
	}
}

// refuseSnapshotQueries asks with a context that has ended, with a cursor of another
// pattern, and after the end.
func refuseSnapshotQueries(t *testing.T, snapshot rdfstore.Snapshot) {
	t.Helper()
	types := rdfstore.Pattern{Predicate: graph.Type}
	for m, err := range snapshot.Match(t.Context(), types, "") {
		if err != nil {
			t.Fatal(err)
		}
		if err := firstError(t, snapshot.Match(t.Context(), rdfstore.Pattern{}, m.Cursor)); !errors.Is(err, rdfstore.ErrCursor) {
			t.Errorf("the cursor of another pattern: %v, want ErrCursor", err)
		}
		break
	}
	ask := func(ctx context.Context) map[string]error {
		_, get := snapshot.Get(ctx, iri("x:new"))
		_, has := snapshot.Has(ctx, iri("x:new"))
		_, count := snapshot.Count(ctx, types)
		return map[string]error{"Get": get, "Has": has, "Count": count, "Match": firstError(t, snapshot.Match(ctx, types, ""))}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range ask(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a context that has ended: %v", name, err)
		}
	}
	if err := snapshot.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	for name, err := range ask(t.Context()) {
		if !errors.Is(err, rdfstore.ErrClosed) {
			t.Errorf("%s after Close: %v, want ErrClosed", name, err)
		}
	}
}

// compareRecords compares what a snapshot finds by records, if it can.
func compareRecords(t *testing.T, snapshot rdfstore.Snapshot, p rdfstore.Pattern, want []rdfstore.Match) {
	t.Helper()
	records, ok := snapshot.(rdfstore.Records)
	if !ok {
		return
	}
	quads := map[rdf.Quad]bool{}
	for _, m := range want {
		quads[m.Quad] = true
	}
	n := 0
	keys := map[string]rdf.Term{}
	for found, err := range records.Records(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		again, err := records.Record(t.Context(), found.Record.Name())
		if err != nil || again.Len() != found.Record.Len() || again.Size() <= 0 {
			t.Fatalf("%v: the record of %s: %v", p, found.Record.Name(), err)
		}
		compareKeys(t, found.Record, keys)
		all := again.Find(nil, p)
		for _, number := range found.Triples {
			n++
			triple, err := tripleOf(found.Record, number)
			if err != nil || !quads[rdf.Quad{Triple: triple, Ctx: found.Record.Name()}] || !slices.Contains(all, number) {
				t.Errorf("%v: the record of %s has %v, %v", p, found.Record.Name(), triple, err)
			}
		}
		for _, number := range all {
			if triple, err := tripleOf(again, number); err != nil || !quads[rdf.Quad{Triple: triple, Ctx: again.Name()}] {
				t.Errorf("%v: Find in %s gives %v, %v", p, again.Name(), triple, err)
			}
		}
	}
	if p.Predicate != nil && p == (rdfstore.Pattern{Predicate: p.Predicate}) {
		compareObjects(t, snapshot, p.Predicate, want)
	}
	if p.Object != nil && p == (rdfstore.Pattern{Predicate: graph.Type, Object: p.Object}) {
		compareOwn(t, snapshot, p.Object, want)
	}
	if n != len(want) {
		t.Errorf("%v: %d quads by records, want %d", p, n, len(want))
	}
	if _, err := records.Record(t.Context(), iri("x:never")); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("the record of a name that never was: %v", err)
	}
}

// compareObjects asks a snapshot, if it can tell, for the quads of a predicate beside those with
// every other of the objects.
func compareObjects(t *testing.T, snapshot rdfstore.Snapshot, predicate rdf.Predicate, want []rdfstore.Match) {
	t.Helper()
	of, ok := snapshot.(rdfstore.Objects)
	if !ok {
		return
	}
	known := map[rdf.Object]bool{}
	var some []rdf.Object
	for _, m := range want {
		if _, isBlank := m.Quad.Obj.(rdf.Blank); !isBlank && !known[m.Quad.Obj] && len(known)%2 == 0 {
			some = append(some, m.Quad.Obj)
		}
		known[m.Quad.Obj] = true
	}
	shown, left := map[rdf.Quad]bool{}, map[rdf.Quad]bool{}
	for _, m := range want {
		if shown[m.Quad] = true; !slices.Contains(some, m.Quad.Obj) {
			left[m.Quad] = true
		}
	}
	for found, err := range of.Beside(t.Context(), predicate, some) {
		if err != nil {
			t.Fatal(err)
		}
		takeTriples(t, "Beside "+predicate.String(), found, shown, left)
	}
	if len(left) > 0 {
		t.Errorf("%s: %d quads are missing beside those with %d objects, such as %v", predicate, len(left), len(some), slices.Collect(maps.Keys(left))[0])
	}
}

// takeTriples takes what was found off what is left; all of it has to be shown.
func takeTriples(t *testing.T, of string, found rdfstore.Found, shown, left map[rdf.Quad]bool) {
	t.Helper()
	for _, number := range found.Triples {
		triple, err := tripleOf(found.Record, number)
		q := rdf.Quad{Triple: triple, Ctx: found.Record.Name()}
		if err != nil || !shown[q] {
			t.Errorf("%s gives %v, %v", of, q, err)
		}
		delete(left, q)
	}
}

// compareKeys compares the terms of a record with those that have the same keys in others.
func compareKeys(t *testing.T, r rdfstore.Record, keys map[string]rdf.Term) {
	t.Helper()
	for number := range r.Terms() {
		term, err := r.Term(number)
		if err != nil {
			t.Fatal(err)
		}
		if is := term == rdf.Term(r.Name()); r.IsName(number) != is {
			t.Errorf("%v in the record of %s: IsName is %v", term, r.Name(), !is)
		}
		key := r.Key(number)
		if (key == "") != r.IsBlank(number) {
			t.Errorf("%v has the key %q", term, key)
		}
		if other, ok := keys[key]; ok && key != "" && other != term {
			t.Errorf("%v and %v have the key %q", term, other, key)
		}
		keys[key] = term
	}
}

// tripleOf returns a triple of a record.
func tripleOf(r rdfstore.Record, number int) (rdf.Triple, error) {
	subject, object := r.Ends(number)
	if subject >= r.Terms() || object >= r.Terms() {
		return rdf.Triple{}, fmt.Errorf("terms %d and %d of %d", subject, object, r.Terms())
	}
	s, err := r.Term(subject)
	if err != nil {
		return rdf.Triple{}, err
	}
	o, err := r.Term(object)
	if err != nil {
		return rdf.Triple{}, err
	}
	if _, blank := s.(rdf.Blank); blank != r.IsBlank(subject) {
		return rdf.Triple{}, fmt.Errorf("%v: IsBlank is %v", s, !blank)
	}
	p, err := r.Predicate(number)
	node, ok := s.(rdf.Subject)
	if err == nil && !ok {
		err = fmt.Errorf("the subject is %v", s)
	}
	return rdf.Triple{Subj: node, Pred: p, Obj: o}, err
}

// compareOwn asks a snapshot, if it can tell, for the graphs that state a class of what has no other
// graph.
func compareOwn(t *testing.T, snapshot rdfstore.Snapshot, class rdf.Object, want []rdfstore.Match) {
	t.Helper()
	of, ok := snapshot.(rdfstore.Objects)
	if !ok {
		return
	}
	shown, left := map[rdf.Quad]bool{}, map[rdf.Quad]bool{}
	for _, m := range want {
		shown[m.Quad] = true
		name, isIRI := m.Quad.Subj.(rdf.IRI)
		has := false
		if isIRI && m.Quad.Ctx != rdf.Context(name) {
			var err error
			if has, err = snapshot.Has(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
		left[m.Quad] = !has
	}
	for found, err := range of.Own(t.Context(), class) {
		if err != nil {
			t.Fatal(err)
		}
		if found.Record == nil {
			delete(left, rdf.Quad{Triple: rdf.Triple{Subj: found.Own, Pred: graph.Type, Obj: class}, Ctx: found.Own})
			continue
		}
		takeTriples(t, "Own "+class.String(), found, shown, left)
	}
	for q, missing := range left {
		if missing {
			t.Errorf("Own %s lacks %v", class, q)
		}
	}
}
