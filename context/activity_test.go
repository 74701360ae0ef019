package ldcontext_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"

	"vitrine/serialize/jsonld/framing"
)

const (
	as  = "https://www.w3.org/ns/activitystreams#"
	crm = "http://www.cidoc-crm.org/cidoc-crm/"
)

// expand returns the one node of a document.
func expand(t *testing.T, set *ldcontext.Set, text string) map[string]any {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	options := ld.NewJsonLdOptions("https://data.museum.example/")
	options.DocumentLoader = framing.NewContexts(set)
	nodes, err := ld.NewJsonLdProcessor().Expand(doc, options)
	if err != nil {
		t.Fatal(err)
	}
	if len(nodes) != 1 {
		t.Fatalf("%d nodes", len(nodes))
	}
	return nodes[0].(map[string]any)
}

// jsonOf returns a value as JSON with sorted members.
func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSearchPageExpands expands a page of results with every kind of term
// that one has.
func TestSearchPageExpands(t *testing.T) {
	node := expand(t, ldcontext.New(nil), `{"@context": "`+ldcontext.Search+`",
		"id": "https://data.museum.example/p/1", "type": "OrderedCollectionPage", "startIndex": 20,
		"partOf": {"id": "https://data.museum.example/p", "type": "OrderedCollection", "totalItems": 41,
			"label": {"en": ["Born here"], "none": ["née"]}, "summary": {"en": ["People"]},
			"first": {"id": "https://data.museum.example/p/0", "type": "OrderedCollectionPage"}},
		"prev": {"id": "https://data.museum.example/p/0", "type": "OrderedCollectionPage"},
		"orderedItems": [{"id": "https://data.museum.example/b", "type": "Person"}, {"id": "https://data.museum.example/a", "type": "Set"}]}`)
	integer := func(n int) any {
		return []any{map[string]any{"@type": "http://www.w3.org/2001/XMLSchema#nonNegativeInteger", "@value": float64(n)}}
	}
	reference := func(id, class string) map[string]any {
		return map[string]any{"@id": "https://data.museum.example/" + id, "@type": []any{class}}
	}
	pageType := as + "OrderedCollectionPage"
	want := reference("p/1", pageType)
	want[as+"startIndex"] = integer(20)
	want[as+"prev"] = []any{reference("p/0", pageType)}
	want[as+"items"] = []any{map[string]any{"@list": []any{reference("b", crm+"E21_Person"), reference("a", "https://linked.art/ns/terms/Set")}}}
	whole := reference("p", as+"OrderedCollection")
	whole[as+"totalItems"] = integer(41)
	whole[as+"first"] = []any{reference("p/0", pageType)}
	whole[as+"summary"] = []any{map[string]any{"@language": "en", "@value": "People"}}
	whole[as+"name"] = []any{map[string]any{"@language": "en", "@value": "Born here"}, map[string]any{"@value": "née"}}
	want[as+"partOf"] = []any{whole}
	if got, want := jsonOf(t, node), jsonOf(t, want); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestFeedPageExpands expands a page of the change feed, under both contexts
// that one may have.
func TestFeedPageExpands(t *testing.T) {
	text := `{"@context": ["` + ldcontext.RecordTypes + `", "` + ldcontext.Discovery + `"],
		"id": "https://data.museum.example/f/0", "type": "OrderedCollectionPage",
		"orderedItems": [{"type": "Delete", "endTime": "2026-01-02T03:04:05Z",
			"object": {"id": "https://data.museum.example/a", "type": "HumanMadeObject", "canonical": "https://data.museum.example/b",
				"seeAlso": [{"id": "https://data.museum.example/c", "type": "Dataset", "format": "text/turtle", "profile": "https://data.museum.example/q"}]}}]}`
	node := expand(t, ldcontext.New(nil), text)
	list := node[as+"items"].([]any)[0].(map[string]any)["@list"].([]any)
	want := `[{"@type":["` + as + `Delete"],` +
		`"` + as + `endTime":[{"@type":"http://www.w3.org/2001/XMLSchema#dateTime","@value":"2026-01-02T03:04:05Z"}],` +
		`"` + as + `object":[{"@id":"https://data.museum.example/a","@type":["` + crm + `E22_Human-Made_Object"],` +
		`"http://www.w3.org/2000/01/rdf-schema#seeAlso":[{"@id":"https://data.museum.example/c","@type":["http://purl.org/dc/dcmitype/Dataset"],` +
		`"http://purl.org/dc/elements/1.1/format":[{"@value":"text/turtle"}],"http://purl.org/dc/terms/conformsTo":[{"@id":"https://data.museum.example/q"}]}],` +
		`"http://www.w3.org/ns/oa#canonical":[{"@id":"https://data.museum.example/b"}]}]}]`
	if got := jsonOf(t, list); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestClassesOfRecords says what the class of each kind of record means in a
// page of results and in the feed: there, five words mean Activity Streams
// classes, because its context comes last.
func TestClassesOfRecords(t *testing.T) {
	tests := []struct{ class, results, feed string }{
		{"Activity", crm + "E7_Activity", as + "Activity"},
		{"Currency", crm + "E98_Currency", ""},
		{"DigitalObject", "http://www.ics.forth.gr/isl/CRMdig/D1_Digital_Object", ""},
		{"Event", crm + "E5_Event", as + "Event"},
		{"Group", crm + "E74_Group", as + "Group"},
		{"HumanMadeObject", crm + "E22_Human-Made_Object", ""},
		{"Language", crm + "E56_Language", ""},
		{"LinguisticObject", crm + "E33_Linguistic_Object", ""},
		{"Material", crm + "E57_Material", ""},
		{"MeasurementUnit", crm + "E58_Measurement_Unit", ""},
		{"Period", crm + "E4_Period", ""},
		{"Person", crm + "E21_Person", as + "Person"},
		{"Place", crm + "E53_Place", as + "Place"},
		{"Set", "https://linked.art/ns/terms/Set", ""},
		{"Type", crm + "E55_Type", ""},
		{"VisualItem", crm + "E36_Visual_Item", ""},
		// The published context lacks this one, so it is a relative reference.
		{"PropositionalObject", "https://data.museum.example/PropositionalObject", ""},
	}
	set := ldcontext.New(nil)
	for _, test := range tests {
		if test.feed == "" {
			test.feed = test.results
		}
		for local, want := range map[string]string{
			`"` + ldcontext.Search + `"`:                                      test.results,
			`["` + ldcontext.RecordTypes + `","` + ldcontext.Discovery + `"]`: test.feed,
		} {
			node := expand(t, set, fmt.Sprintf(`{"@context": %s, "id": "https://data.museum.example/1", "type": %q}`, local, test.class))
			if got := node["@type"]; !reflect.DeepEqual(got, []any{want}) {
				t.Errorf("%s under %s is %v, want %s", test.class, local, got, want)
			}
		}
	}
	if records := len(load(t, set, ldcontext.RecordTypes).(map[string]any)["@context"].(map[string]any)); records != 16+3 {
		t.Errorf("record-types.json defines %d terms", records)
	}
}

// TestTermsOfOwners holds every term that a document defines itself against
// testdata/vocabularies.tsv: what the specification that owns the term says. A
// term too many or too few is a fault as well. HAL's reserved members (_links,
// href, curies) are in no context: they are not linked data.
func TestTermsOfOwners(t *testing.T) {
	text, err := os.ReadFile("testdata/vocabularies.tsv")
	if err != nil {
		t.Fatal(err)
	}
	owned := map[string]map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 6 || cells[5] == "" {
			t.Fatalf("not six columns with an owner: %q", line)
		}
		if owned[cells[0]] == nil {
			owned[cells[0]] = map[string][]string{}
		}
		owned[cells[0]][cells[1]] = cells[2:5]
	}
	set := ldcontext.New(nil)
	for document, url := range map[string]string{
		"activitystreams": ldcontext.ActivityStreams, "discovery": ldcontext.Discovery,
		"record-types": ldcontext.RecordTypes, "search": ldcontext.Search,
	} {
		own := ownTerms(t, set, url)
		options := ld.NewJsonLdOptions("")
		options.DocumentLoader = framing.NewContexts(set)
		active, err := ld.NewContext(nil, options).Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range own {
			want, known := owned[document][term]
			if !known {
				t.Errorf("%s: no specification that owns %q is in the table", document, term)
				continue
			}
			d := active.TermDefinitions[term]
			if got := []string{d.ID, d.Type, strings.Join(d.Container, " ")}; !slices.Equal(got, want) {
				t.Errorf("%s: %s is %q, want %q", document, term, got, want)
			}
		}
		if len(own) != len(owned[document]) {
			t.Errorf("%s defines %d terms, the table has %d", document, len(own), len(owned[document]))
		}
	}
	// A page of results has no prefix rdfs.
	options := ld.NewJsonLdOptions("")
	options.DocumentLoader = framing.NewContexts(set)
	active, err := ld.NewContext(nil, options).Parse(ldcontext.Search)
	if err != nil {
		t.Fatal(err)
	}
	if _, defined := active.TermDefinitions["rdfs"]; defined {
		t.Error("search.json defines the prefix rdfs")
	}
}

// ownTerms returns the terms that a document defines itself, and not by another
// context that it names.
func ownTerms(t *testing.T, set *ldcontext.Set, url string) []string {
	t.Helper()
	parts, isArray := load(t, set, url).(map[string]any)["@context"].([]any)
	if !isArray {
		parts = []any{load(t, set, url).(map[string]any)["@context"]}
	}
	var terms []string
	for _, part := range parts {
		members, _ := part.(map[string]any)
		for term := range members {
			if !strings.HasPrefix(term, "@") {
				terms = append(terms, term)
			}
		}
	}
	return terms
}

// TestProgramsContextsStay adds documents under the URLs of those in the
// program.
func TestProgramsContextsStay(t *testing.T) {
	dir := openDir(t)
	for _, url := range inProgram {
		if _, err := dir.Add(url, strings.NewReader(shelf)); err == nil {
			t.Errorf("%s was replaced", url)
		}
	}
}
