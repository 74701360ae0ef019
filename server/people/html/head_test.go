package html

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHead writes a head that is as hostile as a record can be.
func TestHead(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(map[string]string{"name": "</script><script>alert(1)</script><!--"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = pages.Write(&b, &List{Frame: Frame{
		Site: "Museum", Home: "/", Title: `"><script>alert(2)</script>`,
		Links: []Link{{Rel: "alternate", Href: "/person/1?lang=nl", Lang: "nl"}},
		Head: Head{
			Description: `a "quoted" <b>text</b>`, URL: "https://data.museum.example/person/1", Kind: "website",
			Image: "https://images.example/1.jpg", ImageAlt: "a <b>face</b>", Locale: "en_GB", OtherLocales: []string{"nl_NL"}, Data: data,
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		`<link rel="alternate" href="/person/1?lang=nl" hreflang="nl">`,
		`<meta name="description" content="a &#34;quoted&#34; &lt;b&gt;text&lt;/b&gt;">`,
		`<meta property="og:url" content="https://data.museum.example/person/1">`,
		`<meta property="og:image" content="https://images.example/1.jpg">`,
		`<meta property="og:image:alt" content="a &lt;b&gt;face&lt;/b&gt;">`,
		`<meta property="og:locale:alternate" content="nl_NL">`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s:\n%s", want, text)
		}
	}
	scripts := regexp.MustCompile(`(?s)<script( type[^>]*)>(.*?)</script>`).FindAllStringSubmatch(text, -1)
	if len(scripts) != 1 || scripts[0][1] != ` type="application/ld+json"` {
		t.Fatalf("scripts: %q", scripts)
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(scripts[0][2]), &got); err != nil || got["name"] != "</script><script>alert(1)</script><!--" {
		t.Errorf("the description is %v, %v: %s", got, err, scripts[0][2])
	}
	if strings.Contains(scripts[0][2], "<") {
		t.Errorf("the description is not escaped: %s", scripts[0][2])
	}
}

// TestEmptyHead checks that a page says nothing where there is nothing to say.
func TestEmptyHead(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := pages.Write(&b, &List{Frame: Frame{Site: "Museum", Home: "/", Title: "Persons"}}); err != nil {
		t.Fatal(err)
	}
	for _, unwanted := range []string{"og:", "description", "<script type"} {
		if strings.Contains(b.String(), unwanted) {
			t.Errorf("the page has %s:\n%s", unwanted, b.String())
		}
	}
}

// TestHeadIsBounded has a long description and a page of a list that is not its first.
func TestHeadIsBounded(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	long := strings.Repeat("één ", 60)
	err = pages.Write(&b, &List{Frame: Frame{Site: "Museum", Title: "Objects", Which: "Page 2 of 5", Head: Head{Description: long, Kind: "website"}}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "<title>Objects – Page 2 of 5 – Museum</title>"; !strings.Contains(b.String(), want) {
		t.Errorf("the page lacks %s", want)
	}
	found := regexp.MustCompile(`(?:name="|property="og:)description" content="([^"]*)"`).FindAllStringSubmatch(b.String(), -1)
	if len(found) != 2 {
		t.Fatalf("descriptions: %q", found)
	}
	for _, d := range found {
		if n := utf8.RuneCountInString(d[1]); n > 160 || n < 150 || !strings.HasSuffix(d[1], "één…") {
			t.Errorf("a description of %d characters: %s", n, d[1])
		}
	}
}

// TestStatementsOfOneKind have one heading.
func TestStatementsOfOneKind(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	described := Part{Text: "Description"}
	var b bytes.Buffer
	err = pages.Write(&b, &Record{Name: Part{Text: "x"}, Statements: []Statement{
		{Kind: described, Paragraphs: []string{"One."}}, {Kind: described, Paragraphs: []string{"Two."}}, {Kind: Part{Text: "Note"}, Paragraphs: []string{"Three."}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), ">Description</"); n != 1 || !strings.Contains(b.String(), "Two.") || !strings.Contains(b.String(), ">Note</") {
		t.Errorf("%d headings:\n%s", n, b.String())
	}
}

// TestFacetsFollowResults lets those who go by the tabulator come to the results first.
func TestFacetsFollowResults(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = pages.Write(&b, &Results{
		Cards:  []Card{{Name: Part{Text: "A card", Href: "/1"}}},
		Facets: []Facet{{Title: "Type", Values: []FacetValue{{Label: Part{Text: "A value"}, Href: "?x", Count: 1}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	card, value := strings.Index(b.String(), "A card"), strings.Index(b.String(), "A value")
	if card < 0 || value < card {
		t.Errorf("the card is at %d, the value at %d:\n%s", card, value, b.String())
	}
}
