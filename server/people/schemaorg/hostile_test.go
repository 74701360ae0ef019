package schemaorg

import (
	"strings"
	"testing"

	"vitrine/server/people/html"
)

// TestHostile describes records that break the model, or that were made to do harm.
func TestHostile(t *testing.T) {
	v := readVocabulary(t)
	record := func(members string) string {
		return `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "https://data.museum.example/it", "_label": "It", ` + members + `}`
	}
	many := strings.Repeat(`{"type": "Name", "content": "name"}, `, 5000)
	for name, members := range map[string]string{
		"markup":        `"type": "Person", "equivalent": [{"id": "javascript:alert(1)", "type": "Person"}, {"id": "data:text/html,x", "type": "Person"}]`,
		"names":         `"type": "Person", "identified_by": [` + many + `{"type": "Name", "content": "</script><!--"}]`,
		"long":          `"type": "Person", "identified_by": [{"type": "Identifier", "content": "` + strings.Repeat("é", 5<<20) + `"}]`,
		"no class":      `"classified_as": [{"id": "http://vocab.getty.edu/aat/300033618", "type": "Type", "_label": "Painting"}]`,
		"two classes":   `"type": ["Place", "Person"], "defined_by": "POINT(1 2)"`,
		"no geometry":   `"type": "Place", "defined_by": "POINT(a b)"`,
		"off the world": `"type": "Place", "defined_by": "POINT(500 95)"`,
		"no number":     `"type": "HumanMadeObject", "shows": [{"id": "https://data.museum.example/i", "type": "VisualItem"}], "dimension": [{"type": "Dimension", "classified_as": [{"id": "http://vocab.getty.edu/aat/300055644", "type": "Type"}], "value": "tall"}]`,
		"no date":       `"type": "Person", "born": {"type": "Birth", "timespan": {"type": "TimeSpan", "begin_of_the_begin": "some day", "end_of_the_end": "1632-13-45T00:00:00Z"}}`,
		"itself":        `"type": "Place", "part_of": [{"id": "https://data.museum.example/it", "type": "Place"}]`,
	} {
		got := Entity(subject(node(t, []byte(record(members)))))
		for _, fault := range v.faults(got) {
			t.Errorf("%s: %s", name, fault)
		}
		if len(got) > 100_000 {
			t.Errorf("%s: %d bytes", name, len(got))
		}
	}
}

// TestPictures leaves out addresses that are none.
func TestPictures(t *testing.T) {
	s := subject(node(t, []byte(`{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "https://data.museum.example/it", "type": "HumanMadeObject", "_label": "It"}`)))
	s.Page.Pictures = []html.Picture{
		{Src: "javascript:alert(1)"},
		{Src: "https://images.example/small.jpg", Full: "https://images.example/full.jpg", Alt: html.Part{Text: "A face"},
			Rights: []html.Phrase{{{Text: "Public domain", Href: "https://creativecommons.org/publicdomain/mark/1.0/"}}}},
	}
	got := Entity(s)
	for _, fault := range readVocabulary(t).faults(got) {
		t.Error(fault)
	}
	want := `"image":[{"@type":"ImageObject","acquireLicensePage":"https://data.museum.example/it","caption":"A face","contentUrl":["https://images.example/full.jpg"],"creditText":"Public domain","license":"https://creativecommons.org/publicdomain/mark/1.0/"}]`
	if !strings.Contains(string(got), want) {
		t.Errorf("%s lacks %s", got, want)
	}
}
