package server

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// pagesOf is a server with the records and their links, and an index.
func pagesOf(t *testing.T, records []string) *Server {
	t.Helper()
	table, err := testLinks()
	if err != nil {
		t.Fatal(err)
	}
	all := formats.All(jsonld.New(ldcontext.New(nil)))
	store := emptyStore(t, table.Derivation())
	for _, text := range records {
		if _, err := store.Apply(t.Context(), rdfstore.Change{Put: decodeOne(t, all.ByName("jsonld"), text)}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := New(Config{Store: store, Formats: all, BaseURL: testBase, Links: table, Search: indexOf(t, store), Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	if r := do(t, s, "GET", "/-/search?q=x"); r.StatusCode != 200 { // it waits for the index
		t.Fatal(body(t, r))
	}
	return s
}

const recordHead = `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "` + testBase

// htmlOf is the page at an address.
func htmlOf(t *testing.T, s *Server, address string) string {
	t.Helper()
	r := do(t, s, "GET", address, "Accept", "text/html")
	if r.StatusCode != 200 {
		t.Fatalf("%s: status %d: %s", address, r.StatusCode, body(t, r))
	}
	return body(t, r)
}

// hrefIn is the address of the link whose markup the expression finds first.
func hrefIn(text, expression string) string {
	found := regexp.MustCompile(expression).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}

// TestSetMembers follows the page of a set with many members to all of them, in facets.
func TestSetMembers(t *testing.T) {
	const members = 230
	records := []string{recordHead + `set/s", "type": "Set", "_label": "Paintings"}`}
	for i := range members {
		records = append(records, recordHead+fmt.Sprintf(`object/%03d", "type": "HumanMadeObject", "_label": "Painting %[1]d",
			"classified_as": [{"id": "http://vocab.getty.edu/aat/300033618", "type": "Type"}], "member_of": [{"id": "%[2]sset/s", "type": "Set"}]}`, i, testBase))
	}
	s := pagesOf(t, records)
	card := regexp.MustCompile(`<p class="card-name"><a href="(/object/\d+)"`)
	text := htmlOf(t, s, "/set/s")
	if n := len(card.FindAllString(text, -1)); n != 24 {
		t.Errorf("the page of the set shows %d members", n)
	}
	next := hrefIn(text, `<a href="([^"]+)">Show all 230`)
	if next == "" {
		t.Fatal("the page of the set does not lead to all members")
	}
	found := map[string]bool{}
	for first := true; next != ""; first = false {
		text := htmlOf(t, s, next)
		for _, m := range card.FindAllStringSubmatch(text, -1) {
			found[m[1]] = true
		}
		if first && !strings.Contains(text, `class="facets"`) {
			t.Error("the list of the members has no facets")
		}
		if first && !strings.Contains(text, url.QueryEscape(testBase+"set/s")) {
			t.Error("the facets do not stay within the set")
		}
		next = hrefIn(text, `<a href="([^"]+)" rel="next">`)
	}
	if len(found) != members {
		t.Errorf("%d of %d members can be reached", len(found), members)
	}
}

// TestMentions follows the page of a person to all records that mention them, where Linked
// Art has no link.
func TestMentions(t *testing.T) {
	records := []string{recordHead + `person/p", "type": "Person", "_label": "Buyer"}`}
	for i := range 130 {
		records = append(records, recordHead+fmt.Sprintf(`provenance/%03d", "type": "Activity", "_label": "Sale %[1]d", "part": [{"type": "Acquisition",
			"transferred_title_of": [{"id": "%[2]sobject/o", "type": "HumanMadeObject"}], "transferred_title_to": [{"id": "%[2]sperson/p", "type": "Person"}]}]}`, i, testBase))
	}
	records = append(records, recordHead+`object/o", "type": "HumanMadeObject", "attributed_by": [{"type": "AttributeAssignment", "assigned": [{"id": "`+testBase+`person/p", "type": "Person"}]}]}`)
	s := pagesOf(t, records)
	text := htmlOf(t, s, "/person/p")
	if n := strings.Count(text, `<a href="/provenance/`); n < 6 {
		t.Errorf("the page shows %d of the sales", n)
	}
	next := hrefIn(text, `<a href="(/-/search\?linked=[^"]+)">Show all<span`)
	if next == "" {
		t.Fatal("the page does not lead to all sales")
	}
	found := map[string]bool{}
	for next != "" {
		text := htmlOf(t, s, next)
		if !strings.Contains(text, "Link: Ownership acquired: Buyer <span") || !strings.Contains(text, `id="facet-class"`) {
			t.Errorf("%s does not say what is found", next)
		}
		for _, m := range regexp.MustCompile(`<a href="(/provenance/\d+)"`).FindAllStringSubmatch(text, -1) {
			found[m[1]] = true
		}
		next = hrefIn(text, `<a href="([^"]+)" rel="next">`)
	}
	if len(found) != 130 {
		t.Errorf("%d of 130 sales can be reached", len(found))
	}
	if text := htmlOf(t, s, "/-/mentions?of="+url.QueryEscape(testBase+"person/p")+"&by="+url.QueryEscape(string(reading.TransferredTitleTo))); !strings.Contains(text, "<h1>Ownership acquired: Buyer</h1>") {
		t.Error("the list of mentions has another heading")
	}
}

// TestLinkedRequests limits searches to what links to an entity.
func TestLinkedRequests(t *testing.T) {
	s := pagesOf(t, []string{
		recordHead + `person/p", "type": "Person", "_label": "Owner"}`,
		recordHead + `object/a", "type": "HumanMadeObject", "_label": "Red vase", "current_owner": [{"id": "` + testBase + `person/p", "type": "Person"}]}`,
		recordHead + `object/b", "type": "HumanMadeObject", "_label": "Blue vase", "current_owner": [{"id": "` + testBase + `person/p", "type": "Person"}]}`,
		recordHead + `object/c", "type": "HumanMadeObject", "_label": "Green vase", "current_custodian": [{"id": "` + testBase + `person/p", "type": "Person"}]}`,
	})
	linked := func(by string) string {
		return "/-/search?linked=" + url.QueryEscape(strings.TrimSpace(by+" "+testBase+"person/p"))
	}
	for _, row := range []struct {
		target string
		status int
		says   string
	}{
		{linked("objectOwnedByAgent"), 200, `"totalItems": 2`},
		{linked("objectOwnedByAgent") + "&q=red", 200, `"totalItems": 1`},
		{linked(string(reading.CurrentCustodian)), 200, `"totalItems": 1`},
		{linked(""), 200, `"totalItems": 3`},
		{"/-/search?linked=" + url.QueryEscape(testBase+"person/nobody"), 200, `"totalItems": 0`},
		{linked("nothing"), 400, "the name of a link"},
		{"/-/search?linked=person", 400, "objectCurrentPlace https"},
		{linked("") + "&linked=x", 400, "1 times"},
	} {
		r := do(t, s, "GET", row.target, "Accept", "application/json")
		if text := body(t, r); r.StatusCode != row.status || !strings.Contains(text, row.says) {
			t.Errorf("%s: status %d, no %q in %s", row.target, r.StatusCode, row.says, text)
		}
	}
}

// TestMentionRequests has lists of mentions as data, and requests that are refused.
func TestMentionRequests(t *testing.T) {
	s := pagesOf(t, []string{
		recordHead + `person/p", "type": "Person", "_label": "Buyer", "equivalent": [{"id": "` + testBase + `person/p", "type": "Person"}]}`,
		recordHead + `object/a", "type": "HumanMadeObject", "_label": "A", "current_owner": [{"id": "` + testBase + `person/p", "type": "Person"}]}`,
		recordHead + `object/b", "type": "HumanMadeObject", "_label": "B", "current_custodian": [{"id": "` + testBase + `person/p", "type": "Person"}]}`,
		recordHead + `place/empty", "type": "Place"}`,
	})
	of := "?of=" + url.QueryEscape(testBase+"person/p")
	for _, row := range []struct {
		target string
		status int
		says   string
	}{
		{"/-/mentions" + of, 200, `"totalItems": 2`},
		{"/-/mentions" + of + "&page=1", 200, testBase + "object/b"},
		{"/-/mentions" + of + "&by=" + url.QueryEscape(string(reading.CurrentOwner)), 200, `"totalItems": 1`},
		{"/-/mentions" + of + "&page=1&by=" + url.QueryEscape(string(reading.CurrentOwner)), 200, testBase + "object/a"},
		{"/-/mentions?of=" + url.QueryEscape(testBase+"place/empty"), 200, `"totalItems": 0`},
		{"/-/mentions" + of + "&page=2", 404, "no such page"},
		{"/-/mentions" + of + "&by=owner", 400, "property"},
		{"/-/mentions?of=nothing", 400, "parameter of"},
		{"/-/mentions", 400, "parameter of"},
		{"/-/mentions?of=" + url.QueryEscape(testBase+"person/nobody"), 404, "id"},
	} {
		r := do(t, s, "GET", row.target, "Accept", "application/json")
		if text := body(t, r); r.StatusCode != row.status || !strings.Contains(text, row.says) {
			t.Errorf("%s: status %d, want %d with %q: %s", row.target, r.StatusCode, row.status, row.says, text)
		}
	}
}
