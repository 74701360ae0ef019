package server

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/spool"
	"vitrine/server/web/address"
	"vitrine/sparql"
)

// queryTarget is the target of a request with a query and other parameters.
func queryTarget(text string, more ...string) string {
	return "/-/sparql?" + strings.Join(append([]string{"query=" + url.QueryEscape(text)}, more...), "&")
}

// TestQueryForms asks in each form of answers.
func TestQueryForms(t *testing.T) {
	m := quadMuseum(t)
	const (
		people  = `SELECT ?s { ?s a <http://www.cidoc-crm.org/cidoc-crm/E21_Person> } ORDER BY ?s LIMIT 1`
		ask     = `ASK { ?s a <http://www.cidoc-crm.org/cidoc-crm/E21_Person> }`
		graph   = `CONSTRUCT { ?s <x:is> "a person" } { ` + `{ SELECT ?s { ?s a <http://www.cidoc-crm.org/cidoc-crm/E21_Person> } ORDER BY ?s LIMIT 1 } }`
		explain = "explain=1"
	)
	for _, c := range []struct {
		target, accept, contentType, contains string
	}{
		{queryTarget(people), "", "application/sparql-results+json", `"vars":["s"]`},
		{queryTarget(people), "application/json", "application/sparql-results+json", `"bindings":[`},
		{queryTarget(people), "application/sparql-results+xml", "application/sparql-results+xml", `<variable name="s"`},
		{queryTarget(people), "text/csv", "text/csv; charset=utf-8", "s\r\n" + testBase + "object/1\r\n"},
		{queryTarget(people), "text/tab-separated-values", "text/tab-separated-values; charset=utf-8", "?s\n<"},
		{queryTarget(people, "format=csv"), "text/html", "text/csv; charset=utf-8", "s\r\n"},
		{queryTarget(people), "text/html", "text/html; charset=utf-8", "<table>"},
		{queryTarget(ask), "", "application/sparql-results+json", `"boolean":true`},
		{queryTarget(ask), "text/html", "text/html; charset=utf-8", "Yes"},
		{queryTarget(graph), "", "text/turtle; charset=utf-8", `<x:is> "a person" .`},
		{queryTarget(graph), "application/n-triples", "application/n-triples", `<x:is> "a person" .`},
		{queryTarget(graph), "application/n-quads", "application/n-quads", `<x:is> "a person" .`},
		{queryTarget(graph), "application/ld+json", `application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"`, `"x:is"`},
		{queryTarget(graph), "text/html", "text/html; charset=utf-8", "a person"},
		{queryTarget(people, explain), "", "application/json", `"step"`},
		{queryTarget(people, explain), "text/html", "text/html; charset=utf-8", "scan"},
		{"/-/sparql", "text/html", "text/html; charset=utf-8", "<textarea"},
		{"/-/sparql", "text/html", "text/html; charset=utf-8", `<pre dir="ltr" tabindex="0">`},
		{"/-/sparql", "text/turtle", "text/turtle; charset=utf-8", "sparql-service-description#Service"},
		{"/-/sparql", "application/rdf+xml", "application/rdf+xml; charset=utf-8", "SPARQL11Query"},
	} {
		r := do(t, m, "GET", c.target, "Accept", c.accept)
		text := body(t, r)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != c.contentType || !strings.Contains(text, c.contains) {
			t.Errorf("%s, %q: status %d, %s, want %s with %q:\n%.400s", c.target, c.accept, r.StatusCode, r.Header.Get("Content-Type"), c.contentType, c.contains, text)
		}
		head := do(t, m, "HEAD", c.target, "Accept", c.accept)
		if head.StatusCode != r.StatusCode || r.Header.Get("Cache-Control") != "no-store" && head.Header.Get("Etag") != r.Header.Get("Etag") || body(t, head) != "" {
			t.Errorf("HEAD %s: status %d, ETag %q, want %q and no body", c.target, head.StatusCode, head.Header.Get("Etag"), r.Header.Get("Etag"))
		}
	}
}

