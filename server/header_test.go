package server

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// linksOf reads a Link field into "rel type href" lines.
func linksOf(h http.Header) []string {
	var links []string
	for _, m := range regexp.MustCompile(`<([^>]*)>; rel="([^"]*)"(?:; type="((?:[^"\\]|\\.)*)")?`).FindAllStringSubmatch(h.Get("Link"), -1) {
		links = append(links, strings.TrimSpace(m[2]+" "+strings.ReplaceAll(m[3], `\"`, `"`)+" "+m[1]))
	}
	slices.Sort(links)
	return links
}

func TestLinks(t *testing.T) {
	s, _ := newTestServer(t, nil)
	everywhere := []string{
		"canonical cite-as original timegate  " + testBase + "person/1",
		"linkset application/linkset+json /-/linkset?of=https%3A%2F%2Fdata.museum.example%2Fperson%2F1",
		"timemap version-history application/link-format " + testBase + "-/timemap?of=https%3A%2F%2Fdata.museum.example%2Fperson%2F1",
		"collection  /-/activity",
		"type  http://www.cidoc-crm.org/cidoc-crm/E21_Person",
	}
	record := askedLinkedArt + " /person/1.json"
	tests := []struct {
		accept string
		want   []string
	}{
		{"application/ld+json", []string{
			"describes text/html /person/1", "profile  " + linkedArt,
		}},
		{"text/turtle", []string{
			"describes text/html /person/1",
		}},
		{"text/html", []string{
			"describedby " + record, "type  https://schema.org/AboutPage",
		}},
	}
	for _, test := range tests {
		r := do(t, s, "GET", "/person/1", "Accept", test.accept)
		want := append(slices.Clone(everywhere), test.want...)
		slices.Sort(want)
		if got := linksOf(r.Header); !slices.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", test.accept, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

// TestPageLinks checks the head of the page against the Link field.
func TestPageLinks(t *testing.T) {
	s, _ := newTestServer(t, nil)
	text := body(t, do(t, s, "GET", "/person/1.html"))
	described := `<link rel="describedby" href="/person/1.json" type='application/ld+json;profile="` + linkedArt + `"'`
	if strings.Count(text, `rel="describedby"`) != 1 || !strings.Contains(text, described) {
		t.Errorf("the page wants exactly one %s:\n%s", described, text)
	}
	for _, want := range []string{`<link rel="canonical" href="` + testBase + `person/1">`, `<link rel="alternate" href="/person/1.ttl" type='text/turtle'`, `<link rel="collection" href="/-/activity">`, "<title>Ada – Vitrine</title>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s:\n%s", want, text)
		}
	}
}

// TestEveryAnswer checks what every answer has, whatever it is.
func TestEveryAnswer(t *testing.T) {
	s, store := newTestServer(t, nil)
	store.put(t, person(t, testBase+"person/gone", "x"))
	store.remove(t, testBase+"person/gone")
	for _, target := range []string{
		"/", "/person/1", "/person/1.ttl", "/person/1/", "/person/", "/person", "/person/9", "/person/gone", "/-/", "/-/healthz", "/-/readyz", "/-/metrics",
		"/-/contexts/", "/-/contexts/x", "/-/errors/", "/-/errors/gone", "/-/errors/x", "/-/activity", "/-/activity/page/0", "/-/activity/page/9", "/-/dataset", "/-/dump.nq", "/-/dump.x", "/.well-known/void", "/entity?id=x", "/entity?id=" + testBase + "person/1",
	} {
		for _, method := range []string{"GET", "HEAD", "OPTIONS", "PUT", "TRACE", "BREW"} {
			for _, accept := range []string{"*/*", "text/html", "image/png"} {
				r := do(t, s, method, target, "Accept", accept, "Origin", "https://elsewhere.example")
				what := method + " " + target + " as " + accept
				if r.Header.Get("Access-Control-Allow-Origin") != "*" || r.Header.Get("Access-Control-Expose-Headers") == "" {
					t.Errorf("%s: no CORS: %v", what, r.Header)
				}
				if r.Header.Get("X-Request-Id") == "" || r.Header.Get("X-Content-Type-Options") != "nosniff" {
					t.Errorf("%s: header %v", what, r.Header)
				}
				if r.StatusCode >= 500 || r.StatusCode < 200 {
					t.Errorf("%s: status %d", what, r.StatusCode)
				}
				text := body(t, r)
				if method == "HEAD" && text != "" {
					t.Errorf("%s: body %q", what, text)
				}
				if r.StatusCode >= 400 {
					html := strings.HasPrefix(r.Header.Get("Content-Type"), "text/html")
					if html != (accept == "text/html") || r.Header.Get("Vary") != varyOf(r) || r.Header.Get("Cache-Control") != "no-store" {
						t.Errorf("%s: %d, header %v", what, r.StatusCode, r.Header)
					}
				}
			}
		}
	}
}

