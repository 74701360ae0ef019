package html

import (
	"bytes"
	"strings"
	"testing"

	"vitrine/checks/golden"
	"vitrine/server/people/i18n"
)

// goldenFrame is a frame with all that a frame can have.
func goldenFrame(t *testing.T, lang, title string) Frame {
	t.Helper()
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	w, _ := languages.Find(lang)
	f := Frame{
		Site: "Museum", Home: "/", Title: title, Wording: w, Carried: lang != "en",
		Search:     &Search{Action: "/-/search", Suggest: "/-/search/suggest"},
		Navigation: []Link{{Href: "/object/", Title: "Objects"}, {Href: "/place/", Title: "Places"}},
		Footer:     []Link{{Href: "/-/dataset", Title: "Data"}, {Href: "https://museum.example/", Title: "Museum"}},
		Links:      []Link{{Rel: "canonical", Href: "https://data.museum.example/object/1"}},
	}
	for _, l := range languages.List() {
		f.Languages = append(f.Languages, Language{Tag: l.Code(), Name: l.Name(), Href: "/object/1?lang=" + l.Code(), Current: l == w})
	}
	return f
}

// TestGolden compares pages with those in testdata, where the digest of the assets is
// left out, and the style sheet.
func TestGolden(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	en, nl := goldenFrame(t, "en", "Museum"), goldenFrame(t, "nl", "Museum")
	tests := map[string]func(*bytes.Buffer) error{
		"about":      func(b *bytes.Buffer) error { return pages.Write(b, new(exampleAbout(en))) },
		"query":      func(b *bytes.Buffer) error { return pages.Write(b, new(exampleQuery(en))) },
		"overview":   func(b *bytes.Buffer) error { return pages.Write(b, new(exampleOverview(en))) },
		"results":    func(b *bytes.Buffer) error { return pages.Write(b, new(exampleResults(en))) },
		"results.nl": func(b *bytes.Buffer) error { return pages.Write(b, new(exampleResults(nl))) },
		"object.nl":  func(b *bytes.Buffer) error { return pages.Write(b, ExampleRecord(nl, "object")) },
		"empty":      func(b *bytes.Buffer) error { return pages.Write(b, &Record{Frame: en, Name: Part{Text: "x"}}) },
		"import-start": func(b *bytes.Buffer) error {
			return pages.Write(b, &ImportStart{Frame: en, TokenForm: TokenForm{Address: "/-/import", Off: true, Store: "museum.db"}, Fault: &Part{Text: "The token has expired.", Lang: "en"}})
		},
		"import-start.nl": func(b *bytes.Buffer) error {
			return pages.Write(b, &ImportStart{Frame: nl, TokenForm: TokenForm{Address: "/-/import"}, Key: "key", MaxMegabytes: 64, Files: []Link{{Title: "objects.csv", Href: "/-/import/1"}}})
		},
		"edit-start": func(b *bytes.Buffer) error {
			return pages.Write(b, &EditStart{Frame: en, TokenForm: TokenForm{Address: "/-/edit", Of: "https://museum.example/object/1", Store: "museum.db"}})
		},
		"edit": func(b *bytes.Buffer) error { return pages.Write(b, new(exampleEdit(en))) },
		"edit-preview.nl": func(b *bytes.Buffer) error {
			preview := exampleEditPreview(nl)
			preview.Record = nil
			return pages.Write(b, &preview)
		},
		"import-file": func(b *bytes.Buffer) error { return pages.Write(b, new(exampleImport(en))) },
		"import-file.nl": func(b *bytes.Buffer) error {
			return pages.Write(b, &ImportFile{Frame: nl, Address: "/-/import/1", Mapping: "\nx"})
		},
		"import-report": func(b *bytes.Buffer) error { return pages.Write(b, new(exampleReport(en))) },
		"import-going.nl": func(b *bytes.Buffer) error {
			return pages.Write(b, &ImportReport{Frame: nl, Address: "/-/import/1/report", Rows: 4000, Stored: 50})
		},
		"overview-empty": func(b *bytes.Buffer) error {
			return pages.Write(b, &Overview{Frame: en, Begin: &Begin{Import: "/-/import"}})
		},
		"problem": func(b *bytes.Buffer) error {
			return pages.Write(b, &Problem{Frame: en, Status: 404, Detail: Part{Text: "Nothing is here."}, Fixes: []Part{{Text: "Look elsewhere."}}, Request: "1"})
		},
	}
	for _, endpoint := range endpoints {
		name := "record-" + endpoint
		tests[name] = func(b *bytes.Buffer) error { return pages.Write(b, ExampleRecord(en, endpoint)) }
	}
	for name, write := range tests {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			checkHTML(t, b.String())
			got := bytes.ReplaceAll(b.Bytes(), []byte(pages.bundles[0].digest), []byte("DIGEST"))
			got = bytes.ReplaceAll(got, []byte(pages.sheet), []byte("<style>SHEET</style>"))
			golden.Check(t, "testdata/"+name+".html", got)
		})
	}
}

// TestAssetsAreSmall keeps the scripts and style sheets of all pages below 60 kB, but for the
// viewer of pictures, which is loaded when one is opened, and the editor of queries, which is on
// its page alone.
func TestAssetsAreSmall(t *testing.T) {
	own, err := ownAssets("/")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for name, asset := range own.files {
		if !strings.HasPrefix(name, "openseadragon/") && !strings.HasPrefix(name, "query.") {
			total += len(asset.Body)
		}
		if asset.MediaType == "" {
			t.Errorf("%s has no media type", name)
		}
	}
	if total >= 60_000 {
		t.Errorf("the assets have %d bytes", total)
	}
}
