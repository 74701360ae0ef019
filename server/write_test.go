package server

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	ldcontext "vitrine/context"
	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/update"
	"vitrine/server/web/auth"
)

// museum is a server that may be written to, with one record: that of
// /person/ada. It is made of the real formats and the real model.
type museum struct {
	*Server
	store  rdfstore.Store
	tokens *auth.File
	// writer and admin are the secrets of two tokens.
	writer, admin string
	log           *syncBuffer
}

// testModel compiles the model once for all tests.
var testModel = sync.OnceValues(func() (*linkedart.Validator, error) {
	return linkedart.NewValidator(linkedart.Options{Base: testBase})
})

func newMuseum(t testing.TB, change func(*Config)) *museum {
	t.Helper()
	m := newMuseumWith(t, change, emptyStore(t, rdfstore.Derivation{}))
	if r := m.send(t, "PUT", "/person/ada", ada("Ada")); r.StatusCode != http.StatusCreated {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	return m
}

// newMuseumWith returns a museum with the records of a store.
func newMuseumWith(t testing.TB, change func(*Config), store rdfstore.Store) *museum {
	t.Helper()
	contexts := ldcontext.New(nil)
	m := &museum{store: store, log: &syncBuffer{}}
	m.tokens = auth.Open(filepath.Join(t.TempDir(), "tokens"))
	m.writer, m.admin = m.token(t, "writer", auth.Write), m.token(t, "admin", auth.Admin)
	validator, err := testModel()
	if err != nil {
		t.Fatal(err)
	}
	config := Config{
		Store: m.store, Formats: formats.All(jsonld.New(contexts)), Contexts: contexts, BaseURL: testBase,
		Tokens: m.tokens, Validator: validator, Checking: admission.Enforce, Logger: slog.New(slog.NewTextHandler(m.log, nil)), Maps: testMaps(t),
	}
	if change != nil {
		change(&config)
	}
	if m.Server, err = New(config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.close)
	return m
}

func (m *museum) token(t testing.TB, name string, scope auth.Scope) string {
	t.Helper()
	secret, err := m.tokens.Create(name, scope, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// send sends a request with the writer's token and, where there is a body, the
// content type of JSON-LD; fields, name and value in turns, come after these
// and replace them.
func (m *museum) send(t testing.TB, method, target, text string, fields ...string) *http.Response {
	t.Helper()
	var content io.Reader
	if text != "" {
		content = strings.NewReader(text)
	}
	r := httptest.NewRequest(method, target, content)
	r.Header.Set("Authorization", "Bearer "+m.writer)
	if text != "" {
		r.Header.Set("Content-Type", "application/ld+json")
	}
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	return w.Result()
}

// dump is all that the store holds, the log included.
func (m *museum) dump(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	encoder := m.config.Formats.ByName("nquads").NewEncoder(&b)
	for e, err := range m.store.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "# %d %s %s %s\n", e.Version, e.Modified, e.Graph.Source.MediaType, e.Graph.Source.Context)
		if err := encoder.Encode(e.Graph); err != nil {
			t.Fatal(err)
		}
	}
	if err := encoder.Close(); err != nil {
		t.Fatal(err)
	}
	for change, err := range m.store.Changes(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, change)
	}
	return b.String()
}

// person is a right record of a person, as JSON-LD.
func personRecord(id, label string) string {
	return fmt.Sprintf(`{"@context":%q,"id":%q,"type":"Person","_label":%q,"classified_as":[{"id":"http://vocab.getty.edu/aat/300025103","type":"Type","_label":"Artist"}],"identified_by":[{"type":"Name","content":%q}],"born":{"type":"Birth","timespan":{"type":"TimeSpan","begin_of_the_begin":"1815-12-10T00:00:00Z"}}}`,
		linkedArt, id, label, label)
}

func ada(label string) string { return personRecord(testBase+"person/ada", label) }

