package history

import (
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// build makes a graph of texts: subject, predicate and object each; those with _: are blank nodes.
func build(t *testing.T, texts ...[3]string) *graph.Graph {
	t.Helper()
	var b graph.Builder
	term := func(s string) rdf.Term {
		if len(s) > 2 && s[:2] == "_:" {
			return b.Blank(s[2:])
		}
		return b.IRI("https://a.example/" + s)
	}
	for _, s := range texts {
		b.Add(term(s[0]).(rdf.Subject), "https://a.example/"+s[1], term(s[2]).(rdf.Object))
	}
	if b.Err != nil {
		t.Fatal(b.Err)
	}
	return &graph.Graph{Name: b.IRI("https://a.example/g"), Triples: b.Triples}
}

func TestTriples(t *testing.T) {
	name := func(label, text string) [][3]string {
		return [][3]string{{"e", "named", label}, {label, "content", text}}
	}
	for i, row := range []struct {
		before, after  [][3]string
		removed, added int
	}{
		{name("_:a", "x"), name("_:b", "x"), 0, 0},
		{name("_:a", "x"), name("_:a", "y"), 2, 2},
		{append(name("_:a", "x"), name("_:b", "y")...), append(name("_:c", "y"), name("_:d", "x")...), 0, 0},
		{append(name("_:a", "x"), name("_:b", "x")...), name("_:a", "x"), 2, 0},
		{[][3]string{{"e", "p", "x"}}, [][3]string{{"e", "p", "x"}, {"e", "p", "y"}}, 0, 1},
		{[][3]string{{"e", "p", "_:a"}, {"_:a", "q", "_:b"}, {"_:b", "r", "x"}}, [][3]string{{"e", "p", "_:x"}, {"_:x", "q", "_:y"}, {"_:y", "r", "z"}}, 3, 3},
		// Whether two loops are the same is not asked.
		{[][3]string{{"_:a", "p", "_:b"}, {"_:b", "p", "_:a"}}, [][3]string{{"_:c", "p", "_:d"}, {"_:d", "p", "_:c"}}, 2, 2},
	} {
		removed, added := Triples(build(t, row.before...), build(t, row.after...))
		if len(removed) != row.removed || len(added) != row.added {
			t.Errorf("%d: removed %v, added %v", i, removed, added)
		}
	}
}
