package page

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
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
	err = pages.WriteList(&b, List{Frame: Frame{
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
	if err := pages.WriteList(&b, List{Frame: Frame{Site: "Museum", Home: "/", Title: "Persons"}}); err != nil {
		t.Fatal(err)
	}
	for _, unwanted := range []string{"og:", "description", "<script type"} {
		if strings.Contains(b.String(), unwanted) {
			t.Errorf("the page has %s:\n%s", unwanted, b.String())
		}
	}
}
