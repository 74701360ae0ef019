package server

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/generate"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/data/resource"
)

// harvested is an answer to a harvester.
type harvested struct {
	ResponseDate string `xml:"responseDate"`
	Request      struct {
		Verb   string `xml:"verb,attr"`
		Prefix string `xml:"metadataPrefix,attr"`
		URL    string `xml:",chardata"`
	} `xml:"request"`
	Error *struct {
		Code string `xml:"code,attr"`
	} `xml:"error"`
	Identify *struct {
		Email    string `xml:"adminEmail"`
		Earliest string `xml:"earliestDatestamp"`
	}
	ListMetadataFormats []string          `xml:"ListMetadataFormats>metadataFormat>metadataPrefix"`
	ListSets            []string          `xml:"ListSets>set>setSpec"`
	Headers             []harvestedHeader `xml:"ListIdentifiers>header"`
	Records             []struct {
		Header   harvestedHeader `xml:"header"`
		Metadata struct {
			Title string `xml:"dc>title"`
		} `xml:"metadata"`
	} `xml:"ListRecords>record"`
	Record harvestedHeader `xml:"GetRecord>record>header"`
	Tokens []string        `xml:"ListRecords>resumptionToken"`
}

type harvestedHeader struct {
	Status     string `xml:"status,attr"`
	Identifier string `xml:"identifier"`
	Datestamp  string `xml:"datestamp"`
	Set        string `xml:"setSpec"`
}

// askOAI sends a request of OAI-PMH.
func askOAI(t testing.TB, s http.Handler, query string) harvested {
	t.Helper()
	r := do(t, s, "GET", "/-/oai?"+query)
	text := body(t, r)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/xml; charset=utf-8" {
		t.Fatalf("%s: status %d, %s: %s", query, r.StatusCode, r.Header.Get("Content-Type"), text)
	}
	return readHarvested(t, query, text)
}

func readHarvested(t testing.TB, query, text string) (h harvested) {
	t.Helper()
	if err := xml.Unmarshal([]byte(text), &h); err != nil {
		t.Fatalf("%s: %v: %s", query, err, text)
	}
	return h
}

