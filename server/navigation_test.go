package server

import (
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// TestNavigation finds the lists of the endpoints that have records in the header of every
// page, in order and in its language; error pages have those that were found last.
func TestNavigation(t *testing.T) {
	s, store := newTestServer(t, nil)
	if page := body(t, do(t, s, "GET", "/nowhere", "Accept", "text/html")); strings.Contains(page, `class="main-links"`) {
		t.Errorf("an error page has asked the store:\n%s", page)
	}
	const people, places = `<li><a href="/person/">People</a></li>`, `<li><a href="/place/">Places</a></li>`
	for _, target := range []string{"/", "/person/1", "/person/1?format=triples", "/person/", "/-/dataset", "/-/about", "/-/activity-stream", "/-/quads", "/nowhere"} {
		if page := body(t, do(t, s, "GET", target, "Accept", "text/html")); !strings.Contains(page, people+"\n"+places+"\n</ul>") {
			t.Errorf("%s:\n%s", target, page)
		}
	}
	store.put(t, person(t, testBase+"object/1", "Cup"))
	store.put(t, person(t, testBase+"a/1", "Of no endpoint of Linked Art"))
	want := "<ul>\n" + `<li><a href="/object/?lang=nl">Objecten</a></li>` + "\n" + `<li><a href="/person/?lang=nl">Personen</a></li>` + "\n" + `<li><a href="/place/?lang=nl">Plaatsen</a></li>` + "\n</ul>"
	if page := body(t, do(t, s, "GET", "/person/1?lang=nl", "Accept", "text/html")); !strings.Contains(page, want) {
		t.Errorf("no %s in\n%s", want, page)
	}
	name, err := graph.IRI(testBase + "object/1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Apply(t.Context(), rdfstore.Change{Delete: name}); err != nil {
		t.Fatal(err)
	}
	if page := body(t, do(t, s, "GET", "/person/1?lang=nl", "Accept", "text/html")); strings.Contains(page, "Objecten") {
		t.Errorf("an endpoint without records is there:\n%s", page)
	}
}

// TestAggregate has records of other publishers alone: the front page and the header lead to those
// of each class and of each publisher, and searches count the publishers.
func TestAggregate(t *testing.T) {
	store := newTestStore(t)
	for _, name := range []string{"https://one.example/person/1", "https://one.example/person/2", "https://two.example/person/1"} {
		store.put(t, person(t, name, "Ada"))
	}
	s, err := New(Config{Store: store, Formats: testFormats(), BaseURL: testBase, Search: indexOf(t, store), Maps: testMaps(t), Contexts: testContexts{linkedArt: `{"@context":{}}`}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	page := body(t, do(t, s, "GET", "/", "Accept", "text/html"))
	for _, want := range []string{
		`<a href="/-/search?class=Person">People</a>`,
		`<a href="/-/search?class=Person"><span class="number">3</span> People</a>`,
		`<a href="/-/search?publisher=https%3A%2F%2Fone.example%2F"><span class="number">2</span> one.example</a>`,
		`<a href="/-/search?publisher=https%3A%2F%2Ftwo.example%2F"><span class="number">1</span> two.example</a>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}
