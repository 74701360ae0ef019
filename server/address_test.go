package server

import (
	"net/url"
	"strings"
	"testing"
)

// TestAddresses asks for entities whose names are hard to write in a request,
// rightly and wrongly spelt.
func TestAddresses(t *testing.T) {
	s, store := newTestServer(t, nil)
	for _, path := range []string{
		"person/Käthe", "person/K%C3%B6nig", "person/a%2Fb", "person/(c)", "person/%28d%29", "person/e~f",
		"set/", "obj?id=5", "obj?id=5&format=turtle", "a//b", "person/日本", "person/%E2%80%AEx",
		"doc/1.ttl", "doc/1", "doc/x.tar.gz", "-/secret", "frag#part", "%41lower", "q/'quote'", "p/a:b@c",
		"/evil.example/x/1",
	} {
		store.put(t, person(t, testBase+path, "x"))
	}
	store.put(t, person(t, "https://elsewhere.example/x/1", "x"))
	store.put(t, person(t, "urn:uuid:1b4e28ba", "x"))
	id := func(iri string) string { return "/entity?id=" + url.QueryEscape(iri) }
	tests := []struct {
		target string
		status int
		// iri is the name of the entity for 200, the Location for 308.
		iri string
	}{
		{"/person/K%C3%A4the", 200, testBase + "person/Käthe"},
		{"/person/K%c3%a4the", 308, "/person/K%C3%A4the"},
		{"/person/K%C3%A4the/", 308, "/person/K%C3%A4the"},
		{"/person/K%C3%A4the.ttl", 200, testBase + "person/Käthe"},
		{"/person/K%c3%a4the.ttl", 308, "/person/K%C3%A4the.ttl"},
		{"/person/K%C3%B6nig", 200, testBase + "person/K%C3%B6nig"},
		{"/person/K%c3%b6nig", 308, "/person/K%C3%B6nig"},
		{"/person/%E6%97%A5%E6%9C%AC", 200, testBase + "person/日本"},
		{"/person/%E2%80%AEx", 200, testBase + "person/%E2%80%AEx"},
		{"/person/a%2Fb", 200, testBase + "person/a%2Fb"},
		{"/person/a%2fb", 308, "/person/a%2Fb"},
		{"/person/a/b", 404, ""},
		{"/person/(c)", 200, testBase + "person/(c)"},
		{"/person/%28c%29", 308, "/person/(c)"},
		{"/person/%28d%29", 200, testBase + "person/%28d%29"},
		{"/person/(d)", 308, "/person/%28d%29"},
		{"/person/e%7Ef", 308, "/person/e~f"},
		{"/q/'quote'", 200, testBase + "q/'quote'"},
		{"/q/%27quote%27", 308, "/q/'quote'"},
		{"/p/a%3Ab%40c", 308, "/p/a:b@c"},
		{"/%41lower", 200, testBase + "%41lower"},
		{"/person/1/", 308, "/person/1"},
		{"/person/1/?format=turtle", 308, "/person/1?format=turtle"},
		{"/person//1", 404, ""},
		{"/a//b", 200, testBase + "a//b"},
		{"/set", 308, "/set/"},
		{"/set/", 200, testBase + "set/"},
		{"/person/./1", 308, "/person/1"},
		{"/x/../person/1", 308, "/person/1"},
		{"/x/%2e%2E/person/1", 308, "/person/1"},
		{"/../../person/1", 308, "/person/1"},
		{"/%70erson/1", 308, "/person/1"},
		{"/person/%31", 308, "/person/1"},
		{"/person/1%20", 404, ""},
		{"/person/%FF%FE", 404, ""},
		{"/person/%00", 404, ""},
		{"/obj?id=5", 200, testBase + "obj?id=5"},
		{"/obj?id=6", 404, ""},
		{"/obj?id=5&format=turtle", 200, testBase + "obj?id=5&format=turtle"},
		{"/person/1?utm_source=x", 200, testBase + "person/1"},
		{"/doc/1.ttl", 200, testBase + "doc/1.ttl"},
		{"/doc/1.nt", 200, testBase + "doc/1"},
		{"/doc/x.tar.gz", 200, testBase + "doc/x.tar.gz"},
		{"/doc/x.tar.gz.ttl", 200, testBase + "doc/x.tar.gz"},
		{"/person/1.TTL", 200, testBase + "person/1"},
		{"/person/1.docx", 404, ""},
		{"//evil.example/x", 404, ""},
		{"//evil.example/x/1/", 404, ""},
		{id(testBase + "/evil.example/x/1"), 200, testBase + "/evil.example/x/1"},
		{"/person/.ttl", 404, ""},
		{"/-/secret", 404, ""},
		{"/%2D/secret", 404, ""},
		{id(testBase + "-/secret"), 200, testBase + "-/secret"},
		{id(testBase + "frag#part"), 200, testBase + "frag#part"},
		{id(testBase + "person/1"), 200, testBase + "person/1"},
		{id(testBase + "person/K%C3%A4the"), 200, testBase + "person/Käthe"},
		{id(testBase + "person/Käthe"), 200, testBase + "person/Käthe"},
		{id("https://elsewhere.example/x/1"), 200, "https://elsewhere.example/x/1"},
		{id("urn:uuid:1b4e28ba"), 200, "urn:uuid:1b4e28ba"},
		{id("urn:uuid:unknown"), 404, ""},
		{id("person/1"), 400, ""},
		{id("http://a b/"), 400, ""},
		{"/entity?id=", 400, ""},
		{"/entity", 404, ""},
	}
	for _, test := range tests {
		t.Run(test.target, func(t *testing.T) {
			r := do(t, s, "GET", test.target, "Accept", "application/n-triples, */*;q=0.5")
			if r.StatusCode != test.status {
				t.Fatalf("status %d, want %d; Location %q", r.StatusCode, test.status, r.Header.Get("Location"))
			}
			switch test.status {
			case 200:
				_, name, _ := strings.Cut(strings.SplitN(body(t, r), "\n", 2)[0], " of ")
				if name != test.iri {
					t.Errorf("got %s, want %s", name, test.iri)
				}
			case 308:
				if got := r.Header.Get("Location"); got != test.iri {
					t.Errorf("Location %q, want %q", got, test.iri)
				}
			}
		})
	}
}