// answered is the body of a report or a problem.
type answer struct {
	update.Report
	Code         string
	Detail       string
	Line, Column int
	Pointer      string
	Load         *update.LoadReport
}

func answerOf(t testing.TB, r *http.Response) answer {
	t.Helper()
	var a answer
	text := body(t, r)
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatalf("status %d, body %q: %v", r.StatusCode, text, err)
	}
	return a
}

func (m *museum) get(t testing.TB, target string, fields ...string) *http.Response {
	t.Helper()
	return do(t, m, "GET", target, fields...)
}

// TestWhatIsPutIsGot puts a record in each format and asks for it in the same.
func TestWhatIsPutIsGot(t *testing.T) {
	m := newMuseum(t, nil)
	g := decodeOne(t, m.config.Formats.ByName("jsonld"), ada("Ada <& \"Lovelace\">"))
	for _, f := range m.updates.RecordFormats() {
		t.Run(f.Name, func(t *testing.T) {
			var text strings.Builder
			encoder := f.NewEncoder(&text)
			if err := encoder.Encode(g); err != nil {
				t.Fatal(err)
			}
			if err := encoder.Close(); err != nil {
				t.Fatal(err)
			}
			contentType := m.offers.ByName(f.Name).ContentType
			r := m.send(t, "PUT", "/person/ada", text.String(), "Content-Type", contentType)
			if r.StatusCode != http.StatusOK {
				t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
			}
			got := m.get(t, "/person/ada", "Accept", strings.TrimSuffix(contentType, "; charset=utf-8"))
			back := body(t, got)
			again := decodeNamed(t, f, back, testBase+"person/ada")
			if !graph.Isomorphic(again.Triples, g.Triples) {
				t.Errorf("sent\n%s\ngot\n%s", text.String(), back)
			}
			if f.Name == "jsonld" && back != text.String() {
				t.Errorf("sent\n%s\ngot\n%s", text.String(), back)
			}
			// The same once more changes nothing.
			before := m.dump(t)
			r = m.send(t, "PUT", "/person/ada", text.String(), "Content-Type", contentType)
			if a := answerOf(t, r); r.StatusCode != http.StatusOK || a.Result != "unchanged" {
				t.Errorf("again: status %d, %+v", r.StatusCode, a)
			}
			if after := m.dump(t); after != before {
				t.Errorf("again: the store was\n%s\nis\n%s", before, after)
			}
		})
	}
}

func decodeNamed(t testing.TB, f *serialize.Format, text, name string) *graph.Graph {
	t.Helper()
	iri, err := graph.IRI(name)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range f.Decode(t.Context(), strings.NewReader(text), serialize.DecodeOptions{Base: name, Name: iri}) {
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, text)
		}
		return g
	}
	t.Fatalf("%s: no graph in %s", f.Name, text)
	return nil
}

// TestTheTreeComesBack sends JSON with an order of its own.
func TestTheTreeComesBack(t *testing.T) {
	m := newMuseum(t, nil)
	text := `{"_label":"Ada","type":"Person","@context":"` + linkedArt + `","identified_by":[{"content":"B","type":"Name"},{"type":"Name","content":"A"}],` +
		`"id":"` + testBase + `person/ada","classified_as":[{"id":"http://vocab.getty.edu/aat/300025103","type":"Type"}]}`
	if r := m.send(t, "PUT", "/person/ada", text); r.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	if got := strings.TrimSpace(body(t, m.get(t, "/person/ada"))); got != text {
		t.Errorf("sent %s\ngot  %s", text, got)
	}
}

