package criteria

import "testing"

func TestOfLink(t *testing.T) {
	const iri = "https://data.museum.example/place/delft"
	for name, want := range map[string]string{
		"placePartOfPlace":   "search?class=Place&place=https%3A%2F%2Fdata.museum.example%2Fplace%2Fdelft",
		"objectCurrentPlace": "search?linked=objectCurrentPlace+https%3A%2F%2Fdata.museum.example%2Fplace%2Fdelft",
	} {
		if got := OfLink(name, iri).Target(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got, want := Naming("", iri).Target(), "search?linked=https%3A%2F%2Fdata.museum.example%2Fplace%2Fdelft"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
