package storetest

import (
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// compareJoined compares what a snapshot finds of pairs of patterns at once, if it can, with
// what it finds of each.
func compareJoined(t *testing.T, snapshot rdfstore.Snapshot, patterns map[rdfstore.Pattern][]rdfstore.Match) {
	t.Helper()
	joins, ok := snapshot.(rdfstore.Joins)
	if !ok {
		return
	}
	left := 0
	for p, matches := range patterns {
		if p.Graph != nil {
			continue
		}
		for with, others := range patterns {
			if with.Graph != nil {
				continue
			}
			left += len(matches) - compareJoin(t, joins, p, with, matches, graphsIn(others))
		}
	}
	if left == 0 {
		t.Error("no list of another pattern left out a quad")
	}
}

func graphsIn(matches []rdfstore.Match) map[rdf.Context]bool {
	graphs := map[rdf.Context]bool{}
	for _, m := range matches {
		graphs[m.Quad.Ctx] = true
	}
	return graphs
}

// compareJoin looks for the quads of a pattern in graphs that match another, and of foreign
// subjects elsewhere. It returns how many quads came without those.
func compareJoin(t *testing.T, joins rdfstore.Joins, p, with rdfstore.Pattern, matches []rdfstore.Match, graphs map[rdf.Context]bool) int {
	t.Helper()
	came := 0
	for _, foreign := range []bool{false, true} {
		got := map[rdf.Quad]bool{}
		for found, err := range joins.Joined(t.Context(), p, []rdfstore.Pattern{with}, foreign) {
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range quadsOf(t, found) {
				got[q] = true
			}
		}
		all := 0
		for _, m := range matches {
			_, isIRI := m.Quad.Subj.(rdf.IRI)
			wanted := graphs[m.Quad.Ctx] || foreign && len(graphs) > 0 && isIRI && m.Quad.Subj != rdf.Subject(m.Quad.Ctx.(rdf.IRI))
			if wanted && !got[m.Quad] {
				t.Errorf("%v with %v, foreign %v: %v is missing", p, with, foreign, m.Quad)
			}
			if got[m.Quad] {
				all++
			}
		}
		if all != len(got) {
			t.Errorf("%v with %v, foreign %v: %d quads, %d of them match", p, with, foreign, len(got), all)
		}
		if !foreign {
			came = all
		}
	}
	return came
}
