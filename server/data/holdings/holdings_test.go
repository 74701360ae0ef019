package holdings

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

const testBase = "https://data.museum.example/"

// put stores an entity of which nothing is said but its class.
func put(t *testing.T, s Survey, name string) {
	t.Helper()
	iri, class := parse(t, name), parse(t, "http://www.cidoc-crm.org/cidoc-crm/E21_Person")
	g := &graph.Graph{Name: iri, Triples: []rdf.Triple{{Subj: iri, Pred: graph.Type, Obj: class}}}
	if _, err := s.Store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, s Survey, name string) {
	t.Helper()
	if _, err := s.Store.Apply(t.Context(), rdfstore.Change{Delete: parse(t, name)}); err != nil {
		t.Fatal(err)
	}
}

func parse(t *testing.T, name string) rdf.IRI {
	t.Helper()
	iri, err := graph.IRI(name)
	if err != nil {
		t.Fatal(err)
	}
	return iri
}

// TestHoldings counts a store with entities of several bases, one of which goes on
// before and after the base of the service, and one name being a base itself.
func TestHoldings(t *testing.T) {
	s := Survey{Store: memstore.New(), Base: "https://m.example/art/"}
	for _, name := range []string{
		"https://m.example/art/", "https://m.example/art/1", "https://m.example/art/2", "https://m.example/a", "https://m.example/x/1",
		"https://v.example", "https://v.example/", "https://v.example/1", "https://v.example/2", "https://v.example.net/1",
		"urn:uuid:1", "urn:uuid:2", "tag:a,2024:1", "urn:isbn:1", "https://m.example/art/gone",
	} {
		put(t, s, name)
	}
	remove(t, s, "https://m.example/art/gone")
	got, err := s.Count(t.Context())
	want := Holdings{Base: "https://m.example/art/", Under: 3, Others: 11, Bases: []BaseCount{
		{"https://v.example/", 3}, {"https://m.example/", 2}, {"urn:uuid:", 2},
		{"https://v.example", 1}, {"https://v.example.net/", 1}, {"tag:", 1}, {"urn:isbn:", 1},
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	for i := range 2 * maxBases {
		put(t, s, fmt.Sprintf("https://%02d.example/1", i))
	}
	if got, err := s.Count(t.Context()); err != nil || got.Others != 11+2*maxBases || len(got.Bases) != maxBases {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestEndpoints checks the front page's list of endpoints: each once, among
// entities that are in none.
func TestEndpoints(t *testing.T) {
	s := Survey{Store: memstore.New(), Base: testBase}
	for _, path := range []string{"a", "b/1", "b/2", "b/c/3", "b0", "c", "person/x/y", "place/1", "zz/1", "ä/1"} {
		put(t, s, testBase+path)
	}
	got, err := s.Endpoints(t.Context())
	if want := []string{"b/", "person/", "place/", "zz/", "ä/"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for i := range 100 {
		put(t, s, fmt.Sprintf("%sendpoint%03d/1", testBase, i))
	}
	if got, err := s.Endpoints(t.Context()); err != nil || len(got) > MaxEndpoints {
		t.Errorf("%d endpoints, %v", len(got), err)
	}
}

// TestSections has the endpoints of a base, and the classes where most is under other bases.
func TestSections(t *testing.T) {
	s := Survey{Store: memstore.New(), Base: testBase}
	put(t, s, testBase+"person/1")
	put(t, s, "https://other.example/1")
	if got, err := s.Sections(t.Context()); err != nil || !slices.Equal(got, []Section{{Endpoint: "person/"}}) {
		t.Errorf("got %v, %v", got, err)
	}
	put(t, s, "https://other.example/2")
	if got, err := s.Sections(t.Context()); err != nil || !slices.Equal(got, []Section{{Class: "http://www.cidoc-crm.org/cidoc-crm/E21_Person", Count: 3}}) {
		t.Errorf("got %v, %v", got, err)
	}
}