// TestServiceDescriptionCountsNothing leaves the number of statements to the description of
// the data set.
func TestServiceDescriptionCountsNothing(t *testing.T) {
	m := quadMuseum(t)
	if text := body(t, do(t, m, "GET", "/-/sparql", "Accept", "text/turtle")); strings.Contains(text, "void") || !strings.Contains(text, "/-/dataset") {
		t.Errorf("the description is\n%s", text)
	}
	if text := body(t, do(t, m, "GET", "/-/dataset", "Accept", "text/turtle")); !strings.Contains(text, "void:triples ") {
		t.Errorf("the description of the data set is\n%s", text)
	}
}

// TestLanguageTagsKeepTheirLetters asks for a text by its tag in other letters.
func TestLanguageTagsKeepTheirLetters(t *testing.T) {
	m := quadMuseum(t)
	g := person(t, testBase+"object/2", "Colour")
	british, err := graph.Tagged("colour", "en-GB")
	if err != nil {
		t.Fatal(err)
	}
	g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Label, Obj: british})
	put(t, m, g)
	for _, filter := range []string{`LANG(?o) = "en-GB"`, `LANG(?o) = "en-gb"`, `?o = "colour"@EN-gb`, `SAMETERM(?o, "colour"@en-gb)`, `LANGMATCHES(LANG(?o), "EN")`} {
		r := do(t, m, "GET", queryTarget(`ASK { ?s ?p ?o FILTER(`+filter+` && STR(?o) = "colour") }`))
		if text := body(t, r); !strings.Contains(text, "true") {
			t.Errorf("%s: %s", filter, text)
		}
	}
	if text := body(t, do(t, m, "GET", "/object/2", "Accept", "text/turtle")); !strings.Contains(text, `"colour"@en-GB`) {
		t.Errorf("the record is\n%s", text)
	}
}

// TestFullSpool has no room for answers: before the first byte, that is an answer of its own.
func TestFullSpool(t *testing.T) {
	m := quadMuseum(t)
	for _, bytes := range []int64{0, 10} {
		small, err := spool.Open(t.TempDir(), 10, bytes)
		if err != nil {
			t.Fatal(err)
		}
		m.queries.Service.Answers = small
		r := do(t, m, "GET", queryTarget("SELECT * { ?s ?p ?o }"))
		if text := body(t, r); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" || !strings.Contains(text, "room") {
			t.Errorf("%d bytes: status %d: %s", bytes, r.StatusCode, text)
		}
	}
}

// TestQueryPosts sends queries by POST.
func TestQueryPosts(t *testing.T) {
	m := quadMuseum(t)
	for contentType, text := range map[string]string{
		"application/sparql-query":          "ASK {}",
		"application/x-www-form-urlencoded": "query=" + url.QueryEscape("ASK {}"),
	} {
		r := httptest.NewRequest("POST", "/-/sparql", strings.NewReader(text))
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		m.ServeHTTP(w, r)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"boolean":true`) || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: status %d, %s", contentType, w.Code, w.Body)
		}
	}
	r := do(t, m, "OPTIONS", "/-/sparql")
	if r.Header.Get("Allow") != "GET, HEAD, POST, OPTIONS" || !strings.Contains(r.Header.Get("Access-Control-Allow-Headers"), "Content-Type") {
		t.Errorf("OPTIONS: %v", r.Header)
	}
	if r := do(t, m, "PUT", "/-/sparql"); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("PUT: status %d", r.StatusCode)
	}
}

// TestQueryPageClasses: the page says what there is, with queries for the properties of each class.
func TestQueryPageClasses(t *testing.T) {
	m := quadMuseum(t)
	page := body(t, do(t, m, "GET", "/-/sparql", "Accept", "text/html"))
	link := regexp.MustCompile(`<li><a href="([^"]*)">Person</a> <span class="count">32</span>`).FindStringSubmatch(page)
	if link == nil {
		t.Fatalf("the page has no people: %s", page)
	}
	answer := body(t, do(t, m, "GET", html.UnescapeString(link[1]), "Accept", "text/csv"))
	if !strings.Contains(answer, "http://www.cidoc-crm.org/cidoc-crm/P98i_was_born,31,31") {
		t.Errorf("the properties of people are %s", answer)
	}
}

