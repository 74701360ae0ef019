package contentneg

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const (
	linkedArt = "https://linked.art/ns/v1/linked-art.json"
	expanded  = "http://www.w3.org/ns/json-ld#expanded"
	flattened = "http://www.w3.org/ns/json-ld#flattened"
)

// The offers of the tests, in the order of the server's preference.
var (
	offerNames = []string{"jsonld", "expanded", "flattened", "turtle", "ntriples", "rdfxml", "html"}
	offers     = []Offer{
		{Type: "application/ld+json", Aliases: []string{"application/json"}, Profile: linkedArt},
		{Type: "application/ld+json", Profile: expanded},
		{Type: "application/ld+json", Profile: flattened},
		{Type: "text/turtle", Aliases: []string{"application/x-turtle"}},
		{Type: "application/n-triples"},
		{Type: "application/rdf+xml"},
		{Type: "text/html", Aliases: []string{"application/xhtml+xml"}},
	}
)

// all is the ranking where every offer is accepted alike.
const all = "jsonld expanded flattened turtle ntriples rdfxml html"

// acceptTests are Accept fields with the ranking that they ask for: names of
// offers, the best first. Lines of the field are joined by " | ". A weight other
// than 1 is written after the name. Nothing stands for a refusal.
var acceptTests = []struct {
	rule  string
	cases [][2]string
}{
	{"RFC 9110 12.5.1: no field, or an empty one, accepts everything", [][2]string{
		{"", all},
		{" ", all},
		{",", all},
		{" , ,\t,", all},
		{" | ", all},
		{"*/*", all},
		{"*/*;q=1", all},
		{"*/*;q=1.000", all},
		{"*/*;q=0.5", "jsonld/500 expanded/500 flattened/500 turtle/500 ntriples/500 rdfxml/500 html/500"},
	}},
	{"RFC 9110 12.5.1: a range names a type, a family of types, or all", [][2]string{
		{"text/turtle", "turtle"},
		{"application/n-triples", "ntriples"},
		{"application/rdf+xml", "rdfxml"},
		{"text/html", "html"},
		{"text/*", "turtle html"},
		{"application/*", "jsonld expanded flattened ntriples rdfxml"},
		{"image/*", ""},
		{"image/png", ""},
		{"text/plain", ""},
		{"application/octet-stream", ""},
		{"image/png, text/turtle", "turtle"},
		{"text/turtle, application/n-triples", "turtle ntriples"},
		{"application/n-triples, text/turtle", "turtle ntriples"},
	}},
	{"other names of a type", [][2]string{
		{"application/json", "jsonld"},
		{"application/x-turtle", "turtle"},
		{"application/xhtml+xml", "html"},
		{"application/json;q=0.5, application/ld+json;q=0.4", "jsonld/500 expanded/400 flattened/400"},
		{"application/json;q=0, */*", all},
		{"application/ld+json;q=0, application/json", "jsonld"},
	}},
	{"RFC 9110 8.3.1: names are in any letter case", [][2]string{
		{"TEXT/TURTLE", "turtle"},
		{"Text/Turtle", "turtle"},
		{"tExT/*", "turtle html"},
		{"text/turtle;Q=0.5", "turtle/500"},
		{"text/turtle;CHARSET=UTF-8", "turtle"},
		{`APPLICATION/LD+JSON;PROFILE="` + expanded + `"`, "expanded"},
	}},
	{"RFC 9110 12.4.2: weights rank", [][2]string{
		{"text/turtle;q=0.5, application/n-triples", "ntriples turtle/500"},
		{"text/turtle;q=0.5, application/n-triples;q=0.7", "ntriples/700 turtle/500"},
		{"text/turtle;q=0.001", "turtle/1"},
		{"text/turtle;q=0.999, text/html", "html turtle/999"},
		{"text/turtle;q=0.12, text/html;q=0.121", "html/121 turtle/120"},
		{"text/turtle;q=1.0", "turtle"},
		{"text/turtle;q=1.", "turtle"},
		{"text/turtle;q=0.", ""},
		{"text/turtle; q=0.5", "turtle/500"},
		{"text/turtle ;q=0.5", "turtle/500"},
		{"text/turtle\t;\tq=0.5", "turtle/500"},
		{"text/html;q=0.9, text/turtle;q=0.9", "turtle/900 html/900"},
		{"text/html;q=0.9,text/turtle;q=0.9,application/json;q=0.8", "turtle/900 html/900 jsonld/800"},
	}},
	{"RFC 9110 12.4.2: a weight of 0 is not acceptable", [][2]string{
		{"text/turtle;q=0", ""},
		{"text/turtle;q=0.000", ""},
		{"text/turtle;q=0, */*", "jsonld expanded flattened ntriples rdfxml html"},
		{"*/*;q=0", ""},
		{"*/*;q=0, text/turtle", "turtle"},
		{"text/*;q=0, */*", "jsonld expanded flattened ntriples rdfxml"},
		{"text/*, text/html;q=0", "turtle"},
		{"application/ld+json;q=0, */*", "turtle ntriples rdfxml html"},
		{"application/ld+json;q=0, application/json;q=0, */*", "turtle ntriples rdfxml html"},
	}},
	{"RFC 9110 12.5.1: the most specific range decides", [][2]string{
		{"text/*;q=0.3, text/turtle;q=0.7", "turtle/700 html/300"},
		{"text/turtle;q=0.7, text/*;q=0.3", "turtle/700 html/300"},
		{"*/*;q=0.1, text/*;q=0.3, text/turtle;q=0.2", "html/300 turtle/200 jsonld/100 expanded/100 flattened/100 ntriples/100 rdfxml/100"},
		{"*/*, text/turtle;q=0.1", "jsonld expanded flattened ntriples rdfxml html turtle/100"},
		{"text/*, text/turtle;q=0.1", "html turtle/100"},
		{"text/turtle;q=0.2, text/turtle;q=0.4", "turtle/400"},
		{"text/turtle;q=0.4, text/turtle;q=0.2", "turtle/400"},
	}},
	{"of equal weights, the closer range wins, then the server's order", [][2]string{
		{"text/turtle, */*", "turtle jsonld expanded flattened ntriples rdfxml html"},
		{"*/*, text/html", "html jsonld expanded flattened turtle ntriples rdfxml"},
		{"text/*, */*", "turtle html jsonld expanded flattened ntriples rdfxml"},
		{"application/json, text/plain, */*", "jsonld expanded flattened turtle ntriples rdfxml html"},
		{"application/rdf+xml, text/turtle, application/ld+json", "jsonld expanded flattened turtle rdfxml"},
	}},
	{"JSON-LD: the profile parameter", [][2]string{
		{"application/ld+json", "jsonld expanded flattened"},
		{`application/ld+json;profile="` + linkedArt + `"`, "jsonld"},
		{`application/ld+json; profile="` + linkedArt + `"`, "jsonld"},
		{`application/ld+json ; profile="` + linkedArt + `"`, "jsonld"},
		{`application/ld+json;profile="` + expanded + `"`, "expanded"},
		{`application/ld+json;profile="` + flattened + `"`, "flattened"},
		{`application/ld+json;profile="` + expanded + `";q=0.5`, "expanded/500"},
		{`application/ld+json;q=0.5;profile="` + expanded + `"`, "expanded/500"},
		{`application/ld+json;profile="` + expanded + `", application/ld+json;q=0.5`, "expanded jsonld/500 flattened/500"},
		{`application/ld+json, application/ld+json;profile="` + flattened + `"`, "flattened jsonld expanded"},
		{`application/ld+json, application/ld+json;profile="` + linkedArt + `";q=0`, "expanded flattened"},
		{`application/ld+json;profile="` + linkedArt + `";q=0, */*;q=0.1`, "expanded/100 flattened/100 turtle/100 ntriples/100 rdfxml/100 html/100"},
		{`application/ld+json;profile="` + linkedArt + `", text/turtle;q=0.9, */*;q=0.1`, "jsonld turtle/900 expanded/100 flattened/100 ntriples/100 rdfxml/100 html/100"},
	}},
	{"JSON-LD: several profiles in one parameter", [][2]string{
		{`application/ld+json;profile="` + expanded + ` ` + flattened + `"`, "expanded flattened"},
		{`application/ld+json;profile="` + flattened + ` ` + expanded + `"`, "expanded flattened"},
		{`application/ld+json;profile="` + linkedArt + ` http://www.w3.org/ns/json-ld#compacted"`, "jsonld"},
		{`application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted  ` + linkedArt + `"`, "jsonld"},
		{`application/ld+json;profile=" ` + expanded + ` "`, "expanded"},
		{`application/ld+json;profile="` + expanded + `";profile="` + flattened + `"`, "expanded flattened"},
	}},
	{"JSON-LD: a profile that is not known is ignored", [][2]string{
		{`application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"`, "jsonld expanded flattened"},
		{`application/ld+json;profile="https://linked.art/ns/v2/linked-art.json"`, "jsonld expanded flattened"},
		{`application/ld+json;profile="https://example.org/x ` + flattened + `"`, "flattened"},
		{`text/turtle;profile="https://example.org/x"`, "turtle"},
		{`application/json;profile="https://example.org/x"`, "jsonld"},
	}},
	{"a profile that is not well quoted", [][2]string{
		{`application/ld+json;profile=` + linkedArt, "jsonld"},
		{`application/ld+json; profile=` + expanded, "expanded"},
		{`application/ld+json;profile='` + expanded + `'`, "expanded"},
		{`application/ld+json;profile='` + expanded + ` ` + flattened + `'`, "expanded flattened"},
		{`application/ld+json;profile=` + expanded + `;q=0.5, text/turtle`, "turtle expanded/500"},
		{`application/ld+json;profile=` + expanded + `, text/turtle;q=0.5`, "expanded turtle/500"},
		{`application/ld+json;profile="` + expanded, ""},
		{`application/ld+json;profile="` + expanded + `, text/turtle`, ""},
		{`application/ld+json;profile=""`, ""},
		{`application/ld+json;profile=`, ""},
		{`application/ld+json;profile`, ""},
		{`application/ld+json;profile="http:\/\/www.w3.org/ns/json-ld#expanded"`, "expanded"},
	}},
	{"RFC 9110 12.5.1: a charset has to be met, and other parameters are ignored", [][2]string{
		{"text/turtle;version=1.2", "turtle"},
		{"text/turtle;version=1.2;q=0.3, application/n-triples;q=0.2", "turtle/300 ntriples/200"},
		{"text/turtle;charset=utf-8", "turtle"},
		{`text/turtle;charset="utf-8"`, "turtle"},
		{"text/turtle; charset=UTF-8; q=0.3", "turtle/300"},
		{"text/turtle;charset=iso-8859-1", ""},
		{"text/html;level=1", "html"},
		{"text/html;level=1, text/html;q=0.4", "html"},
		{"application/json;odata=verbose", "jsonld"},
		{`text/html;title="a, b; c"`, "html"},
		{`text/html;title="a, text/turtle"`, "html"},
		{`text/html;title="a \", b", text/turtle`, "turtle html"},
		{"text/turtle;;", "turtle"},
		{"text/turtle; ;q=0.5;", "turtle/500"},
	}},
	{"RFC 9110 5.3: several lines are one list", [][2]string{
		{"text/html | text/turtle", "turtle html"},
		{"text/html;q=0.5 | text/turtle;q=0.4", "html/500 turtle/400"},
		{"image/png |  | text/turtle", "turtle"},
		{"text/turtle;q=0 | */*;q=0.1", "jsonld/100 expanded/100 flattened/100 ntriples/100 rdfxml/100 html/100"},
		{`text/html;x="oops | text/turtle`, "turtle"},
	}},
	{"nonsense is left out", [][2]string{
		{"nonsense", ""},
		{"nonsense, text/turtle", "turtle"},
		{"text", ""},
		{"text/", ""},
		{"/turtle", ""},
		{"text//turtle", ""},
		{"text/turtle/x", ""},
		{"*/turtle", ""},
		{"text /turtle", ""},
		{"text/tur tle", ""},
		{"text/turtle q=0.5", ""},
		{"text/turtle:q=0.5", ""},
		{";q=1", ""},
		{"=", ""},
		{`"text/turtle"`, ""},
		{"text/turtle\x00", ""},
		{"text/t\u00fcrtle", ""},
		{"text/turtle;q", ""},
		{"text/turtle;=1", ""},
		{"text/turtle;a b=c", ""},
		{"<text/turtle>, text/html", "html"},
	}},
	{"a weight that is none makes its range nonsense", [][2]string{
		{"text/turtle;q=", ""},
		{"text/turtle;q=2", ""},
		{"text/turtle;q=1.1", ""},
		{"text/turtle;q=1.001", ""},
		{"text/turtle;q=-1", ""},
		{"text/turtle;q=+0.5", ""},
		{"text/turtle;q=0,5, text/html", "html"},
		{"text/turtle;q=high", ""},
		{"text/turtle;q=0.x", ""},
		{"text/turtle;q=1e-3", ""},
		{"text/turtle;q=.", ""},
		{"text/turtle;q=NaN", ""},
		{`text/turtle;q="0.5"`, ""},
		{"text/turtle;q=0." + strings.Repeat("9", 30), ""},
		{"text/turtle;q=00.5", ""},
	}},
	{"breaches that are read as they are meant", [][2]string{
		{"*", all},
		{"*;q=.2", "jsonld/200 expanded/200 flattened/200 turtle/200 ntriples/200 rdfxml/200 html/200"},
		{"text/turtle;q=.5", "turtle/500"},
		{"text/turtle;q=0.33333", "turtle/333"},
		{"text/turtle;q=1.00000", "turtle"},
		{"text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "html jsonld/200 expanded/200 flattened/200 turtle/200 ntriples/200 rdfxml/200"},
	}},
	{"what clients send", [][2]string{
		{"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7", "html jsonld/800 expanded/800 flattened/800 turtle/800 ntriples/800 rdfxml/800"},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html jsonld/800 expanded/800 flattened/800 turtle/800 ntriples/800 rdfxml/800"},
		{"application/ld+json, application/json;q=0.9, */*;q=0.1", "jsonld expanded flattened turtle/100 ntriples/100 rdfxml/100 html/100"},
		{"text/turtle,application/n-triples;q=0.9,application/rdf+xml;q=0.8,text/html;q=0.1,*/*;q=0.05", "turtle ntriples/900 rdfxml/800 html/100 jsonld/50 expanded/50 flattened/50"},
		{"application/xml, application/rdf+xml", "rdfxml"},
		{"application/activity+json, application/ld+json", "jsonld expanded flattened"},
	}},
}

func TestAccept(t *testing.T) {
	n := 0
	for _, group := range acceptTests {
		t.Run(group.rule, func(t *testing.T) {
			for _, c := range group.cases {
				n++
				choices, err := Accept(strings.Split(c[0], " | "), offers)
				if err != nil {
					t.Errorf("%q: %v", c[0], err)
				}
				if got := ranking(choices); got != c[1] {
					t.Errorf("%q\n got %q\nwant %q", c[0], got, c[1])
				}
			}
		})
	}
	if n < 120 {
		t.Errorf("%d cases", n)
	}
}

func ranking(choices []Choice) string {
	var names []string
	for _, c := range choices {
		name := offerNames[c.Offer]
		if c.Quality != MaxQuality {
			name = fmt.Sprintf("%s/%d", name, c.Quality)
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func TestAcceptMissing(t *testing.T) {
	choices, err := Accept(nil, offers)
	if err != nil || ranking(choices) != all {
		t.Errorf("got %q, %v", ranking(choices), err)
	}
}

func TestAcceptTooLong(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  error
	}{
		{"as many elements as there may be", []string{strings.Repeat("a/b,", MaxElements)}, nil},
		{"an element too many", []string{strings.Repeat("a/b,", MaxElements) + "a/b"}, ErrTooLong},
		{"an element too many over two lines", []string{strings.Repeat("a/b,", MaxElements), "a/b"}, ErrTooLong},
		{"as long as it may be", []string{strings.Repeat("a", MaxBytes)}, nil},
		{"too long", []string{strings.Repeat("a", MaxBytes), "a"}, ErrTooLong},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Accept(test.lines, offers); !errors.Is(err, test.want) {
				t.Errorf("Accept: %v, want %v", err, test.want)
			}
			if _, err := Encoding(test.lines, []string{"gzip"}); !errors.Is(err, test.want) && test.want != nil {
				t.Errorf("Encoding: %v, want %v", err, test.want)
			}
		})
	}
}

func FuzzAccept(f *testing.F) {
	for _, group := range acceptTests {
		for _, c := range group.cases {
			f.Add(c[0], "")
			f.Add("text/html;q=0.5", c[0])
		}
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		choices, err := Accept([]string{one, two}, offers)
		if err != nil {
			if len(one)+len(two) <= MaxBytes && strings.Count(one+two, ",")+2 <= MaxElements {
				t.Fatalf("refused: %v", err)
			}
			return
		}
		seen := map[int]bool{}
		for i, c := range choices {
			if c.Offer < 0 || c.Offer >= len(offers) || seen[c.Offer] {
				t.Fatalf("offer %d of %d, or twice", c.Offer, len(offers))
			}
			seen[c.Offer] = true
			if c.Quality < 1 || c.Quality > MaxQuality || i > 0 && c.Quality > choices[i-1].Quality {
				t.Fatalf("quality %d at %d", c.Quality, i)
			}
		}
	})
}
