package private_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/private"
)

// record is a graph of the name, private where it is a draft.
func record(name, label string, isDraft bool) *graph.Graph {
	g := &graph.Graph{Name: iri(base + name), Triples: []rdf.Triple{{Subj: iri(base + name), Pred: graph.Label, Obj: graph.String(label)}}}
	if isDraft {
		g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: draft.Predicate, Obj: draft.Object})
	}
	return g
}

func apply(t *testing.T, s rdfstore.Store, changes ...rdfstore.Change) {
	t.Helper()
	for _, c := range changes {
		if _, err := s.Apply(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}

func put(g *graph.Graph) rdfstore.Change { return rdfstore.Change{Put: g} }

// logOf is the log of a view that is opened and closed again.
func logOf(t *testing.T, s rdfstore.Store, rules private.Rules, journal string) string {
	t.Helper()
	view, err := private.Open(t.Context(), s, rules, private.Options{Journal: journal})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for e, err := range view.Changes(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, e.Kind.String()+" "+strings.TrimPrefix(e.Name.String(), base))
	}
	if err := view.Close(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, ", ")
}

// TestJournal opens views with journals: their own, those of other stores and rules, and
// damaged ones. What is or may have been private is never told.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	s := memstore.New()
	apply(t, s, put(record("a", "A", false)), put(record("b", "B", true)), put(record("c", "C", false)))
	check := func(about, want string, s rdfstore.Store, rules private.Rules) {
		t.Helper()
		if got := logOf(t, s, rules, path); got != want {
			t.Errorf("%s: the log tells %q, want %q", about, got, want)
		}
	}
	check("at first", "created a, created c", s, rules())
	apply(t, s, put(record("c", "C", true)))
	check("private meanwhile", "created a, created c, deleted c", s, rules())
	apply(t, s, rdfstore.Change{Delete: iri(base + "b")}, put(record("c", "C again", false)))
	check("deleted while private", "created a, created c, deleted c, created c", s, rules())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	check("other rules", "created c, updated c, updated c", s, private.Rules{Prefixes: []string{base + "a"}, Statements: rules().Statements})
	for about, text := range map[string][]byte{
		"empty": {}, "cut off": whole[:120], "no journal": []byte("something else\n"), "another version": bytes.Replace(whole, []byte(`"version":1`), []byte(`"version":2`), 1),
	} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		check(about, "created a, created c, updated c, updated c", s, rules())
	}
	if err := os.WriteFile(path, append(whole, `{"at":99,"hid`...), 0o600); err != nil {
		t.Fatal(err)
	}
	check("a line that was not written whole", "created a, created c, deleted c, created c", s, rules())
	other := memstore.New()
	for range 3 {
		apply(t, other, put(record("hidden", "H", true)), rdfstore.Change{Delete: iri(base + "hidden")}, put(record("z", "Z", true)), put(record("y", "Y", false)))
		apply(t, other, rdfstore.Change{Delete: iri(base + "z")}, rdfstore.Change{Delete: iri(base + "y")})
	}
	apply(t, other, put(record("y", "Y", false)))
	if got := logOf(t, other, rules(), path); strings.Contains(got, "hidden") || strings.Contains(got, "z") {
		t.Errorf("the journal of another store: the log tells %q", got)
	}
}

// TestCreatedWhenPublic makes sure that the time before a record was public is not told.
func TestCreatedWhenPublic(t *testing.T) {
	s := memstore.New()
	view, err := private.Open(t.Context(), s, rules(), private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	apply(t, s, put(record("a", "A", true)))
	if _, err := view.Get(t.Context(), iri(base+"a")); !rdfstore.IsMissing(err) {
		t.Errorf("a private record: %v", err)
	}
	apply(t, s, put(record("a", "A", false)))
	e, err := view.Get(t.Context(), iri(base+"a"))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := s.Get(t.Context(), iri(base+"a"))
	if err != nil {
		t.Fatal(err)
	}
	if e.Version != 1 || !e.Created.Equal(stored.Modified) || stored.Version != 2 {
		t.Errorf("version %d, created %v; stored version %d, modified %v", e.Version, e.Created, stored.Version, stored.Modified)
	}
	if _, err := view.Apply(t.Context(), put(record("b", "B", false))); err == nil {
		t.Error("the view takes a write")
	}
	if err := view.Close(); err != nil {
		t.Fatal(err)
	}
}
