package server

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"
	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/framing"
	"vitrine/server/data/listing"
)

// testLinks reads the table of links once for all tests.
var testLinks = sync.OnceValues(func() (*links.Table, error) { return links.New(ldcontext.New(nil)) })

// askedStore counts how often relations are asked for.
type askedStore struct {
	rdfstore.Store
	asked atomic.Int64
}

func (s *askedStore) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	s.asked.Add(1)
	return s.Store.Relations(ctx, to)
}

// newLinkedMuseum is a museum whose records have links.
func newLinkedMuseum(t testing.TB) (*museum, *askedStore) {
	t.Helper()
	table, err := testLinks()
	if err != nil {
		t.Fatal(err)
	}
	store := &askedStore{Store: emptyStore(t, table.Derivation())}
	m := newMuseum(t, func(c *Config) {
		c.Store, c.Links, c.Compiler = store, table, ldcontext.NewCompiler(ldcontext.New(nil))
	})
	m.store = store.Store
	return m, store
}

// mustSend sends a request to write that has to succeed.
func (m *museum) mustSend(t testing.TB, method, target, text string, fields ...string) *http.Response {
	t.Helper()
	r := m.send(t, method, target, text, fields...)
	if r.StatusCode >= 300 {
		t.Fatalf("%s %s: status %d: %s", method, target, r.StatusCode, body(t, r))
	}
	return r
}

func placeRecord(id, label string) string {
	return fmt.Sprintf(`{"@context":%q,"id":%q,"type":"Place","_label":%q}`, linkedArt, id, label)
}

// bornIn is a record of a person who was born at the place.
func bornIn(id, label, place string) string {
	return fmt.Sprintf(`{"@context":%q,"id":%q,"type":"Person","_label":%q,"born":{"type":"Birth","took_place_at":[{"id":%q,"type":"Place"}]}}`,
		linkedArt, id, label, place)
}

// halJSON is what the tests read of _links.
type halJSON struct {
	Links map[string]json.RawMessage `json:"_links"`
}

// linkJSON is a link object.
type linkJSON struct {
	Href, Type string
	TotalItems *uint64
}

// linkOf returns a link of a record, and whether there is one.
func linkOf(t testing.TB, text, rel string) (linkJSON, bool) {
	t.Helper()
	var record halJSON
	if err := json.Unmarshal([]byte(text), &record); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	raw, ok := record.Links[rel]
	var l linkJSON
	if ok {
		if err := json.Unmarshal(raw, &l); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
	}
	return l, ok
}

