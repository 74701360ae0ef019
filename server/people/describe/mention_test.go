package describe

import (
	"testing"

	"vitrine/linkedart/reading"
	"vitrine/server/data/holdings"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/i18n"
)

// TestMentionTitle has a list for each property that one is named after, and one for all others.
func TestMentionTitle(t *testing.T) {
	for property, want := range map[reading.Property]i18n.Key{
		reading.TransferredTitleTo: "Ownership acquired", reading.MovedFrom: "Moved away from here",
		reading.ClassifiedAs: "Mentioned in", "": "Mentioned in", "https://elsewhere.example/terms/p": "Mentioned in",
	} {
		if got := MentionTitle(property); got != want {
			t.Errorf("%s: %q, want %q", property, got, want)
		}
	}
}

// TestWithin ends where a whole is a part of itself, and where nobody may read more.
func TestWithin(t *testing.T) {
	cache := brief.NewCache(brief.Options{Log: holdings.NewFollower(nil)})
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	e := &editor{options: &Options{}, Editor: cache.Editor(t.Context(), 0, languages.English())}
	e.Allow(-brief.MaxReads)
	ref := func(iri string) brief.Ref { return brief.Ref{IRI: iri, Label: "Whole", Class: "Place"} }
	for name, row := range map[string]struct {
		brief brief.Brief
		want  int
	}{
		"no whole":          {brief.Brief{IRI: "urn:a"}, 0},
		"itself":            {brief.Brief{IRI: "urn:a", Wholes: []brief.Ref{ref("urn:a")}}, 0},
		"one that is alone": {brief.Brief{IRI: "urn:a", Wholes: []brief.Ref{ref("urn:b"), ref("urn:c")}}, 1},
	} {
		if got := e.within(&row.brief); len(got) != row.want || row.want == 1 && got[0].IRI != "urn:b" {
			t.Errorf("%s: %v, want %d", name, got, row.want)
		}
	}
}
