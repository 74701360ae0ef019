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

func TestParseAgent(t *testing.T) {
	for text, want := range map[string]Agent{
		"https://museum.example/":                 {"https://museum.example/", Text{}},
		"The Museum@en <https://museum.example/>": {"https://museum.example/", Text{"The Museum", "en"}},
		"<https://museum.example/>":               {"<https://museum.example/>", Text{}},
	} {
		if got := ParseAgent(text); got != want {
			t.Errorf("%q reads as %+v", text, got)
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
