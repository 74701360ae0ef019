package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// RandomHistoryChange returns a change with which histories get long: of few entities, with authors
// and messages, purges, successors, and states that were there before.
func RandomHistoryChange(r *rand.Rand, n int) rdfstore.Change {
	c := RandomChange(r, n)
	switch r.IntN(8) {
	case 0:
		c = rdfstore.Change{Purge: c.Name(), If: c.If}
	case 1, 2, 3:
		c.Put, c.Delete = newGraph(c.Name().String(), "E53_Place", fmt.Sprint("state ", r.IntN(3))), rdf.IRI{}
	}
	if c.Delete != (rdf.IRI{}) && r.IntN(2) == 0 {
		c.Successor = iri(entityName(r.IntN(n)))
	}
	if c.If.Version != 0 {
		c.If.Version = 1 + r.Uint64N(200)
	}
	if r.IntN(2) == 0 {
		c = said(c, fmt.Sprint("author ", r.IntN(3)), fmt.Sprint("reason ", r.IntN(100)))
	}
	if r.IntN(50) == 0 {
		c.Message = strings.Repeat("x", rdfstore.MaxMessage+1)
	}
	return c
}

// testHistories makes the same random changes to a store and to memstore. After each call of
// Apply it notes what there is of each name. In the end the store has of each moment what there
// was then, but for what was purged later on.
func testHistories(t *testing.T, s rdfstore.Store, public bool) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	const entities = 6
	model := Model()
	type moment struct {
		end    uint64
		states [entities]*rdfstore.Entity
	}
	var moments []moment
	for range 120 {
		var changes []rdfstore.Change
		for range 1 + r.IntN(4) {
			c := RandomHistoryChange(r, entities)
			if changes = append(changes, c); r.IntN(6) == 0 { // of what the same call has written
				changes = append(changes, rdfstore.Change{Purge: c.Name()})
			}
		}
		got, err := s.Apply(t.Context(), changes...)
		want, wantErr := model.Apply(t.Context(), changes...)
		if !sameFailure(err, wantErr) || errors.Is(err, rdfstore.ErrMessage) != errors.Is(wantErr, rdfstore.ErrMessage) {
			t.Fatalf("Apply: %v, want %v", err, wantErr)
		}
		for i := range want {
			if got[i].Kind != want[i].Kind || got[i].Version != want[i].Version {
				t.Fatalf("outcome %+v, want %+v", got[i], want[i])
			}
		}
		last, err := s.LastChange(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		now := moment{end: last.Seq}
		for i := range entities {
			if now.states[i], err = s.Get(t.Context(), iri(entityName(i))); err != nil && !rdfstore.IsMissing(err) {
				t.Fatal(err)
			}
		}
		moments = append(moments, now)
	}
	CompareVersions(t, s, model, public)
	for _, m := range moments {
		for i, then := range m.states {
			checkMoment(t, s, entityName(i), m.end, then)
		}
	}
}

// checkMoment fails the test where the newest version at a moment is not the state that there
// was then, unless the name was purged since.
func checkMoment(t *testing.T, s rdfstore.Store, name string, end uint64, then *rdfstore.Entity) {
	t.Helper()
	for e, err := range s.Versions(t.Context(), iri(name), end+1) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == rdfstore.Deleted {
			if then != nil {
				t.Errorf("%s was there at %d, and the version is %+v", name, end, e)
			}
			return
		}
		past, err := s.Past(t.Context(), iri(name), e.Seq)
		if err != nil || then == nil || past.Version != then.Version || !past.Created.Equal(then.Created) || !past.Modified.Equal(then.Modified) || !past.Graph.Equal(then.Graph) {
			t.Errorf("%s was %+v at %d, and is %+v, %v", name, then, end, past, err)
		}
		return
	}
}

// CompareVersions fails the test where two stores differ in their log or in the past states of
// a name. Times are not compared. Public is that of RunVersions, for got; successors that are
// not there are not told to the public, and none is compared.
func CompareVersions(t *testing.T, got, want rdfstore.Store, public bool) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	names := map[rdf.IRI]bool{}
	log := collect(t, want.Changes(ctx, 0))
	entries := collect(t, got.Changes(ctx, 0))
	if len(entries) != len(log) {
		t.Errorf("the log has %d entries, want %d", len(entries), len(log))
		return
	}
	for i, e := range entries {
		if public {
			log[i].Author, log[i].Message = "", ""
			log[i].Successor, e.Successor = rdf.IRI{}, rdf.IRI{}
		}
		if e.Time = log[i].Time; e != log[i] {
			t.Errorf("log entry %+v, want %+v", e, log[i])
		}
		names[e.Name] = true
	}
	for name := range names {
		compareVersions(ctx, t, got, want, name, public)
	}
	for _, e := range log { // what is not among the versions is not there
		a, err := got.Past(ctx, e.Name, e.Seq)
		b, wantErr := want.Past(ctx, e.Name, e.Seq)
		if !samePast(a, b) || errors.Is(err, rdfstore.ErrNotFound) != errors.Is(wantErr, rdfstore.ErrNotFound) || errors.Is(err, rdfstore.ErrDeleted) != errors.Is(wantErr, rdfstore.ErrDeleted) {
			t.Errorf("version %d of %s is %+v, %v; want %+v, %v", e.Seq, e.Name, a, err, b, wantErr)
		}
	}
}

func compareVersions(ctx context.Context, t *testing.T, got, want rdfstore.Store, name rdf.IRI, public bool) {
	t.Helper()
	a, b := collect(t, got.Versions(ctx, name, 0)), collect(t, want.Versions(ctx, name, 0))
	if len(a) != len(b) {
		t.Errorf("%s has %d versions, want %d", name, len(a), len(b))
		return
	}
	for i, e := range a {
		if i+1 < len(a) && a[i+1].Time.After(e.Time) {
			t.Errorf("version %d of %s is later than %d", a[i+1].Seq, name, e.Seq)
		}
		if public {
			a[i].Successor, b[i].Successor = rdf.IRI{}, rdf.IRI{}
		}
		if a[i].Time = b[i].Time; a[i] != told(b[i], public) {
			t.Errorf("version %+v, want %+v", a[i], b[i])
		}
	}
}

// samePast compares two past states but for their times.
func samePast(a, b *rdfstore.Entity) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Version == b.Version && a.Graph.Equal(b.Graph)
}