// TestLinksAreLeftOut sends a record as a server with links sends it.
func TestLinksAreLeftOut(t *testing.T) {
	m := newMuseum(t, nil)
	var err error
	if m.updates.Validator, err = linkedart.NewValidator(linkedart.Options{Base: testBase, Reading: linkedart.Strict}); err != nil {
		t.Fatal(err)
	}
	r := m.send(t, "PUT", "/person/ada", strings.Replace(ada("Ada"), `"_label"`, `"_links":{"self":{"href":"x"}},"_label"`, 1))
	if a := answerOf(t, r); r.StatusCode != 200 || a.Result != "unchanged" || len(a.Findings) != 0 {
		t.Errorf("status %d, %+v", r.StatusCode, a)
	}
	r = m.send(t, "PUT", "/person/ada", strings.Replace(ada("Ada"), `"type":"Name"`, `"_links":{},"type":"Name"`, 1))
	if a := answerOf(t, r); r.StatusCode != 422 {
		t.Errorf("further down: status %d, %+v", r.StatusCode, a)
	}
}

// TestExpandedIsFramed sends a tree of full IRIs, which the Linked Art form of
// the record must not keep.
func TestExpandedIsFramed(t *testing.T) {
	m := newMuseum(t, nil)
	for _, text := range []string{
		`{"@id":"` + testBase + `person/ada","@type":["http://www.cidoc-crm.org/cidoc-crm/E21_Person"],"http://www.w3.org/2000/01/rdf-schema#label":[{"@value":"Ada"}]}`,
		`[{"@id":"` + testBase + `person/ada","@type":["http://www.cidoc-crm.org/cidoc-crm/E21_Person"],"http://www.w3.org/2000/01/rdf-schema#label":[{"@value":"Ada K."}]}]`,
	} {
		r := m.send(t, "PUT", "/person/ada", text, "Content-Type", `application/ld+json;profile="`+expanded+`"`)
		if a := answerOf(t, r); r.StatusCode != http.StatusOK || a.Result != "updated" {
			t.Fatalf("status %d, %+v", r.StatusCode, a)
		}
		if got := body(t, m.get(t, "/person/ada")); !strings.HasPrefix(got, `{"@context":"`+linkedArt+`","id":"`+testBase+`person/ada","type":"Person","_label":"Ada`) {
			t.Errorf("got %s", got)
		}
	}
}

