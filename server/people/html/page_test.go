package html

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

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
	own, err := assets.ReadFile("assets/style.css")
	if err != nil {
		t.Fatal(err)
	}
	text = strings.Replace(text, "<style>"+string(own)+"</style>", "", 1)
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
				return pages.Write(b, &Entity{Frame: frame, IRI: text, Classes: []string{text}, Rows: rows, LinkedFrom: []Counted{{link, 3}, {Link: link}}, Formats: []Link{link}, Modified: text})
			},
			"programs": func(b *bytes.Buffer) error {
				return pages.Write(b, &Overview{Frame: frame, Programs: Programs{Base: text, Others: 2, Bases: []BaseCount{{text, 2}}, Classes: []Count{{text, 3}}, Example: text,
					Formats: []Format{{text, text, text, text}}, Services: []Link{link}}})
			},
			"list": func(b *bytes.Buffer) error {
				return pages.Write(b, &List{Frame: frame, Items: []Link{{Href: text, Title: text, Class: text}}, About: text, Pager: Pager{Previous: "/y?" + text, Next: "/x?" + text}})
			},
			"feed": func(b *bytes.Buffer) error {
				return pages.Write(b, &Feed{Frame: frame, Total: 3, Rows: []Change{{text, text, text, "/x?" + text, text}},
					First: "/x?" + text, Prev: "/x?" + text, Next: "/x?" + text, Last: "/x?" + text, Rights: "javascript:" + text})
			},
			"empty feed": func(b *bytes.Buffer) error { return pages.Write(b, &Feed{Frame: frame}) },
			"fragment": func(b *bytes.Buffer) error {
				return pages.Write(b, &Fragment{Frame: frame, About: text, Rows: [][]Link{{link, {Title: text}, link, link}}, First: "/x?" + text, Next: "/y?" + text})
			},
			"query": func(b *bytes.Buffer) error {
				q := Query{Frame: frame, Action: "/-/sparql", Text: text, Lines: 3, Fault: &Fault{Text: Part{Text: text}}, Answered: true, About: text, Plan: text, Endpoint: text}
				q.Columns, q.Rows, q.Downloads, q.Examples = []string{text}, [][]Cell{{{Link: link, Picture: text}}}, []Download{{link, text}}, []Link{link}
				return pages.Write(b, &q)
			},
			"problem": func(b *bytes.Buffer) error {
				return pages.Write(b, &Problem{Frame: frame, Status: 404, Detail: Part{Text: text}, Fixes: []Part{{Text: text}}, Available: []Link{link}, Request: text})
			},
			"empty entity":  func(b *bytes.Buffer) error { return pages.Write(b, &Entity{Frame: frame}) },
			"empty home":    func(b *bytes.Buffer) error { return pages.Write(b, &Overview{Frame: frame}) },
			"empty list":    func(b *bytes.Buffer) error { return pages.Write(b, &List{Frame: frame}) },
			"empty problem": func(b *bytes.Buffer) error { return pages.Write(b, &Problem{Frame: frame}) },
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
