package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/data/resource"
	"vitrine/server/web/respond"
)

const (
	testBase       = "https://data.museum.example/"
	linkedArt      = "https://linked.art/ns/v1/linked-art.json"
	expanded       = "http://www.w3.org/ns/json-ld#expanded"
	askedLinkedArt = `application/ld+json;profile="` + linkedArt + `"`
)

// testEncoder writes a graph in a way that tells formats apart and has a body
// large enough to be compressed where the label is long.
type testEncoder struct {
	w    io.Writer
	name string
}

func (e testEncoder) Encode(g *graph.Graph) error {
	_, err := fmt.Fprintf(e.w, "%s of %s\n", e.name, g.Name)
	for _, t := range g.Triples {
		if err == nil {
			_, err = fmt.Fprintf(e.w, "%s\n", t.Obj)
		}
	}
	return err
}

func (e testEncoder) Close() error { return nil }

func testFormat(f serialize.Format) *serialize.Format {
	name := f.Name
	f.NewEncoder = func(w io.Writer) serialize.Encoder { return testEncoder{w, name} }
	return &f
}

// testFormats has the names of the real formats; the server tests need none of
// their substance.
func testFormats() serialize.Table {
	return serialize.Table{
		testFormat(serialize.Format{Name: "jsonld", Title: "Linked Art", MediaType: "application/ld+json", Aliases: []string{"application/json"}, Profile: linkedArt, Extensions: []string{"json", "jsonld"}}),
		testFormat(serialize.Format{Name: "expanded", Title: "Expanded JSON-LD", MediaType: "application/ld+json", Profile: expanded}),
		testFormat(serialize.Format{Name: "turtle", Title: "Turtle", MediaType: "text/turtle", Extensions: []string{"ttl"}}),
		testFormat(serialize.Format{Name: "ntriples", Title: "N-Triples", MediaType: "application/n-triples", Extensions: []string{"nt"}}),
		testFormat(serialize.Format{Name: "geojson", Title: "GeoJSON", MediaType: "application/geo+json", Extensions: []string{"geojson"},
			Applies: func(g *graph.Graph) bool { return strings.Contains(g.Name.String(), "/place/") }}),
	}
}

type testContexts map[string]string

func (c testContexts) URLs() []string {
	var urls []string
	for url := range c {
		urls = append(urls, url)
	}
	return urls
}

func (c testContexts) Document(url string) ([]byte, error) { return []byte(c[url]), nil }