// TestOwnAddresses checks that the addresses that an answer names lead to the
// representations that they are said to be.
func TestOwnAddresses(t *testing.T) {
	s, store := newTestServer(t, nil)
	iris := []string{
		testBase + "person/1", testBase + "person/Käthe", testBase + "doc/1", testBase + "doc/1.ttl", testBase + "set/",
		testBase + "obj?id=5", testBase + "-/secret", testBase + "frag#part", "urn:uuid:1", "https://elsewhere.example/x?y=1&z=2",
		testBase + "place/1",
	}
	for _, iri := range iris {
		if iri != testBase+"person/1" && iri != testBase+"place/1" {
			store.put(t, person(t, iri, "x"))
		}
	}
	for _, iri := range iris {
		d, err := resourceOf(t, s, iri)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range s.offers.List {
			ref := d.Refs[o.Index]
			if ref == "" {
				if o.Name != "geojson" && (o.Alternate == nil || o.Alternate.Lacks == nil) {
					t.Errorf("%s has no address as %s", iri, o.Name)
				}
				continue
			}
			r := do(t, s, "GET", ref, "Accept", "text/html;q=0.1, */*;q=0.2")
			text := strings.ReplaceAll(body(t, r), `\u00E4`, "ä")
			if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), o.MediaType) || !strings.Contains(text, strings.ReplaceAll(iri, "&", "")) && !strings.Contains(text, iri) && o.Format != nil {
				t.Errorf("%s as %s: %s gives %d, %s: %.80q", iri, o.Name, ref, r.StatusCode, r.Header.Get("Content-Type"), text)
			}
			if got := r.Header.Get("Content-Location"); got != ref {
				t.Errorf("%s as %s: Content-Location %q, want %q", iri, o.Name, got, ref)
			}
		}
	}
}

// TestBaseWithPath serves a base URL with a path.
func TestBaseWithPath(t *testing.T) {
	base := "https://museum.example/data/"
	s, store := newTestServer(t, func(c *Config) { c.BaseURL = strings.TrimSuffix(base, "/") })
	for _, id := range []string{"1", "2", "3", "4"} { // more than there are of another base
		store.put(t, person(t, base+"person/"+id, "Ada"))
	}
	tests := []struct {
		target   string
		status   int
		contains string
	}{
		{"/data/person/1", 200, "jsonld of " + base + "person/1"},
		{"/data/person/1.ttl", 200, "turtle of " + base + "person/1"},
		{"/person/1", 404, "not-found"},
		{"/", 200, `href="/data/person/"`},
		{"/data/", 200, `href="/data/person/"`},
		{"/data/person/", 200, "\"id\": \"" + base + "person/?page=1\""},
		{"/data/person/?page=1", 200, `"id": "` + base + `person/1"`},
		{"/data/-/healthz", 200, "ok"},
		{"/-/healthz", 200, "ok"},
		{"/data/-/contexts/", 200, "/data/-/contexts/linked.art"},
		{"/data/-/contexts/linked.art/ns/v1/linked-art.json", 200, "@context"},
		{"/-/errors/gone", 200, base + "-/errors/gone"},
		{"/data/entity?id=https://museum.example/data/person/1", 200, "jsonld of " + base + "person/1"},
		{"/entity?id=https://museum.example/data/person/1", 200, "jsonld of " + base + "person/1"},
	}
	for _, test := range tests {
		r := do(t, s, "GET", test.target)
		text := body(t, r)
		if r.StatusCode != test.status || !strings.Contains(text, test.contains) {
			t.Errorf("%s: status %d, %.300q; want %d and %q", test.target, r.StatusCode, text, test.status, test.contains)
		}
	}
}

func TestBadConfig(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no store", func(c *Config) { c.Store = nil }, "no store"},
		{"no base", func(c *Config) { c.BaseURL = "" }, "absolute http or https URL"},
		{"a path as base", func(c *Config) { c.BaseURL = "/data/" }, "absolute http or https URL"},
		{"an ftp base", func(c *Config) { c.BaseURL = "ftp://x.example/" }, "absolute http or https URL"},
		{"a query in the base", func(c *Config) { c.BaseURL = "https://x.example/?a" }, "scheme, host and path only"},
		{"a user in the base", func(c *Config) { c.BaseURL = "https://me@x.example/" }, "scheme, host and path only"},
		{"a format twice", func(c *Config) { c.Formats = append(c.Formats, c.Formats[0]) }, "two formats"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := Config{Store: newTestStore(t), Formats: testFormats(), BaseURL: testBase, Maps: testMaps(t)}
			test.change(&config)
			if _, err := New(config); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}
