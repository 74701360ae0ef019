package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// roundTrip puts a graph and fails the test where Get does not return it.
func roundTrip(t *testing.T, s rdfstore.Store, g *graph.Graph) {
	t.Helper()
	apply(t, s, put(g))
	if e := get(t, s, g.Name.String()); !e.Graph.Equal(g) {
		t.Errorf("graph %.60q changed in the store", g.Name)
	}
}

func testGraphKeptToTheByte(t *testing.T, s rdfstore.Store) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	sources := []graph.Source{
		{},
		{MediaType: "text/turtle"},
		{MediaType: "application/ld+json", Context: []byte(`[ "https://linked.art/ns/v1/linked-art.json" ]`), Layout: all},
		{Context: []byte(strings.Repeat(" ", 100_000))},
		{Layout: []byte{0}},
		{MediaType: "x\x00y"},
	}
	for i, source := range sources {
		g := newGraph(fmt.Sprint(base, i), "E53_Place", "Delft")
		g.Source = source
		roundTrip(t, s, g)
	}
	for i, source := range sources {
		if e := get(t, s, fmt.Sprint(base, i)); !e.Graph.Source.Equal(source) {
			t.Errorf("source %d changed in the store", i)
		}
	}
	noTriples := &graph.Graph{Name: iri(base + "bare")}
	roundTrip(t, s, noTriples)
	if n := count(t, s, rdfstore.Pattern{Graph: noTriples.Name}); n != 0 {
		t.Errorf("a graph without triples has %d", n)
	}
}

// oddStrings are texts that a careless encoding of keys or values loses.
var oddStrings = []string{
	"", " ", "\x00", "a\x00b", "\x00\x00", "\x7f", "\u0085", "\ufeff", "\ufffd", "\uffff", "\U0010ffff", "\U0001f3db",
	"\r\n", "\t\v\f", `"quoted" \ back`, "'", "e\u0301", "\u00e9", "\u202eabc", "ß", "İ", "<>{}|^`",
	"_:b0", "http://example.org/", "@en", "^^", "%00", "1e0", "1E0", "+1", "01",
	strings.Repeat("é", 3000),
}

func testOddTerms(t *testing.T, s rdfstore.Store) {
	name := iri(base + "Ä/%2F/ö?x=1&y#\u03b1\U0001f3db")
	g := &graph.Graph{Name: name}
	predicates := []string{"x:", "urn:p:ü", "http://p.example/" + strings.Repeat("p", graph.MaxIRI-17)}
	for i, text := range oddStrings {
		p := predicates[i%len(predicates)]
		g.Triples = append(g.Triples,
			triple(name, p, graph.String(text)),
			triple(name, p, graph.Typed(text, graph.XSDInteger)),
			triple(name, p, graph.Typed(text, iri("x:\u03b1"))),
			triple(name, p, tagged(text, "en")),
			triple(name, p, tagged(text, "zh-hant-tw-x-private")))
	}
	for _, label := range []string{"b0", "0", "é\U0001f3db", "a b", "a\x00b", strings.Repeat("x", graph.MaxIRI)} {
		g.Triples = append(g.Triples, triple(name, "x:p", blank(label)), triple(blank(label), "x:q", name))
	}
	for _, other := range []string{"x:", "urn:uuid:1", "http://a", "http://a/", "http://a//", "http://a#", "http://a/#/", name.String() + "/part"} {
		g.Triples = append(g.Triples, triple(iri(other), "x:p", iri(other+"x")))
	}
	roundTrip(t, s, g)
	for i, tr := range g.Triples {
		p := rdfstore.Pattern{Subject: tr.Subj, Predicate: tr.Pred, Object: tr.Obj, Graph: name}
		if isBlank(tr.Subj) || isBlank(tr.Obj) {
			p.Predicate = nil
		} else {
			p.Graph = nil
		}
		if n := len(collect(t, s.Match(t.Context(), p, ""))); n != 1 {
			t.Errorf("triple %d, %.80q, is found %d times", i, tr.Obj, n)
		}
	}
}

func isBlank(t rdf.Term) bool {
	_, ok := t.(rdf.Blank)
	return ok
}

