package dataset

import "testing"

func TestParseText(t *testing.T) {
	for text, want := range map[string]Text{
		"Paintings@en": {"Paintings", "en"}, "Verf, en hout@nl-BE": {"Verf, en hout", "nl-BE"}, "": {},
		"Paintings": {Text: "Paintings"}, "data@museum.example": {Text: "data@museum.example"}, "@en": {Text: "@en"}, "a @en": {Text: "a @en"},
	} {
		if got := ParseText(text); got != want {
			t.Errorf("%q reads as %+v, want %+v", text, got, want)
		}
	}
}

func TestParsePublisher(t *testing.T) {
	for text, want := range map[string]struct {
		uri  string
		name Text
	}{
		"https://museum.example/":                 {"https://museum.example/", Text{}},
		"The Museum@en <https://museum.example/>": {"https://museum.example/", Text{"The Museum", "en"}},
		"<https://museum.example/>":               {"<https://museum.example/>", Text{}},
	} {
		if uri, name := ParsePublisher(text); uri != want.uri || name != want.name {
			t.Errorf("%q reads as %q, %+v", text, uri, name)
		}
	}
}

func TestContact(t *testing.T) {
	for text, want := range map[string]Contact{
		"Data team <data@museum.example>": {"Data team", "data@museum.example"}, `"Data, all" <a@b.example>`: {"Data, all", "a@b.example"},
		"data@museum.example": {"", "data@museum.example"}, "Data team": {}, "": {}, "a <b>": {},
	} {
		var got Contact
		if err := got.UnmarshalText([]byte(text)); got != want || (err != nil) != (want == Contact{}) {
			t.Errorf("%q reads as %+v, %v; want %+v", text, got, err, want)
		}
	}
}