// TestRefusedRecords checks the status of what cannot be stored, what is said
// about it, and that nothing is stored.
func TestRefusedRecords(t *testing.T) {
	const turtlePrefix = "@prefix crm: <http://www.cidoc-crm.org/cidoc-crm/> .\n"
	tests := []struct {
		name, contentType, text string
		status                  int
		code                    string
		// rule and pointer are of one of the findings, or the pointer is the
		// problem's own.
		rule, pointer string
		line          int
	}{
		{"not JSON", "application/ld+json", "{\n  \"id\": oops}", 400, "malformed", "", "/id", 2},
		{"cut", "application/ld+json", ada("Ada")[:100], 400, "malformed", "", "", 1},
		{"empty", "application/ld+json", " ", 400, "malformed", "", "", 1},
		{"two values", "application/ld+json", ada("Ada") + "{}", 400, "malformed", "", "", 1},
		{"a key twice", "application/ld+json", strings.Replace(ada("Ada"), `"_label"`, `"type":"Person","_label"`, 1), 400, "malformed", "", "/type", 1},
		{"not UTF-8", "application/ld+json", ada("Ada\xff"), 400, "malformed", "", "/_label", 1},
		{"too deep", "application/ld+json", strings.Repeat("[", 1000) + strings.Repeat("]", 1000), 400, "malformed", "", strings.Repeat("/0", 500), 1},
		{"not an object", "application/ld+json", "[1]", 422, "invalid-record", "readable", "", 0},
		{"null", "application/ld+json", "null", 422, "invalid-record", "readable", "", 0},
		{"no id", "application/ld+json", strings.Replace(ada("Ada"), `"id":"`+testBase+`person/ada",`, "", 1), 422, "invalid-record", "required", "", 0},
		{"another id", "application/ld+json", personRecord(testBase+"person/eve", "Eve"), 422, "invalid-record", "address", "/id", 0},
		{"a blank id", "application/ld+json", personRecord("_:b", "Eve"), 422, "invalid-record", "record-id", "/id", 0},
		{"an unknown key", "application/ld+json", strings.Replace(ada("Ada"), `"_label"`, `"favourite":"blue","_label"`, 1), 422, "invalid-record", "unknown-property", "/favourite", 0},
		{"an unknown context", "application/ld+json", strings.Replace(ada("Ada"), linkedArt, "https://nowhere.example/", 1), 422, "invalid-record", "readable", "/@context", 0},
		{"no context", "application/ld+json", strings.Replace(ada("Ada"), `"@context":"`+linkedArt+`",`, "", 1), 422, "invalid-record", "", "", 0},
		{"says nothing", "application/ld+json", `{"@context":"` + linkedArt + `","id":"` + testBase + `person/ada"}`, 422, "invalid-record", "type-missing", "", 0},
		{"no class of records", "application/ld+json", strings.Replace(ada("Ada"), `"Person"`, `"TimeSpan"`, 1), 422, "invalid-record", "record-class", "/type", 0},
		{"a wrong date", "application/ld+json", strings.Replace(ada("Ada"), "1815-12-10", "1815-02-30", 1), 422, "invalid-record", "date", "/born/timespan/begin_of_the_begin", 0},
		{"bad Turtle", "text/turtle", turtlePrefix + "<> a crm:E21_Person\n<> .", 400, "malformed", "", "", 0},
		{"Turtle about another", "text/turtle", turtlePrefix + "<eve> a crm:E21_Person .", 422, "invalid-record", "address", "", 0},
		{"empty Turtle", "text/turtle", "", 422, "invalid-record", "address", "", 0},
		{"the model on Turtle", "text/turtle", turtlePrefix + "<> a crm:E52_Time-Span .", 422, "invalid-record", "record-class", "/type", 0},
		{"bad N-Triples", "application/n-triples", "<" + testBase + "person/ada> <x:p> oops .\n", 400, "malformed", "", "", 1},
		{"relative N-Triples", "application/n-triples", "<> <x:p> <x:o> .\n", 400, "malformed", "", "", 1},
		{"quads in N-Triples", "application/n-triples", "<x:s> <x:p> <x:o> <x:g> .\n", 400, "malformed", "", "", 1},
		{"another graph", "application/n-quads", "<" + testBase + "person/ada> <x:p> <x:o> <" + testBase + "person/eve> .\n", 422, "invalid-record", "address", "", 0},
		{"a graph about another", "application/n-quads", "<x:s> <x:p> <x:o> <" + testBase + "person/ada> .\n", 422, "invalid-record", "address", "", 0},
		{"two graphs", "application/n-quads", "<x:s> <x:p> <x:o> <x:g> .\n<x:s> <x:p> <x:o> <x:h> .\n", 422, "invalid-record", "address", "", 0},
		{"no graph", "application/n-quads", "# nothing\n", 422, "invalid-record", "address", "", 0},
		{"a blank graph", "application/n-quads", "<x:s> <x:p> <x:o> _:g .\n", 400, "malformed", "", "", 1},
		{"another TriG graph", "application/trig", "<eve> { <eve> <x:p> <x:o> }", 422, "invalid-record", "address", "", 0},
		{"bad RDF/XML", "application/rdf+xml", "<rdf", 400, "malformed", "", "", 0},
	}
	for _, checking := range []admission.Mode{admission.Enforce, admission.Off} {
		m := newMuseum(t, func(c *Config) { c.Checking = checking })
		before := m.dump(t)
		for _, test := range tests {
			if checking == admission.Off && test.code == "invalid-record" && test.rule != "address" && test.rule != "readable" {
				continue // the model's own
			}
			t.Run(string(checking)+", "+test.name, func(t *testing.T) {
				r := m.send(t, "PUT", "/person/ada", test.text, "Content-Type", test.contentType)
				a := answerOf(t, r)
				if r.StatusCode != test.status || a.Code != test.code {
					t.Fatalf("status %d, %+v, want %d %s", r.StatusCode, a, test.status, test.code)
				}
				if test.status == 400 && (a.Pointer != test.pointer || test.line > 0 && a.Line != test.line || a.Detail == "") {
					t.Errorf("line %d, pointer %q, detail %q, want %d, %q", a.Line, a.Pointer, a.Detail, test.line, test.pointer)
				}
				if test.status == 422 && !found(a.Findings, test.rule, test.pointer) {
					t.Errorf("findings %+v, want %s at %q", a.Findings, test.rule, test.pointer)
				}
				if after := m.dump(t); after != before {
					t.Errorf("the store was\n%s\nis\n%s", before, after)
				}
			})
		}
	}
}

