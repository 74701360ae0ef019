package server

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/checks/thorough"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/rdfstore/private"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/people/edit"
	"vitrine/server/web/auth"
)

// hiddenID is part of the names of all private records of the tests, and hiddenWord of
// their names and texts. Requests have the first, and never the second.
const (
	hiddenID   = "zyxid"
	hiddenWord = "zyxword"
)

// archive is a server with the sample collection and private records, beside one that has
// the former alone.
type archive struct {
	*museum
	// without is the server that never had private records.
	without *museum
	// reader, and people, which writes persons and drafts and reads nothing private, are
	// secrets of tokens.
	reader, people string
}

// privateRules make drafts private, by their names or by a statement.
func privateRules(t testing.TB) private.Rules {
	return private.Rules{
		Prefixes:   []string{testBase + "draft/"},
		Statements: []private.Statement{{Predicate: mustIRI(t, "http://www.cidoc-crm.org/cidoc-crm/P2_has_type"), Object: mustIRI(t, testBase+"concept/unpublished")}},
	}
}

// privateRecords are records that the rules are for, with references to public ones: by
// paths.
func privateRecords() map[string]string {
	head := func(path, class string) string {
		return fmt.Sprintf(`{"@context":%q,"id":%q,"type":%q,"_label":"%s %s","identified_by":[{"type":"Name","content":"%s %s"}],"classified_as":[{"id":"%sconcept/unpublished","type":"Type","_label":"%s"}]`,
			linkedArt, testBase+path, class, hiddenWord, path, hiddenWord, path, testBase, hiddenWord)
	}
	ref := func(path, class string) string { return fmt.Sprintf(`{"id":%q,"type":%q}`, testBase+path, class) }
	girl := ref("object/girl-with-a-pearl-earring", "HumanMadeObject")
	return map[string]string{
		"draft/" + hiddenID + "-1": head("draft/"+hiddenID+"-1", "HumanMadeObject") + `,"produced_by":{"type":"Production","carried_out_by":[` + ref("person/johannes-vermeer", "Person") +
			`],"took_place_at":[` + ref("place/delft", "Place") + `]},"current_owner":[` + ref("group/mauritshuis", "Group") + `]}`,
		"object/" + hiddenID + "-2": head("object/"+hiddenID+"-2", "HumanMadeObject") + `,"current_location":` + ref("place/the-hague", "Place") + `,"made_of":[` + ref("concept/canvas", "Material") + `]}`,
		"place/" + hiddenID + "-3":  head("place/"+hiddenID+"-3", "Place") + `,"defined_by":"POINT(4.3 52.0)","part_of":[` + ref("place/netherlands", "Place") + `]}`,
		"draft/" + hiddenID + "-4": head("draft/"+hiddenID+"-4", "Activity") + `,"timespan":{"type":"TimeSpan","begin_of_the_begin":"1890-01-01T00:00:00Z","end_of_the_end":"1890-12-31T23:59:59Z"},"part":[{"type":"Acquisition","_label":"` + hiddenWord + `","transferred_title_of":[` + girl +
			`],"transferred_title_to":[` + ref("person/"+hiddenID+"-5", "Person") + `]}]}`,
		"person/" + hiddenID + "-5": head("person/"+hiddenID+"-5", "Person") + `,"member_of":[` + ref("group/mauritshuis", "Group") + `]}`,
	}
}

// newArchive returns an archive; private records come in between public ones, and one is
// deleted again.
func newArchive(t *testing.T) *archive { return newArchiveWith(t, func(*Config) {}) }

