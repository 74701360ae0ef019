package server

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

var structuredData = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)

// TestHeadOfPages reads what pages tell programs.
func TestHeadOfPages(t *testing.T) {
	contexts := ldcontext.New(nil)
	table := formats.All(jsonld.New(contexts))
	s, store := newTestServer(t, func(c *Config) { c.Formats, c.Contexts = table, contexts })
	store.put(t, decodeOne(t, table.ByName("jsonld"), record))
	for target, want := range map[string]struct {
		kind, name string
		tags       []string
	}{
		"/person/vermeer?lang=nl": {"Person", `Johannes Vermeer`, []string{
			`<meta property="og:type" content="profile">`, `<meta property="og:locale" content="nl_NL">`,
			`<meta property="og:url" content="` + testBase + `person/vermeer">`,
			`<link rel="alternate" href="` + testBase + `person/vermeer?lang=de" hreflang="de">`,
			`<link rel="alternate" href="` + testBase + `person/vermeer" hreflang="x-default">`,
		}},
		"/person/": {"CollectionPage", "", []string{`<meta property="og:type" content="website">`}},
	} {
		text := body(t, do(t, s, "GET", target, "Accept", browser))
		for _, tag := range want.tags {
			if !strings.Contains(text, tag) {
				t.Errorf("%s lacks %s", target, tag)
			}
		}
		found := structuredData.FindAllStringSubmatch(text, -1)
		if len(found) != 1 {
			t.Fatalf("%s has %d descriptions: %s", target, len(found), text)
		}
		var got struct {
			Type string `json:"@type"`
			Name string
		}
		if err := json.Unmarshal([]byte(found[0][1]), &got); err != nil || got.Type != want.kind || !strings.HasPrefix(got.Name, want.name) {
			t.Errorf("%s is %+v, %v: %s", target, got, err, found[0][1])
		}
	}
}
