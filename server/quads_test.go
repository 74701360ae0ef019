package server

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/web/contentneg"
	"vitrine/sparql/dataset"
)

// testLabels are those of the blank nodes in answers.
var testLabels = dataset.Labels{Base: testBase}

// quadMuseum is a museum with some records that have blank nodes.
func quadMuseum(t *testing.T) *museum {
	t.Helper()
	m := newMuseum(t, nil)
	for i := range 30 {
		iri := fmt.Sprintf("%sperson/%d", testBase, i)
		put(t, m, decodeOne(t, m.config.Formats.ByName("jsonld"), bornIn(iri, fmt.Sprintf("Person \"%d\" <ä>\n", i), testBase+"place/delft")))
	}
	nl, err := graph.Tagged("Vaas", "nl")
	if err != nil {
		t.Fatal(err)
	}
	g := person(t, testBase+"object/1", "Vase")
	for _, object := range []rdf.Object{nl, graph.Typed("1", graph.XSDInteger), graph.Typed(`{"a":1}`, graph.JSON)} {
		g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Label, Obj: object})
	}
	put(t, m, g)
	return m
}

// walkQuads follows next from an address, and returns the bodies and the
// number of all.
func walkQuads(t *testing.T, m *museum, target, accept string) (bodies []string, total string) {
	t.Helper()
	for target != "" {
		r := do(t, m, "GET", target, "Accept", accept)
		if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), accept) {
			t.Fatalf("%s: status %d, %s: %s", target, r.StatusCode, r.Header.Get("Content-Type"), body(t, r))
		}
		bodies, total = append(bodies, body(t, r)), r.Header.Get("X-Total-Count")
		target = ""
		for part := range strings.SplitSeq(r.Header.Get("Link"), ", ") {
			if address, ok := strings.CutSuffix(part, `>; rel="next"`); ok {
				target = strings.TrimPrefix(address, "<")
			}
		}
	}
	return bodies, total
}

// TestQuadsAreThoseStored reads all quads, page by page, in each form that names
// graphs, and puts them together again.
func TestQuadsAreThoseStored(t *testing.T) {
	m := quadMuseum(t)
	for _, limit := range []string{"7", "1000"} {
		nq, total := walkQuads(t, m, "/-/quads?limit="+limit, "application/n-quads")
		lines := strings.Join(nq, "")
		if fmt.Sprint(strings.Count(lines, "\n")) != total || len(nq) == 1 != (limit == "1000") {
			t.Errorf("%d lines on %d pages, want %s", strings.Count(lines, "\n"), len(nq), total)
		}
		checkGraphs(t, m, lines)
		if limit == "1000" {
			expanded, _ := walkQuads(t, m, "/-/quads?limit="+limit, "application/ld+json")
			checkGraphs(t, m, expandedQuads(t, expanded[0]))
		}
	}
	name := testBase + "object/1"
	trig, _ := walkQuads(t, m, "/-/quads?graph="+name, "application/trig")
	for g, err := range m.config.Formats.ByName("trig").Decode(t.Context(), strings.NewReader(trig[0]), serialize.DecodeOptions{}) {
		e, failed := m.store.Get(t.Context(), mustIRI(t, name))
		if err != nil || failed != nil || g.Name != e.Graph.Name || !graph.Isomorphic(g.Triples, e.Graph.Triples) {
			t.Errorf("%v, %v: as TriG\n%s", err, failed, trig[0])
		}
	}
}

// checkGraphs checks that N-Quads have just the graphs of the store.
func checkGraphs(t *testing.T, m *museum, text string) {
	t.Helper()
	lines := slices.SortedStableFunc(strings.Lines(text), func(a, b string) int {
		return strings.Compare(a[strings.LastIndexByte(a, '<'):], b[strings.LastIndexByte(b, '<'):])
	})
	const format = "nquads"
	text = strings.Join(lines, "")
	found := 0
	for g, err := range m.config.Formats.ByName(format).Decode(t.Context(), strings.NewReader(text), serialize.DecodeOptions{}) {
		if err != nil {
			t.Fatalf("%s: %v\n%s", format, err, text)
		}
		e, err := m.store.Get(t.Context(), g.Name)
		if err != nil || !graph.Isomorphic(g.Triples, e.Graph.Triples) {
			t.Errorf("%s: %s is another graph, %v", format, g.Name, err)
		}
		found++
	}
	if found != 32 {
		t.Errorf("%s: %d graphs", format, found)
	}
}

