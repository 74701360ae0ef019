package server

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// TestPagesFollowOthers changes a record that another page shows, while others read the
// page all the time: the name, the dates and whether it is there at all are those of the
// last write at the very next request, and so is the navigation.
func TestPagesFollowOthers(t *testing.T) {
	table, err := testLinks()
	if err != nil {
		t.Fatal(err)
	}
	all := formats.All(jsonld.New(ldcontext.New(nil)))
	store, err := boltstore.Open(filepath.Join(t.TempDir(), "museum.db"), boltstore.Options{Create: true, Derivation: table.Derivation()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := New(Config{Store: store, Formats: all, BaseURL: testBase, Links: table, Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	record := func(text string) rdfstore.Change {
		return rdfstore.Change{Put: decodeOne(t, all.ByName("jsonld"), text)}
	}
	person := func(name, year string) rdfstore.Change {
		return record(recordHead + `person/p", "type": "Person", "_label": "` + name + `",
			"identified_by": [{"type": "Name", "content": "` + name + `"}],
			"born": {"type": "Birth", "took_place_at": [{"id": "` + testBase + `place/delft", "type": "Place"}],
				"timespan": {"type": "TimeSpan", "begin_of_the_begin": "` + year + `-01-01T00:00:00Z", "end_of_the_end": "` + year + `-12-31T23:59:59Z"}}}`)
	}
	gone := rdfstore.Change{Delete: person("Anna", "1601").Put.Name}
	apply := func(change rdfstore.Change) {
		t.Helper()
		if _, err := store.Apply(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	apply(record(recordHead + `place/delft", "type": "Place", "_label": "Delft"}`))
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	defer readers.Wait()
	defer stop()
	for range 2 {
		readers.Go(func() {
			for ctx.Err() == nil {
				r := httptest.NewRequest("GET", "/place/delft", nil)
				r.Header.Set("Accept", "text/html")
				s.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
	for range 5 {
		for _, step := range []struct {
			change      rdfstore.Change
			shown, gone []string
		}{
			{person("Anna", "1601"), []string{"Anna", "1601", "/person/"}, []string{"Berta", "1702"}},
			{person("Berta", "1601"), []string{"Berta", "1601", "/person/"}, []string{"Anna", "1702"}},
			{person("Berta", "1702"), []string{"Berta", "1702", "/person/"}, []string{"Anna", "1601"}},
			{gone, nil, []string{"Anna", "Berta", "1601", "1702", "/person/"}},
		} {
			apply(step.change)
			text := htmlOf(t, s, "/place/delft")
			for _, want := range step.shown {
				if !strings.Contains(text, want) {
					t.Fatalf("the page lacks %q", want)
				}
			}
			for _, old := range step.gone {
				if strings.Contains(text, old) {
					t.Fatalf("the page still has %q", old)
				}
			}
		}
	}
}