// found tells whether one of the findings is an error by the rule at the
// place; the empty rule stands for any.
func found(findings []linkedart.Finding, rule, pointer string) bool {
	for _, f := range findings {
		if f.Level == linkedart.Error && (rule == "" || f.Rule == rule && f.Pointer == pointer) {
			return true
		}
	}
	return false
}

// TestWhatWouldBeLostIsRefusedInAnyMode: the model may be off, but nothing is
// dropped.
func TestWhatWouldBeLostIsRefusedInAnyMode(t *testing.T) {
	for _, checking := range []admission.Mode{admission.Enforce, admission.Warn, admission.Off} {
		m := newMuseum(t, func(c *Config) { c.Checking = checking })
		r := m.send(t, "PUT", "/person/ada", strings.Replace(ada("Ada"), `"_label"`, `"favourite":"blue","_label"`, 1))
		if a := answerOf(t, r); r.StatusCode != 422 || !found(a.Findings, "", "") || a.Findings[0].Pointer != "/favourite" {
			t.Errorf("%s: status %d, %+v", checking, r.StatusCode, a)
		}
	}
}

// TestChecking stores, or does not store, a record with an error and a warning.
func TestChecking(t *testing.T) {
	text := strings.Replace(ada("Ada"), `"classified_as":[{"id":"http://vocab.getty.edu/aat/300025103","type":"Type","_label":"Artist"}],`, "", 1)
	text = strings.Replace(text, "1815-12-10", "1815-02-30", 1)
	for checking, want := range map[admission.Mode]struct { // "" is the default
		status          int
		warnings, wrong bool
	}{"": {200, true, true}, admission.Enforce: {422, true, true}, admission.Warn: {200, true, true}, admission.Off: {200, false, false}} {
		m := newMuseum(t, func(c *Config) { c.Checking = checking })
		r := m.send(t, "PUT", "/person/ada", text)
		a := answerOf(t, r)
		warned := false
		for _, f := range a.Findings {
			warned = warned || f.Rule == "recommended-missing" && f.Level == linkedart.Warning
		}
		if r.StatusCode != want.status || warned != want.warnings || found(a.Findings, "date", "/born/timespan/begin_of_the_begin") != want.wrong {
			t.Errorf("%s: status %d, %+v", checking, r.StatusCode, a)
		}
		if a.Findings == nil {
			t.Errorf("%s: findings are absent", checking)
		}
	}
}