func TestOptions(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for _, target := range []string{"/person/1", "/person/9", "/", "/-/healthz", "*"} {
		r := do(t, s, "OPTIONS", target, "Origin", "https://elsewhere.example",
			"Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "accept")
		for name, want := range map[string]string{
			"Allow": "GET, HEAD, OPTIONS", "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
			"Access-Control-Max-Age": "86400", "Access-Control-Allow-Origin": "*",
		} {
			if got := r.Header.Get(name); r.StatusCode != 204 || got != want {
				t.Errorf("%s: status %d, %s %q, want %q", target, r.StatusCode, name, got, want)
			}
		}
		if !strings.Contains(r.Header.Get("Access-Control-Allow-Headers"), "Accept, ") {
			t.Errorf("%s: Access-Control-Allow-Headers %q", target, r.Header.Get("Access-Control-Allow-Headers"))
		}
	}
}

// TestCoding checks which bodies are compressed, and that they are what they
// are without.
func TestCoding(t *testing.T) {
	s, _ := newTestServer(t, nil)
	tests := []struct{ target, accept, want string }{
		{"/person/1.ttl", "gzip, zstd", "zstd"},
		{"/person/1.ttl", "gzip, identity;q=0", "gzip"},
		{"/person/2.ttl", "", ""},
		{"/person/2.ttl", "gzip", "gzip"},
		{"/person/2.ttl", "gzip, zstd", "zstd"},
		{"/person/2.ttl", "gzip, zstd;q=0.5", "gzip"},
		{"/person/2.ttl", "identity, gzip;q=0.5", ""},
		{"/person/2.ttl", "br", "br"},
		{"/person/2.ttl", "gzip, deflate, br", "br"},
		{"/person/2.ttl", "deflate", ""},
		{"/", "zstd", "zstd"},
	}
	for _, test := range tests {
		r := do(t, s, "GET", test.target, "Accept-Encoding", test.accept)
		if got := r.Header.Get("Content-Encoding"); r.StatusCode != 200 || got != test.want {
			t.Errorf("%s, %s: status %d, coding %q, want %q", test.target, test.accept, r.StatusCode, got, test.want)
			continue
		}
		plain := body(t, do(t, s, "GET", test.target))
		if got := decoded(t, test.want, body(t, r)); got != plain {
			t.Errorf("%s, %s: %.40q, want %.40q", test.target, test.accept, got, plain)
		}
	}
	for _, target := range []string{"/person/1", "/"} {
		r := do(t, s, "GET", target, "Accept-Encoding", "identity;q=0, *;q=0")
		if r.StatusCode != 406 {
			t.Errorf("%s: no coding is acceptable: status %d", target, r.StatusCode)
		}
	}
}

// TestNotAcceptable checks that a refusal lists what there is.
func TestNotAcceptable(t *testing.T) {
	s, _ := newTestServer(t, nil)
	r := do(t, s, "GET", "/person/1", "Accept", "image/png")
	text := body(t, r)
	for _, want := range []string{
		`"href":"/person/1.json"`, `"href":"/person/1?format=expanded"`, `"href":"/person/1.ttl"`, `"href":"/person/1.nt"`, `"href":"/person/1.html"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
	if strings.Contains(text, "geojson") {
		t.Errorf("a person has GeoJSON: %s", text)
	}
	if got := len(linksOf(r.Header)); got != 1 {
		t.Errorf("%d links: %s", got, r.Header.Get("Link"))
	}
	page := body(t, do(t, s, "GET", "/person/1?format=png", "Accept", "text/html"))
	if !strings.Contains(page, `<a href="/person/1.ttl" type='text/turtle'>Turtle</a>`) {
		t.Errorf("the page does not list Turtle: %s", page)
	}
}

func TestRequestID(t *testing.T) {
	s, _ := newTestServer(t, nil)
	seen := map[string]bool{}
	for range 50 {
		id := do(t, s, "GET", "/-/healthz").Header.Get("X-Request-Id")
		if id == "" || seen[id] {
			t.Fatalf("id %q again", id)
		}
		seen[id] = true
	}
	tests := []struct {
		id   string
		kept bool
	}{
		{"abc-123_x.y~z", true}, {strings.Repeat("a", 64), true},
		{strings.Repeat("a", 65), false}, {"", false}, {"a b", false}, {"a\"b", false}, {"<script>", false}, {"é", false},
	}
	for _, test := range tests {
		got := do(t, s, "GET", "/-/healthz", "X-Request-Id", test.id).Header.Get("X-Request-Id")
		if (got == test.id) != test.kept || got == "" {
			t.Errorf("%q became %q", test.id, got)
		}
	}
}
