package server

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHomeTellsBases reads the front page of a store with another base.
func TestHomeTellsBases(t *testing.T) {
	s, store := newTestServer(t, nil)
	if page := body(t, do(t, s, "GET", "/", "Accept", "text/html")); !strings.Contains(page, "3 records<") || !strings.Contains(page, "The URIs of the records begin with "+testBase) || strings.Contains(page, "other bases") {
		t.Errorf("the front page:\n%s", page)
	}
	store.put(t, person(t, "https://v.example/1", "x"))
	page := body(t, do(t, s, "GET", "/", "Accept", "text/html"))
	for _, want := range []string{"4 records<", "stored under other bases: 1<", "<li>https://v.example/ (1)</li>"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
}

// TestHomeDescribesItself reads the description of the front page for programs.
func TestHomeDescribesItself(t *testing.T) {
	s, _ := dumpServer(t, func(c *Config) { c.Licence = "https://creativecommons.org/publicdomain/zero/1.0/" })
	text := body(t, do(t, s, "GET", "/?lang=nl", "Accept", "text/html"))
	found := regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("there is no description in\n%s", text)
	}
	var site struct {
		Type       string `json:"@type"`
		URL        string
		InLanguage []string
		MainEntity struct {
			Type         string `json:"@type"`
			License      string
			Distribution []struct{ ContentURL []string }
		}
	}
	if err := json.Unmarshal([]byte(found[1]), &site); err != nil {
		t.Fatal(err)
	}
	set := site.MainEntity
	if site.Type != "WebSite" || site.URL != testBase || !slices.Equal(site.InLanguage, []string{"nl"}) || set.Type != "Dataset" || set.License != s.config.Licence {
		t.Errorf("%s", found[1])
	}
	if len(set.Distribution) == 0 || !slices.Contains(set.Distribution[0].ContentURL, testBase+"-/dump.nq") {
		t.Errorf("the files are %+v", set.Distribution)
	}
}

// TestHomeCountsNoImports reads the front page of a store with the record of an import's run.
func TestHomeCountsNoImports(t *testing.T) {
	m := newMuseum(t, nil)
	run := `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"` + testBase + `import/1","type":"Activity","_label":"Import of objects.csv"}`
	if r := m.send(t, "PUT", "/import/1", run); r.StatusCode != http.StatusCreated {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	page := body(t, m.send(t, "GET", "/", "", "Accept", "text/html"))
	if !strings.Contains(page, `href="/person/"`) || strings.Contains(page, `href="/import/"`) || strings.Contains(page, `href="/event/"`) {
		t.Errorf("the front page:\n%s", page)
	}
}