// TestRecordHasLinks checks every member of _links, and that the rest of the
// record is that without links, to the byte.
func TestRecordHasLinks(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	delft := testBase + "place/delft"
	m.mustSend(t, "PUT", "/place/delft", placeRecord(delft, "Delft"))
	m.mustSend(t, "PUT", "/person/vermeer", bornIn(testBase+"person/vermeer", "Vermeer", delft))
	got := body(t, do(t, m, "GET", "/place/delft"))
	want := strings.TrimSuffix(placeRecord(delft, "Delft"), "}") + `,"_links":{` +
		`"self":{"href":"https://data.museum.example/place/delft"},` +
		`"curies":[{"name":"la","href":"https://linked.art/api/rels/1/{rel}","templated":true}],` +
		`"la:modelVersion":{"name":"v1.0.0","href":"https://linked.art/model/1.0/"},` +
		`"la:apiVersion":{"name":"v1.0.0","href":"https://linked.art/api/1.0/"},` +
		`"alternate":[`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = `{"href":"https://data.museum.example/place/delft.html","type":"text/html"},` +
		`{"href":"https://data.museum.example/place/delft.bib","type":"application/x-bibtex"},` +
		`{"href":"https://data.museum.example/place/delft.ris","type":"application/x-research-info-systems"},` +
		`{"href":"https://data.museum.example/place/delft?format=csl","type":"application/vnd.citationstyles.csl+json"},` +
		`{"href":"https://data.museum.example/place/delft?format=oai_dc","type":"application/xml;profile=\"http://www.openarchives.org/OAI/2.0/oai_dc/\""},` +
		`{"href":"https://data.museum.example/place/delft?format=schema_ap_nde","type":"application/ld+json;profile=\"https://docs.nde.nl/schema-profile/\""}],` +
		`"collection":{"href":"https://data.museum.example/-/activity"},` +
		`"version-history":{"href":"https://data.museum.example/-/timemap?of=https%3A%2F%2Fdata.museum.example%2Fplace%2Fdelft","type":"application/link-format"},` +
		`"la:personBornAtPlace":{"href":"https://data.museum.example/-/links/personBornAtPlace?of=https%3A%2F%2Fdata.museum.example%2Fplace%2Fdelft&page=1","totalItems":1},` +
		`"la:agentBornOrFormedAtPlace":{"href":"https://data.museum.example/-/links/agentBornOrFormedAtPlace?of=https%3A%2F%2Fdata.museum.example%2Fplace%2Fdelft&page=1","totalItems":1}}}`
	if !strings.HasSuffix(strings.TrimSpace(got), want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	bare := body(t, do(t, m, "GET", "/place/delft?links=none"))
	if cut, rest, ok := strings.Cut(got, `,"_links":{`); !ok || cut+rest[strings.LastIndexByte(rest, '}'):] != bare {
		t.Errorf("without links it is\n%s", bare)
	}
	if with, without := expandedQuads(t, got), expandedQuads(t, bare); with != without || with == "" {
		t.Errorf("json-gold reads it with links as\n%s\nwithout as\n%s", with, without)
	}
	for _, alternate := range alternates(t, got) {
		path := strings.TrimPrefix(alternate.Href, strings.TrimSuffix(testBase, "/"))
		if r := do(t, m, "GET", path); r.StatusCode != 200 || strings.TrimSuffix(r.Header.Get("Content-Type"), "; charset=utf-8") != alternate.Type {
			t.Errorf("%s: status %d, %s, want %s", path, r.StatusCode, r.Header.Get("Content-Type"), alternate.Type)
		}
	}
}

// expandedQuads are the quads of a record as json-gold reads it.
func expandedQuads(t *testing.T, text string) string {
	t.Helper()
	var document any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	options := ld.NewJsonLdOptions("")
	options.Format, options.DocumentLoader = "application/n-quads", framing.NewContexts(ldcontext.New(nil))
	out, err := ld.NewJsonLdProcessor().ToRDF(document, options)
	if err != nil {
		t.Fatal(err)
	}
	return out.(string)
}

func alternates(t *testing.T, text string) []linkJSON {
	t.Helper()
	var record struct {
		Links struct{ Alternate []linkJSON } `json:"_links"`
	}
	if err := json.Unmarshal([]byte(text), &record); err != nil || len(record.Links.Alternate) < 5 {
		t.Fatalf("%v: %s", err, text)
	}
	return record.Links.Alternate
}

// TestLinksAreNeverStale writes and deletes what links to a record, and looks at
// it after each step as one who has it in a cache.
func TestLinksAreNeverStale(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	delft := testBase + "place/delft"
	m.mustSend(t, "PUT", "/place/delft", placeRecord(delft, "Delft"))
	etag, tags := "", map[string]bool{}
	look := func(what string, want uint64, changed bool) {
		t.Helper()
		r := do(t, m, "GET", "/place/delft", "If-None-Match", etag)
		if (r.StatusCode == 200) != changed {
			t.Errorf("%s: status %d", what, r.StatusCode)
		}
		r = do(t, m, "GET", "/place/delft")
		l, ok := linkOf(t, body(t, r), "la:personBornAtPlace")
		if ok != (want > 0) || ok && *l.TotalItems != want {
			t.Errorf("%s: %+v, want %d", what, l, want)
		}
		if r.Header.Get("Last-Modified") != "" {
			t.Errorf("%s: Last-Modified %s", what, r.Header.Get("Last-Modified"))
		}
		etag = r.Header.Get("ETag")
		tags[etag] = true
	}
	look("at first", 0, true)
	look("again", 0, false)
	m.mustSend(t, "PUT", "/person/one", bornIn(testBase+"person/one", "One", delft))
	look("with one", 1, true)
	m.mustSend(t, "PUT", "/person/other", bornIn(testBase+"person/other", "Other", testBase+"place/leiden"))
	look("with one elsewhere", 1, false)
	m.mustSend(t, "PUT", "/person/two", bornIn(testBase+"person/two", "Two", delft))
	look("with two", 2, true)
	m.mustSend(t, "PUT", "/person/two", bornIn(testBase+"person/two", "Two", testBase+"place/leiden"))
	look("with one again", 1, true)
	m.mustSend(t, "DELETE", "/person/one", "")
	look("with none", 0, true)
	if len(tags) != 3 {
		t.Errorf("%d entity tags for three states", len(tags))
	}
	if r := do(t, m, "GET", "/place/delft", "If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT"); r.StatusCode != 200 {
		t.Errorf("If-Modified-Since: status %d", r.StatusCode)
	}
}

// TestPageHasLinks checks what the page of an entity says of its links, and that
// it changes with them.
func TestPageHasLinks(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	delft := testBase + "place/delft"
	m.mustSend(t, "PUT", "/place/delft", placeRecord(delft, "Delft"))
	for _, target := range []string{"/place/delft.html", "/place/delft.html?links=none"} {
		if text := body(t, do(t, m, "GET", target)); strings.Contains(text, `class="related"`) {
			t.Errorf("%s, which nothing links to: %s", target, text)
		}
	}
	before := do(t, m, "GET", "/place/delft.html")
	m.mustSend(t, "PUT", "/person/vermeer", bornIn(testBase+"person/vermeer", "Vermeer", delft))
	after := do(t, m, "GET", "/place/delft.html", "If-None-Match", before.Header.Get("ETag"))
	if after.StatusCode != 200 || after.Header.Get("Last-Modified") != "" {
		t.Errorf("status %d, header %v", after.StatusCode, after.Header)
	}
	text := body(t, after)
	if !strings.Contains(text, `<h2>Born here&nbsp;<span class="count">1</span></h2>`) || !strings.Contains(text, `<a href="/person/vermeer">Vermeer</a>`) {
		t.Fatalf("the page does not say who was born there:\n%s", text)
	}
	list := body(t, do(t, m, "GET", "/-/links/personBornAtPlace?of="+delft, "Accept", "text/html"))
	if !strings.Contains(list, `<a href="/person/vermeer">Vermeer</a>`) {
		t.Errorf("the list is %s", list)
	}
	bare := do(t, m, "GET", "/place/delft.html?links=none")
	if location := bare.Header.Get("Content-Location"); location != "/place/delft.html?links=none" || strings.Contains(body(t, bare), "Linked from") {
		t.Errorf("without links, at %s: it has links", location)
	}
}

// TestLinksAreNotReadAgain checks that nothing is asked of the store as long as
// nothing is written.
func TestLinksAreNotReadAgain(t *testing.T) {
	m, store := newLinkedMuseum(t)
	do(t, m, "GET", "/person/ada")
	before := store.asked.Load()
	for _, fields := range [][]string{{}, {"Accept-Encoding", "gzip"}, {"Accept", askedLinkedArt}, {"Accept", "text/turtle"}} {
		do(t, m, "GET", "/person/ada", fields...)
	}
	if asked := store.asked.Load() - before; asked != 0 {
		t.Errorf("the store was asked %d times", asked)
	}
	m.mustSend(t, "PUT", "/person/byron", personRecord(testBase+"person/byron", "Byron"))
	before = store.asked.Load()
	do(t, m, "GET", "/person/ada")
	if asked := store.asked.Load() - before; asked != 1 {
		t.Errorf("after a change the store was asked %d times", asked)
	}
}

// TestBareRecord asks for records without links in each way.
func TestBareRecord(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	tests := []struct {
		target string
		fields []string
		links  bool
		// location is the Content-Location.
		location string
	}{
		{"/person/ada", nil, true, "/person/ada.json"},
		{"/person/ada", []string{"Prefer", "return=representation"}, true, "/person/ada.json"},
		{"/person/ada", []string{"Prefer", "handling=strict, return=minimal"}, true, "/person/ada.json"},
		{"/person/ada?links=none", nil, false, "/person/ada.json?links=none"},
		{"/person/ada?links=all", nil, true, "/person/ada.json"},
		{"/person/ada.json", nil, true, "/person/ada.json"},
		{"/person/ada.json?links=none", nil, false, "/person/ada.json?links=none"},
		{"/person/ada?format=jsonld&links=none", nil, false, "/person/ada.json?links=none"},
		{"/person/ada", []string{"Accept", askedLinkedArt}, true, "/person/ada.json"},
		{"/person/ada", []string{"Accept", "text/turtle", "Prefer", "return=minimal"}, false, "/person/ada.ttl"},
		{"/person/ada?links=none", []string{"Accept", "text/turtle"}, false, "/person/ada.ttl"},
		{"/person/ada?format=expanded", nil, false, "/person/ada?format=expanded"},
		{"/person/ada?format=compacted", nil, false, "/person/ada?format=compacted"},
		{"/person/ada?format=flattened", nil, false, "/person/ada?format=flattened"},
		{"/entity?id=" + testBase + "person/ada&links=none", nil, false, "/person/ada.json?links=none"},
	}
	tags := map[string]string{}
	for _, test := range tests {
		r := do(t, m, "GET", test.target, test.fields...)
		text := body(t, r)
		if r.StatusCode != 200 || strings.Contains(text, `"_links"`) != test.links {
			t.Errorf("%s %v: status %d: %s", test.target, test.fields, r.StatusCode, text)
		}
		header := r.Header
		if header.Get("Content-Location") != test.location || header.Get("Vary") != varyOf(r) {
			t.Errorf("%s %v: %v", test.target, test.fields, header)
		}
		key := header.Get("Content-Location") + header.Get("Content-Type")
		if known, ok := tags[key]; ok && known != header.Get("ETag") {
			t.Errorf("%s has two entity tags", key)
		}
		tags[key] = header.Get("ETag")
		if again := do(t, m, "GET", test.target, append(test.fields, "If-None-Match", header.Get("ETag"))...); again.StatusCode != 304 {
			t.Errorf("%s %v: status %d for its own entity tag", test.target, test.fields, again.StatusCode)
		}
	}
	if len(slices.Compact(slices.Sorted(maps.Values(tags)))) != len(tags) {
		t.Errorf("an entity tag stands for two representations: %v", tags)
	}
}

// TestRoundTripWithLinks puts back what was got, links included.
func TestRoundTripWithLinks(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	m.mustSend(t, "PUT", "/place/delft", placeRecord(testBase+"place/delft", "Delft"))
	m.mustSend(t, "PUT", "/person/vermeer", bornIn(testBase+"person/vermeer", "Vermeer", testBase+"place/delft"))
	r := do(t, m, "GET", "/place/delft")
	text, etag := body(t, r), r.Header.Get("ETag")
	if !strings.Contains(text, "la:personBornAtPlace") {
		t.Fatal(text)
	}
	if got := m.mustSend(t, "PUT", "/place/delft", text, "If-Match", etag); !strings.Contains(body(t, got), `"result": "unchanged"`) {
		t.Errorf("what was got is put as a change")
	}
	edited := strings.Replace(text, `"Delft"`, `"Delft, Holland"`, 1)
	if got := m.mustSend(t, "PUT", "/place/delft", edited, "If-Match", etag); !strings.Contains(body(t, got), `"result": "updated"`) {
		t.Errorf("the edit was not stored")
	}
	if got := m.send(t, "PUT", "/place/delft", text, "If-Match", etag); got.StatusCode != 412 {
		t.Errorf("a lost update: status %d", got.StatusCode)
	}
	etag = do(t, m, "GET", "/place/delft").Header.Get("ETag")
	// A change of the links alone leaves the entity as it was.
	m.mustSend(t, "DELETE", "/person/vermeer", "")
	m.mustSend(t, "PATCH", "/place/delft", `{"_label":"Delft"}`, "If-Match", etag, "Content-Type", "application/merge-patch+json")
	if got := body(t, do(t, m, "GET", "/place/delft?links=none")); strings.TrimSpace(got) != placeRecord(testBase+"place/delft", "Delft") {
		t.Errorf("got %s", got)
	}
}

// TestLinkPages walks the pages of a link, through lists of all sizes.
func TestLinkPages(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	table, place := m.config.Formats.ByName("jsonld"), testBase+"place/köln"
	var want []string
	for i, n := range []int{0, 1, listing.PageSize, listing.PageSize + 1} {
		for len(want) < n {
			iri := fmt.Sprintf("%sperson/%d", testBase, len(want))
			put(t, m, decodeOne(t, table, bornIn(iri, fmt.Sprint("Person ", len(want)), place)))
			want = append(want, iri)
		}
		if i == 0 {
			put(t, m, decodeOne(t, table, placeRecord(place, "Köln")))
		}
		target := "/-/links/personBornAtPlace?of=" + url.QueryEscape(place)
		if got := walkList(t, m, target); !slices.Equal(got, want) {
			t.Errorf("%d items, want %d", len(got), len(want))
		}
		c := getJSON[collectionJSON](t, m, target)
		if c.Label["en"][0] != "Person born at place: Köln" || c.ID != testBase[:len(testBase)-1]+target {
			t.Errorf("%+v", c)
		}
		l, ok := linkOf(t, body(t, do(t, m, "GET", "/place/k%C3%B6ln")), "la:personBornAtPlace")
		if ok != (n > 0) {
			t.Errorf("with %d results the link is %+v", n, l)
		}
		if ok {
			if p := getJSON[pageJSON](t, m, l.Href); p.ID != l.Href || p.Prev != nil || p.PartOf.TotalItems != *l.TotalItems || p.OrderedItems[0].Type != "Person" {
				t.Errorf("%s leads to %+v", l.Href, p)
			}
		}
	}
	text := body(t, do(t, m, "GET", "/-/links/personBornAtPlace?page=2&of="+url.QueryEscape(place), "Accept", "text/html"))
	if got := hrefs(text); !slices.Equal(got, []string{fmt.Sprint("/person/", listing.PageSize)}) || !strings.Contains(text, fmt.Sprint(">Person ", listing.PageSize, "</a>")) {
		t.Errorf("links %v on %s", got, text)
	}
}

func TestNoSuchLinkPage(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	m.mustSend(t, "PUT", "/place/delft", placeRecord(testBase+"place/delft", "Delft"))
	m.mustSend(t, "PUT", "/place/gone", placeRecord(testBase+"place/gone", "Gone"))
	m.mustSend(t, "DELETE", "/place/gone", "")
	of := "?of=" + url.QueryEscape(testBase)
	for target, status := range map[string]int{
		"/-/links/personBornAtPlace" + of + "place/delft":                           200,
		"/-/links/personBornAtPlace" + of + "place/delft&page=1":                    200,
		"/-/links/personBornAtPlace" + of + "place/delft&page=2":                    404,
		"/-/links/personBornAtPlace" + of + "place/delft&page=0":                    404,
		"/-/links/personBornAtPlace" + of + "place/delft&page=18446744073709551615": 404,
		"/-/links/personBornAtPlace" + of + "place/delft&page=x":                    404,
		"/-/links/personBornAtPlace" + of + "place/nowhere":                         404,
		"/-/links/personBornAtPlace" + of + "place/gone":                            410,
		"/-/links/personBornAtPlace" + of + "person/ada":                            404,
		"/-/links/personBornAtNight" + of + "place/delft":                           404,
		"/-/links/" + of + "place/delft":                                            404,
		"/-/links/personBornAtPlace":                                                400,
		"/-/links/personBornAtPlace?of=place/delft":                                 400,
		"/-/links/personBornAtPlace?of=%FF":                                         400,
		"/-/links/personBornAtPlace/" + of + "place/delft":                          404,
	} {
		if r := do(t, m, "GET", target); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d", target, r.StatusCode, status)
		}
	}
}

// put stores a graph without asking the model.
func put(t testing.TB, m *museum, g *graph.Graph) {
	t.Helper()
	if _, err := m.store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
}
