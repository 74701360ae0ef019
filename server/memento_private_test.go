package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/private"
)

// versioned is a server of two audiences with two entities: person/then, of which the second of
// three states is private, and person/now, whose first state was public and whose second is not.
func versioned(t *testing.T) (m *museum, reader string) {
	t.Helper()
	store := memstore.New()
	draft := private.Statement{Predicate: mustIRI(t, "http://www.cidoc-crm.org/cidoc-crm/P2_has_type"), Object: mustIRI(t, testBase+"concept/unpublished")}
	put := func(path, label string, hidden bool) {
		g := person(t, testBase+path, label)
		if hidden {
			g = &graph.Graph{Name: g.Name, Triples: append(g.Triples, rdf.Triple{Subj: g.Name, Pred: draft.Predicate, Obj: draft.Object})}
		}
		if _, err := store.Apply(t.Context(), rdfstore.Change{Put: g, Author: "curator", Message: "because of " + label}); err != nil {
			t.Fatal(err)
		}
	}
	put("person/now", hiddenWord+"-1", false)
	put("person/then", "first", false)
	put("person/then", hiddenWord+"-2", true)
	put("person/now", hiddenWord+"-3", true)
	put("person/then", "third", false)
	view, err := private.Open(t.Context(), store, private.Rules{Statements: []private.Statement{draft}}, private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { view.Close() })
	m = newMuseumWith(t, func(c *Config) { c.Public = &Public{Store: view} }, store)
	return m, m.token(t, "reader", "read")
}

// TestPrivateStates: the public sees no state that was private then or is now, in any way out, and
// a reader sees all.
func TestPrivateStates(t *testing.T) {
	m, reader := versioned(t)
	var targets []string
	for _, path := range []string{"person/now", "person/then"} {
		iri := testBase + path
		for version := range 8 {
			for _, form := range []string{"", ".ttl", ".html"} {
				targets = append(targets, fmt.Sprintf("/%s%s?version=%d", path, form, version))
			}
			for to := range 8 {
				targets = append(targets, fmt.Sprintf("/-/diff?of=%s&from=%d&to=%d", iri, version, to))
			}
			targets = append(targets, fmt.Sprintf("/entity?id=%s&version=%d", iri, version), fmt.Sprintf("/-/timemap?of=%s&before=%d", iri, version+1))
		}
		targets = append(targets, "/"+path, "/"+path+".html", "/-/timemap?of="+iri, "/-/linkset?of="+iri)
	}
	for _, target := range targets {
		for _, accept := range []string{"*/*", "application/json", "text/turtle", "text/html"} {
			for _, at := range []string{"", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"} {
				r := do(t, m, "GET", target, "Accept", accept, "Accept-Datetime", at)
				if at == "" {
					r = do(t, m, "GET", target, "Accept", accept)
				}
				if text := body(t, r); strings.Contains(text+fmt.Sprint(r.Header), hiddenWord) {
					t.Errorf("%s as %s at %q: %d: the public sees %s", target, accept, at, r.StatusCode, text)
				}
				if strings.Contains(target, "person/now") && r.StatusCode < 400 {
					t.Errorf("%s as %s at %q: status %d of what is private", target, accept, at, r.StatusCode)
				}
			}
		}
	}
	bearer := "Bearer " + reader
	for target, want := range map[string]string{
		"/person/now?version=1": hiddenWord + "-1", "/person/now?version=4": hiddenWord + "-3", "/person/then?version=3": hiddenWord + "-2",
		"/-/timemap?of=" + testBase + "person/now": "version=4",
	} {
		r := do(t, m, "GET", target, "Authorization", bearer)
		if text := body(t, r); r.StatusCode != 200 || !strings.Contains(text, want) || r.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s for a reader: %d, %v: %s", target, r.StatusCode, r.Header, text)
		}
	}
	// The public counts other numbers: the states of person/then are its own.
	map1 := body(t, do(t, m, "GET", "/-/timemap?of="+testBase+"person/then", "Accept", "application/json"))
	if strings.Count(map1, `"uri"`) != 2 || !strings.Contains(map1, "because of third") {
		t.Errorf("the TimeMap of the public is %s", map1)
	}
}
