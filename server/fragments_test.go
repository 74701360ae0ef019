package server

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
	"vitrine/sparql/dataset"
)

// fragmentPage is a page of a fragment as a client reads it.
type fragmentPage struct {
	// data are the lines of N-Quads but those of the metadata, and metadata those.
	data, metadata []string
	next           string
}

// fetchFragment reads a page as N-Quads. The address is relative to the server.
func fetchFragment(t *testing.T, h http.Handler, target string) fragmentPage {
	t.Helper()
	r := do(t, h, "GET", target, "Accept", "application/n-quads")
	text := body(t, r)
	if r.StatusCode != 200 || r.Header.Get("Content-Type") != "application/n-quads" {
		t.Fatalf("%s: status %d, %s: %s", target, r.StatusCode, r.Header.Get("Content-Type"), text)
	}
	var page fragmentPage
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, "#metadata> .\n") {
			page.data = append(page.data, line)
			continue
		}
		page.metadata = append(page.metadata, line)
		if _, address, ok := strings.Cut(line, "<http://www.w3.org/ns/hydra/core#next> <"); ok {
			address, _, _ = strings.Cut(address, ">")
			page.next = address[strings.Index(address, "/-/"):]
		}
	}
	return page
}

// walkFragment reads all pages.
func walkFragment(t *testing.T, h http.Handler, target string) []string {
	t.Helper()
	var lines []string
	for target != "" {
		page := fetchFragment(t, h, target)
		lines, target = append(lines, page.data...), page.next
	}
	return lines
}

const defaultGraphName = testBase + "-/graphs/default"

// TestFragmentsArePages reads fragments of several pages: the default graph and all
// named graphs.
func TestFragmentsArePages(t *testing.T) {
	m := quadMuseum(t)
	var all []string
	for match, err := range m.config.Store.Match(t.Context(), rdfstore.Pattern{}, "") {
		if err != nil {
			t.Fatal(err)
		}
		q, name := match.Quad, match.Quad.Ctx.(rdf.IRI)
		if b, ok := q.Subj.(rdf.Blank); ok {
			q.Subj = testLabels.Scoped(b, name)
		}
		if b, ok := q.Obj.(rdf.Blank); ok {
			q.Obj = testLabels.Scoped(b, name)
		}
		all = append(all, genid(string(nquads.AppendQuads(nil, []rdf.Quad{q}))))
	}
	got := walkFragment(t, m, "/-/fragments")
	slices.Sort(all)
	slices.Sort(got)
	if !slices.Equal(got, all) {
		t.Errorf("%d quads in fragments of all graphs, want %d:\n%s\n%s", len(got), len(all), strings.Join(got[:3], ""), strings.Join(all[:3], ""))
	}
	// Each person says what the type and the label of the place are, which has no record.
	union := map[string]bool{}
	for _, line := range all {
		triple := line[:strings.LastIndex(line, " <")]
		union[triple+" .\n"] = true
	}
	got = walkFragment(t, m, "/-/fragments?graph="+url.QueryEscape(defaultGraphName))
	slices.Sort(got)
	if want := slices.Sorted(maps.Keys(union)); !slices.Equal(got, want) || len(want) == len(all) {
		t.Errorf("%d triples in the default graph, want %d", len(got), len(want))
	}
}

// genid replaces the blank nodes in a line of N-Quads as fragments do.
func genid(line string) string {
	words := strings.SplitN(line, " ", 4)
	for i, word := range words {
		if label, isBlank := strings.CutPrefix(word, "_:"); isBlank {
			words[i] = "<" + testBase + ".well-known/genid/" + label + ">"
		}
	}
	return strings.Join(words, " ")
}

