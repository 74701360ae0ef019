package describe

import (
	"testing"

	"vitrine/data"
	"vitrine/linkedart/links"
	"vitrine/server/data/criteria"
)

// TestContentsOfASet counts the members of a set by kind, each with the search for them, where
// there is a search.
func TestContentsOfASet(t *testing.T) {
	m := newMuseum(t, sampleGraphs(t)...)
	for _, searches := range []bool{false, true} {
		m.options.Searches = searches
		m.options.ListOf = func(l *links.Link, iri string) string {
			return m.options.Mapper.Service(criteria.OfLink(l.Name, iri).Target())
		}
		record, err := m.Record(t.Context(), m.subject(t, data.Base+"set/mauritshuis-collection"), in(t, "en"))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, fact := range record.Facts {
			if fact.Name != "Contents" {
				continue
			}
			for _, phrase := range fact.Values {
				for _, part := range phrase {
					got += part.Text + part.Href
				}
				got += "\n"
			}
		}
		want := ""
		if searches {
			const search = "/-/search?class="
			const of = "&member_of=https%3A%2F%2Fdata.museum.example%2Fset%2Fmauritshuis-collection"
			want = "Objects in this set" + search + "HumanMadeObject" + of + " (3)\nSets in this set" + search + "Set" + of + " (1)\n"
		}
		if got != want {
			t.Errorf("searches %t: %q, want %q", searches, got, want)
		}
	}
}
