package server

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	ldcontext "vitrine/context"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/web/respond"
)

// others has requests in tables like those of the documentation.
const others = "../server/testdata/requests.md"

// table reads the rows of the first table under a heading of a file, relative to
// the documentation. Cells lose their code marks.
func table(t *testing.T, file, heading string) [][]string {
	t.Helper()
	text, err := os.ReadFile("../docs/" + file)
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), heading+"\n")
	if !ok {
		t.Fatalf("%s has no %q", file, heading)
	}
	var rows [][]string
	for line := range strings.Lines(section) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if len(rows) > 0 {
				break
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(strings.ReplaceAll(cells[i], "`", ""))
		}
		rows = append(rows, cells)
	}
	if len(rows) < 4 {
		t.Fatalf("%s has no table under %q", file, heading)
	}
	return rows[2:]
}

// documented returns the server that docs/http.md speaks of.
func documented(t *testing.T) *Server {
	t.Helper()
	contexts := ldcontext.New(nil)
	all := formats.All(jsonld.New(contexts))
	store := newTestStore(t)
	store.put(t, decodeOne(t, all.ByName("jsonld"), record))
	s, err := New(Config{Store: store, Formats: all, Contexts: contexts, BaseURL: testBase, Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

func TestDocumentedAddresses(t *testing.T) {
	s := documented(t)
	for _, row := range append(table(t, "http.md", "### Addresses and answers (tested)"), table(t, others, "## Addresses")...) {
		r := do(t, s, "GET", row[0])
		text := body(t, r)
		if fmt.Sprint(r.StatusCode) != row[1] {
			t.Errorf("%s: status %d, want %s", row[0], r.StatusCode, row[1])
		}
		if r.StatusCode == 308 && r.Header.Get("Location") != row[2] || r.StatusCode == 200 && !strings.Contains(text, row[2]) {
			t.Errorf("%s: Location %q, body %.80q, want %s", row[0], r.Header.Get("Location"), text, row[2])
		}
	}
}

func TestDocumentedRepresentations(t *testing.T) {
	s := documented(t)
	rows := table(t, "http.md", "### Representations (tested)")
	var names []string
	for _, row := range rows {
		names = append(names, row[0])
		targets := []string{"?format=" + row[0]}
		for suffix := range strings.FieldsSeq(row[1]) {
			targets = append(targets, suffix)
		}
		for _, target := range targets {
			r := do(t, s, "GET", "/person/vermeer"+target)
			if got := r.Header.Get("Content-Type"); r.StatusCode != 200 || got != row[2] {
				t.Errorf("%s: status %d, Content-Type %s, want %s", target, r.StatusCode, got, row[2])
			}
		}
	}
	for _, o := range s.offers.List {
		if o.Name != "geojson" && o.Name != "iiif" && !strings.HasPrefix(o.Name, "edm") && o.Name != "schema_ap_nde" && !slices.Contains(names, o.Name) {
			t.Errorf("%s is not documented", o.Name)
		}
	}
}

func TestDocumentedAccept(t *testing.T) {
	s := documented(t)
	d, err := resourceOf(t, s, testBase+"person/vermeer")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table(t, others, "## Accept") {
		r := do(t, s, "GET", "/person/vermeer", "Accept", row[0])
		if fmt.Sprint(r.StatusCode) != row[1] {
			t.Errorf("%s: status %d, want %s", row[0], r.StatusCode, row[1])
			continue
		}
		if r.StatusCode != 200 {
			continue
		}
		o := s.offers.ByName(row[2])
		if o == nil || r.Header.Get("Content-Location") != d.Refs[o.Index] {
			t.Errorf("%s: got %s, want %s", row[0], r.Header.Get("Content-Location"), row[2])
		}
	}
}

func TestDocumentedMethods(t *testing.T) {
	s := documented(t)
	for _, row := range table(t, others, "## Methods") {
		method, target, _ := strings.Cut(row[0], " ")
		r := do(t, s, method, target)
		if fmt.Sprint(r.StatusCode) != row[1] || r.Header.Get("Allow") != row[2] {
			t.Errorf("%s: status %d, Allow %q, want %s, %q", row[0], r.StatusCode, r.Header.Get("Allow"), row[1], row[2])
		}
	}
}

func TestDocumentedPreconditions(t *testing.T) {
	s := documented(t)
	full := do(t, s, "GET", "/person/vermeer")
	date, err := http.ParseTime(full.Header.Get("Last-Modified"))
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("TAG", full.Header.Get("ETag"), "DATE", date.Format(http.TimeFormat),
		"BEFORE", date.Add(-time.Second).Format(http.TimeFormat))
	for _, row := range table(t, others, "## Preconditions") {
		var fields []string
		for field := range strings.SplitSeq(row[0], "; ") {
			name, value, _ := strings.Cut(field, ": ")
			fields = append(fields, name, values.Replace(value))
		}
		if r := do(t, s, "GET", "/person/vermeer", fields...); fmt.Sprint(r.StatusCode) != row[1] {
			t.Errorf("%s: status %d, want %s", row[0], r.StatusCode, row[1])
		}
	}
}

// TestErrorTypes looks at the address of each problem type.
func TestErrorTypes(t *testing.T) {
	s := documented(t)
	for _, k := range respond.ErrorTypes() {
		path := strings.TrimPrefix(s.site.ProblemType(k), strings.TrimSuffix(testBase, "/"))
		if r := do(t, s, "GET", path); r.StatusCode != 200 || !strings.Contains(body(t, r), k.Detail) {
			t.Errorf("%s: status %d", path, r.StatusCode)
		}
	}
}

func TestDocumentedLanguages(t *testing.T) {
	s := documented(t)
	for _, row := range table(t, others, "## Accept-Language") {
		r := do(t, s, "GET", row[0], "Accept-Language", row[1])
		if got := r.Header.Get("Content-Language"); r.StatusCode != 200 || got != row[2] {
			t.Errorf("%s for %q: status %d, Content-Language %q, want %q", row[0], row[1], r.StatusCode, got, row[2])
		}
	}
}
