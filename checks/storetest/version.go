package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// RunVersions runs the suite of past states as subtests of t, on stores that keep all of them,
// opened as those of Run. Public tells that they are views for the public, which say who made a
// change and why of the versions that have a state alone.
func RunVersions(t *testing.T, public bool, open func(t *testing.T, d rdfstore.Derivation) rdfstore.Store) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, s rdfstore.Store)
	}{
		{"NoVersions", testNoVersions},
		{"Versions", func(t *testing.T, s rdfstore.Store) { testVersions(t, s, public) }},
		{"VersionsBefore", testVersionsBefore},
		{"LongHistory", testLongHistory},
		{"Purge", testPurge},
		{"PurgeOfDeleted", func(t *testing.T, s rdfstore.Store) { testPurgeOfDeleted(t, s, public) }},
		{"PurgeRefused", testPurgeRefused},
		{"PurgeAmongChanges", testPurgeAmongChanges},
		{"LongMessages", testLongMessages},
		{"VersionsEnd", testVersionsEnd},
		{"Histories", func(t *testing.T, s rdfstore.Store) { testHistories(t, s, public) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, Derivation())
			defer func() {
				if err := s.Close(); err != nil && !errors.Is(err, rdfstore.ErrClosed) {
					t.Errorf("Close: %v", err)
				}
			}()
			test.run(t, s)
		})
	}
}

// versions returns the entries of a name whose states are kept, from a number on.
func versions(t *testing.T, s rdfstore.Store, name string, before uint64) []rdfstore.LogEntry {
	t.Helper()
	return collect(t, s.Versions(t.Context(), iri(name), before))
}

// checkVersions fails the test where the versions of a name are not those with these numbers.
func checkVersions(t *testing.T, s rdfstore.Store, name string, want ...uint64) {
	t.Helper()
	var got []uint64
	for _, e := range versions(t, s, name, 0) {
		got = append(got, e.Seq)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the versions of %s are %d, want %d", name, got, want)
	}
}

// checkPast fails the test where a version does not have the graph; nil is no state.
func checkPast(t *testing.T, s rdfstore.Store, name string, version uint64, want *graph.Graph) {
	t.Helper()
	e, err := s.Past(t.Context(), iri(name), version)
	switch {
	case want == nil:
		if !errors.Is(err, rdfstore.ErrNotFound) || errors.Is(err, rdfstore.ErrDeleted) {
			t.Errorf("version %d of %s is %v, %v; want ErrNotFound", version, name, e, err)
		}
	case err != nil || e.Version != version || !e.Graph.Equal(want):
		t.Errorf("version %d of %s is %v, %v; want %v", version, name, e, err, want)
	}
}

func said(c rdfstore.Change, author, message string) rdfstore.Change {
	c.Author, c.Message = author, message
	return c
}

// told is an entry as the versions of a store tell it.
func told(e rdfstore.LogEntry, public bool) rdfstore.LogEntry {
	if public && e.Kind == rdfstore.Deleted {
		e.Author, e.Message = "", ""
	}
	return e
}

func purge(name string) rdfstore.Change { return rdfstore.Change{Purge: iri(name)} }

func testNoVersions(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph(base+"other", "E53_Place", "Delft")))
	checkVersions(t, s, base+"1")
	for _, version := range []uint64{0, 1, 2, 1<<64 - 1} {
		checkPast(t, s, base+"1", version, nil)
	}
	checkPast(t, s, base+"other", 0, nil)
	checkPast(t, s, base+"other", 2, nil)
	checkPast(t, s, base+"other", 1<<64-1, nil)
}

// testVersions follows one entity from its creation through a deletion with a successor to its
// second creation.
func testVersions(t *testing.T, s rdfstore.Store, public bool) {
	one, two := newGraph(base+"1", "E53_Place", "Delf"), newGraph(base+"1", "E21_Person", "Delft", triple(blank("b"), crm+"P1", tagged("a", "en")))
	one.Source = graph.Source{MediaType: "application/ld+json", Context: []byte("{}"), Layout: []byte("outline")}
	first := apply(t, s, said(put(one), "Anna", "from the catalogue of 1931"), put(newGraph(base+"2", "E53_Place", "The Hague")))[0]
	second := apply(t, s, said(put(two), "", "spelling"))[0]
	apply(t, s, said(put(two), "nobody", "changes nothing"))
	apply(t, s, rdfstore.Change{Delete: iri(base + "1"), Successor: iri(base + "2"), Author: "Bert"})
	third := apply(t, s, put(one))[0]

	want := []rdfstore.LogEntry{
		{Seq: 5, Kind: rdfstore.Created, Class: iri(crm + "E53_Place")},
		{Seq: 4, Kind: rdfstore.Deleted, Class: iri(crm + "E21_Person"), Successor: iri(base + "2"), Author: "Bert"},
		{Seq: 3, Kind: rdfstore.Updated, Class: iri(crm + "E21_Person"), Message: "spelling"},
		{Seq: 1, Kind: rdfstore.Created, Class: iri(crm + "E53_Place"), Author: "Anna", Message: "from the catalogue of 1931"},
	}
	got := versions(t, s, base+"1", 0)
	for i, e := range got {
		utc(t, "a version's time", e.Time)
		got[i].Time = time.Time{}
	}
	for i := range want {
		want[i].Name = iri(base + "1")
		want[i] = told(want[i], public)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the versions are %+v, want %+v", got, want)
	}
	for _, past := range []struct {
		of      rdfstore.Outcome
		created time.Time
		graph   *graph.Graph
	}{{first, first.Time, one}, {second, first.Time, two}, {third, third.Time, one}} {
		e, err := s.Past(t.Context(), iri(base+"1"), past.of.Version)
		if err != nil || !e.Graph.Equal(past.graph) || e.Version != past.of.Version || !e.Created.Equal(past.created) || !e.Modified.Equal(past.of.Time) {
			t.Errorf("version %d is %+v, %v; want created %v", past.of.Version, e, err, past.created)
			continue
		}
		utc(t, "Created", e.Created)
		utc(t, "Modified", e.Modified)
	}
	var deleted *rdfstore.DeletedError
	if _, err := s.Past(t.Context(), iri(base+"1"), 4); !errors.As(err, &deleted) || deleted.Name != iri(base+"1") || deleted.Version != 4 || deleted.Successor != iri(base+"2") {
		t.Errorf("the version of the deletion: %v, want a DeletedError", err)
	}
	checkPast(t, s, base+"1", 2, nil) // that of another entity
	checkPast(t, s, base+"2", 1, nil)
}