// TestOAIRules are the rules that the protocol has for requests and their errors (sections 3.6
// and 4), which validators of repositories look at.
func TestOAIRules(t *testing.T) {
	m := newMuseum(t, nil)
	store := m.store
	for i := range 3 {
		storeRecord(t, store, person(t, fmt.Sprintf("%sperson/%d", testBase, i), "Ada"))
	}
	if _, err := store.Apply(t.Context(), rdfstore.Change{Delete: mustIRI(t, testBase+"person/1")}); err != nil {
		t.Fatal(err)
	}
	earliest := askOAI(t, m, "verb=Identify").Identify.Earliest
	one := "identifier=" + url.QueryEscape(testBase+"person/0")
	gone := "identifier=" + url.QueryEscape(testBase+"person/1")
	for query, code := range map[string]string{
		"": "badVerb", "verb=Nonsense": "badVerb", "verb=Identify&verb=Identify": "badVerb", "verb=identify": "badVerb",
		"verb=Identify": "", "verb=Identify&x=y": "badArgument", "verb=Identify&%zz": "badArgument",
		"verb=ListSets": "", "verb=ListSets&resumptionToken=x": "badResumptionToken",
		"verb=ListMetadataFormats": "", "verb=ListMetadataFormats&" + one: "", "verb=ListMetadataFormats&" + gone: "noMetadataFormats",
		"verb=ListMetadataFormats&identifier=" + url.QueryEscape(testBase+"none"): "idDoesNotExist",
		"verb=GetRecord":                              "badArgument",
		"verb=GetRecord&" + one:                       "badArgument",
		"verb=GetRecord&metadataPrefix=oai_dc":        "badArgument",
		"verb=GetRecord&metadataPrefix=oai_dc&" + one: "", "verb=GetRecord&metadataPrefix=rdfxml&" + one: "", "verb=GetRecord&metadataPrefix=oai_dc&" + gone: "",
		"verb=GetRecord&metadataPrefix=none&" + one:                  "cannotDisseminateFormat",
		"verb=GetRecord&metadataPrefix=oai_dc&identifier=none":       "idDoesNotExist",
		"verb=GetRecord&metadataPrefix=oai_dc&identifier=%22%3E%3Cx": "idDoesNotExist",
		"verb=GetRecord&metadataPrefix=oai_dc&" + one + "&" + one:    "badArgument",
		"verb=ListRecords":                                                                    "badArgument",
		"verb=ListRecords&metadataPrefix=":                                                    "badArgument",
		"verb=ListRecords&metadataPrefix=none":                                                "cannotDisseminateFormat",
		"verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=x":                            "badArgument",
		"verb=ListRecords&resumptionToken=x":                                                  "badResumptionToken",
		"verb=ListRecords&resumptionToken=oai_dc!!!99999":                                     "badResumptionToken",
		"verb=ListRecords&resumptionToken=none!!!0":                                           "badResumptionToken",
		"verb=ListRecords&resumptionToken=oai_dc!None!!0":                                     "badResumptionToken",
		"verb=ListRecords&resumptionToken=oai_dc!!yesterday!0":                                "badResumptionToken",
		"verb=ListRecords&resumptionToken=oai_dc!!!-1":                                        "badResumptionToken",
		"verb=ListRecords&metadataPrefix=oai_dc":                                              "",
		"verb=ListRecords&metadataPrefix=oai_dc&from=" + earliest:                             "",
		"verb=ListRecords&metadataPrefix=oai_dc&from=" + earliest[:10]:                        "",
		"verb=ListRecords&metadataPrefix=oai_dc&until=" + earliest:                            "",
		"verb=ListRecords&metadataPrefix=oai_dc&from=2001-01-01&until=2000-01-01":             "badArgument",
		"verb=ListRecords&metadataPrefix=oai_dc&from=2001-01-01&until=2002-01-01T00:00:00Z":   "badArgument",
		"verb=ListRecords&metadataPrefix=oai_dc&from=2001-01-01&until=2001-01-01":             "noRecordsMatch",
		"verb=ListRecords&metadataPrefix=oai_dc&from=9999-12-31":                              "noRecordsMatch",
		"verb=ListRecords&metadataPrefix=oai_dc&from=2001-13-01":                              "badArgument",
		"verb=ListRecords&metadataPrefix=oai_dc&from=2001-01-01T00:00:00":                     "badArgument",
		"verb=ListRecords&metadataPrefix=oai_dc&from=2001-01-01T00:00:00.5Z":                  "badArgument",
		"verb=ListRecords&metadataPrefix=oai_dc&until=2001":                                   "badArgument",
		"verb=ListIdentifiers&metadataPrefix=oai_dc&set=Person":                               "",
		"verb=ListIdentifiers&metadataPrefix=oai_dc&set=Place":                                "noRecordsMatch",
		"verb=ListIdentifiers&metadataPrefix=oai_dc&set=really_wrong_set":                     "noRecordsMatch",
		"verb=ListIdentifiers&metadataPrefix=oai_dc&set=" + strings.Repeat("x", 5000) + "%00": "noRecordsMatch",
	} {
		h := askOAI(t, m, query)
		got := ""
		if h.Error != nil {
			got = h.Error.Code
		}
		if got != code {
			t.Errorf("%s: error %q, want %q", query, got, code)
		}
		if wrong := code == "badVerb" || code == "badArgument"; wrong != (h.Request.Verb == "") || h.Request.URL != testBase+"-/oai" {
			t.Errorf("%s: request %+v", query, h.Request)
		}
	}
	if h := askOAI(t, m, "verb=GetRecord&metadataPrefix=oai_dc&"+gone); h.Record.Status != "deleted" || h.Record.Set != "Person" || h.Record.Identifier != testBase+"person/1" {
		t.Errorf("the deleted record is %+v", h.Record)
	}
	if h := askOAI(t, m, "verb=ListMetadataFormats"); !slices.Equal(h.ListMetadataFormats, []string{"oai_dc", "edm", "rdfxml"}) {
		t.Errorf("formats %v", h.ListMetadataFormats)
	}
	if h := askOAI(t, m, "verb=Identify"); h.Identify.Email != "webmaster@data.museum.example" {
		t.Errorf("mail %s", h.Identify.Email)
	}
	if h := askOAI(t, m, "verb=ListIdentifiers&metadataPrefix=oai_dc"); len(h.Headers) != 4 {
		t.Errorf("identifiers %v", h.Headers)
	}
}

func storeRecord(t testing.TB, store rdfstore.Store, g *graph.Graph) {
	t.Helper()
	if _, err := store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
}

