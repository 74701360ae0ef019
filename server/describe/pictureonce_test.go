package describe

import (
	"testing"

	"vitrine/linkedart/reading"
)

// TestPicturesOnce has records of pictures that say where the file is, and more.
func TestPicturesOnce(t *testing.T) {
	const file = `"type": "DigitalObject", "format": "image/jpeg", "access_point": [{"id": "https://pictures.example/1.jpg", "type": "DigitalObject"}]`
	for name, row := range map[string]struct {
		representation string
		facts          int
	}{
		"a file":             {`{"type": "VisualItem", "digitally_shown_by": [{` + file + `}]}`, 0},
		"a file with a name": {`{"type": "VisualItem", "digitally_shown_by": [{` + file + `, "identified_by": [{"type": "Name", "content": "Detail"}]}]}`, 1},
		"a work with a kind": {`{"type": "VisualItem", "classified_as": [{"id": "https://museum.example/concept/x-ray", "type": "Type"}], "digitally_shown_by": [{` + file + `}]}`, 1},
		"one that is hidden": {`{"type": "VisualItem", "digitally_shown_by": [{"type": "DigitalObject", "format": "image/tiff", "access_point": [{"id": "https://pictures.example/1.tif", "type": "DigitalObject"}]}]}`, 1},
		"another record":     {`{"type": "VisualItem", "id": "https://museum.example/visual/1"}`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			const iri = "https://museum.example/object/1"
			m := newMuseum(t, parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "`+iri+`", "type": "HumanMadeObject", "representation": [`+row.representation+`]}`))
			record, err := m.Record(t.Context(), m.subject(t, iri), in(t, "en"))
			if err != nil {
				t.Fatal(err)
			}
			facts := 0
			for _, fact := range record.Facts {
				if fact.Property == string(reading.Representation) {
					facts++
				}
			}
			if facts != row.facts || len(record.Sections) > 0 && row.facts == 0 {
				t.Errorf("%d facts and the sections %v, want %d facts", facts, record.Sections, row.facts)
			}
		})
	}
}
