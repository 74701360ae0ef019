package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// testDescriptions lets many graphs say the same of a few IRIs, with and without a record,
// and changes them at random. Snapshots of before answer as before.
func testDescriptions(t *testing.T, s rdfstore.Store) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var changes []rdfstore.Change
	for i := range 120 {
		changes = append(changes, put(describing(r, i)))
	}
	apply(t, s, changes...)
	before, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	if _, ok := before.(rdfstore.Descriptions); !ok {
		t.Skip("the store offers no descriptions")
	}
	for range 3 {
		apply(t, s, changeDescribing(t, s, r, 40)...)
		// The IRI that all describe gets a record, and loses it.
		apply(t, s, put(newGraph(described(0).String(), "E55_Type", "own")))
		CompareDescriptions(t, s)
		apply(t, s, remove(described(0).String()))
	}
	CompareDescriptions(t, s)
	if left := compareDescriptions(t, before); left < 100 {
		t.Errorf("%d quads were left out that others repeat, want most of them", left)
	}
	descriptionsOfNothing(t, before.(rdfstore.Descriptions))
}

// changeDescribing returns changes of n entities, of which some are deleted.
func changeDescribing(t *testing.T, s rdfstore.Store, r *rand.Rand, n int) (changes []rdfstore.Change) {
	t.Helper()
	for _, i := range r.Perm(130)[:n] {
		_, err := s.Get(t.Context(), iri(entityName(i)))
		if err == nil && r.IntN(3) == 0 {
			changes = append(changes, remove(entityName(i)))
			continue
		}
		changes = append(changes, put(describing(r, i)))
	}
	return changes
}

// described returns the nth of the IRIs that graphs describe, of which the last ones are
// entities.
func described(n int) rdf.IRI {
	if n < 6 {
		return iri(fmt.Sprintf("http://vocab.example/concept/%d", n))
	}
	return iri(entityName(n))
}

// describing returns a graph for the nth entity that describes some IRIs, most of them as
// others do.
func describing(r *rand.Rand, n int) *graph.Graph {
	g := newGraph(entityName(n), "E22_Human-Made_Object", fmt.Sprint("Object ", r.IntN(3)))
	for i := range 9 {
		about := described(i)
		if i > 0 && r.IntN(3) > 0 || about == g.Name {
			continue
		}
		triples := []rdf.Triple{
			{Subj: about, Pred: graph.Type, Obj: iri(crm + "E55_Type")},
			{Subj: about, Pred: graph.Label, Obj: graph.String(fmt.Sprint("concept ", i))},
		}
		switch r.IntN(12) {
		case 0:
			triples[1].Obj = tagged("Begriff", "de")
		case 1:
			slices.Reverse(triples)
		case 2:
			triples = triples[:1]
		case 3:
			triples = append(triples, triple(about, crm+"P1_is_identified_by", blank("b0")))
		case 4:
			triples = append(triples, triple(about, crm+"P127_has_broader_term", described(0)))
		}
		g.Triples = append(g.Triples, triples...)
	}
	g.Triples = graph.Dedup(g.Triples)
	return g
}

// CompareDescriptions fails the test where the descriptions of a store, if it offers them,
// are not those that its graphs give.
func CompareDescriptions(t *testing.T, s rdfstore.Store) {
	t.Helper()
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	compareDescriptions(t, snapshot)
}

// compareDescriptions returns how many quads were left out.
func compareDescriptions(t *testing.T, snapshot rdfstore.Snapshot) (left int) {
	t.Helper()
	descriptions, ok := snapshot.(rdfstore.Descriptions)
	if !ok {
		return 0
	}
	quads := map[rdf.IRI][]rdf.Quad{}
	for m, err := range snapshot.Match(t.Context(), rdfstore.Pattern{}, "") {
		if err != nil {
			t.Fatal(err)
		}
		if subject, ok := m.Quad.Subj.(rdf.IRI); ok {
			quads[subject] = append(quads[subject], m.Quad)
		}
	}
	for subject, about := range quads {
		example := about[len(about)/2]
		patterns := []rdfstore.Pattern{{Subject: subject}, {Subject: subject, Predicate: example.Pred}}
		if _, blank := example.Obj.(rdf.Blank); !blank {
			patterns = append(patterns, rdfstore.Pattern{Subject: subject, Object: example.Obj},
				rdfstore.Pattern{Subject: subject, Predicate: example.Pred, Object: example.Obj})
		}
		for _, p := range patterns {
			left += compareDescription(t, snapshot, descriptions, p, nil)
			compareDescription(t, snapshot, descriptions, p, func(name rdf.IRI) bool { return len(name.String())%3 > 0 && name != about[0].Ctx })
		}
	}
	return left
}

// compareDescription asks for the graphs that give a description, and returns how many
// quads of others were left out.
func compareDescription(t *testing.T, snapshot rdfstore.Snapshot, d rdfstore.Descriptions, p rdfstore.Pattern, shows func(rdf.IRI) bool) (left int) {
	t.Helper()
	got := map[rdf.Quad]bool{}
	for found, err := range d.Descriptions(t.Context(), p, shows) {
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range quadsOf(t, found) {
			if got[q] {
				t.Errorf("%v: %v comes twice", p, q)
			}
			got[q] = true
		}
	}
	first := map[rdf.Triple]bool{}
	for _, m := range collect(t, snapshot.Match(t.Context(), p, "")) {
		if shows != nil && !shows(m.Quad.Ctx.(rdf.IRI)) {
			continue
		}
		// Of one predicate, Match has the graphs in the order for each triple.
		_, blank := m.Quad.Obj.(rdf.Blank)
		if (blank || !first[m.Quad.Triple]) && !got[m.Quad] {
			t.Errorf("%v: %v is missing", p, m.Quad)
		}
		first[m.Quad.Triple] = true
		if !got[m.Quad] {
			left++
		}
		delete(got, m.Quad)
	}
	for q := range got {
		t.Errorf("%v: %v does not match", p, q)
	}
	return left
}

// descriptionsOfNothing asks for what no graph describes, and for patterns that ask for
// no description.
func descriptionsOfNothing(t *testing.T, d rdfstore.Descriptions) {
	t.Helper()
	for _, p := range []rdfstore.Pattern{
		{}, {Predicate: graph.Label}, {Subject: blank("b0")}, {Subject: described(1), Graph: iri(entityName(1))},
		{Subject: iri("x:never")}, {Subject: described(1), Predicate: iri("x:never")}, {Subject: described(1), Object: blank("b0")},
	} {
		if found := collect(t, d.Descriptions(t.Context(), p, nil)); len(found) > 0 {
			t.Errorf("%v: %d graphs", p, len(found))
		}
	}
	none := func(rdf.IRI) bool { return false }
	if found := collect(t, d.Descriptions(t.Context(), rdfstore.Pattern{Subject: described(0)}, none)); len(found) > 0 {
		t.Errorf("%d graphs where none is shown", len(found))
	}
}
