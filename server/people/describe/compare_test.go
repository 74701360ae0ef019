package describe

import (
	"strings"
	"testing"

	"vitrine/server/people/i18n"
)

func terms(t testing.TB) Terms {
	t.Helper()
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	vocabulary, err := i18n.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return Terms{languages.English(), vocabulary}
}

const bowl = `{"id":"https://a.example/1","type":"HumanMadeObject","_label":"Bowl",
	"identified_by":[{"type":"Name","content":"Bowl"},{"type":"Identifier","content":"1"}],
	"produced_by":{"type":"Production","timespan":{"type":"TimeSpan","begin_of_the_begin":"1815-12-10T00:00:00Z","end_of_the_end":"1815-12-10T23:59:59Z"}},
	"made_of":[{"id":"https://a.example/2","type":"Material","_label":"Clay"}]}`

// TestCompare says what is other in one record than in another: value by value, and in a few words.
func TestCompare(t *testing.T) {
	for _, row := range []struct{ name, old, now, want, short string }{
		{"nothing", "", "", "", ""},
		{"a label", `"_label":"Bowl"`, `"_label":"Vase"`, "Label: Bowl → Vase", "changed: Label"},
		{"a name", `"content":"Bowl"`, `"content":"Vase"`, "Name: Bowl → Vase", "changed: Name"},
		{"a date", `"begin_of_the_begin":"1815-12-10`, `"begin_of_the_begin":"1815-12-09`, "Made › Date › Earliest beginning: 10 December 1815 → 9 December 1815", "changed: Date"},
		{"a time", "23:59:59", "22:59:59", `Made › Date › Latest end: "1815-12-10T23:59:59Z" → "1815-12-10T22:59:59Z"`, "changed: Date"},
		{"names", `[{"type":"Name",`, `[{"type":"Name","content":"A"},{"type":"Name","content":"B"},{"type":"Name",`, "Name:  → A|Name:  → B", "added: 2 × Name"},
		{"another class", `"type":"Identifier","content":"1"`, `"type":"Name","content":"1"`, `Name: {"type":"Identifier","content":"1"} → {"type":"Name","content":"1"}`, "changed: Name"},
		{"a reference", `,
	"made_of":[{"id":"https://a.example/2","type":"Material","_label":"Clay"}]`, "", "Materials: Clay (https://a.example/2) → ", "removed: Materials"},
		{"another reference", `https://a.example/2`, `https://a.example/3`, "Materials: Clay (https://a.example/2) → Clay (https://a.example/3)", "changed: Materials"},
		{"the order of members", `"type":"HumanMadeObject","_label":"Bowl",`, `"_label":"Bowl","type":"HumanMadeObject",`, "", ""},
		{"a new record", bowl, "{}", `Address (URI): https://a.example/1 → |Class: Object → |Label: Bowl → |Name: Bowl → |Identifier: 1 → |Made: {`, "removed: Address (URI), Class, Label, Name, Identifier, Made, …"},
	} {
		now := strings.Replace(bowl, row.old, row.now, 1)
		list, err := terms(t).Compare([]byte(bowl), []byte(now))
		var got []string
		for _, d := range list {
			got = append(got, d.What+": "+d.Before+" → "+d.After)
		}
		if all := strings.Join(got, "|"); err != nil || !strings.HasPrefix(all, row.want) || row.want == "" && all != "" {
			t.Errorf("%s: %q, %v; want %q", row.name, all, err, row.want)
		}
		if short, err := terms(t).Changed([]byte(bowl), []byte(now)); err != nil || short != row.short {
			t.Errorf("%s: in short %q, %v; want %q", row.name, short, err, row.short)
		}
	}
}