// TestOAIPost sends arguments in the body, and has the answer compressed.
func TestOAIPost(t *testing.T) {
	m := newMuseum(t, nil)
	for _, row := range []struct{ kind, body, code string }{
		{"application/x-www-form-urlencoded", "verb=Identify", ""},
		{"application/x-www-form-urlencoded; charset=utf-8", "verb=Identify", ""},
		{"application/json", "{}", "badArgument"},
		{"application/x-www-form-urlencoded", "verb=ListRecords&resumptionToken=" + strings.Repeat("x", 1<<20), "badArgument"},
	} {
		r := httptest.NewRequest("POST", "/-/oai", strings.NewReader(row.body))
		r.Header.Set("Content-Type", row.kind)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		m.ServeHTTP(w, r)
		unpacked, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		h := readHarvested(t, row.kind, string(text))
		if (h.Error == nil) != (row.code == "") || h.Error != nil && h.Error.Code != row.code {
			t.Errorf("%s: %s", row.kind, text)
		}
	}
}

// harvestAll follows a list to its end and puts the titles of records into a copy; the time of
// the first answer is returned. between is called between answers.
func harvestAll(t testing.TB, server func() http.Handler, query string, copied map[string]string) string {
	t.Helper()
	first := ""
	for next := query; next != ""; {
		h := askOAI(t, server(), "verb=ListRecords&"+next)
		if first == "" {
			first = h.ResponseDate
		}
		if h.Error != nil && h.Error.Code != "noRecordsMatch" {
			t.Fatalf("%s: %s", next, h.Error.Code)
		}
		for _, r := range h.Records {
			if r.Header.Status == "deleted" {
				delete(copied, r.Header.Identifier)
				continue
			}
			copied[r.Header.Identifier] = r.Metadata.Title
		}
		if next = ""; len(h.Tokens) == 1 && h.Tokens[0] != "" {
			next = "resumptionToken=" + url.QueryEscape(h.Tokens[0])
		}
	}
	return first
}

// TestOAIHarvest has all records harvested page by page, with a new server for each page.
func TestOAIHarvest(t *testing.T) {
	m := newMuseum(t, nil)
	want := map[string]string{testBase + "person/ada": "Ada"}
	for i := range 900 {
		iri := fmt.Sprintf("%sperson/%d", testBase, i%450)
		label := fmt.Sprintf("Person %d", i)
		want[iri] = label
		storeRecord(t, m.store, person(t, iri, label))
	}
	servers := 0
	server := func() http.Handler {
		servers++
		return m.restarted(t, nil)
	}
	got := map[string]string{}
	harvestAll(t, server, "metadataPrefix=oai_dc", got)
	if !maps.Equal(got, want) || servers != 3 {
		t.Errorf("%d records in %d answers, want %d", len(got), servers, len(want))
	}
	got = map[string]string{}
	harvestAll(t, server, "metadataPrefix=oai_dc&set=Person", got)
	if !maps.Equal(got, want) {
		t.Errorf("%d records of the set, want %d", len(got), len(want))
	}
}

// TestOAISets harvests the members of a set of the collection.
func TestOAISets(t *testing.T) {
	m := newMuseum(t, nil)
	const spec = "member_of.set~2Fprints~7E1"
	set := mustIRI(t, testBase+"set/prints~1")
	storeRecord(t, m.store, &graph.Graph{Name: set, Triples: []rdf.Triple{
		{Subj: set, Pred: graph.Type, Obj: mustIRI(t, "https://linked.art/ns/terms/Set")}, {Subj: set, Pred: graph.Label, Obj: graph.String("Prints")},
	}})
	for i := range 4 {
		g := person(t, fmt.Sprintf("%sperson/%d", testBase, i), "Ada")
		if of := testBase + "set/none"; i != 1 {
			if i != 2 {
				of = set.String()
			}
			g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: mustIRI(t, "https://linked.art/ns/terms/member_of"), Obj: mustIRI(t, of)})
		}
		storeRecord(t, m.store, g)
	}
	if _, err := m.store.Apply(t.Context(), rdfstore.Change{Delete: mustIRI(t, testBase+"person/3")}); err != nil {
		t.Fatal(err)
	}
	if h := askOAI(t, m, "verb=ListSets"); len(h.ListSets) != 18 || h.ListSets[17] != spec {
		t.Errorf("sets %v", h.ListSets)
	}
	h := askOAI(t, m, "verb=ListIdentifiers&metadataPrefix=oai_dc&set="+spec)
	if len(h.Headers) != 2 || h.Headers[0].Identifier != testBase+"person/0" || h.Headers[0].Set != spec || h.Headers[1].Status != "deleted" {
		t.Errorf("members %+v", h.Headers)
	}
	if h := askOAI(t, m, "verb=ListIdentifiers&metadataPrefix=oai_dc&set=member_of.set~2Fnone"); h.Error == nil || h.Error.Code != "noRecordsMatch" {
		t.Errorf("a set that is not there has %+v", h)
	}
}