func testLargeLiteral(t *testing.T, s rdfstore.Store) {
	long := strings.Repeat("0123456789abcde\x00", 1<<16) // 1 MiB
	name := base + "long"
	roundTrip(t, s, newGraph(name, "E53_Place", long))
	if n := count(t, s, rdfstore.Pattern{Object: graph.String(long)}); n != 1 {
		t.Errorf("a literal of 1 MiB is found %d times", n)
	}
	if n := count(t, s, rdfstore.Pattern{Object: graph.String(long[1:])}); n != 0 {
		t.Errorf("another literal of 1 MiB is found %d times", n)
	}
	for m, err := range s.Match(t.Context(), rdfstore.Pattern{Object: graph.String(long)}, "") {
		if err != nil || m.Quad.Obj != rdf.Object(graph.String(long)) {
			t.Errorf("Match yields another literal, or %v", err)
		}
		if len(m.Cursor) > 1000 {
			t.Errorf("the cursor has %d bytes; it must fit a URL", len(m.Cursor))
		}
	}
	apply(t, s, remove(name))
}

func testLargeGraph(t *testing.T, s rdfstore.Store) {
	const size = 20_000
	g := newGraph(base+"large", "E53_Place", "Large")
	for i := range size {
		g.Triples = append(g.Triples, triple(iri(fmt.Sprintf("%slarge/%d", base, i%500)), crm+"P1", graph.String(fmt.Sprint(i))))
	}
	roundTrip(t, s, g)
	p := rdfstore.Pattern{Predicate: iri(crm + "P1")}
	if n := len(collect(t, s.Match(t.Context(), p, ""))); n != size {
		t.Errorf("Match finds %d quads, want %d", n, size)
	}
	if n := count(t, s, rdfstore.Pattern{Subject: iri(base + "large/7")}); n != size/500 {
		t.Errorf("Count is %d, want %d", n, size/500)
	}
}

func testRefused(t *testing.T, s rdfstore.Store) {
	name := iri(base + "1")
	long := iri("x:" + strings.Repeat("a", graph.MaxIRI-1))
	relative, _ := rdf.NewIRI("object/1")
	tests := []struct {
		about string
		g     *graph.Graph
		want  error
	}{
		{"no name", &graph.Graph{}, graph.ErrTerm},
		{"relative name", &graph.Graph{Name: relative}, graph.ErrTerm},
		{"long name", &graph.Graph{Name: long}, graph.ErrTooLarge},
		{"long IRI", newGraph(base+"1", "E53_Place", "", triple(name, "x:p", long)), graph.ErrTooLarge},
		{"long literal", newGraph(base+"1", "E53_Place", strings.Repeat("a", graph.MaxLiteral+1)), graph.ErrTooLarge},
		{"no object", newGraph(base+"1", "E53_Place", "", rdf.Triple{Subj: name, Pred: graph.Type}), graph.ErrTerm},
		{"zero literal", newGraph(base+"1", "E53_Place", "", triple(name, "x:p", rdf.Literal{})), graph.ErrTerm},
		{"not UTF-8", newGraph(base+"1", "E53_Place", "a\xff"), graph.ErrTerm},
		{"too many triples", &graph.Graph{Name: name, Triples: make([]rdf.Triple, graph.MaxTriples+1)}, graph.ErrTooLarge},
	}
	for _, test := range tests {
		_, err := s.Apply(t.Context(), put(newGraph(base+"other", "E53_Place", "")), put(test.g))
		var change *rdfstore.ChangeError
		if !errors.Is(err, test.want) || !errors.As(err, &change) || change.Index != 1 {
			t.Errorf("%s: %v, want change 1 and %v", test.about, err, test.want)
		}
	}
	if n := count(t, s, rdfstore.Pattern{}); n != 0 {
		t.Errorf("%d quads of refused graphs are stored", n)
	}
	longest := "x:" + strings.Repeat("a", graph.MaxIRI-2)
	roundTrip(t, s, newGraph(longest, "E53_Place", "at the limit"))
	if got := collect(t, s.Members(t.Context(), iri(crm+"E53_Place"), 0)); len(got) != 1 || got[0].String() != longest {
		t.Errorf("Members does not yield the longest name")
	}
}