// TestQueryFrames asks for a graph in the shape of a frame, by GET and by POST.
func TestQueryFrames(t *testing.T) {
	m, _ := newTestServer(t, nil)
	text := "CONSTRUCT { <x:vase> <x:label> 'Vase' ; <x:made> [ <x:by> <x:ada> ] . <x:ada> <x:label> 'Ada' } {}"
	frame := `{"@context":{"@vocab":"x:"},"@id":"x:vase","made":{"by":{}}}`
	want := `{"@context":{"@vocab":"x:"},"@id":"x:vase","label":"Vase","made":{"by":{"@id":"x:ada","label":"Ada"}}}`
	r := do(t, m, "GET", queryTarget(text)+"&frame="+url.QueryEscape(frame))
	if got := strings.TrimSpace(body(t, r)); got != want || r.Header.Get("Content-Type") != `application/ld+json;profile="http://www.w3.org/ns/json-ld#framed"` {
		t.Errorf("%s: %s", r.Header.Get("Content-Type"), got)
	}
	post := httptest.NewRequest("POST", "/-/sparql", strings.NewReader(url.Values{"query": {text}, "frame": {frame}}.Encode()))
	post.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	m.ServeHTTP(w, post)
	if w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("POST: status %d, %s", w.Code, w.Body)
	}
	named := `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"x:vase"}`
	if r := do(t, m, "GET", queryTarget(text)+"&frame="+url.QueryEscape(named)); r.StatusCode != http.StatusOK {
		t.Errorf("with the context of Linked Art: status %d, %s", r.StatusCode, body(t, r))
	}
	for parameters, want := range map[string]int{
		queryTarget("ASK {}") + "&frame=" + url.QueryEscape(frame):                                   400,
		queryTarget(text) + "&explain=1&frame=" + url.QueryEscape(frame):                             400,
		queryTarget(text) + "&frame=x":                                                               400,
		queryTarget(text) + "&frame={}&frame={}":                                                     400,
		queryTarget(text) + "&format=turtle&frame={}":                                                406,
		queryTarget(text) + "&frame=" + url.QueryEscape(`{"@context":"https://elsewhere.example/"}`): 400,
	} {
		if r := do(t, m, "GET", parameters); r.StatusCode != want {
			t.Errorf("%s: status %d, want %d: %s", parameters, r.StatusCode, want, body(t, r))
		}
	}
}

// TestQueryFaults sends what cannot be answered.
func TestQueryFaults(t *testing.T) {
	m, _ := newTestServer(t, func(c *Config) { c.QueryMemory, c.MaxResults = 1<<10, 5 })
	for text, want := range map[string]struct {
		status       int
		code         string
		line, column int
	}{
		"SELECT ?s {\n ?s ?p }":                              {400, "malformed-query", 2, 8},
		"SELECT * { SERVICE <x:s> {} }":                      {400, "malformed-query", 1, 12},
		"SELECT * FROM <x:unknown> {}":                       {400, "malformed-query", 0, 0},
		"SELECT * { ?s ?p ?o }":                              {400, "query-limit", 0, 0},
		"SELECT * { VALUES ?x { 1 2 3 4 5 6 } } ORDER BY ?x": {400, "query-limit", 0, 0},
	} {
		r := do(t, m, "GET", queryTarget(text))
		var p struct {
			Code         string
			Line, Column int
		}
		if err := json.Unmarshal([]byte(body(t, r)), &p); err != nil || r.StatusCode != want.status || p.Code != want.code || p.Line != want.line || p.Column != want.column {
			t.Errorf("%s: status %d, %+v, %v, want %+v", text, r.StatusCode, p, err, want)
		}
		html := do(t, m, "GET", queryTarget(text), "Accept", "text/html")
		if page := body(t, html); html.StatusCode != want.status || !strings.Contains(page, `id="fault"`) {
			t.Errorf("%s: the page has status %d: %.300s", text, html.StatusCode, page)
		}
	}
	if r := do(t, m, "GET", queryTarget("ASK {}"), "Accept", "image/png"); r.StatusCode != http.StatusNotAcceptable {
		t.Errorf("status %d, want 406", r.StatusCode)
	}
}