// TestQuadPatterns compares the answers to patterns of all shapes with the
// store's.
func TestQuadPatterns(t *testing.T) {
	m := quadMuseum(t)
	subject, label := testBase+"person/1", graph.Label.String()
	object, name := `"Person \"1\" <ä>\n"`, testBase+"person/1"
	for shape := range 16 {
		query, p := url.Values{"limit": {"11"}}, rdfstore.Pattern{}
		if shape&1 != 0 {
			query.Set("subject", subject)
			p.Subject = mustIRI(t, subject)
		}
		if shape&2 != 0 {
			query.Set("predicate", "<"+label+">")
			p.Predicate = graph.Label
		}
		if shape&4 != 0 {
			query.Set("object", object)
			p.Object = graph.String("Person \"1\" <ä>\n")
		}
		if shape&8 != 0 {
			query.Set("graph", name)
			p.Graph = mustIRI(t, name)
		}
		var want []string
		for match, err := range m.store.Match(t.Context(), p, "") {
			if err != nil {
				t.Fatal(err)
			}
			q := match.Quad
			q = testLabels.Quad(q)
			want = append(want, q.Serialize(rdf.NQuads))
		}
		pages, total := walkQuads(t, m, "/-/quads?"+query.Encode(), "application/n-quads")
		if got := strings.Join(pages, ""); got != string(contentneg.ASCII("application/n-quads", []byte(strings.Join(want, "")))) || len(want) == 0 {
			t.Errorf("shape %d: got\n%swant\n%s", shape, got, strings.Join(want, ""))
		}
		if total != fmt.Sprint(len(want)) {
			t.Errorf("shape %d: total %s, want %d", shape, total, len(want))
		}
		turtle, _ := walkQuads(t, m, "/-/quads?"+query.Encode(), "text/turtle")
		triples, _ := walkQuads(t, m, "/-/quads?"+query.Encode(), "application/n-triples")
		for i, page := range turtle { // which is UTF-8, and says so
			turtle[i] = string(contentneg.ASCII("application/n-triples", []byte(page)))
		}
		if !slices.Equal(turtle, triples) || strings.Count(strings.Join(turtle, ""), "\n") != len(want) {
			t.Errorf("shape %d: as Turtle\n%v\nas N-Triples\n%v", shape, turtle, triples)
		}
	}
}

// TestQuadsAsXML reads the triples that RDF/XML has for all quads, and asks for
// one that it has no words for.
func TestQuadsAsXML(t *testing.T) {
	m := quadMuseum(t)
	pages, _ := walkQuads(t, m, "/-/quads?limit=1000", "application/rdf+xml")
	name := mustIRI(t, testBase+"object/1")
	var got, want []rdf.Triple
	for g, err := range m.config.Formats.ByName("rdfxml").Decode(t.Context(), strings.NewReader(pages[0]), serialize.DecodeOptions{Name: name}) {
		if err != nil {
			t.Fatalf("%v\n%s", err, pages[0])
		}
		got = g.Triples
	}
	for match, err := range m.store.Match(t.Context(), rdfstore.Pattern{}, "") {
		if err != nil {
			t.Fatal(err)
		}
		q := match.Quad
		q = testLabels.Quad(q)
		want = append(want, q.Triple)
	}
	if !graph.Isomorphic(got, graph.Dedup(want)) {
		t.Errorf("other triples:\n%s", pages[0])
	}
	few, _ := walkQuads(t, m, "/-/quads?limit=50", "application/rdf+xml")
	for _, q := range want {
		if b, ok := q.Subj.(rdf.Blank); ok && !strings.Contains(strings.Join(few, ""), `rdf:nodeID="`+b.String()+`"`) {
			t.Errorf("blank node %s has another label", b)
		}
	}
	g := person(t, testBase+"object/2", "Vase")
	g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: mustIRI(t, "https://museum.example/terms/1"), Obj: g.Name})
	put(t, m, g)
	for target, status := range map[string]int{
		"/-/quads?limit=1000": 406, "/-/quads?limit=1000&graph=" + testBase + "object/2": 406, "/-/quads?graph=" + testBase + "object/1": 200,
	} {
		if r := do(t, m, "GET", target, "Accept", "application/rdf+xml"); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d", target, r.StatusCode, status)
		}
	}
}

