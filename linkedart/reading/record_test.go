package reading

import (
	"slices"
	"testing"
)

func TestImages(t *testing.T) {
	root := read(t, `{"type": "HumanMadeObject",
		"representation": [{"type": "VisualItem", "digitally_shown_by": [
			{"id": "https://museum.example/digital/1", "type": "DigitalObject", "format": "image/jpeg",
			 "classified_as": [{"id": "http://vocab.getty.edu/aat/300215302", "type": "Type"}],
			 "access_point": [{"id": "https://images.example/1.jpg", "type": "DigitalObject"}],
			 "digitally_available_via": [{"type": "DigitalService",
				"conforms_to": [{"id": "http://iiif.io/api/image", "type": "InformationObject"}],
				"access_point": [{"id": "https://images.example/iiif/1", "type": "DigitalObject"}]}]},
			{"id": "https://museum.example/digital/1", "type": "DigitalObject"}],
		 "subject_to": [{"type": "Right", "identified_by": [{"type": "Name", "content": "Public domain"}]}],
		 "referred_to_by": [{"type": "LinguisticObject", "content": "Photograph: nobody"}]}],
		"subject_of": [{"type": "LinguisticObject", "digitally_carried_by": [{"type": "DigitalObject", "format": "text/html",
			"conforms_to": [{"id": "http://iiif.io/api/presentation/3/context.json", "type": "InformationObject"}],
			"access_point": [{"id": "https://museum.example/manifest.json", "type": "DigitalObject"}]}]}]}`).Root()
	images := root.Images()
	if len(images) != 1 {
		t.Fatalf("there are %d images", len(images))
	}
	f := images[0]
	if !slices.Equal(f.AccessPoints, []string{"https://images.example/1.jpg"}) || !slices.Equal(f.Formats, []string{"image/jpeg"}) ||
		len(f.Rights) != 1 || f.Rights[0].Names()[0].Content != "Public domain" || f.Statements[0].Content != "Photograph: nobody" {
		t.Errorf("%+v", f)
	}
	if len(f.Services) != 1 || !slices.Equal(f.Services[0].ConformsTo, []string{"http://iiif.io/api/image"}) || !slices.Equal(f.Services[0].AccessPoints, []string{"https://images.example/iiif/1"}) {
		t.Errorf("%+v", f.Services)
	}
	documents := root.Documents()
	if len(documents) != 1 || !slices.Equal(documents[0].AccessPoints, []string{"https://museum.example/manifest.json"}) || len(documents[0].ConformsTo) != 1 {
		t.Errorf("%+v", documents)
	}
}

func TestImagesOfADigitalObject(t *testing.T) {
	images := read(t, `{"type": "DigitalObject", "access_point": [{"id": "https://images.example/1.jpg", "type": "DigitalObject", "format": "image/png"}]}`).Root().Images()
	if len(images) != 1 || !slices.Equal(images[0].AccessPoints, []string{"https://images.example/1.jpg"}) || !slices.Equal(images[0].Formats, []string{"image/png"}) {
		t.Errorf("%+v", images)
	}
}

func TestEndpoint(t *testing.T) {
	for document, want := range map[string]string{
		`{"type": "Person"}`: "person", `{"type": "Currency"}`: "concept", `{"type": "Period"}`: "event", `{"type": "Activity"}`: "event",
		`{"type": "Activity", "classified_as": [{"id": "http://vocab.getty.edu/aat/300055863", "type": "Type"}]}`: "provenance",
		`{"type": "PropositionalObject"}`: "abstract", `{"type": "Production"}`: "",
	} {
		if got, _ := read(t, document).Root().Endpoint(); got.Name != want {
			t.Errorf("%s is served by %q, want %q", document, got.Name, want)
		}
	}
}

func TestWholes(t *testing.T) {
	for document, want := range map[string]int{
		`{"type": "Place", "part_of": [{"id": "https://museum.example/1", "type": "Place"}, {"id": "https://museum.example/2", "type": "Place"}]}`: 2,
		`{"type": "HumanMadeObject", "part_of": [{"id": "https://museum.example/1", "type": "HumanMadeObject"}]}`:                                  1,
		`{"type": "LinguisticObject", "part_of": [{"id": "https://museum.example/1", "type": "LinguisticObject"}]}`:                                1,
		`{"type": "Type", "broader": [{"id": "https://museum.example/1", "type": "Type"}]}`:                                                        1,
		`{"type": "Activity", "part_of": [{"id": "https://museum.example/1", "type": "Activity"}]}`:                                                1,
		`{"type": "VisualItem", "conceptually_part_of": [{"id": "https://museum.example/1", "type": "PropositionalObject"}]}`:                      1,
		`{"type": "DigitalObject", "part_of": [{"id": "https://museum.example/1", "type": "DigitalObject"}]}`:                                      1,
		`{"type": "Person", "member_of": [{"id": "https://museum.example/1", "type": "Group"}]}`:                                                   0,
	} {
		if got := read(t, document).Root().Wholes(); len(got) != want {
			t.Errorf("%s has %d wholes, want %d", document, len(got), want)
		}
	}
}

func TestGeometries(t *testing.T) {
	root := read(t, `{"type": "Place", "defined_by": "POINT (4 52)", "approximated_by": [{"type": "Place", "defined_by": "POINT (5 53)"}]}`).Root()
	if got := root.Geometries(); !slices.Equal(got, []string{"POINT (4 52)", "POINT (5 53)"}) {
		t.Errorf("%q", got)
	}
}

func TestPartsOfAName(t *testing.T) {
	names := read(t, `{"type": "Person", "identified_by": [{"type": "Name", "content": "Johannes Vermeer", "part": [
		{"type": "Name", "content": "Johannes"}, {"type": "Name", "content": "Vermeer"}]}]}`).Root().Names()
	if parts := names[0].Parts(); len(parts) != 2 || parts[1].Content != "Vermeer" {
		t.Errorf("%+v", parts)
	}
}