// TestQueryTakesTooLong sends a query that has no time to be answered.
func TestQueryTakesTooLong(t *testing.T) {
	m, _ := newTestServer(t, func(c *Config) { c.QueryTimeout = time.Nanosecond })
	r := do(t, m, "GET", queryTarget("SELECT * { ?a ?b ?c }"))
	if text := body(t, r); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
		t.Errorf("status %d, %s", r.StatusCode, text)
	}
}

// TestQueryWarnings asks with a pattern that cannot be used, in all forms that tell of it.
func TestQueryWarnings(t *testing.T) {
	m := quadMuseum(t)
	target := queryTarget(`ASK { FILTER(!REGEX("a", "ä(")) }`)
	const reason = `missing closing )`
	for _, c := range []struct{ target, accept, contains string }{
		{target, "", `"boolean":false`},
		{target + "&explain=1", "", `"warnings":[{"line":1,"column":26,`},
		{target, "text/html", "Line 1, column 26:"},
		{target + "&explain=1", "text/html", "Line 1, column 26:"},
	} {
		r := do(t, m, "GET", c.target, "Accept", c.accept)
		text := body(t, r)
		if r.StatusCode != http.StatusOK || !strings.Contains(text, c.contains) {
			t.Errorf("%s, %q: status %d, no %q in %s", c.target, c.accept, r.StatusCode, c.contains, text)
		}
		if field := r.Header.Get("X-Query-Warning"); c.accept == "" && (!strings.HasPrefix(field, "line 1 column 26: ") || !strings.Contains(field, `"\u00e4(": `+reason)) {
			t.Errorf("%s: the warning is %q", c.target, field)
		}
	}
	many := queryTarget("ASK { " + strings.Repeat(`FILTER(REGEX("a", "(`+strings.Repeat("é", 100)+`")) `, 5) + "}")
	if got := do(t, m, "GET", many).Header.Values("X-Query-Warning"); len(got) != 3 || len(got[0]) > 403 {
		t.Errorf("many warnings: %d", len(got))
	}
	if r := do(t, m, "GET", queryTarget(`ASK { FILTER(REGEX("a", "a")) }`)); r.Header.Get("X-Query-Warning") != "" {
		t.Errorf("a query without a fault has the warning %q", r.Header.Get("X-Query-Warning"))
	}
}

// TestQueriesShareMemory asks while another query has the memory of all.
func TestQueriesShareMemory(t *testing.T) {
	m, _ := newTestServer(t, func(c *Config) { c.TotalQueryMemory = 256 << 10 })
	const sorted = `SELECT * { VALUES ?x { 1 2 } } ORDER BY ?x`
	other, err := sparql.Prepare(sorted, sparql.Options{})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := other.Run(t.Context(), sparqltest.NewMemory(nil, nil), m.queries.Service.Limits)
	if err != nil {
		t.Fatal(err)
	}
	next, stop := iter.Pull2(answer.Solutions)
	defer stop()
	if _, err, ok := next(); err != nil || !ok {
		t.Fatal(err, ok)
	}
	r := do(t, m, "GET", queryTarget(sorted))
	if text := body(t, r); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" || !strings.Contains(text, `"code":"busy"`) || !strings.Contains(text, "all the memory") {
		t.Errorf("status %d, %v, %s", r.StatusCode, r.Header, text)
	}
	if text := body(t, do(t, m, "GET", "/-/metrics")); !strings.Contains(text, "\nvitrine_query_memory_bytes 262144\n") || !strings.Contains(text, "\nvitrine_query_memory_limit_bytes 262144\n") {
		t.Errorf("the metrics are %s", text)
	}
	stop()
	if r := do(t, m, "GET", queryTarget(sorted)); r.StatusCode != http.StatusOK {
		t.Errorf("status %d when the other query has ended", r.StatusCode)
	}
}