// TestDryRun sends what would be stored, and what would be refused.
func TestDryRun(t *testing.T) {
	m := newMuseum(t, nil)
	tests := []struct {
		method, target, text string
		fields               []string
		status               int
		result               string
	}{
		{"PUT", "/person/ada?dry-run", ada("Ada"), nil, 200, "unchanged"},
		{"PUT", "/person/ada?dry-run", ada("Countess"), nil, 200, "updated"},
		{"PUT", "/person/ada?dry-run=true", ada("Countess"), []string{"Prefer", "return=representation"}, 200, "updated"},
		{"PUT", "/person/eve?dry-run", personRecord(testBase+"person/eve", "Eve"), nil, 200, "created"},
		{"PUT", "/person/ada?dry-run", "{}", nil, 422, ""},
		{"PUT", "/person/ada?dry-run", ada("Countess"), []string{"If-Match", `"x"`}, 412, ""},
		{"PATCH", "/person/ada?dry-run", `{"_label":"Countess"}`, []string{"Content-Type", "application/merge-patch+json"}, 200, "updated"},
		{"DELETE", "/person/ada?dry-run", "", nil, 200, "deleted"},
		{"DELETE", "/person/eve?dry-run", "", nil, 404, ""},
		{"POST", "/person/?dry-run", strings.Replace(ada("Eve"), `"id":"`+testBase+`person/ada",`, "", 1), nil, 200, "created"},
		{"POST", "/-/load?dry-run", personRecord(testBase+"person/eve", "Eve") + "\n", []string{"Content-Type", "application/jsonl", "Authorization", "Bearer " + m.admin}, 200, ""},
	}
	before := m.dump(t)
	for _, test := range tests {
		r := m.send(t, test.method, test.target, test.text, test.fields...)
		a := answerOf(t, r)
		if r.StatusCode != test.status || a.Result != test.result || test.status == 200 && !a.DryRun || a.Version != 0 || r.Header.Get("Location") != "" {
			t.Errorf("%s %s: status %d, %+v", test.method, test.target, r.StatusCode, a)
		}
		if after := m.dump(t); after != before {
			t.Errorf("%s %s: the store was\n%s\nis\n%s", test.method, test.target, before, after)
		}
	}
	if strings.Contains(strings.SplitAfter(m.log.String(), "\n")[1], "result=") {
		t.Errorf("a dry run is in the audit log:\n%s", m.log)
	}
}

// TestDelete removes a record and makes it again.
func TestDelete(t *testing.T) {
	m := newMuseum(t, nil)
	if r := m.send(t, "DELETE", "/person/ada", ""); r.StatusCode != 204 || body(t, r) != "" {
		t.Fatalf("status %d", r.StatusCode)
	}
	for _, method := range []string{"GET", "HEAD", "DELETE", "PATCH"} {
		if r := m.send(t, method, "/person/ada", `{}`, "Content-Type", "application/merge-patch+json"); r.StatusCode != 410 {
			t.Errorf("%s: status %d", method, r.StatusCode)
		}
	}
	if r := m.send(t, "DELETE", "/person/eve", ""); r.StatusCode != 404 {
		t.Errorf("one that never was: status %d", r.StatusCode)
	}
	if r := m.send(t, "PUT", "/person/ada", ada("Ada")); r.StatusCode != 201 || r.Header.Get("Location") != "/person/ada" {
		t.Errorf("made again: status %d, %v", r.StatusCode, r.Header)
	}
	if r := m.get(t, "/person/ada"); r.StatusCode != 200 {
		t.Errorf("made again: status %d", r.StatusCode)
	}
}

// TestBlankNodesStayApart puts two records that use the same label.
func TestBlankNodesStayApart(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	for _, id := range []string{"person/1", "person/2"} {
		text := "<" + testBase + id + "> <x:p> _:b .\n_:b <x:q> \"" + id + "\" .\n"
		if r := m.send(t, "PUT", "/"+id, text, "Content-Type", "application/n-triples"); r.StatusCode != 201 {
			t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
		}
	}
	got := body(t, m.get(t, "/person/1.nt"))
	if !strings.Contains(got, `"person/1"`) || strings.Contains(got, "person/2") {
		t.Errorf("got %s", got)
	}
}