// TestOAIBesideWriter harvests again and again what has changed since the time of the last
// harvest, while records come, change and go.
func TestOAIBesideWriter(t *testing.T) {
	m := newMuseum(t, nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		random := rand.New(rand.NewPCG(1, 2))
		for i := range 3000 {
			iri := fmt.Sprintf("%sperson/%d", testBase, random.IntN(600))
			change := rdfstore.Change{Put: person(t, iri, fmt.Sprintf("Person %d", i))}
			if random.IntN(4) == 0 {
				change = rdfstore.Change{Delete: mustIRI(t, iri)}
			}
			if _, err := m.store.Apply(t.Context(), change); err != nil && !rdfstore.IsMissing(err) {
				t.Error(err)
			}
		}
	}()
	got, from := map[string]string{}, ""
	for more := true; more; {
		select {
		case <-done:
			more = false
		default:
		}
		query := "metadataPrefix=oai_dc"
		if from != "" {
			query += "&from=" + from
		}
		from = harvestAll(t, func() http.Handler { return m }, query, got)
	}
	want := map[string]string{}
	for e, err := range m.store.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		want[e.Graph.Name.String()] = reading.Read(e.Graph).Root().Label()
	}
	if !maps.Equal(got, want) {
		t.Errorf("%d records were harvested, %d are there", len(got), len(want))
	}
}

// TestOAIPrivate compares lists with those of a server that never had the private records.
func TestOAIPrivate(t *testing.T) {
	a := newArchive(t)
	hidden := "identifier=" + url.QueryEscape(testBase+"person/"+hiddenID+"-5")
	for _, query := range []string{
		"verb=Identify", "verb=ListSets", "verb=ListIdentifiers&metadataPrefix=oai_dc&set=Set", "verb=ListRecords&metadataPrefix=oai_dc", "verb=ListRecords&metadataPrefix=rdfxml",
		"verb=ListIdentifiers&metadataPrefix=oai_dc", "verb=ListIdentifiers&metadataPrefix=oai_dc&set=Person", "verb=ListRecords&resumptionToken=oai_dc!!!10",
		"verb=GetRecord&metadataPrefix=oai_dc&" + hidden, "verb=ListMetadataFormats&" + hidden,
		"verb=GetRecord&metadataPrefix=oai_dc&identifier=" + url.QueryEscape(testBase+"draft/"+hiddenID+"-6"),
	} {
		a.isNowhere(t, "/-/oai?"+query, "*/*", "gzip")
	}
	_, text := a.ask(t, http.MethodGet, "/-/oai?verb=ListRecords&metadataPrefix=oai_dc", "*/*", "identity", a.reader)
	if !strings.Contains(text, hiddenID) {
		t.Error("a reader gets no private record")
	}
}

// BenchmarkOAI compares a list of 1,000 records as RDF/XML with the same records written one
// after the other, as a dump writes them, and with Dublin Core.
func BenchmarkOAI(b *testing.B) {
	m := newMuseumWith(b, nil, emptyStore(b, rdfstore.Derivation{}))
	format := m.config.Formats.ByName("jsonld")
	for text := range generate.Records(generate.Options{Records: 1000, Seed: 1}) {
		for g, err := range format.Decode(b.Context(), bytes.NewReader(text), serialize.DecodeOptions{Base: testBase}) {
			if err != nil {
				b.Fatal(err)
			}
			storeRecord(b, m.store, g)
		}
	}
	b.Run("dump", func(b *testing.B) {
		for b.Loop() {
			for e, err := range m.store.Graphs(b.Context(), "") {
				if err == nil {
					err = resource.Encode(io.Discard, m.config.Formats.ByName("rdfxml"), e.Graph)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	for _, prefix := range []string{"rdfxml", "oai_dc"} {
		b.Run(prefix, func(b *testing.B) {
			for b.Loop() {
				next := "verb=ListRecords&metadataPrefix=" + prefix
				for next != "" {
					w := httptest.NewRecorder()
					m.ServeHTTP(w, httptest.NewRequest("GET", "/-/oai?"+next, nil))
					_, token, _ := strings.Cut(w.Body.String(), "<resumptionToken>")
					if token, _, _ = strings.Cut(token, "<"); token == "" {
						break
					}
					next = "verb=ListRecords&resumptionToken=" + url.QueryEscape(token)
				}
			}
		})
	}
}