// TestQueryTags asks again, before and after a change of the store.
func TestQueryTags(t *testing.T) {
	m := quadMuseum(t)
	target := queryTarget("SELECT * { ?s ?p ?o } LIMIT 1")
	first := do(t, m, "GET", target)
	tag := first.Header.Get("Etag")
	if tag == "" || first.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("ETag %q, Cache-Control %q", tag, first.Header.Get("Cache-Control"))
	}
	if again := do(t, m, "GET", target, "If-None-Match", tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("status %d, want 304", again.StatusCode)
	}
	if other := do(t, m, "GET", target, "Accept", "text/csv"); other.Header.Get("Etag") == tag {
		t.Error("another form has the same tag")
	}
	if now := do(t, m, "GET", queryTarget("SELECT (NOW() AS ?now) {}")); now.Header.Get("Etag") != "" || now.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a query with NOW has ETag %q, Cache-Control %q", now.Header.Get("Etag"), now.Header.Get("Cache-Control"))
	}
}

// TestQueryCodings compresses answers that are not small.
func TestQueryCodings(t *testing.T) {
	m := quadMuseum(t)
	const all = `SELECT * { GRAPH ?g { ?s ?p ?o } }`
	plain := do(t, m, "GET", queryTarget(all))
	want := body(t, plain)
	for _, c := range []struct{ target, accept, coding string }{
		{queryTarget(all), "gzip", "gzip"},
		{queryTarget(all), "br;q=0.5, gzip;q=0.4, zstd;q=0", "br"},
		{queryTarget(all), "identity", ""},
		{queryTarget("ASK {}"), "gzip", ""},
		{queryTarget("ASK {}"), "gzip, identity;q=0", "gzip"},
	} {
		r := do(t, m, "GET", c.target, "Accept-Encoding", c.accept)
		text := body(t, r)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Encoding") != c.coding || r.Header.Get("Vary") != "Accept, Accept-Encoding" {
			t.Errorf("%s, %q: status %d in %q, Vary %q", c.target, c.accept, r.StatusCode, r.Header.Get("Content-Encoding"), r.Header.Get("Vary"))
		}
		if c.target == queryTarget(all) && (c.coding != "" && len(text) > len(want)/2 || r.Header.Get("Etag") != plain.Header.Get("Etag")) {
			t.Errorf("%q: %d bytes of %d, ETag %s and %s", c.accept, len(text), len(want), r.Header.Get("Etag"), plain.Header.Get("Etag"))
		}
		if c.coding == "gzip" {
			z, err := gzip.NewReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			unpacked, err := io.ReadAll(z)
			if err != nil || c.target == queryTarget(all) && string(unpacked) != want {
				t.Errorf("%s: unpacked it is %d bytes, want %d; %v", c.target, len(unpacked), len(want), err)
			}
		}
	}
	if r := do(t, m, "GET", queryTarget(all), "Accept-Encoding", "gzip", "If-None-Match", plain.Header.Get("Etag")); r.StatusCode != http.StatusNotModified {
		t.Errorf("a tag of another coding: status %d", r.StatusCode)
	}
}

