package server

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestBaseBeyondASCII writes, reads, lists and links records under base URLs that
// are no URIs.
func TestBaseBeyondASCII(t *testing.T) {
	for _, base := range []string{"https://data.museum.example/données/", "https://müseum.example/", "https://müseum.example/données/日本/", "https://data.museum.example/donn%C3%A9es/"} {
		m := newMuseum(t, nil)
		m.Server = m.restarted(t, func(c *Config) { c.BaseURL, c.Validator = base, nil })
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		root := u.EscapedPath()
		r := m.send(t, "POST", root+"person/", strings.Replace(ada("Ada"), `"id":"`+testBase+`person/ada",`, "", 1))
		said := body(t, r)
		var a answer
		if err := json.Unmarshal([]byte(said), &a); err != nil {
			t.Fatal(err)
		}
		id, location := a.ID, r.Header.Get("Location")
		if r.StatusCode != http.StatusCreated || !strings.HasPrefix(id, base+"person/") || !strings.HasPrefix(location, root+"person/") {
			t.Fatalf("%s: POST: status %d, id %s, Location %s: %s", base, r.StatusCode, id, location, said)
		}
		r = do(t, m, "GET", location)
		if text := body(t, r); r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Location"), location) {
			t.Errorf("%s: GET %s: status %d, %v: %s", base, location, r.StatusCode, r.Header, text)
		}
		for _, c := range r.Header.Get("Link") + location {
			if c > '~' {
				t.Errorf("%s: a header that is not ASCII: %v", base, r.Header)
			}
		}
		page := body(t, do(t, m, "GET", root, "Accept", "text/html"))
		if !strings.Contains(page, `href="`+root+`person/"`) {
			t.Errorf("%s: the front page has no endpoint:\n%s", base, page)
		}
		r = do(t, m, "GET", root+"person/", "Accept", "text/html")
		if list := body(t, r); r.StatusCode != 200 || !strings.Contains(list, `href="`+location+`"`) {
			t.Errorf("%s: the list: status %d\n%s", base, r.StatusCode, list)
		}
		r = do(t, m, "GET", root+"person/?page=1")
		if first := regexp.MustCompile(`<([^>]*)>; rel="first"`).FindStringSubmatch(r.Header.Get("Link")); r.StatusCode != 200 || first == nil || first[1] != root+"person/?page=1" {
			t.Errorf("%s: a page of the list: status %d, Link %s", base, r.StatusCode, r.Header.Get("Link"))
		}
		for _, target := range []string{root + "-/healthz", root + "-/dataset", root + "-/activity/page/0"} {
			if r := do(t, m, "GET", target); r.StatusCode != 200 {
				t.Errorf("%s: %s: status %d", base, target, r.StatusCode)
			}
		}
	}
}
