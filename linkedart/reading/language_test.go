package reading

import (
	"strings"
	"testing"
)

func TestLanguageTag(t *testing.T) {
	for uri, want := range map[string]string{
		"http://vocab.getty.edu/aat/300388277":                       "en",
		"https://vocab.getty.edu/aat/300388256":                      "nl",
		"http://vocab.getty.edu/aat/300388306":                       "fr",
		"http://vocab.getty.edu/aat/300388344":                       "de",
		"http://vocab.getty.edu/aat/300387827":                       "grc",
		"http://www.wikidata.org/entity/Q1860":                       "en",
		"http://id.loc.gov/vocabulary/iso639-2/dut":                  "nl",
		"http://lexvo.org/id/iso639-3/nld":                           "nl",
		"http://id.loc.gov/vocabulary/iso639-1/nonsens":              "",
		"https://museum.example/concept/english":                     "",
		"":                                                           "",
		"http://lexvo.org/id/iso639-3/" + strings.Repeat("x", 1<<20): "",
	} {
		if got := LanguageTag(uri); got != want {
			t.Errorf("the tag of %.60s is %q, want %q", uri, got, want)
		}
	}
}

func TestLanguageOfAName(t *testing.T) {
	root := read(t, `{"type": "Person", "identified_by": [
		{"type": "Name", "content": "known", "language": [{"id": "http://vocab.getty.edu/aat/300388256", "type": "Language"}]},
		{"type": "Name", "content": "notation", "language": [{"id": "https://museum.example/a", "type": "Language", "notation": ["xyzzyx9", "FR"]}]},
		{"type": "Name", "content": "equivalent", "language": [{"id": "https://museum.example/b", "type": "Language", "equivalent": [{"id": "http://vocab.getty.edu/aat/300388344", "type": "Language"}]}]},
		{"type": "Name", "content": "resolved", "language": [{"id": "https://museum.example/english", "type": "Language"}]},
		{"type": "Name", "content": "unknown", "language": [{"id": "https://museum.example/klingon", "type": "Language"}, {"type": "Language"}]},
		{"type": "Name", "content": {"@value": "literal", "@language": "it-CH"}},
		{"type": "Name", "content": "none"}
	]}`).Root()
	resolve := func(iri string) string {
		if iri == "https://museum.example/english" {
			return "en"
		}
		return ""
	}
	want := map[string]string{"known": "nl", "notation": "fr", "equivalent": "de", "resolved": "en", "unknown": "", "literal": "it-CH", "none": ""}
	names := root.Names()
	if len(names) != len(want) {
		t.Fatalf("there are %d names", len(names))
	}
	for _, n := range names {
		if got := n.Language(resolve); got != want[n.Content] {
			t.Errorf("%s is in %q, want %q", n.Content, got, want[n.Content])
		}
	}
	if got := names[3].Language(nil); got != "" {
		t.Errorf("without anybody to ask the language is %q", got)
	}
}

// named is a person with names, each "content language", with a star for the primary.
func named(t *testing.T, names ...string) Node {
	t.Helper()
	languages := map[string]string{"en": "300388277", "nl": "300388256", "fr": "300388306"}
	var items []string
	for _, n := range names {
		text, tag, _ := strings.Cut(n, " ")
		item := `{"type": "Name", "content": "` + text + `"`
		if strings.HasPrefix(text, "*") {
			item += `, "classified_as": [{"id": "` + PrimaryName + `", "type": "Type"}]`
		}
		if tag != "" {
			item += `, "language": [{"id": "http://vocab.getty.edu/aat/` + languages[tag] + `", "type": "Language"}]`
		}
		items = append(items, item+"}")
	}
	return read(t, `{"type": "Person", "identified_by": [`+strings.Join(items, ",")+`]}`).Root()
}

func TestSort(t *testing.T) {
	var got []string
	for _, n := range (Preference{Languages: []string{"nl", "en"}}).Sort(named(t, "a fr", "b", "c en", "d nl", "e fr", "f nl").Names()) {
		got = append(got, n.Content)
	}
	if want := "d f c b a e"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}
