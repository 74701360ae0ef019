package storetest

import (
	"errors"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

func testPurge(t *testing.T, s rdfstore.Store) {
	one, two := newGraph(base+"1", "E53_Place", "A"), newGraph(base+"1", "E21_Person", "B")
	other := newGraph(base+"2", "E53_Place", "C")
	first := apply(t, s, said(put(one), "Anna", "names a living person"), said(put(other), "Carla", "stays"))[0]
	apply(t, s, said(put(two), "Bert", "names another one"))
	before := get(t, s, base+"1")
	out := apply(t, s, said(purge(base+"1"), "the office", "by law"))[0]
	if out.Kind != rdfstore.Updated || out.Version != 4 {
		t.Errorf("outcome %+v, want updated, version 4", out)
	}
	e := get(t, s, base+"1")
	if !e.Graph.Equal(before.Graph) || e.Version != 4 || !e.Created.Equal(first.Time) || !e.Modified.Equal(out.Time) {
		t.Errorf("after the purge there is %+v, want the graph of before, created %v, modified %v", e, first.Time, out.Time)
	}
	checkVersions(t, s, base+"1", 4)
	checkVersions(t, s, base+"2", 2)
	checkPast(t, s, base+"1", 4, two)
	checkPast(t, s, base+"1", 3, nil)
	checkPast(t, s, base+"1", 1, nil)
	if v := versions(t, s, base+"1", 0)[0]; !v.Purged || v.Kind != rdfstore.Updated || v.Class != iri(crm+"E21_Person") || v.Author != "the office" || v.Message != "by law" {
		t.Errorf("the version of the purge is %+v", v)
	}
	for _, e := range collect(t, s.Changes(t.Context(), 0)) {
		if e.Seq != 4 && e.Name == iri(base+"1") && (e.Author != "" || e.Message != "") || e.Purged != (e.Seq == 4) {
			t.Errorf("the log has %+v", e)
		}
	}
	if v := versions(t, s, base+"2", 0)[0]; v.Author != "Carla" || v.Message != "stays" {
		t.Errorf("the version of another entity is %+v", v)
	}
	// It goes on as before, and finds what the purge left.
	if out := apply(t, s, put(two))[0]; out.Kind != rdfstore.Unchanged || out.Version != 4 {
		t.Errorf("the same put after the purge: %+v", out)
	}
	apply(t, s, put(one))
	checkVersions(t, s, base+"1", 5, 4)
	checkPast(t, s, base+"1", 4, two)
	apply(t, s, purge(base+"1"))
	apply(t, s, purge(base+"1"))
	checkVersions(t, s, base+"1", 7)
	checkPast(t, s, base+"1", 7, one)
	for _, e := range collect(t, s.Changes(t.Context(), 3)) {
		if e.Author != "" || e.Message != "" {
			t.Errorf("after the next purge the log has %+v", e)
		}
	}
	if n := count(t, s, rdfstore.Pattern{Subject: iri(base + "1")}); n != 2 {
		t.Errorf("%d quads are found, want 2", n)
	}
}

func testPurgeOfDeleted(t *testing.T, s rdfstore.Store, public bool) {
	one := newGraph(base+"1", "E53_Place", "A")
	apply(t, s, put(newGraph(base+"2", "E53_Place", "B")), said(put(one), "Anna", "a"))
	apply(t, s, rdfstore.Change{Delete: one.Name, Successor: iri(base + "2"), Author: "Anna"})
	checkVersions(t, s, base+"1", 3, 2)
	out := apply(t, s, said(purge(base+"1"), "", "by law"))[0]
	if out.Kind != rdfstore.Deleted || out.Version != 4 {
		t.Errorf("outcome %+v, want deleted, version 4", out)
	}
	for what, ask := range map[string]func() (*rdfstore.Entity, error){
		"Get":  func() (*rdfstore.Entity, error) { return s.Get(t.Context(), one.Name) },
		"Past": func() (*rdfstore.Entity, error) { return s.Past(t.Context(), one.Name, 4) },
	} {
		var deleted *rdfstore.DeletedError
		if _, err := ask(); !errors.As(err, &deleted) || deleted.Version != 4 || !deleted.Time.Equal(out.Time) || deleted.Successor != iri(base+"2") {
			t.Errorf("%s: %v, want what is left of it, of version 4", what, err)
		}
	}
	checkVersions(t, s, base+"1", 4)
	checkPast(t, s, base+"1", 2, nil)
	checkPast(t, s, base+"1", 3, nil)
	if v := versions(t, s, base+"1", 0)[0]; !v.Purged || v.Kind != rdfstore.Deleted || v.Class != iri(crm+"E53_Place") || v.Message != "by law" && !public {
		t.Errorf("the version of the purge is %+v", v)
	}
	if out := apply(t, s, put(one))[0]; out.Kind != rdfstore.Created || out.Version != 5 {
		t.Errorf("created again: %+v", out)
	}
	checkVersions(t, s, base+"1", 5, 4)
	checkPast(t, s, base+"1", 5, one)
}

func testPurgeRefused(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph(base+"1", "E53_Place", "A")))
	apply(t, s, put(newGraph(base+"1", "E53_Place", "B")))
	wrong := purge(base + "1")
	wrong.If.Version = 1
	for _, test := range []struct {
		change rdfstore.Change
		want   error
	}{{purge(base + "never"), rdfstore.ErrNotFound}, {wrong, rdfstore.ErrPrecondition}} {
		var change *rdfstore.ChangeError
		if _, err := s.Apply(t.Context(), test.change); !errors.Is(err, test.want) || !errors.As(err, &change) || change.Name != test.change.Purge {
			t.Errorf("purge: %v, want a ChangeError of %v", err, test.want)
		}
	}
	if _, err := s.Apply(t.Context(), purge(base+"1"), remove(base+"never")); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("a purge beside what fails: %v", err)
	}
	checkVersions(t, s, base+"1", 2, 1)
	checkPast(t, s, base+"1", 1, newGraph(base+"1", "E53_Place", "A"))
}

// testPurgeAmongChanges purges between changes of one Apply.
func testPurgeAmongChanges(t *testing.T, s rdfstore.Store) {
	g := func(label string) *graph.Graph { return newGraph(base+"1", "E53_Place", label) }
	apply(t, s, put(g("A")))
	apply(t, s, said(put(g("B")), "x", "x"), purge(base+"1"), said(put(g("C")), "y", "z"), put(g("D")))
	checkVersions(t, s, base+"1", 5, 4, 3)
	for version, label := range map[uint64]string{3: "B", 4: "C", 5: "D"} {
		checkPast(t, s, base+"1", version, g(label))
	}
	checkPast(t, s, base+"1", 2, nil)
	if v := versions(t, s, base+"1", 0); v[1].Author != "y" || v[1].Message != "z" {
		t.Errorf("the version after the purge is %+v", v[1])
	}
	apply(t, s, remove(base+"1"), purge(base+"1"), put(g("E")), put(g("F")))
	checkVersions(t, s, base+"1", 9, 8, 7)
	checkPast(t, s, base+"1", 8, g("E"))
	checkPast(t, s, base+"1", 9, g("F"))
	apply(t, s, put(newGraph(base+"2", "E53_Place", "A")), remove(base+"2"), purge(base+"2"))
	checkVersions(t, s, base+"2", 12)
}
