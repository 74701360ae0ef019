package page

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

func iri(t testing.TB, s string) rdf.IRI {
	t.Helper()
	out, err := graph.IRI(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func blank(t testing.TB, s string) rdf.Blank {
	t.Helper()
	out, err := graph.Blank(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// void are the elements without an end tag (HTML section 13.1.2).
var void = map[string]bool{"meta": true, "link": true, "br": true, "hr": true, "img": true, "input": true}

var tag = regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:=(?:"[^"<>]*"|'[^'<>]*'))?)*)\s*(/?)>`)

// checkHTML checks that a document is well nested, has one of each element
// that a document has one of, and names nothing outside itself that a browser
// would fetch.
func checkHTML(t *testing.T, text string) {
	t.Helper()
	if !strings.HasPrefix(text, "<!DOCTYPE html>\n") {
		t.Errorf("no doctype: %.40q", text)
	}
	rest := strings.TrimPrefix(text, "<!DOCTYPE html>")
	var open []string
	count := map[string]int{}
	for _, m := range tag.FindAllStringSubmatch(rest, -1) {
		name := m[2]
		switch {
		case m[1] == "/":
			if len(open) == 0 || open[len(open)-1] != name {
				t.Fatalf("</%s> closes %v", name, open)
			}
			open = open[:len(open)-1]
		case !void[name] && m[4] == "":
			open = append(open, name)
			fallthrough
		default:
			count[name]++
		}
	}
	if len(open) > 0 {
		t.Errorf("not closed: %v", open)
	}
	if left := strings.IndexAny(tag.ReplaceAllString(rest, ""), "<"); left >= 0 {
		t.Errorf("a tag is broken: %.80q", tag.ReplaceAllString(rest, "")[left:])
	}
	for _, name := range []string{"html", "head", "title", "body", "main", "h1"} {
		if count[name] != 1 {
			t.Errorf("%d elements %s", count[name], name)
		}
	}
	for _, name := range []string{"style", "iframe", "object", "embed", "base"} {
		if count[name] != 0 {
			t.Errorf("there is an element %s", name)
		}
	}
	checkLoads(t, text)
}

// attribute finds attributes that a browser acts on.
var attribute = regexp.MustCompile(`\s(style|on[a-z]+|src|srcset|action|href)=(?:"([^"]*)"|'([^']*)')`)

// checkLoads checks that a document runs nothing of its own, loads nothing but assets
// and pictures, and has no link that is a script.
func checkLoads(t *testing.T, text string) {
	t.Helper()
	for _, m := range tag.FindAllStringSubmatch(text, -1) {
		for _, a := range attribute.FindAllStringSubmatch(m[3], -1) {
			value := strings.ToLower(a[2] + a[3])
			asset := strings.HasPrefix(value, "/-/assets/")
			switch {
			case a[1] == "style" || strings.HasPrefix(a[1], "on"):
				t.Errorf("an attribute acts by itself: %s", m[0])
			case m[2] == "script" && !asset, m[2] == "link" && strings.Contains(m[3], "stylesheet") && !asset, m[2] == "form" && !strings.HasPrefix(value, "/"):
				t.Errorf("it loads from elsewhere: %s", m[0])
			case strings.HasPrefix(strings.TrimSpace(value), "javascript:"), strings.HasPrefix(value, "data:"):
				t.Errorf("a link is a script: %s", m[0])
			}
		}
		if m[1] == "" && m[2] == "script" && !strings.Contains(m[3], " src=") && m[3] != ` type="application/ld+json"` {
			t.Errorf("there is a script in the page: %s", m[0])
		}
	}
}

// hostile is a text that would break out of a page that does not escape it.
const hostile = `</title></style><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`

func TestPagesAreValid(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"plain", hostile} {
		search := &Search{Action: "/-/search", Text: text, Filters: []Filter{{text, text}}, Only: text}
		link := Link{Rel: "alternate", Href: "/x?" + text, Type: `application/ld+json;profile="` + text + `"`, Title: text}
		frame := Frame{Site: text, Home: "/", Title: text, Links: []Link{link}, Search: search}
		rows := []Row{{Name: text, Property: text, Values: []Value{
			{Text: text, Lang: "en"}, {Text: text, Href: "javascript:alert(1)"}, {Class: text, Rows: []Row{{Name: text, Values: []Value{{Text: text}}}}},
		}}}
		tests := map[string]func(*bytes.Buffer) error{
			"entity": func(b *bytes.Buffer) error {
				return pages.WriteEntity(b, Entity{Frame: frame, IRI: text, Classes: []string{text}, Rows: rows, LinkedFrom: []Counted{{link, 3}, {Link: link}}, Formats: []Link{link}, Modified: text})
			},
			"programs": func(b *bytes.Buffer) error {
				return pages.WriteOverview(b, Overview{Frame: frame, Programs: Programs{Base: text, Others: 2, Bases: []BaseCount{{text, 2}}, Classes: []Count{{text, 3}}, Example: text,
					Formats: []Format{{text, text, text, text}}, Services: []Link{link}}})
			},
			"list": func(b *bytes.Buffer) error {
				return pages.WriteList(b, List{Frame: frame, Items: []Link{{Href: text, Title: text, Class: text}}, About: text, Pager: Pager{Previous: "/y?" + text, Next: "/x?" + text}})
			},
			"feed": func(b *bytes.Buffer) error {
				return pages.WriteFeed(b, Feed{Frame: frame, Total: 3, Rows: []Change{{text, text, text, "/x?" + text, text}},
					First: "/x?" + text, Prev: "/x?" + text, Next: "/x?" + text, Last: "/x?" + text, Rights: "javascript:" + text})
			},
			"empty feed": func(b *bytes.Buffer) error { return pages.WriteFeed(b, Feed{Frame: frame}) },
			"quads": func(b *bytes.Buffer) error {
				return pages.WriteQuads(b, Quads{Frame: frame, About: text, Rows: [][]Link{{link, {Title: text}, link, link}}, First: "/x?" + text, Next: "/y?" + text})
			},
			"query": func(b *bytes.Buffer) error {
				q := Query{Frame: frame, Action: "/-/sparql", Text: text, Lines: 3, Fault: &Fault{Text: Part{Text: text}}, Answered: true, About: text, Plan: text, Endpoint: text}
				q.Columns, q.Rows, q.Downloads, q.Examples = []string{text}, [][]Link{{link}}, []Link{link}, []Link{link}
				return pages.WriteQuery(b, q)
			},
			"problem": func(b *bytes.Buffer) error {
				return pages.WriteProblem(b, Problem{Frame: frame, Status: 404, Detail: Part{Text: text}, Fixes: []Part{{Text: text}}, Available: []Link{link}, Request: text})
			},
			"empty entity":  func(b *bytes.Buffer) error { return pages.WriteEntity(b, Entity{Frame: frame}) },
			"empty home":    func(b *bytes.Buffer) error { return pages.WriteOverview(b, Overview{Frame: frame}) },
			"empty list":    func(b *bytes.Buffer) error { return pages.WriteList(b, List{Frame: frame}) },
			"empty problem": func(b *bytes.Buffer) error { return pages.WriteProblem(b, Problem{Frame: frame}) },
		}
		for name, write := range tests {
			t.Run(fmt.Sprintf("%s, %.5s", name, text), func(t *testing.T) {
				var b bytes.Buffer
				if err := write(&b); err != nil {
					t.Fatal(err)
				}
				checkHTML(t, b.String())
			})
		}
	}
}

// TestDescribe checks the rows of a graph with a label, a nested node, a
// reference, a cycle, a node of its own, and languages.
func TestDescribe(t *testing.T) {
	crm := func(s string) rdf.IRI { return iri(t, "http://www.cidoc-crm.org/cidoc-crm/"+s) }
	me, name, stray := iri(t, "https://x.example/1"), blank(t, "b0"), iri(t, "https://x.example/stray")
	german, err := graph.Tagged("Maler", "de")
	if err != nil {
		t.Fatal(err)
	}
	g := &graph.Graph{Name: me, Triples: []rdf.Triple{
		{Subj: me, Pred: graph.Type, Obj: crm("E21_Person")},
		{Subj: me, Pred: graph.Label, Obj: graph.String("Ada")},
		{Subj: me, Pred: graph.Label, Obj: graph.String("Lovelace")},
		{Subj: me, Pred: crm("P1_is_identified_by"), Obj: name},
		{Subj: name, Pred: graph.Type, Obj: iri(t, "https://linked.art/ns/terms/Name")},
		{Subj: name, Pred: graph.Type, Obj: iri(t, "https://x.example/Second")},
		{Subj: name, Pred: crm("P190_has_symbolic_content"), Obj: graph.String("Ada L.")},
		{Subj: name, Pred: crm("P1i_identifies"), Obj: me},
		{Subj: me, Pred: crm("P2_has_type"), Obj: iri(t, "urn:x")},
		{Subj: me, Pred: crm("P3_has_note"), Obj: german},
		{Subj: me, Pred: crm("P2_has_type"), Obj: name},
		{Subj: stray, Pred: graph.Label, Obj: graph.String("Stray")},
		{Subj: stray, Pred: crm("P2_has_type"), Obj: iri(t, "urn:y")},
	}}
	got := flat(Describe(g, func(s string) string {
		if strings.HasPrefix(s, "https://x.example/") {
			return strings.TrimPrefix(s, "https://x.example")
		}
		return ""
	}), "")
	want := `label: Lovelace
is identified by: (Name)
  type: https://x.example/Second -> /Second
  has symbolic content: Ada L.
  identifies: Ada -> /1 (Person)
has type: urn:x
has type: (Name)
has note: Maler @de
also described: Stray -> /stray
  has type: urn:y
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if Label(g) != "Ada" {
		t.Errorf("label %q", Label(g))
	}
}

func flat(rows []Row, indent string) string {
	var b strings.Builder
	for _, row := range rows {
		for _, v := range row.Values {
			parts := []string{indent + row.Name + ":"}
			if v.Text != "" {
				parts = append(parts, v.Text)
			}
			if v.Lang != "" {
				parts = append(parts, "@"+v.Lang)
			}
			if v.Href != "" {
				parts = append(parts, "-> "+v.Href)
			}
			if v.Class != "" {
				parts = append(parts, "("+v.Class+")")
			}
			b.WriteString(strings.Join(parts, " ") + "\n" + flat(v.Rows, indent+"  "))
		}
	}
	return b.String()
}

// TestDeepAndWide describes graphs that are hard on a recursion.
func TestDeepAndWide(t *testing.T) {
	next := iri(t, "https://x.example/next")
	me := iri(t, "https://x.example/me")
	deep := &graph.Graph{Name: me}
	var at rdf.Subject = me
	for i := range 20000 {
		node := blank(t, fmt.Sprint("b", i))
		deep.Triples = append(deep.Triples, rdf.Triple{Subj: at, Pred: next, Obj: node})
		at = node
	}
	wide := &graph.Graph{Name: me}
	for i := range 20000 {
		wide.Triples = append(wide.Triples, rdf.Triple{Subj: me, Pred: next, Obj: graph.String(fmt.Sprint(i))})
	}
	for _, g := range []*graph.Graph{deep, wide} {
		if n := count(Describe(g, func(string) string { return "" })); n < 20000 {
			t.Errorf("%d values of 20000 are shown", n)
		}
	}
}

func count(rows []Row) int {
	n := 0
	for _, row := range rows {
		for _, v := range row.Values {
			n += 1 + count(v.Rows)
		}
	}
	return n
}

func TestWords(t *testing.T) {
	tests := [][2]string{
		{"http://www.cidoc-crm.org/cidoc-crm/P1_is_identified_by", "is identified by"},
		{"http://www.cidoc-crm.org/cidoc-crm/P14i_performed", "performed"},
		{"http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object", "Human-Made Object"},
		{"http://www.cidoc-crm.org/cidoc-crm/E33_E41_Linguistic_Appellation", "Linguistic Appellation"},
		{"http://www.w3.org/2000/01/rdf-schema#label", "label"},
		{"http://purl.org/dc/terms/date_accepted", "date accepted"},
		{"https://linked.art/ns/terms/Name", "Name"},
		{"https://x.example/", "https://x.example/"},
		{"https://x.example/P1_", "P1 "},
		{"urn:x:y", "urn:x:y"},
	}
	for _, test := range tests {
		if got := Words(test[0]); got != test[1] {
			t.Errorf("%s: %q, want %q", test[0], got, test[1])
		}
	}
}