// TestBlankNodesHaveIRIs follows a blank node from a fragment to the fragments with it,
// and to its record.
func TestBlankNodesHaveIRIs(t *testing.T) {
	m := quadMuseum(t)
	born := "http://www.cidoc-crm.org/cidoc-crm/P98i_was_born"
	page := fetchFragment(t, m, "/-/fragments?predicate="+born+"&subject="+testBase+"person/1")
	if len(page.data) != 1 {
		t.Fatalf("%d quads, want 1", len(page.data))
	}
	node := strings.Trim(strings.Fields(page.data[0])[2], "<>")
	if !strings.HasPrefix(node, testBase+".well-known/genid/") {
		t.Fatalf("the node is %s", node)
	}
	of := fetchFragment(t, m, "/-/fragments?subject="+url.QueryEscape(node)+"&graph="+defaultGraphName)
	if len(of.data) == 0 || !strings.HasPrefix(of.data[0], "<"+node+">") {
		t.Errorf("fragments of %s: %v", node, of.data)
	}
	path := "/" + strings.TrimPrefix(node, testBase)
	if r := do(t, m, "GET", path); r.StatusCode != 303 || r.Header.Get("Location") != "/person/1" {
		t.Errorf("%s: status %d, Location %s", path, r.StatusCode, r.Header.Get("Location"))
	}
	for _, path := range []string{"/.well-known/genid/", "/.well-known/genid/b0", "/.well-known/genid/bperson-2F1.b0"} {
		if r := do(t, m, "GET", path); r.StatusCode != 404 {
			t.Errorf("%s: status %d, want 404", path, r.StatusCode)
		}
	}
}

// TestBlankNodesOfAnyBase follows a blank node where the base URL has a path and
// characters beyond ASCII.
func TestBlankNodesOfAnyBase(t *testing.T) {
	m := newMuseum(t, nil)
	const base = "https://müseum.example/données/"
	m.Server = m.restarted(t, func(c *Config) { c.BaseURL, c.Validator = base, nil })
	put(t, m, decodeOne(t, m.config.Formats.ByName("jsonld"), bornIn(base+"person/1", "Ada", base+"place/delft")))
	born := "/-/fragments?predicate=http://www.cidoc-crm.org/cidoc-crm/P98i_was_born&subject=" + url.QueryEscape(base+"person/1")
	page := fetchFragment(t, m, born+"&graph="+url.QueryEscape(m.fragments.Names.Default.String()))
	if len(page.data) != 1 {
		t.Fatalf("%d triples, want 1: %v", len(page.data), page.data)
	}
	term, err := nquads.Term(strings.Fields(page.data[0])[2])
	if err != nil {
		t.Fatal(err)
	}
	label, ok := strings.CutPrefix(term.String(), "https://müseum.example/.well-known/genid/")
	if !ok {
		t.Fatalf("the node is %s", term)
	}
	of := fetchFragment(t, m, "/-/fragments?subject="+url.QueryEscape(term.String()))
	if len(of.data) == 0 {
		t.Errorf("nothing is said of %s", term)
	}
	r := do(t, m, "GET", "/.well-known/genid/"+label)
	if r.StatusCode != 303 || r.Header.Get("Location") != "/donn%C3%A9es/person/1" {
		t.Errorf("%s: status %d, Location %s", label, r.StatusCode, r.Header.Get("Location"))
	}
}

func TestFragmentAnswers(t *testing.T) {
	m := quadMuseum(t)
	esc := url.QueryEscape
	for target, status := range map[string]int{
		"/-/fragments": 200,
		"/-/fragments?subject=&predicate=?p&object=?o": 200,
		"/-/fragments?object=" + esc(`"Vaas"@nl`):      200,
		"/-/fragments?subject=x:none":                  200,
		"/-/fragments?graph=x:none":                    200,
		"/-/fragments?subject=" + esc(`"text"`):        400,
		"/-/fragments?subject=relative":                400,
		"/-/fragments?subject=_:b0":                    400,
		"/-/fragments?object=" + esc("<x:y>"):          400,
		"/-/fragments?after=x":                         400,
		"/-/fragments?after=0.x":                       400,
		"/-/fragments?subject=x:1&subject=x:2":         400,
	} {
		r := do(t, m, "GET", target)
		if text := body(t, r); r.StatusCode != status {
			t.Errorf("%.100s: status %d, want %d: %s", target, r.StatusCode, status, text)
		}
	}
	for accept, want := range map[string]string{
		"*/*": "application/n-quads", "application/trig": "application/trig", "text/html": "text/html; charset=utf-8",
		"application/trig;q=0.9, application/n-quads;q=0.5": "application/trig", "text/turtle": "",
	} {
		r := do(t, m, "GET", "/-/fragments", "Accept", accept)
		if got := r.Header.Get("Content-Type"); r.StatusCode == 200 && got != want || (r.StatusCode == 406) != (want == "") {
			t.Errorf("%s: status %d, Content-Type %s, want %s", accept, r.StatusCode, got, want)
		}
	}
	page := body(t, do(t, m, "GET", "/-/fragments?subject="+esc(testBase+"person/1"), "Accept", "text/html"))
	if !strings.Contains(page, `<a href="/person/1">`) || !strings.Contains(page, "in all") {
		t.Errorf("the page is %s", page)
	}
}