// TestQuadsOfBlankNodes asks for every blank node by its label in an answer.
func TestQuadsOfBlankNodes(t *testing.T) {
	m := quadMuseum(t)
	all, _ := walkQuads(t, m, "/-/quads?limit=1000", "application/n-quads")
	nodes := map[string]int{}
	for line := range strings.Lines(all[0]) {
		if label, _, isBlank := strings.Cut(line, " "); isBlank && strings.HasPrefix(label, "_:") {
			nodes[label]++
		}
	}
	if len(nodes) < 30 {
		t.Fatalf("only %d blank nodes", len(nodes))
	}
	for label, n := range nodes {
		found, total := walkQuads(t, m, "/-/quads?subject="+url.QueryEscape(label), "application/n-quads")
		if text := strings.Join(found, ""); strings.Count(text, label+" ") < n || total != fmt.Sprint(n) {
			t.Errorf("%s: %s quads, want %d:\n%s", label, total, n, text)
		}
		if _, total := walkQuads(t, m, "/-/quads?object="+url.QueryEscape(label), "application/n-quads"); total != "1" {
			t.Errorf("%s is the object of %s quads, want 1", label, total)
		}
	}
}

func TestQuadAnswers(t *testing.T) {
	m := quadMuseum(t)
	first := do(t, m, "GET", "/-/quads?limit=1")
	_, after, _ := strings.Cut(first.Header.Get("Link"), "after=")
	after, _, _ = strings.Cut(after, "&")
	if after == "" || first.Header.Get("Content-Type") != "application/n-quads" {
		t.Fatalf("header %v", first.Header)
	}
	esc := url.QueryEscape
	for target, status := range map[string]int{
		"/-/quads":                                      200,
		"/-/quads?limit=1000":                           200,
		"/-/quads?limit=1&after=" + after:               200,
		"/-/quads?object=" + esc(`"Vaas"@NL`):           200,
		"/-/quads?object=" + esc(`"no such text"`):      200,
		"/-/quads?subject=":                             200,
		"/-/quads?limit=0":                              400,
		"/-/quads?limit=1001":                           400,
		"/-/quads?limit=x":                              400,
		"/-/quads?after=x":                              400,
		"/-/quads?graph=x:y&after=" + after:             400,
		"/-/quads?subject=" + esc(`"text"`):             400,
		"/-/quads?predicate=" + esc(`"text"`):           400,
		"/-/quads?graph=" + esc(`"text"`):               400,
		"/-/quads?subject=_:b0":                         400,
		"/-/quads?subject=_:bperson-2f1.b0":             200,
		"/-/quads?object=_:bperson-2f1.b0":              200,
		"/-/quads?predicate=_:bperson-2f1.b0":           400,
		"/-/quads?object=_:bperson-2f1.b0&graph=x:y":    400,
		"/-/quads?subject=relative":                     400,
		"/-/quads?subject=" + esc("http://a b"):         400,
		"/-/quads?object=" + esc(`"open`):               400,
		"/-/quads?object=" + esc(`"x"^^xsd:integer`):    400,
		"/-/quads?object=" + esc("\"a\nb\""):            400,
		"/-/quads?object=%FF":                           400,
		"/-/quads?subject=x:1&subject=x:2":              400,
		"/-/quads?subject=" + esc("<http://a> <x:b> ."): 400,
	} {
		r := do(t, m, "GET", target)
		if text := body(t, r); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d: %s", target, r.StatusCode, status, text)
		}
	}
	text := body(t, do(t, m, "GET", "/-/quads?limit=2&subject="+esc(testBase+"person/1"), "Accept", "text/html"))
	if !strings.Contains(text, `<a href="/person/1">`) || !strings.Contains(text, `rel="next"`) || !strings.Contains(text, "in all") {
		t.Errorf("the page is %s", text)
	}
}