// TestNamelessGraphs asks for graphs that are empty or say nothing of an IRI, in each form.
func TestNamelessGraphs(t *testing.T) {
	m := quadMuseum(t)
	for _, text := range []string{
		`CONSTRUCT { ?s ?p ?o } { ?s <x:none> ?o . ?s ?p ?o }`,
		`CONSTRUCT { [] <x:p> "o" } {}`,
		`DESCRIBE <x:none>`,
	} {
		for _, form := range []string{"turtle", "trig", "ntriples", "nquads", "rdfxml", "jsonld"} {
			r := do(t, m.Server, "GET", queryTarget(text, "format="+form))
			if b := body(t, r); r.StatusCode != 200 || strings.Contains(b, "rdf-syntax-ns#type") {
				t.Errorf("%s as %s: %d %s", text, form, r.StatusCode, b)
			}
		}
	}
}

// TestFaultsOfQueries asks queries that go beyond a limit: the answer names it.
func TestFaultsOfQueries(t *testing.T) {
	m := quadMuseum(t)
	const long = `{ BIND("0123456789abcdef" AS ?a) ` +
		`BIND(CONCAT(?a,?a,?a,?a,?a,?a,?a,?a,?a,?a,?a,?a,?a,?a,?a,?a) AS ?b) BIND(CONCAT(?b,?b,?b,?b,?b,?b,?b,?b,?b,?b,?b,?b,?b,?b,?b,?b) AS ?c) ` +
		`BIND(CONCAT(?c,?c,?c,?c,?c,?c,?c,?c,?c,?c,?c,?c,?c,?c,?c,?c) AS ?d) BIND(CONCAT(?d,?d,?d,?d,?d,?d,?d,?d,?d,?d,?d,?d,?d,?d,?d,?d) AS ?e) `
	for name, text := range map[string]string{
		"CONCAT":       `SELECT ?f ` + long + `BIND(CONCAT(?e,?e,?e,?e,?e,?e,?e,?e,?e,?e,?e,?e,?e,?e,?e,?e,"x") AS ?f) }`,
		"REPLACE":      `SELECT ?f ` + long + `BIND(REPLACE(?e, "0", ?d) AS ?f) }`,
		"GROUP_CONCAT": `SELECT (GROUP_CONCAT(?e) AS ?f) ` + long + `VALUES ?n { ` + strings.Repeat("1 ", 20) + `} }`,
		"FROM":         `SELECT * ` + strings.Repeat(`FROM <`+testBase+`object/1> `, 101) + `{ ?s ?p ?o }`,
	} {
		r := do(t, m.Server, "GET", queryTarget(text, "format=csv"), "Accept", "application/json")
		if b := body(t, r); r.StatusCode != 400 || !strings.Contains(b, `"query-limit"`) {
			t.Errorf("%s: %d %.300s", name, r.StatusCode, b)
		}
	}
}

// TestFormsOfOthers names the form of an answer as clients of other services do.
func TestFormsOfOthers(t *testing.T) {
	m := quadMuseum(t)
	const (
		ask   = `ASK {}`
		graph = `CONSTRUCT { <x:s> <x:p> "o" } {}`
	)
	for _, c := range []struct{ text, parameters, want string }{
		{ask, "format=json&output=json&results=json", "application/sparql-results+json"},
		{ask, "format=json&format=json", "application/sparql-results+json"},
		{ask, "output=xml", "application/sparql-results+xml"},
		{ask, "format=application%2Fsparql-results%2Bxml", "application/sparql-results+xml"},
		{graph, "format=xml&output=xml&results=xml", "application/rdf+xml"},
		{graph, "format=rdf%2Bxml", "application/rdf+xml"},
		{graph, "format=json-ld&output=json-ld&results=json-ld", "application/ld+json"},
		{graph, "output=ttl", "text/turtle"},
		{graph, "format=n3", "text/turtle"},
	} {
		r := do(t, m.Server, "GET", queryTarget(c.text, c.parameters))
		if got := r.Header.Get("Content-Type"); r.StatusCode != 200 || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s: %d %s, want %s", c.text, c.parameters, r.StatusCode, got, c.want)
		}
	}
	if r := do(t, m.Server, "GET", queryTarget(ask, "format=poem")); r.StatusCode != 406 {
		t.Errorf("format=poem: %d, want 406", r.StatusCode)
	}
}