// TestOutsideTheBase writes an entity that only the id parameter reaches.
func TestOutsideTheBase(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Warn })
	const target = "/entity?id=https%3A%2F%2Felsewhere.example%2F1"
	text := personRecord("https://elsewhere.example/1", "Eve")
	steps := []struct {
		method, target, text, contentType string
		status                            int
	}{
		{"DELETE", target, "", "", 404},
		{"PUT", target, ada("Ada"), "", 422},
		{"PUT", target, text, "", 201},
		{"PUT", target + "&dry-run", text, "", 200},
		{"PUT", target + "&format=turtle", text, "", 400},
		{"GET", target, "", "", 200},
		{"PATCH", target, `{"_label":"E."}`, "application/merge-patch+json", 200},
		{"POST", target, text, "", 405},
		{"DELETE", target, "", "", 204},
		{"GET", target, "", "", 410},
		{"DELETE", target, "", "", 410},
		{"PUT", "/entity?id=person/1", text, "", 400},
	}
	for i, step := range steps {
		fields := []string{}
		if step.contentType != "" {
			fields = []string{"Content-Type", step.contentType}
		}
		if r := m.send(t, step.method, step.target, step.text, fields...); r.StatusCode != step.status {
			t.Errorf("%d, %s %s: status %d, want %d: %s", i, step.method, step.target, r.StatusCode, step.status, body(t, r))
		}
	}
}

// TestWrongAddresses writes to what is not the address of an entity.
func TestWrongAddresses(t *testing.T) {
	m := newMuseum(t, nil)
	if r := m.send(t, "PUT", "/person/caf%C3%A9", personRecord(testBase+"person/café", "Café")); r.StatusCode != 201 {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	if r := m.send(t, "PUT", "/person/th%C3%A9", "<> a <http://www.cidoc-crm.org/cidoc-crm/E21_Person>; <http://www.w3.org/2000/01/rdf-schema#label> \"T\" .", "Content-Type", "text/turtle"); r.StatusCode != 201 {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	if r := m.get(t, "/person/caf%C3%A9"); r.StatusCode != 200 {
		t.Errorf("status %d", r.StatusCode)
	}
	for _, want := range []int{204, 410} {
		if r := m.send(t, "DELETE", "/person/caf%C3%A9", ""); r.StatusCode != want {
			t.Errorf("status %d, want %d", r.StatusCode, want)
		}
	}
	before := m.dump(t)
	tests := []struct {
		method, target string
		status         int
		location       string
	}{
		{"PUT", "/person/ada.ttl", 405, ""},
		{"DELETE", "/person/ada.jsonld", 405, ""},
		{"PUT", "/person/ada/", 308, "/person/ada"},
		{"DELETE", "/person/%61da?dry-run", 308, "/person/ada?dry-run"},
		{"PATCH", "/x/../person/ada", 308, "/person/ada"},
		{"DELETE", "/person/ada?format=ttl", 400, ""},
		{"DELETE", "/person/ada?dryrun", 400, ""},
		{"PUT", "/person/eve?format=ttl", 400, ""},
		{"PUT", "//person/eve", 400, ""},
		{"PUT", "/", 405, ""},
		{"PUT", "/person/", 405, ""},
		{"PUT", "/person", 405, ""},
		{"POST", "/person", 308, "/person/"},
		{"POST", "/person/ada", 405, ""},
		{"POST", "/painter/", 405, ""},
		{"PUT", "/-/load", 405, ""},
		{"GET", "/-/load", 405, ""},
		{"PUT", "/-/healthz", 405, ""},
		{"PUT", "/-/nothing", 404, ""},
		{"DELETE", "/person/%C3%A9", 404, ""},
	}
	for _, test := range tests {
		r := m.send(t, test.method, test.target, ada("Other"))
		if r.StatusCode != test.status || r.Header.Get("Location") != test.location {
			t.Errorf("%s %s: status %d, Location %q, want %d, %q: %s", test.method, test.target, r.StatusCode, r.Header.Get("Location"), test.status, test.location, body(t, r))
		}
		if r.StatusCode == 405 && r.Header.Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", test.method, test.target)
		}
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
}
