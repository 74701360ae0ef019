package iiif

import (
	"maps"
	"slices"
	"testing"

	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// TestTexts has what pages in English, Dutch, French and German say as language maps.
func TestTexts(t *testing.T) {
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	var pages []page
	for _, w := range languages.List() {
		pages = append(pages, page{words: w})
	}
	for name, test := range map[string]struct {
		said [4][]text
		want languageMap
	}{
		"nothing":             {[4][]text{}, languageMap{}},
		"a number":            {[4][]text{{{"670", ""}}, {{"670", ""}}, {{"670", ""}}, {{"670", ""}}}, languageMap{"none": {"670"}}},
		"one name":            {[4][]text{{{"Delft", ""}}, {{"Delft", "en"}}, {{"Delft", "en"}}, {{"Delft", "en"}}}, languageMap{"en": {"Delft"}}},
		"words":               {[4][]text{{{"about", ""}}, {{"omstreeks", ""}}, {{"vers", ""}}, {{"um", ""}}}, languageMap{"en": {"about"}, "nl": {"omstreeks"}, "fr": {"vers"}, "de": {"um"}}},
		"two translations":    {[4][]text{{{"Girl", ""}}, {{"Meisje", ""}}, {{"Girl", "en"}}, {{"Girl", "en"}}}, languageMap{"en": {"Girl"}, "nl": {"Meisje"}}},
		"several in a value":  {[4][]text{{{"a", ""}, {"b", ""}}, {{"x", ""}, {"b", "en"}}, {{"y", ""}, {"b", "en"}}, {{"z", ""}, {"b", "en"}}}, languageMap{"en": {"a", "b"}, "nl": {"x", "b"}, "fr": {"y", "b"}, "de": {"z", "b"}}},
		"two of one language": {[4][]text{{{"a", ""}}, {{"b", "en"}}, {{"c", ""}}, {{"d", ""}}}, languageMap{"en": {"a"}, "nl": {"b"}, "fr": {"c"}, "de": {"d"}}},
		"one page alone":      {[4][]text{nil, {{"b", ""}}, nil, nil}, languageMap{"nl": {"b"}}},
		"what looks like HTML": {[4][]text{{{" <b>x</b>", ""}}, {{" <b>x</b>", ""}}, {{" <b>x</b>", ""}}, {{" <b>x</b>", ""}}},
			languageMap{"none": {"<b>x</b> "}}},
	} {
		at := map[*i18n.Wording][]text{}
		for i, p := range pages {
			at[p.words] = test.said[i]
		}
		if got := texts(pages, func(p page) []text { return at[p.words] }); !maps.EqualFunc(got, test.want, slices.Equal) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// TestRights has IRIs of rights as manifests may name them (section 3.2).
func TestRights(t *testing.T) {
	for iri, want := range map[string]string{
		"https://creativecommons.org/licenses/by-sa/4.0/":                   "http://creativecommons.org/licenses/by-sa/4.0/",
		"http://creativecommons.org/licenses/by/3.0/nl/":                    "http://creativecommons.org/licenses/by/3.0/nl/",
		"https://creativecommons.org/publicdomain/zero/1.0":                 "http://creativecommons.org/publicdomain/zero/1.0/",
		"https://creativecommons.org/licenses/by/4.0/deed.en":               "http://creativecommons.org/licenses/by/4.0/",
		"https://creativecommons.org/licenses/by/4.0/legalcode":             "http://creativecommons.org/licenses/by/4.0/",
		"http://rightsstatements.org/vocab/InC/1.0/":                        "http://rightsstatements.org/vocab/InC/1.0/",
		"https://rightsstatements.org/page/NoC-OKLR/1.0/":                   "http://rightsstatements.org/vocab/NoC-OKLR/1.0/",
		"https://creativecommons.org/":                                      "",
		"https://creativecommons.org.example.com/licenses/by/4.0/":          "",
		"https://example.com/?https://creativecommons.org/licenses/by/4.0/": "",
		"http://vocab.getty.edu/aat/300055598":                              "",
	} {
		if got := rightsURI(iri); got != want {
			t.Errorf("%s: %q, want %q", iri, got, want)
		}
	}
}

// TestServices has image services as manifests name them.
func TestServices(t *testing.T) {
	var s Service
	for name, test := range map[string]struct {
		picture html.Picture
		want    []service
	}{
		"no service":      {html.Picture{Full: "https://a.example/1.jpg"}, nil},
		"no version":      {html.Picture{Service: "https://a.example/1", Level: -1}, nil},
		"version 3":       {html.Picture{Service: "https://a.example/1", Version: 3, Level: 2}, []service{{ID: "https://a.example/1", Type: "ImageService3", Profile: "level2"}}},
		"2 without level": {html.Picture{Service: "https://a.example/1", Version: 2, Level: -1}, []service{{LegacyID: "https://a.example/1", LegacyType: "ImageService2", Profile: "http://iiif.io/api/image/2/level0.json"}}},
	} {
		if got := s.services(test.picture); !slices.Equal(got, test.want) {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
