package describe

import (
	"encoding/json"
	"strings"
	"testing"

	"vitrine/linkedart/reading"
)

// TestPicturesOnce has records of pictures that say where the file is, and more. Facts are those
// about works and files, and text is what none of the page's facts may have.
func TestPicturesOnce(t *testing.T) {
	const (
		file    = `"type": "DigitalObject", "format": "image/jpeg", "access_point": [{"id": "https://pictures.example/1.jpg", "type": "DigitalObject"}]`
		image   = `"classified_as": [{"id": "http://vocab.getty.edu/aat/300215302", "type": "Type", "_label": "Digital Image"}]`
		service = `"digitally_available_via": [{"type": "DigitalService", "access_point": [{"id": "https://pictures.example/iiif/2/1", "type": "DigitalObject"}],
			"conforms_to": [{"id": "http://iiif.io/api/image/2/level2.json", "type": "InformationObject"}]}]`
		manifest = `{"type": "DigitalObject", "format": "application/ld+json", "access_point": [{"id": "https://pictures.example/manifest/1", "type": "DigitalObject"}],
			"conforms_to": [{"id": "http://iiif.io/api/presentation/3/", "type": "InformationObject"}]}`
	)
	visual := func(inside string) string {
		return `"representation": [{"type": "VisualItem", "digitally_shown_by": [` + inside + `]}]`
	}
	for name, row := range map[string]struct {
		record string
		facts  int
	}{
		"a file":                {visual(`{` + file + `}`), 0},
		"a file and a service":  {visual(`{` + file + `, ` + service + `, ` + image + `}`), 0},
		"a service":             {visual(`{"type": "DigitalObject", ` + service + `}`), 0},
		"a caption":             {visual(`{` + file + `, "identified_by": [{"type": "Name", "content": "Detail"}]}`), 0},
		"a number":              {visual(`{` + file + `, "identified_by": [{"type": "Identifier", "content": "77"}]}`), 1},
		"a maker":               {visual(`{` + file + `, "created_by": {"type": "Creation", "carried_out_by": [{"id": "https://museum.example/person/9", "type": "Person"}]}}`), 1},
		"one of two is hidden":  {visual(`{` + file + `}, {"type": "DigitalObject", "format": "image/tiff", "access_point": [{"id": "https://tiff.example/1.tif", "type": "DigitalObject"}]}`), 1},
		"a work with a kind":    {`"representation": [{"type": "VisualItem", "classified_as": [{"id": "https://museum.example/concept/x-ray", "type": "Type"}], "digitally_shown_by": [{` + file + `}]}]`, 1},
		"one that is hidden":    {visual(`{"type": "DigitalObject", "format": "image/tiff", "access_point": [{"id": "https://tiff.example/1.tif", "type": "DigitalObject"}]}`), 1},
		"another record":        {`"representation": [{"type": "VisualItem", "id": "https://museum.example/visual/1"}]`, 1},
		"a manifest":            {visual(`{`+file+`}`) + `, "subject_of": [{"type": "InformationObject", "digitally_carried_by": [` + manifest + `]}]`, 0},
		"a manifest alone":      {`"subject_of": [{"type": "InformationObject", "digitally_carried_by": [` + manifest + `]}]`, 1},
		"a manifest and a page": {visual(`{`+file+`}`) + `, "subject_of": [{"type": "InformationObject", "digitally_carried_by": [` + manifest + `]}, {"type": "LinguisticObject", "digitally_carried_by": [{"type": "DigitalObject", "access_point": [{"id": "https://museum.example/page", "type": "DigitalObject"}]}]}]`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			const iri = "https://museum.example/object/1"
			m := newMuseum(t, parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "`+iri+`", "type": "HumanMadeObject", `+row.record+`}`))
			record, err := m.Record(t.Context(), m.subject(t, iri), in(t, "en"))
			if err != nil {
				t.Fatal(err)
			}
			facts := 0
			for _, fact := range record.Facts {
				if fact.Property == string(reading.Representation) || fact.Property == string(reading.SubjectOf) {
					facts++
				}
			}
			if facts != row.facts || len(record.Sections) > 0 && row.facts == 0 {
				t.Errorf("%d facts and the sections %v, want %d facts", facts, record.Sections, row.facts)
			}
			text, err := json.Marshal([]any{record.Facts, record.Sections})
			if err != nil {
				t.Fatal(err)
			}
			if len(record.Pictures) > 0 && strings.Contains(string(text), "pictures.example") {
				t.Errorf("the address of a picture or manifest that the page has is a fact as well: %s", text)
			}
		})
	}
}
