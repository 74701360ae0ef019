package server

import (
	"strings"
	"testing"
)

// TestCitations has the reference to a work in each form: with the name of its maker from the
// maker's record, and another tag when that changes.
func TestCitations(t *testing.T) {
	m, _ := newLinkedMuseum(t)
	const maker = testBase + "person/vermeer"
	m.mustSend(t, "PUT", "/person/vermeer", bornIn(maker, "Johannes Vermeer", testBase+"place/delft"))
	m.mustSend(t, "PUT", "/object/girl", `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"`+testBase+`object/girl","type":"HumanMadeObject",`+
		`"_label":"Girl","identified_by":[{"type":"Name","content":"Girl & pearl"}],"produced_by":{"type":"Production","carried_out_by":[{"id":"`+maker+`","type":"Person","_label":"JV"}],`+
		`"timespan":{"type":"TimeSpan","begin_of_the_begin":"1665-01-01T00:00:00Z","end_of_the_end":"1667-12-31T23:59:59Z"}}}`)
	for accept, wants := range map[string][]string{
		"application/x-bibtex":                               {`title = {{Girl \& pearl}}`, "author = {{Johannes Vermeer}}", "date = {1665/1667}"},
		"application/x-research-info-systems":                {"TI  - Girl & pearl\r\n", "AU  - Johannes Vermeer\r\n"},
		"application/vnd.citationstyles.csl+json, */*;q=0.1": {`"title": "Girl & pearl"`, `"literal": "Johannes Vermeer"`},
	} {
		r := do(t, m, "GET", "/object/girl", "Accept", accept)
		text, tag := body(t, r), r.Header.Get("ETag")
		for _, want := range wants {
			if r.StatusCode != 200 || !strings.Contains(text, want) {
				t.Errorf("%s: status %d, %s lacks %s", accept, r.StatusCode, text, want)
			}
		}
		if r := do(t, m, "GET", "/object/girl", "Accept", accept, "If-None-Match", tag); r.StatusCode != 304 {
			t.Errorf("%s: status %d for its own tag", accept, r.StatusCode)
		}
		m.mustSend(t, "PUT", "/person/vermeer", bornIn(maker, "Jan", testBase+"place/delft"))
		if r := do(t, m, "GET", "/object/girl", "Accept", accept, "If-None-Match", tag); r.StatusCode != 200 || !strings.Contains(body(t, r), "Jan") {
			t.Errorf("%s: status %d after the maker has another name", accept, r.StatusCode)
		}
		m.mustSend(t, "PUT", "/person/vermeer", bornIn(maker, "Johannes Vermeer", testBase+"place/delft"))
	}
}
