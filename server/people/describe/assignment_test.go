package describe

import (
	"testing"

	"vitrine/data"
	"vitrine/linkedart/reading"
)

func TestAssignment(t *testing.T) {
	const by = `"carried_out_by": [{"id": "group/m", "type": "Group", "_label": "The Museum"}]`
	const when = `"timespan": {"type": "TimeSpan", "begin_of_the_begin": "1881-01-01T00:00:00Z", "end_of_the_end": "1881-12-31T23:59:59Z"}`
	const possibly = `"classified_as": [{"id": "http://vocab.getty.edu/aat/300435722", "type": "Type", "_label": "possibly"}]`
	const place = `{"id": "place/p", "type": "Place", "_label": "Delft"}`
	for _, row := range []struct {
		assignment string
		want       map[string]string
	}{
		{`"assigned_property": "current_location", "assigned": [` + place + `], ` + by + `, ` + when, map[string]string{
			"en": "Current location: Delft, according to The Museum, 1881", "nl": "Huidige locatie: Delft, volgens The Museum, 1881",
			"fr": "Localisation actuelle : Delft, selon The Museum, 1881", "de": "Heutiger Standort: Delft, laut The Museum, 1881"}},
		{`"assigned_property": "produced_by", "assigned": [{"type": "Production", "carried_out_by": [{"id": "person/v", "type": "Person", "_label": "Johannes Vermeer"}]}], ` + possibly,
			map[string]string{"en": "Made: Production, Johannes Vermeer (Possibly)"}},
		{`"assigned": [` + place + `]`, map[string]string{"en": "Delft"}},
		{by, map[string]string{"en": "Attribution, The Museum"}},
	} {
		m := newMuseum(t, parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "object/it", "type": "HumanMadeObject", "attributed_by": [{"type": "AttributeAssignment", `+row.assignment+`}]}`))
		for lang, want := range row.want {
			r, err := m.Record(t.Context(), m.subject(t, data.Base+"object/it"), in(t, lang))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, section := range r.Sections {
				for _, fact := range section.Facts {
					if fact.Property == string(reading.AttributedBy) {
						got = fact.Values[0].Plain()
					}
				}
			}
			if got != want {
				t.Errorf("%s: %s is %q, want %q", lang, row.assignment, got, want)
			}
			if len(r.Sections) != 1 || len(r.Sections[0].Facts) != 1 {
				t.Errorf("%s: %s has more than is said: %+v", lang, row.assignment, r.Sections)
			}
		}
	}
}

// TestLanguageNotation has a name whose language says its tag: nothing is left to say.
func TestLanguageNotation(t *testing.T) {
	for notation, sections := range map[string]int{"ar": 0, "AR": 0, "ar-x-none": 1} {
		m := newMuseum(t, parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "object/it", "type": "HumanMadeObject", "identified_by": [{"type": "Name", "content": "طاس",
			"language": [{"id": "http://vocab.getty.edu/aat/300387843", "type": "Language", "notation": ["`+notation+`"]}]}]}`))
		r, err := m.Record(t.Context(), m.subject(t, data.Base+"object/it"), in(t, "en"))
		if err != nil {
			t.Fatal(err)
		}
		if r.Name.Lang != "ar" || len(r.Sections) != sections {
			t.Errorf("%s: the name is in %q, and these are left: %+v", notation, r.Name.Lang, r.Sections)
		}
	}
}