// TestLanguageTagsIgnoreCase compares tags that differ in the case of letters.
func TestLanguageTagsIgnoreCase(t *testing.T) {
	m := quadMuseum(t)
	for _, condition := range []string{`LANG(?o) = "en-GB"`, `"EN-gb" = LANG(?o)`, `LANG(?o) IN ("fr", "en-GB")`, `!(LANG(?o) != "en-GB")`} {
		text := `ASK { VALUES ?o { "colour"@en-GB } FILTER(` + condition + `) }`
		if b := body(t, do(t, m.Server, "GET", queryTarget(text, "format=csv"))); !strings.Contains(b, "true") {
			t.Errorf("%s: %s", condition, b)
		}
	}
}

// TestQueryByText asks the search for what has words, beside patterns, and without a search.
func TestQueryByText(t *testing.T) {
	s, store := searched(t)
	for i, name := range []string{"Delft", "Delft blue", "Gouda"} {
		store.put(t, person(t, fmt.Sprintf("%sset/%d", testBase, i), name))
	}
	const prefix = `PREFIX text: <http://jena.apache.org/text#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> `
	for _, c := range []struct {
		text   string
		status int
		want   string
	}{
		{`SELECT ?s { ?s text:query "delft" } ORDER BY ?s`, 200, "s\nset/0\nset/1\n"},
		{`SELECT ?l { ?s text:query "delft blue" ; rdfs:label ?l }`, 200, "l\nDelft blue\n"},
		{`SELECT ?s { VALUES ?words { "blue" "gouda" "none" } ?s text:query ?words } ORDER BY ?s`, 200, "s\nset/1\nset/2\n"},
		{`SELECT ?s { ?s rdfs:label ?l FILTER(?l IN ("Delft", "Gouda")) FILTER NOT EXISTS { ?s text:query "delft" } }`, 200, "s\nset/2\n"},
		{`SELECT ?g { GRAPH ?g { ?s text:query "gouda" } }`, 200, "g\nset/2\n"},
		{`SELECT ?s { ?s text:query "delft gouda" }`, 200, "s\n"},
		{`SELECT ?s { ?s text:query ?words }`, 400, "followed by one text"},
		{`SELECT ?s { ?s text:query ("delft" 10) }`, 400, "followed by one text"},
	} {
		r := do(t, s, "GET", queryTarget(prefix+c.text), "Accept", "text/csv")
		got := strings.ReplaceAll(strings.ReplaceAll(body(t, r), testBase, ""), "\r", "")
		if r.StatusCode != c.status || c.status == 200 && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%s: status %d, %q, want %d, %q", c.text, r.StatusCode, got, c.status, c.want)
		}
	}
	off, _ := newTestServer(t, func(*Config) {})
	if r := do(t, off, "GET", queryTarget(prefix+`ASK { ?s text:query "delft" }`)); r.StatusCode != 400 || !strings.Contains(body(t, r), "which is not on here") {
		t.Errorf("without a search: status %d", r.StatusCode)
	}
}

// TestQueryPageShowsPictures has the pictures of the service in the table, and no others.
func TestQueryPageShowsPictures(t *testing.T) {
	s, _ := newTestServer(t, nil)
	own := s.mapper.ServiceURI(address.Pictures) + "a.jpg"
	for iri, shown := range map[string]bool{own: true, own + "/file": true, own + "?x": false, "https://elsewhere.example/-/pictures/a.jpg": false} {
		r := do(t, s, "GET", queryTarget("SELECT * { VALUES ?picture { <"+iri+"> } }"), "Accept", "text/html")
		if has := strings.Contains(body(t, r), `<img src="/-/pictures/a.jpg/full/!96,96/0/default.jpg"`); has != shown {
			t.Errorf("the picture of %s is shown: %t", iri, has)
		}
		if !strings.HasPrefix(r.Header.Get("Server-Timing"), "query;dur=") {
			t.Errorf("the page does not tell its time: %v", r.Header)
		}
	}
}
