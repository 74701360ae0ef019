package server

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

const (
	// maxPageBytes is what a page has at most, whatever the record.
	maxPageBytes = 2 << 20
	// hostileMarkup stands where a record has a text.
	hostileMarkup = `"><script>alert('stored')</script><img src=x onerror=alert(1)><svg onload=alert(2)>{{.}}--></style></title></script>`
)

// scriptHref is an attribute that leads to a script, and stored is markup that came from
// a record.
var (
	scriptHref = regexp.MustCompile(`(?i)(href|src|srcset|action)\s*=\s*["']?\s*(javascript|vbscript|data):`)
	stored     = regexp.MustCompile(`(?i)<script>|<img src=x|<svg onload`)
)

// TestPagesOfHostileRecords asks for the pages of records that were made to do harm or
// break the model: each comes, is of a bounded size, and has nothing of the record but text.
func TestPagesOfHostileRecords(t *testing.T) {
	contexts := ldcontext.New(nil)
	table := formats.All(jsonld.New(contexts))
	links, err := testLinks()
	if err != nil {
		t.Fatal(err)
	}
	s, store := newTestServer(t, func(c *Config) {
		c.Formats, c.Contexts, c.Compiler, c.Links = table, contexts, ldcontext.NewCompiler(contexts), links
	})
	for name, own := range hostileRecords(t) {
		record := map[string]any{"@context": ldcontext.LinkedArt, "id": testBase + name}
		for key, value := range own {
			record[key] = value
		}
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		store.put(t, decodeOne(t, table.ByName("jsonld"), string(text)))
	}
	for name := range hostileRecords(t) {
		for _, language := range []string{"en", "nl"} {
			r := do(t, s, "GET", "/"+name, "Accept", browser, "Accept-Language", language)
			text := body(t, r)
			if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
				t.Errorf("%s: status %d, %s: %.200s", name, r.StatusCode, r.Header.Get("Content-Type"), text)
				continue
			}
			if len(text) > maxPageBytes {
				t.Errorf("%s: %d bytes", name, len(text))
			}
			if found := scriptHref.FindString(text); found != "" {
				t.Errorf("%s: an attribute %s", name, found)
			}
			if found := stored.FindString(text); found != "" {
				t.Errorf("%s: markup of the record: %s", name, found)
			}
			if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
				t.Errorf("%s: the policy is %s", name, policy)
			}
		}
	}
}

type members = map[string]any

// hostileRecords are members of records, by the ends of their ids.
func hostileRecords(t *testing.T) map[string]members {
	t.Helper()
	name := func(content string) members { return members{"type": "Name", "content": content} }
	ref := func(id, class string) members { return members{"id": id, "type": class, "_label": hostileMarkup} }
	picture := func(address string) members {
		return members{"type": "VisualItem", "digitally_shown_by": []any{members{"type": "DigitalObject", "access_point": []any{members{"id": address, "type": "DigitalObject"}}}}}
	}
	many := func(n int, one func(int) any) []any {
		out := make([]any, n)
		for i := range out {
			out[i] = one(i)
		}
		return out
	}
	sale := members{"id": "http://vocab.getty.edu/aat/300055863", "type": "Type"}
	return map[string]members{
		"object/markup": {
			"type": "HumanMadeObject", "_label": hostileMarkup, "identified_by": []any{name(hostileMarkup), members{"type": "Identifier", "content": hostileMarkup}},
			"classified_as": []any{ref(testBase+"concept/1", "Type")}, "made_of": []any{ref(testBase+"concept/2", "Material")},
			"referred_to_by": []any{members{"type": "LinguisticObject", "content": hostileMarkup}},
			"produced_by":    members{"type": "Production", "carried_out_by": []any{ref(testBase+"person/1", "Person")}, "timespan": members{"type": "TimeSpan", "identified_by": []any{name(hostileMarkup)}}},
			"dimension":      []any{members{"type": "Dimension", "value": 1e300, "unit": ref(testBase+"concept/3", "MeasurementUnit")}},
		},
		"object/iris": {
			"type": "HumanMadeObject", "_label": "IRIs", "equivalent": []any{ref("javascript:alert(1)", "HumanMadeObject"), ref("data:text/html,x", "HumanMadeObject")},
			"classified_as": []any{ref("javascript:alert(2)", "Type")}, "representation": []any{picture("javascript:alert(3)"), picture("data:image/png;base64,x"), picture("JAVASCRIPT:alert(4)")},
			"subject_of": []any{ref("vbscript:x", "LinguisticObject")},
		},
		"text/long":      {"type": "LinguisticObject", "_label": "Long", "content": strings.Repeat("A long text. ", 200_000)},
		"person/names":   {"type": "Person", "_label": "Names", "identified_by": many(1000, func(i int) any { return name(fmt.Sprintf("Name %d of very many", i)) })},
		"place/vertices": {"type": "Place", "_label": "Vertices", "defined_by": circle(20_000)},
		"place/nowhere":  {"type": "Place", "_label": "Nowhere", "defined_by": "POINT(500 95)"},
		"place/no-shape": {"type": "Place", "_label": "No shape", "defined_by": "POLYGON((" + strings.Repeat("(", 100)},
		"place/itself":   {"type": "Place", "_label": "Itself", "part_of": []any{members{"id": testBase + "place/itself", "type": "Place"}}},
		"concept/a":      {"type": "Type", "_label": "A", "broader": []any{members{"id": testBase + "concept/b", "type": "Type"}}},
		"concept/b":      {"type": "Type", "_label": "B", "broader": []any{members{"id": testBase + "concept/a", "type": "Type"}}},
		"object/dates": {"type": "HumanMadeObject", "_label": "Dates", "produced_by": members{"type": "Production", "timespan": members{
			"type": "TimeSpan", "begin_of_the_begin": "-999999999-01-01T00:00:00Z", "end_of_the_end": "some day"}}},
		"provenance/empty": {"type": "Activity", "_label": "Empty", "classified_as": []any{sale}, "part": []any{members{"type": "Acquisition"}, members{"type": "Payment"}}},
		"provenance/parts": {"type": "Activity", "_label": "Parts", "classified_as": []any{sale}, "part": many(700, func(i int) any {
			return members{"type": "Acquisition", "transferred_title_of": []any{ref(testBase+"object/markup", "HumanMadeObject")},
				"transferred_title_to": []any{ref(fmt.Sprintf("%sperson/%d", testBase, i), "Person")}}
		})},
		"object/no-name": {"type": "HumanMadeObject"},
		"it/no-class":    {"_label": "No class"},
	}
}

// circle is a polygon of so many vertices.
func circle(vertices int) string {
	var b strings.Builder
	b.WriteString("POLYGON((")
	for i := range vertices {
		angle := 2 * math.Pi * float64(i) / float64(vertices)
		fmt.Fprintf(&b, "%.6f %.6f, ", 10+5*math.Cos(angle), 50+5*math.Sin(angle))
	}
	b.WriteString("15 50))")
	return b.String()
}
