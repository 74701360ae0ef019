package results

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/server/data/collection"
	"vitrine/server/data/criteria"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// TestAddHost names each host of the pictures on a page once, as the policy of the page does.
func TestAddHost(t *testing.T) {
	var hosts []string
	for _, src := range []string{
		"https://images.example/1.jpg", "https://images.example/2.jpg", "http://images.example/3.jpg",
		"https://images.example:8443/4.jpg", "/local.jpg", "",
	} {
		hosts = AddHost(hosts, &html.Picture{Src: src})
	}
	hosts = AddHost(hosts, nil)
	want := []string{"https://images.example", "http://images.example", "https://images.example:8443"}
	if !slices.Equal(hosts, want) {
		t.Errorf("%q, want %q", hosts, want)
	}
	for i := range 2 * maxHosts {
		hosts = AddHost(hosts, &html.Picture{Src: fmt.Sprintf("https://%d.example/1.jpg", i)})
	}
	if len(hosts) != maxHosts {
		t.Errorf("%d hosts, want %d", len(hosts), maxHosts)
	}
}

// TestNote says what to do where not all is shown, and nothing where it is.
func TestNote(t *testing.T) {
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	filtered := criteria.Criteria{Values: map[string][]string{"class": {"Person"}}}
	for name, row := range map[string]struct {
		list List
		want string
	}{
		"a list":                        {List{}, ""},
		"results":                       {List{Searched: true, List: collection.List{Total: 5}}, ""},
		"more results than are shown":   {List{Searched: true, List: collection.List{Total: 500, Shown: 100}}, "first 100"},
		"no results":                    {List{Searched: true}, "Try fewer words"},
		"no results that have a filter": {List{Searched: true, Criteria: filtered}, "Remove a filter"},
	} {
		got := row.list.note(languages.English())
		if row.want == "" && got != "" || !strings.Contains(got, row.want) {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}
