package site

import (
	"net/http/httptest"
	"slices"
	"testing"

	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
)

// TestWaysOn checks where a page leads that says that there is no record at an address.
func TestWaysOn(t *testing.T) {
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	n := NewNavigation(&survey{endpoints: []string{"object/", "person/"}}, always{}, testBase)
	if _, err := n.Sections(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		path   string
		search bool
		want   []string
	}{
		{"/object/girl-with-a_pearl.json", true, []string{"Search for: girl with a pearl", "/-/search?q=girl+with+a+pearl", "Look in the list: Objects", "/object/"}},
		{"/object/girl", false, []string{"Look in the list: Objects", "/object/"}},
		{"/object/a/b%26c", true, []string{"Search for: b c", "/-/search?q=b+c", "Look in the list: Objects", "/object/"}},
		{"/place/delft", true, []string{"Search for: delft", "/-/search?q=delft"}},
		{"/vermeer", true, []string{"Search for: vermeer", "/-/search?q=vermeer"}},
		{"/object/--", true, []string{"Look in the list: Objects", "/object/"}},
		{"/-/nothing", true, nil},
	} {
		s := &Site{Mapper: address.New(testBase), Navigation: n, Searches: row.search}
		var got []string
		for _, part := range s.waysOn(httptest.NewRequest("GET", row.path, nil), languages.English()) {
			got = append(got, part.Text, part.Href)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.path, got, row.want)
		}
	}
}
