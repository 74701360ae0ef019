package cite

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var girl = Work{
	Type: Artwork, URL: "https://data.museum.example/object/girl", Title: "Girl with a Pearl Earring",
	Creators: []string{"Johannes Vermeer"}, Created: "1665/1667", Kind: "painting", Medium: "oil paint, canvas", Publisher: "Museum & Friends",
}

func written(t *testing.T, name string, w Work) string {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == name {
			return string(f.Write(w))
		}
	}
	t.Fatalf("no format %s", name)
	return ""
}

func TestFormats(t *testing.T) {
	for name, want := range map[string]string{
		"bibtex": "@artwork{girl,\n  author = {{Johannes Vermeer}},\n  title = {{Girl with a Pearl Earring}},\n  date = {1665/1667},\n  year = {1665},\n" +
			"  type = {painting},\n  howpublished = {oil paint, canvas},\n  organization = {{Museum \\& Friends}},\n  url = {https://data.museum.example/object/girl},\n}\n",
		"ris": "TY  - ART\r\nID  - girl\r\nAU  - Johannes Vermeer\r\nTI  - Girl with a Pearl Earring\r\nPY  - 1665\r\nDA  - 1665/1667\r\n" +
			"M3  - painting\r\nN1  - oil paint, canvas\r\nPB  - Museum & Friends\r\nUR  - https://data.museum.example/object/girl\r\nER  - \r\n",
		"csl": "[\n  {\n    \"id\": \"https://data.museum.example/object/girl\",\n    \"type\": \"graphic\",\n    \"title\": \"Girl with a Pearl Earring\",\n" +
			"    \"author\": [\n      {\n        \"literal\": \"Johannes Vermeer\"\n      }\n    ],\n    \"issued\": {\n      \"date-parts\": [\n        [\n          1665\n        ],\n        [\n          1667\n        ]\n      ]\n    },\n" +
			"    \"genre\": \"painting\",\n    \"medium\": \"oil paint, canvas\",\n    \"publisher\": \"Museum & Friends\",\n    \"URL\": \"https://data.museum.example/object/girl\"\n  }\n]\n",
	} {
		if got := written(t, name, girl); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestDates(t *testing.T) {
	for created, want := range map[string][3]string{ // date-parts, year of BibTeX, meta
		"1665-03-01":  {"[[1665,3,1]]", "1665", "1665/03/01"},
		"0079":        {"[[79]]", "79", "0079"},
		"-0049/-0044": {"[[-50],[-45]]", "", ""},
		"0000":        {"[[-1]]", "", ""},
		"":            {"", "", ""},
		"about 1665":  {"", "", ""},
	} {
		w := girl
		w.Created = created
		var items []cslItem
		if err := json.Unmarshal([]byte(written(t, "csl", w)), &items); err != nil || len(items) != 1 {
			t.Fatalf("%s: %v", created, err)
		}
		parts := ""
		if items[0].Issued != nil {
			text, _ := json.Marshal(items[0].Issued.DateParts)
			parts = string(text)
		}
		year := ""
		if found := regexp.MustCompile(`year = \{(.*)\}`).FindStringSubmatch(written(t, "bibtex", w)); found != nil {
			year = found[1]
		}
		meta := ""
		for _, m := range w.Meta() {
			if m[0] == "citation_publication_date" {
				meta = m[1]
			}
		}
		if got := [3]string{parts, year, meta}; got != want {
			t.Errorf("%q: %q, want %q", created, got, want)
		}
	}
}

func TestMetaOfEntries(t *testing.T) {
	if got := (Work{Type: Entry, Title: "Delft"}).Meta(); got != nil {
		t.Errorf("a place has %v", got)
	}
}

// FuzzEscapes checks that no text leads out of its value in any format.
func FuzzEscapes(f *testing.F) {
	for _, text := range []string{"a", "}\n@misc{x, title={y}", "\\", "{", "%", "x\r\nER  - \r\nTY  - BOOK", "\u2028TY  - x", "\"</script>", "\xff", "a and b"} {
		f.Add(text, "1665")
	}
	f.Fuzz(func(t *testing.T, text, created string) {
		w := Work{Type: Artwork, URL: "https://x.example/" + line(text), Title: text, Creators: []string{text, text}, Created: "1665", Kind: text, Medium: text, Publisher: text}
		bib := written(t, "bibtex", w)
		depth := 0
		for i, r := range bib {
			switch {
			case r == '{':
				depth++
			case r == '}':
				if depth--; depth == 0 && i != len(bib)-2 {
					t.Fatalf("the entry ends at %d of %q", i, bib)
				}
			}
		}
		if depth != 0 || strings.Count(bib, "@artwork{") != 1 {
			t.Fatalf("braces: %q", bib)
		}
		for _, row := range strings.Split(strings.TrimSuffix(written(t, "ris", w), "\r\n"), "\r\n") {
			if !regexp.MustCompile(`^(TY|ID|AU|TI|PY|DA|M3|N1|PB|UR|ER)  - [^\r\n]*$`).MatchString(row) {
				t.Fatalf("a row of RIS is %q", row)
			}
		}
		var items []cslItem
		if err := json.Unmarshal([]byte(written(t, "csl", w)), &items); err != nil || len(items) != 1 || items[0].Title != line(text) {
			t.Fatalf("CSL-JSON: %v, %+v", err, items)
		}
		w.Created = created
		written(t, "csl", w)
	})
}