func testVersionsBefore(t *testing.T, s rdfstore.Store) {
	for i := range 5 {
		apply(t, s, put(newGraph(base+"1", "E53_Place", fmt.Sprint(i))))
	}
	for before, want := range map[uint64]int{0: 5, 1: 0, 2: 1, 4: 3, 5: 4, 6: 5, 99: 5, 1<<64 - 1: 5} {
		got := versions(t, s, base+"1", before)
		if len(got) != want || want > 0 && (got[0].Seq != uint64(want) || got[want-1].Seq != 1) {
			t.Errorf("before %d there are %+v, want %d", before, got, want)
		}
	}
	for e, err := range s.Versions(t.Context(), iri(base+"1"), 0) {
		if e.Seq != 5 || err != nil {
			t.Errorf("the newest is %+v, %v", e, err)
		}
		break
	}
}

// testLongHistory has more versions than a store is likely to read at once, some of which have
// nothing of the one before.
func testLongHistory(t *testing.T, s rdfstore.Store) {
	r := rand.New(rand.NewPCG(1, 36))
	var all []*graph.Graph
	for i := range 150 {
		g := newGraph(base+"1", "E53_Place", fmt.Sprint("state ", i))
		switch {
		case i%40 == 39:
			g = &graph.Graph{Name: g.Name}
		case i%30 == 29:
			g.Triples = append(g.Triples, triple(g.Name, crm+"P3_has_note", graph.String(strings.Repeat(fmt.Sprint(i, " long "), 20_000))))
		case i%10 == 9:
			g = Random(r, 1)
			g.Triples = append(g.Triples, triple(iri(base+"1"), crm+"P3_has_note", graph.String(fmt.Sprint(i))))
			g.Name = iri(base + "1")
		default:
			for n := range 20 {
				g.Triples = append(g.Triples, triple(g.Name, crm+"P3_has_note", graph.String(fmt.Sprint("note ", n))))
			}
		}
		apply(t, s, put(g))
		all = append(all, g)
	}
	if n := len(versions(t, s, base+"1", 0)); n != len(all) {
		t.Errorf("there are %d versions, want %d", n, len(all))
	}
	for i, g := range all {
		checkPast(t, s, base+"1", uint64(i+1), g)
	}
}

func testLongMessages(t *testing.T, s rdfstore.Store) {
	c := put(newGraph(base+"1", "E53_Place", "A"))
	for _, refused := range []rdfstore.Change{
		said(c, strings.Repeat("a", rdfstore.MaxAuthor+1), ""), said(c, "", strings.Repeat("ü", rdfstore.MaxMessage/2)+"a"),
		said(c, "\xff", ""), said(c, "", "a\xc3"),
	} {
		var change *rdfstore.ChangeError
		if _, err := s.Apply(t.Context(), refused); !errors.Is(err, rdfstore.ErrMessage) || !errors.As(err, &change) {
			t.Errorf("%q by %q: %v, want a ChangeError of ErrMessage", refused.Message, refused.Author, err)
		}
	}
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 0 {
		t.Errorf("the log ends with %+v, %v", last, err)
	}
	author, message := strings.Repeat("é", rdfstore.MaxAuthor/2), strings.Repeat("\x00", rdfstore.MaxMessage)
	apply(t, s, said(c, author, message))
	if v := versions(t, s, base+"1", 0); len(v) != 1 || v[0].Author != author || v[0].Message != message {
		t.Errorf("the longest are %+v", v)
	}
}

func testVersionsEnd(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph(base+"1", "E53_Place", "A")))
	apply(t, s, put(newGraph(base+"1", "E53_Place", "B")))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	ask := func(ctx context.Context, want error) {
		t.Helper()
		if err := firstError(t, s.Versions(ctx, iri(base+"1"), 0)); !errors.Is(err, want) {
			t.Errorf("Versions: %v, want %v", err, want)
		}
		if _, err := s.Past(ctx, iri(base+"1"), 1); !errors.Is(err, want) {
			t.Errorf("Past: %v, want %v", err, want)
		}
	}
	ask(cancelled, context.Canceled)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ask(t.Context(), rdfstore.ErrClosed)
}