// newArchiveWith returns an archive with another configuration.
func newArchiveWith(t *testing.T, change func(*Config)) *archive {
	t.Helper()
	table, err := testLinks()
	if err != nil {
		t.Fatal(err)
	}
	with, without := emptyStore(t, table.Derivation()), emptyStore(t, table.Derivation())
	format := formats.All(jsonld.New(ldcontext.New(nil))).ByName("jsonld")
	put := func(name, text string, stores ...rdfstore.Store) {
		for _, s := range stores {
			if _, err := s.Apply(t.Context(), rdfstore.Change{Put: decodeNamed(t, format, text, testBase+name)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	put("draft/"+hiddenID+"-6", personRecord(testBase+"draft/"+hiddenID+"-6", hiddenWord), with)
	hidden := privateRecords()
	paths := slices.Sorted(maps.Keys(hidden))
	n := 0
	err = fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".json" || !isSampled(name) {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		put(strings.TrimSuffix(name, ".json"), string(text), with, without)
		if n++; n%5 == 0 && n/5 <= len(paths) {
			put(paths[n/5-1], hidden[paths[n/5-1]], with)
		}
		return err
	})
	if err != nil || n/5 < len(paths) {
		t.Fatal(err, n)
	}
	if _, err := with.Apply(t.Context(), rdfstore.Change{Delete: mustIRI(t, testBase+"draft/"+hiddenID+"-6")}); err != nil {
		t.Fatal(err)
	}
	a := &archive{without: serveRecords(t, without, table, func(c *Config) { c.AdminApart = true })}
	a.museum = serveRecords(t, with, table, func(c *Config) {
		view, err := private.Open(t.Context(), with, privateRules(t), private.Options{Derivation: table.Derivation()})
		if err != nil {
			t.Fatal(err)
		}
		c.Public = &Public{Store: view, Search: indexOf(t, view)}
		change(c)
	})
	a.reader, a.people = a.token(t, "reader", auth.Read), a.token(t, "people", "write:person/ write:draft/")
	a.without.token(t, "people", "write:person/")
	return a
}

// isSampled picks the records of the sample collection that have to do with the private
// ones, so that the tests are quick.
func isSampled(name string) bool {
	for _, part := range []string{"vermeer", "pearl-earring", "delft", "the-hague", "netherlands", "mauritshuis", "canvas", "english", "painting"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

func serveRecords(t *testing.T, store rdfstore.Store, table *links.Table, change func(*Config)) *museum {
	t.Helper()
	return newMuseumWith(t, func(c *Config) {
		c.Store, c.Links, c.Compiler = store, table, ldcontext.NewCompiler(ldcontext.New(nil))
		c.Search, c.Build = indexOf(t, store), "test"
		c.RenderTimeout = time.Hour // lists have their facets, however busy the machine is
		if change != nil {
			change(c)
		}
	}, store)
}

// targets are requests of an operation: with its examples, and with private records in their
// places.
func (a *archive) targets(o apiOperation, r apiRoute) []string {
	iris, names := []string{testBase + "object/girl-with-a-pearl-earring", testBase + "person/johannes-vermeer", testBase + "place/the-hague", testBase + "group/mauritshuis"}, []string{}
	for name := range privateRecords() {
		iris = append(iris, testBase+name)
		names = append(names, name, name+".ttl", name+".html")
	}
	names = append(names, "draft/"+hiddenID+"-6", "draft/"+hiddenID+"-7", "draft/", "draft", "person/", "place/", "object/", "", "person/johannes-vermeer", "place/the-hague", "object/girl-with-a-pearl-earring")
	values := map[string][]string{
		"of": iris, "id": iris, "path": names, "number": {"0", "1"}, "form": {"nq", "trig.gz", "jsonl", "ttl", "nq.zst"},
		"q": {hiddenID, hiddenWord[:5], "vermeer", "painting", "draft"}, "subject": iris, "object": iris, "graph": iris, "by": {""}, "page": {"1", "2"},
		"linked":  append([]string{"objectCurrentPlace " + iris[2], "http://www.cidoc-crm.org/cidoc-crm/P24_transferred_title_of " + iris[0]}, iris...),
		"version": {"1", "2", "7", "12", "20"}, "view": {"lines", "map"}, "area": {"4,52,4.5,52.25"}, "sort": {"-change"},
		"query": {
			"SELECT * WHERE { ?s ?p ?o }", "SELECT * WHERE { GRAPH ?g { ?s ?p ?o } }", "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }",
			"SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s a ?c } } ORDER BY ?g", "DESCRIBE <" + iris[5] + ">", "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }",
			"ASK { <" + iris[6] + "> ?p ?o }", "SELECT * FROM <" + iris[4] + "> WHERE { ?s ?p ?o }", "SELECT ?s WHERE { ?s <http://www.cidoc-crm.org/cidoc-crm/P2_has_type> <" + testBase + "concept/unpublished> }",
		},
	}
	if a.config.Links != nil {
		for _, l := range a.config.Links.All() {
			values["name"] = append(values["name"], l.Name)
		}
	}
	bare := strings.TrimPrefix(r.Path, "/")
	targets := []string{}
	for _, p := range o.Parameters {
		if p.In != "path" {
			continue
		}
		for _, value := range append([]string{p.Example}, values[p.Name]...) {
			targets = append(targets, "/"+strings.ReplaceAll(bare, "{"+p.Name+"}", value))
		}
	}
	if len(targets) == 0 {
		targets = []string{"/" + bare}
	}
	for _, p := range o.Parameters {
		if p.In != "query" || values[p.Name] == nil && p.Example == "" {
			continue
		}
		plain := targets
		if p.Required {
			targets = nil
		}
		for _, target := range plain {
			for _, value := range append([]string{p.Example}, values[p.Name]...) {
				if value != "" && (!strings.Contains(target, "?") || p.Name == "page") {
					separator := "?"
					if strings.Contains(target, "?") {
						separator = "&"
					}
					targets = append(targets, target+separator+p.Name+"="+url.QueryEscape(value))
				}
			}
		}
	}
	return targets
}

// ask sends a request and returns the status and the header with the decoded body.
func (m *museum) ask(t *testing.T, method, target, accept, coding, secret string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	r.Header.Set("Accept", accept)
	r.Header.Set("Accept-Encoding", coding)
	r.Header.Set("X-Request-Id", "one")
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	answer := w.Result()
	if method == http.MethodHead {
		return answer, ""
	}
	return answer, decoded(t, answer.Header.Get("Content-Encoding"), body(t, answer))
}

// varying is what differs between two servers of the same records: times, what is made from
// them, and the cursors of fragments, in which a database has its numbers of records.
//
// Each begins with a text that is found fast.
var varying = []*regexp.Regexp{
	regexp.MustCompile(`-\d\d-\d\d(T| )\d\d:\d\d:\d\d(\.\d+)?( \+0000 UTC|Z)?`),
	regexp.MustCompile(`after=[A-Za-z0-9_.-]+`),
	regexp.MustCompile(`/-/assets/[0-9a-f]+/`),
	regexp.MustCompile(`<time.*?</time>`),
}

// withoutVarying is a text without what differs between the two.
func withoutVarying(text string) string {
	for _, v := range varying {
		text = v.ReplaceAllString(text, "")
	}
	return text
}

// steady is an answer without what may differ.
func steady(r *http.Response, body string) string {
	header := r.Header.Clone()
	for _, name := range []string{"Etag", "Last-Modified", "Date", "Content-Length", "Server-Timing", "Vary"} {
		header.Del(name)
	}
	fields := []string{}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		fields = append(fields, name+": "+strings.Join(header[name], ", "))
	}
	return withoutVarying(fmt.Sprintf("%d\n%s\n\n%s", r.StatusCode, strings.Join(fields, "\n"), body))
}

// TestPrivateRecordsAreNowhere asks for the representations of every route, with private
// records in all places of the request, and compares the answers with those of a server that
// never had them, nor drafts of corrections.
func TestPrivateRecordsAreNowhere(t *testing.T) {
	change := func(c *Config) { c.Edits = &edit.Options{Drafts: draftStore(t)} }
	a := newArchiveWith(t, change)
	a.without = serveRecords(t, a.without.config.Store, a.without.config.Links, func(c *Config) {
		c.AdminApart = true
		change(c)
	})
	a.without.token(t, "people", "write:person/")
	for path, text := range privateRecords() {
		for _, at := range []string{path, "person/" + hiddenID + "-draft", "object/girl-with-a-pearl-earring"} {
			if r := a.send(t, "POST", "/-/drafts", strings.ReplaceAll(text, path, at)); r.StatusCode != http.StatusCreated {
				t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
			}
		}
	}
	seen := a.areNowhere(t)
	for _, path := range slices.Sorted(maps.Keys(privateRecords())) {
		for _, target := range []string{"/" + path + "?_profile=all", "/" + path + "?_profile=edm", "/entity?_profile=all&id=" + testBase + path} {
			a.isNowhere(t, target, "*/*", "identity")
		}
	}
	byText := queryTarget(`SELECT ?s { ?s <http://jena.apache.org/text#query> "` + hiddenWord + `" }`)
	a.isNowhere(t, byText, "text/csv", "identity")
	if _, text := a.ask(t, http.MethodGet, byText, "text/csv", "identity", a.reader); !strings.Contains(text, hiddenID) {
		t.Errorf("a reader does not find what is private: %s", text)
	}
	for _, id := range []string{"record", "get_entity", "search", "feed_page", "event_stream_page", "dump", "sparql", "fragments", "links", "sitemap_part", "suggest", "mentions"} {
		if !seen[id] {
			t.Errorf("%s: a reader sees nothing that is private", id)
		}
	}
}

// areNowhere asks for the representations of every route, and returns in which of them a reader
// sees something private.
func (a *archive) areNowhere(t *testing.T) map[string]bool {
	t.Helper()
	codings := []string{"identity", "gzip", "br", "zstd"}
	seen, n := map[string]bool{}, 0
	for _, r := range slices.Backward(apiRoutes(t, a.public)) {
		if strings.HasSuffix(r.Path, "/{id}") {
			if r.Path != "/object/{id}" {
				continue
			}
			// One route stands for the entities of all endpoints.
			r.Path, r.Operations = "/{path}", []apiOperation{r.Operations[0]}
			r.Operations[0].ID, r.Operations[0].Parameters = "record", slices.Clone(r.Operations[0].Parameters)
			r.Operations[0].Parameters[0].Name, r.Operations[0].Parameters[0].Example = "path", "object/1"
		}
		for _, o := range r.Operations {
			if o.Method != http.MethodGet {
				continue
			}
			accepts := []string{"*/*"}
			for mediaType := range o.Responses["200"].Content {
				accepts = append(accepts, mediaType)
			}
			slices.Sort(accepts)
			targets := a.targets(o, r)
			for i, target := range targets {
				for k := range min(len(accepts), max(1, thorough.Rounds(10, 40)/len(targets))) {
					// Each representation comes up with several targets of a route.
					n++
					accept := accepts[(i+k)%len(accepts)]
					a.isNowhere(t, target, accept, codings[n%len(codings)])
					if !seen[o.ID] {
						_, text := a.ask(t, http.MethodGet, target, accept, "identity", a.reader)
						seen[o.ID] = seen[o.ID] || strings.Contains(strings.ToLower(text), hiddenWord) || strings.Contains(text, hiddenID) && !strings.Contains(target, hiddenID)
					}
				}
			}
		}
	}
	t.Logf("%d requests", n)
	return seen
}

// isNowhere asks for something without a token and with one that is not for reading. The
// description of the interface alone says that there may be private records.
func (a *archive) isNowhere(t *testing.T, target, accept, coding string) {
	t.Helper()
	about := target + " " + accept
	r, text := a.ask(t, http.MethodGet, target, accept, coding, "")
	got := steady(r, text)
	if strings.Contains(strings.ToLower(got), hiddenWord) || !strings.Contains(target, hiddenID) && strings.Contains(got, hiddenID) {
		t.Errorf("%s tells of a private record:\n%s", about, got)
	}
	wantAnswer, wantText := a.without.ask(t, http.MethodGet, target, accept, coding, "")
	if want := steady(wantAnswer, wantText); !sameLines(got, want) && target != "/-/openapi.json" {
		t.Errorf("%s:\n%s\nbut without private records:\n%s", about, firstDifference(got, want), firstDifference(want, got))
	}
	if vary := r.Header.Values("Vary"); !slices.Contains(vary, "Authorization") {
		t.Errorf("%s: Vary is %v", about, vary)
	}
	if strings.HasPrefix(target, "/-/drafts") {
		return // a token has its own
	}
	head, _ := a.ask(t, http.MethodHead, target, accept, coding, a.people)
	if head.StatusCode != r.StatusCode || head.Header.Get("ETag") != r.Header.Get("ETag") {
		t.Errorf("%s: HEAD with a token for writing: %d %s, want %d %s", about, head.StatusCode, head.Header.Get("ETag"), r.StatusCode, r.Header.Get("ETag"))
	}
}

// sameLines tells whether two texts have the same lines in any order: solutions and the
// triples of dumps have none.
func sameLines(a, b string) bool {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// firstDifference is the text around the first byte in which a differs from b.
func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return a[max(0, i-200):min(len(a), i+300)]
}

// TestReadersAreApart makes sure that caches keep what holders of a token get from others.
func TestReadersAreApart(t *testing.T) {
	a := newArchive(t)
	for _, target := range []string{"/object/" + hiddenID + "-2", "/person/johannes-vermeer", "/", "/-/about", "/-/search?q=vermeer", "/-/dataset", "/-/activity/page/0"} {
		r, _ := a.ask(t, "GET", target, "*/*", "gzip", a.reader)
		if r.StatusCode != http.StatusOK || r.Header.Get("Cache-Control") != "private, no-cache" || !slices.Contains(r.Header.Values("Vary"), "Authorization") {
			t.Errorf("%s: %d %v", target, r.StatusCode, r.Header)
		}
		public, _ := a.ask(t, "GET", target, "*/*", "gzip", "")
		if tag := r.Header.Get("ETag"); tag == public.Header.Get("ETag") && public.StatusCode == http.StatusOK {
			t.Errorf("%s: both have the tag %s", target, tag)
		}
		if again := do(t, a, "GET", target, "If-None-Match", r.Header.Get("ETag"), "Accept-Encoding", "gzip"); again.StatusCode != public.StatusCode {
			t.Errorf("%s: the reader's tag gives %d without the token, want %d", target, again.StatusCode, public.StatusCode)
		}
	}
	for secret, want := range map[string]int{"wrong": 401, a.writer: 200, a.admin: 200, a.people: 404} {
		if r, _ := a.ask(t, "GET", "/object/"+hiddenID+"-2", "*/*", "identity", secret); r.StatusCode != want || want == 401 && r.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("a token gives %d %s, want %d", r.StatusCode, r.Header.Get("WWW-Authenticate"), want)
		}
	}
	if r := do(t, a, "GET", "/person/johannes-vermeer", "Authorization", "Basic dTpw"); r.StatusCode != http.StatusOK {
		t.Errorf("a password of a proxy gives %d", r.StatusCode)
	}
}

// TestWritersDoNotLearn compares what those who may not write a private record are told with
// what they are told of none.
func TestWritersDoNotLearn(t *testing.T) {
	a := newArchive(t)
	record := func(path string) string { return personRecord(testBase+path, "Nobody") }
	for _, method := range []string{"PUT", "DELETE", "PATCH", "POST", "OPTIONS"} {
		for _, secret := range []string{"", a.people} {
			for _, condition := range []string{"", "If-None-Match", "If-Match"} {
				told := []string{}
				for _, path := range []string{"object/" + hiddenID + "-2", "object/" + hiddenID + "-9"} {
					r := httptest.NewRequest(method, "/"+path, strings.NewReader(record(path)))
					r.Header.Set("Content-Type", "application/ld+json")
					r.Header.Set("X-Request-Id", "one")
					if secret != "" {
						r.Header.Set("Authorization", "Bearer "+secret)
					}
					if condition != "" {
						r.Header.Set(condition, "*")
					}
					w := httptest.NewRecorder()
					a.ServeHTTP(w, r)
					told = append(told, strings.ReplaceAll(steady(w.Result(), w.Body.String()), path, ""))
				}
				if told[0] != told[1] {
					t.Errorf("%s %q %s: %s\nbut of none: %s", method, secret, condition, told[0], told[1])
				}
			}
		}
	}
}

// TestWritingWithinAPrefix writes public and private records with a token that does not read
// private ones, and public ones after reading them without a token.
func TestWritingWithinAPrefix(t *testing.T) {
	a := newArchive(t)
	write := func(method, target, text string, want int, fields ...string) *http.Response {
		t.Helper()
		r := a.send(t, method, target, text, append([]string{"Authorization", "Bearer " + a.people}, fields...)...)
		if r.StatusCode != want {
			t.Errorf("%s %s %v: %d, want %d: %s", method, target, fields, r.StatusCode, want, body(t, r))
		}
		return r
	}
	write("PUT", "/person/ada", ada("Ada"), 201)
	tag := do(t, a, "GET", "/person/ada").Header.Get("ETag")
	write("PUT", "/person/ada", ada("Ada King"), 200, "If-Match", tag)
	write("PUT", "/person/ada", ada("Ada Byron"), 412, "If-Match", tag)
	write("PUT", "/person/ada", ada("Ada Byron"), 200, "If-Match", a.get(t, "/person/ada", "Authorization", "Bearer "+a.writer).Header.Get("ETag"))
	write("PUT", "/draft/"+hiddenID+"-8", personRecord(testBase+"draft/"+hiddenID+"-8", hiddenWord), 201, "Prefer", "return=representation")
	write("PUT", "/draft/"+hiddenID+"-8", personRecord(testBase+"draft/"+hiddenID+"-8", hiddenWord+" again"), 412, "If-None-Match", "*")
	a.isGone(t, "/draft/"+hiddenID+"-8", 404)
	hidden := strings.Replace(ada("Ada"), "http://vocab.getty.edu/aat/300025103", testBase+"concept/unpublished", 1)
	write("PUT", "/person/ada", hidden, 200, "Prefer", "return=representation")
	a.isGone(t, "/person/ada", 410)
	write("PUT", "/person/ada", ada("Ada"), 200)
	if r := do(t, a, "GET", "/person/ada"); r.StatusCode != 200 {
		t.Errorf("public again: %d", r.StatusCode)
	}
	kinds := ""
	entries := a.public.config.Store.Changes(t.Context(), 0)
	for e, err := range entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Name.String() == testBase+"person/ada" {
			kinds += e.Kind.String() + " "
		}
	}
	if kinds != "created updated updated deleted created " {
		t.Errorf("the log tells %s", kinds)
	}
}

// isGone makes sure that a private record is not there for those without a token.
func (a *archive) isGone(t *testing.T, target string, want int) {
	t.Helper()
	for _, accept := range []string{"*/*", "text/html", "text/turtle"} {
		if r, text := a.ask(t, "GET", target, accept, "identity", a.people); r.StatusCode != want || strings.Contains(text, hiddenWord) {
			t.Errorf("%s: %d, want %d: %s", target, r.StatusCode, want, text)
		}
	}
}

// TestStaleReaders makes sure that what was answered before a record became private is not
// answered again.
func TestStaleReaders(t *testing.T) {
	a := newArchive(t)
	public := strings.Replace(privateRecords()["object/"+hiddenID+"-2"], testBase+"concept/unpublished", testBase+"concept/painting", 1)
	private := privateRecords()["object/"+hiddenID+"-2"]
	for range 3 {
		a.mustSend(t, "PUT", "/object/"+hiddenID+"-2", public)
		targets := []string{"/object/" + hiddenID + "-2", "/place/the-hague", "/-/search?q=" + hiddenWord, "/-/sparql?query=" + url.QueryEscape("SELECT * WHERE { ?s ?p ?o }"), "/object/"}
		for _, target := range targets {
			if r, _ := a.ask(t, "GET", target, "application/json", "identity", ""); r.StatusCode != 200 {
				t.Errorf("public %s: %d", target, r.StatusCode)
			}
		}
		a.mustSend(t, "PUT", "/object/"+hiddenID+"-2", private)
		for _, target := range targets {
			if _, text := a.ask(t, "GET", target, "application/json", "identity", ""); strings.Contains(text, hiddenWord+" object") {
				t.Errorf("private %s: %s", target, text)
			}
		}
	}
}
