package results

import (
	"strings"
	"testing"

	"vitrine/server/data/collection"
	"vitrine/server/data/criteria"
	"vitrine/server/people/i18n"
)

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