// newTestServer returns a server with three entities; change may alter its
// configuration.
func newTestServer(t testing.TB, change func(*Config)) (*Server, *testStore) {
	t.Helper()
	store := newTestStore(t)
	store.put(t, person(t, testBase+"person/1", "Ada"))
	store.put(t, person(t, testBase+"person/2", strings.Repeat("A long name. ", 200)))
	store.put(t, person(t, testBase+"place/1", "London"))
	config := Config{
		Store: store, Formats: testFormats(), BaseURL: testBase, Maps: testMaps(t),
		Contexts: testContexts{linkedArt: `{"@context":{}}`},
	}
	if change != nil {
		change(&config)
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s, store
}

// do sends a request to the server; fields are name and value in turns.
func do(t testing.TB, s http.Handler, method, target string, fields ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if server, ok := s.(*Server); ok {
		isDescribed(t, server, r, w)
	}
	return w.Result()
}

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestGetEntity(t *testing.T) {
	s, _ := newTestServer(t, nil)
	tests := []struct {
		target, accept string
		contentType    string
		begins         string
	}{
		{"/person/1", "", askedLinkedArt, "jsonld of " + testBase + "person/1\n"},
		{"/person/1", "*/*", askedLinkedArt, "jsonld of"},
		{"/person/1", "application/json", askedLinkedArt, "jsonld of"},
		{"/person/1", askedLinkedArt, askedLinkedArt, "jsonld of"},
		{"/person/1", "text/turtle", "text/turtle; charset=utf-8", "turtle of"},
		{"/person/1", `application/ld+json;profile="` + expanded + `"`, `application/ld+json;profile="` + expanded + `"`, "expanded of"},
		{"/person/1", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8", "<!DOCTYPE html>"},
		{"/place/1", "application/geo+json", "application/geo+json", "geojson of"},
		{"/person/1", "application/geo+json, text/turtle;q=0.5", "text/turtle; charset=utf-8", "turtle of"},
		{"/person/1.ttl", "application/json", "text/turtle; charset=utf-8", "turtle of"},
		{"/person/1.jsonld", "", askedLinkedArt, "jsonld of"},
		{"/person/1.html", "", "text/html; charset=utf-8", "<!DOCTYPE html>"},
		{"/person/1?format=ntriples", "", "application/n-triples", "ntriples of"},
		{"/person/1?format=text/turtle", "", "text/turtle; charset=utf-8", "turtle of"},
		{"/person/1?format=application/ld+json", "", askedLinkedArt, "jsonld of"},
		{"/entity?id=https%3A%2F%2Fdata.museum.example%2Fperson%2F1", "text/turtle", "text/turtle; charset=utf-8", "turtle of"},
	}
	for _, test := range tests {
		t.Run(test.target+" "+test.accept, func(t *testing.T) {
			r := do(t, s, "GET", test.target, "Accept", test.accept)
			text := body(t, r)
			if r.StatusCode != 200 || !strings.HasPrefix(text, test.begins) {
				t.Errorf("status %d, body %.60q, want 200 and %q", r.StatusCode, text, test.begins)
			}
			if got := r.Header.Get("Content-Type"); got != test.contentType {
				t.Errorf("Content-Type %q, want %q", got, test.contentType)
			}
			if got := r.Header.Get("Vary"); got != varyOf(r) {
				t.Errorf("Vary %q", got)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	s, store := newTestServer(t, nil)
	store.remove(t, testBase+"place/1")
	tests := []struct {
		method, target, accept string
		status                 int
		code                   string
	}{
		{"GET", "/person/9", "", 404, "not-found"},
		{"GET", "/-/nothing", "", 404, "not-found"},
		{"GET", "/-", "", 404, "not-found"},
		{"PUT", "/person/1", "", 405, "method-not-allowed"},
		{"POST", "/-/healthz", "", 405, "method-not-allowed"},
		{"GET", "/person/1", "image/png", 406, "not-acceptable"},
		{"GET", "/person/1", "application/geo+json", 406, "not-acceptable"},
		{"GET", "/person/1.geojson", "", 406, "not-acceptable"},
		{"GET", "/person/1?format=docx", "", 406, "not-acceptable"},
		{"GET", "/", "application/pdf", 406, "not-acceptable"},
		{"GET", "/place/1", "", 410, "gone"},
		{"GET", "/place/1.ttl", "", 410, "gone"},
		{"GET", "/entity?id=nonsense", "", 400, "bad-request"},
		{"GET", "/entity?id=https://elsewhere.example/1", "", 404, "not-found"},
		{"GET", "/" + strings.Repeat("a", 20000), "", 414, "url-too-long"},
		{"GET", "/person/1", strings.Repeat("a/b,", 5000), 431, "header-too-long"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%s %.40s %.20s", test.method, test.target, test.accept), func(t *testing.T) {
			r := do(t, s, test.method, test.target, "Accept", test.accept)
			var p respond.ErrorDocument
			if err := json.Unmarshal([]byte(body(t, r)), &p); err != nil {
				t.Fatal(err)
			}
			if r.StatusCode != test.status || p.Status != test.status || p.Code != test.code {
				t.Errorf("status %d, problem %+v, want %d %s", r.StatusCode, p, test.status, test.code)
			}
			if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("Content-Type %q", got)
			}
			if r.Header.Get("Access-Control-Allow-Origin") != "*" || r.Header.Get("Vary") != respond.Vary {
				t.Errorf("header %v", r.Header)
			}
			if p.Request == "" || p.Request != r.Header.Get("X-Request-Id") {
				t.Errorf("request id %q in the body, %q in the header", p.Request, r.Header.Get("X-Request-Id"))
			}
			if test.status == 405 && !strings.Contains(r.Header.Get("Allow"), "GET, HEAD, OPTIONS") {
				t.Errorf("Allow %q", r.Header.Get("Allow"))
			}
		})
	}
}

func TestService(t *testing.T) {
	s, _ := newTestServer(t, nil)
	tests := []struct {
		target, accept, contentType, contains string
	}{
		{"/", "text/html", "text/html; charset=utf-8", "<td>Person</td><td>3</td>"},
		{"/", "*/*", "text/html; charset=utf-8", `<a href="/person/"><span class="number">2</span> People</a>`},
		{"/person/", "text/html", "text/html; charset=utf-8", `<a href="/person/1">Ada</a>`},
		{"/person/", "*/*", "application/ld+json;profile=\"https://linked.art/ns/v1/search.json\"", `"totalItems": 2`},
		{"/-/healthz", "", "text/plain; charset=utf-8", "ok"},
		{"/-/readyz", "", "text/plain; charset=utf-8", "ready"},
		{"/-/contexts/", "", "application/json", `"href": "/-/contexts/linked.art/ns/v1/linked-art.json"`},
		{"/-/contexts/linked.art/ns/v1/linked-art.json", "", "application/ld+json", `{"@context":{}}`},
		{"/-/contexts/https://linked.art/ns/v1/linked-art.json", "application/json", "application/ld+json", `{"@context":{}}`},
		{"/-/contexts/https%3A%2F%2Flinked.art%2Fns%2Fv1%2Flinked-art.json", "", "application/ld+json", `{"@context":{}}`},
		{"/-/errors/", "", "application/json", "not-acceptable"},
		{"/-/errors/gone", "text/html", "text/html; charset=utf-8", "410"},
		{"/-/metrics", "", "text/plain", "vitrine_http_requests_total"},
	}
	for _, test := range tests {
		t.Run(test.target+" "+test.accept, func(t *testing.T) {
			r := do(t, s, "GET", test.target, "Accept", test.accept)
			text := body(t, r)
			if r.StatusCode != 200 || !strings.Contains(text, test.contains) {
				t.Errorf("status %d, body %s, want %q in it", r.StatusCode, text, test.contains)
			}
			if got := r.Header.Get("Content-Type"); !strings.HasPrefix(got, test.contentType) {
				t.Errorf("Content-Type %q, want %q", got, test.contentType)
			}
		})
	}
}

// TestAcceptLines sends Accept in several lines, which are one list.
func TestAcceptLines(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for range 2 {
		r := do(t, s, "GET", "/person/1", "Accept", "text/html;q=0.1", "Accept", "text/turtle;q=0.2")
		if text := body(t, r); !strings.HasPrefix(text, "turtle of") {
			t.Errorf("got %.40q", text)
		}
		if text := body(t, do(t, s, "GET", "/person/1", "Accept", "text/html;q=0.1")); !strings.HasPrefix(text, "<!DOCTYPE") {
			t.Errorf("got %.40q", text)
		}
		if text := body(t, do(t, s, "GET", "/person/1")); !strings.HasPrefix(text, "jsonld of") {
			t.Errorf("got %.40q", text)
		}
	}
}

// resourceOf is what the server knows of an entity.
func resourceOf(t testing.TB, s *Server, iri string) (*resource.Resource, error) {
	t.Helper()
	view, err := s.maker.View(t.Context())
	if err != nil {
		return nil, err
	}
	return view.Resource(t.Context(), iri)
}
