package concepts

import (
	"slices"
	"testing"
)

func TestFind(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, want []string }{
		{[]string{"olfarbe"}, []string{"oil", "paint"}},
		{[]string{"schilderijen"}, []string{"painting"}},
		{[]string{"pays", "bas"}, []string{"netherlands"}},
		{[]string{"holland"}, []string{"netherlands"}},
		{[]string{"dutch"}, []string{"netherlands"}},
		{[]string{"agyptische"}, []string{"egypt"}},
		{[]string{"den", "haag"}, []string{"the", "hague"}},
	} {
		found := slices.ContainsFunc(table.Find(row.name), func(c *Concept) bool {
			return slices.ContainsFunc(c.Names, func(name []string) bool { return slices.Equal(name, row.want) })
		})
		if !found {
			t.Errorf("%v is not found by %v", row.want, row.name)
		}
	}
	// Each nationality leads to its country.
	for nationality, country := range nationalities() {
		if !slices.ContainsFunc(table.Find(table.words.Terms(nationality)), func(c *Concept) bool {
			return slices.ContainsFunc(c.Names, func(name []string) bool { return slices.Equal(name, table.words.Terms(country)) })
		}) {
			t.Errorf("%s does not lead to %s", nationality, country)
		}
	}
	if some := table.Find([]string{"xyzzy"}); len(some) > 0 {
		t.Errorf("%v", some)
	}
}