// TestFragmentTags asks again before and after a change.
func TestFragmentTags(t *testing.T) {
	m := quadMuseum(t)
	target := "/-/fragments?subject=" + url.QueryEscape(testBase+"person/1")
	first := do(t, m, "GET", target)
	tag := first.Header.Get("Etag")
	head := do(t, m, "HEAD", target)
	if tag == "" || head.Header.Get("Etag") != tag || head.ContentLength != first.ContentLength || head.Header.Get("Vary") == "" {
		t.Errorf("GET has %v, HEAD %v", first.Header, head.Header)
	}
	if r := do(t, m, "GET", target, "If-None-Match", tag); r.StatusCode != 304 || r.Header.Get("Etag") != tag || body(t, r) != "" {
		t.Errorf("status %d, header %v, want 304", r.StatusCode, r.Header)
	}
	others := []string{
		do(t, m, "GET", target, "Accept", "application/trig").Header.Get("Etag"),
		do(t, m, "GET", target+"&graph=x:y").Header.Get("Etag"),
	}
	put(t, m, person(t, testBase+"person/1", "Another"))
	r := do(t, m, "GET", target, "If-None-Match", tag)
	if others = append(others, r.Header.Get("Etag")); r.StatusCode != 200 || !strings.Contains(body(t, r), "Another") {
		t.Errorf("after a change: status %d", r.StatusCode)
	}
	if slices.Contains(others, tag) {
		t.Errorf("other representations have the tag %s: %v", tag, others)
	}
}

// TestFragmentsOfAnyForm reads a page as TriG, which has to hold what the N-Quads do.
func TestFragmentsOfAnyForm(t *testing.T) {
	m := quadMuseum(t)
	trig := do(t, m, "GET", "/-/fragments", "Accept", "application/trig")
	text := body(t, trig)
	lines := 0
	for g, err := range m.config.Formats.ByName("trig").Decode(t.Context(), strings.NewReader(text), serialize.DecodeOptions{}) {
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		lines += len(g.Triples)
	}
	page := fetchFragment(t, m, "/-/fragments")
	if want := len(page.data) + len(page.metadata); lines != want || len(page.data) != 100 {
		t.Errorf("%d quads in TriG, %d in N-Quads, %d of them data", lines, want, len(page.data))
	}
}

// TestFragmentAddresses reads where a page says that it is.
func TestFragmentAddresses(t *testing.T) {
	m := quadMuseum(t)
	for _, test := range []struct{ host, target, page string }{
		{"127.0.0.1:8080", "/-/fragments", "http://127.0.0.1:8080/-/fragments"},
		{"data.museum.example", "/-/fragments?x=%3F", testBase + "-/fragments?x=%3F"},
		{"DATA.museum.example", "/-/fragments?subject=?s&y={", testBase + "-/fragments?subject=?s&y=%7B"},
		{`evil"><x`, "/-/fragments", testBase + "-/fragments"},
	} {
		r := httptest.NewRequest("GET", test.target, nil)
		r.Host = test.host
		w := httptest.NewRecorder()
		m.ServeHTTP(w, r)
		if text := w.Body.String(); !strings.Contains(text, "/-/fragments#metadata> <http://xmlns.com/foaf/0.1/primaryTopic> <"+test.page+">") {
			t.Errorf("%s %s: no page %s in %.2000s", test.host, test.target, test.page, text)
		}
	}
}

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
