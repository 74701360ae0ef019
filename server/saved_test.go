package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"vitrine/data"
	"vitrine/server/data/query/saved"
)

// savedQueries are those of a folder with two queries.
func savedQueries(t testing.TB) saved.Folder {
	t.Helper()
	queries, err := saved.Read(fstest.MapFS{
		"numbers.rq":   {Data: []byte("#+ title: Numbers <&>\n#+ description: How many.\n#+ chart: n\n#+ parameters:\n#+   - {name: most, type: integer, default: \"2\"}\nSELECT ?name ?n { VALUES (?name ?n) { ('a' 1) ('b' 2) ('c' 4) } } LIMIT $most")},
		"things.rq":    {Data: []byte("#+ title: Things\n#+ parameters:\n#+   - {name: of, title: Thing, type: iri, default: 'x:vase'}\nCONSTRUCT { $of <x:label> 'Vase' } {}")},
		"labels.frame": {Data: []byte(`{"@context":{"@vocab":"x:"},"label":{}}`)},
		"things.frame": {Data: []byte(`{"@context":{"@vocab":"x:"},"label":{}}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return queries
}

func TestSavedQueries(t *testing.T) {
	m, _ := newTestServer(t, func(c *Config) { c.Saved = savedQueries(t) })
	for _, c := range []struct {
		target, accept string
		status         int
		want           string
	}{
		{"/-/query/", "application/json", 200, `"name": "numbers"`},
		{"/-/query/", "text/html", 200, `href="/-/query/things"`},
		{"/-/query/numbers?format=csv", "", 200, "name,n\r\na,1\r\nb,2\r\n"},
		{"/-/query/numbers?most=3", "text/csv", 200, "c,4"},
		{"/-/query/numbers?most=3", "text/html", 200, `value="3"`},
		{"/-/query/numbers?most=3", "text/html", 200, `<rect width="25.0%"`},
		{"/-/query/numbers", "text/html", 200, "Numbers &lt;&amp;&gt;"},
		{"/-/query/numbers?most=3", "text/html", 200, `href="/-/query/numbers?format=csv&amp;most=3"`},
		{"/-/query/numbers?most=x", "text/csv", 400, "no whole number"},
		{"/-/query/numbers?most=x", "text/html", 400, `id="fault"`},
		{"/-/query/numbers?least=1", "text/csv", 400, "no such parameter"},
		{"/-/query/numbers?format=turtle", "", 406, "not-acceptable"},
		{"/-/query/nothing", "", 404, "No query of this name"},
		{"/-/query/things?of=x:bowl", "application/ld+json", 200, `{"@context":{"@vocab":"x:"},"@id":"x:bowl","label":"Vase"}`},
		{"/-/query/things?format=ntriples", "", 200, `<x:vase> <x:label> "Vase" .`},
		{queryTarget("CONSTRUCT { <x:a> <x:label> 'A' } {}") + "&frame=labels", "", 200, `{"@context":{"@vocab":"x:"},"@id":"x:a","label":"A"}`},
		{queryTarget("CONSTRUCT { <x:a> <x:label> 'A' } {}") + "&frame=unknown", "", 400, "nor the name of one that is kept here"},
		{"/-/about", "text/html", 200, `href="/-/query/"`},
	} {
		fields := []string{"Accept", c.accept}
		if c.accept == "" {
			fields = nil
		}
		r := do(t, m, "GET", c.target, fields...)
		if got := body(t, r); r.StatusCode != c.status || !strings.Contains(got, c.want) {
			t.Errorf("%s as %s: status %d, %.2000s", c.target, c.accept, r.StatusCode, got)
		}
	}
	for _, method := range []string{"GET", "POST"} {
		if r := do(t, m, method, "/-/query?query=ASK%7B%7D"); r.StatusCode != http.StatusPermanentRedirect || r.Header.Get("Location") != "/-/sparql?query=ASK%7B%7D" {
			t.Errorf("%s /-/query: status %d, Location %q", method, r.StatusCode, r.Header.Get("Location"))
		}
	}
	if r := do(t, m, "GET", "/-/query/numbers"); r.Header.Get("ETag") == "" || do(t, m, "GET", "/-/query/numbers", "If-None-Match", r.Header.Get("ETag")).StatusCode != http.StatusNotModified {
		t.Errorf("the answer has the tag %q, and is sent again", r.Header.Get("ETag"))
	}
	call := func(arguments string) string {
		_, answer := posted(m, "/-/mcp", "application/json", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query_numbers","arguments":`+arguments+`}}`, "Accept", "application/json, text/event-stream")
		return answer
	}
	if got := call(`{"most":3}`); !strings.Contains(got, "| c | 4") || strings.Contains(got, `"isError":true`) {
		t.Errorf("an assistant is told %s", got)
	}
	if got := call(`{"most":"x"}`); !strings.Contains(got, `"isError":true`) || !strings.Contains(got, "no whole number") {
		t.Errorf("an assistant that errs is told %s", got)
	}
	var api struct {
		Paths map[string]struct {
			Get struct {
				Summary    string
				Parameters []map[string]any
			}
		}
	}
	if err := json.Unmarshal([]byte(body(t, do(t, m, "GET", "/-/openapi.json"))), &api); err != nil {
		t.Fatal(err)
	}
	if of := api.Paths["/-/query/things"].Get; of.Summary != "Things" || len(of.Parameters) != 3 || of.Parameters[0]["name"] != "of" {
		t.Errorf("OpenAPI describes it as %+v", of)
	}
}

// TestSavedQueriesOfOthers: a query that cannot be answered with its defaults stops the server
// before it starts, and a server without queries has no such address.
func TestSavedQueriesOfOthers(t *testing.T) {
	for name, text := range map[string]string{
		"no query": "#+ title: T\nSELECT ?x", "no variable": "#+ title: T\n#+ chart: y\nSELECT ?x { ?x ?p ?o }",
		"a frame of a table": "#+ title: T\nSELECT ?x { ?x ?p ?o }", "a wrong frame": "#+ title: T\nASK {}",
	} {
		files := fstest.MapFS{"q.rq": {Data: []byte(text)}}
		if name == "a frame of a table" {
			files["q.frame"] = &fstest.MapFile{Data: []byte("{}")}
		}
		if name == "a wrong frame" {
			files["other.frame"] = &fstest.MapFile{Data: []byte(`{"@embed":"@last"}`)}
		}
		queries, err := saved.Read(files)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Config{Store: newTestStore(t), Formats: testFormats(), BaseURL: testBase, Maps: testMaps(t), Saved: queries})
		if err == nil {
			s.close()
			t.Errorf("%s: the server starts", name)
		}
	}
	m, _ := newTestServer(t, nil)
	if r := do(t, m, "GET", "/-/query/"); r.StatusCode != http.StatusNotFound {
		t.Errorf("without queries: status %d", r.StatusCode)
	}
}

// TestQueriesOfSample: each query of the sample collection has an answer there.
func TestQueriesOfSample(t *testing.T) {
	queries, err := saved.Read(data.Queries())
	if err != nil || len(queries.Queries) < 10 {
		t.Fatalf("%d queries, %v", len(queries.Queries), err)
	}
	config := newSample(t, nil).config
	config.Saved = queries
	m, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	for _, kept := range queries.Queries {
		for _, format := range []string{"csv", "ntriples"} {
			r := do(t, m, "GET", "/-/query/"+kept.Name+"?format="+format)
			lines := strings.Count(body(t, r), "\n")
			if r.StatusCode == http.StatusOK && (format == "csv" && lines < 2 || lines < 1) {
				t.Errorf("%s has no results", kept.Name)
			} else if r.StatusCode != http.StatusOK && r.StatusCode != http.StatusNotAcceptable {
				t.Errorf("%s: status %d", kept.Name, r.StatusCode)
			}
		}
	}
}
