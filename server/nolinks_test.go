package server

import (
	"strings"
	"testing"
)

// TestNoLinks asks for records and pages of servers with links and without.
func TestNoLinks(t *testing.T) {
	m := taggedMuseum(t)
	m.mustSend(t, "PUT", "/person/1", bornIn(testBase+"person/1", "One", testBase+"place/delft"))
	without := m.restarted(t, func(c *Config) { c.NoLinks = true })
	for _, test := range []struct {
		server *Server
		target string
		linked bool
	}{
		{m.Server, "/person/ada", true},
		{m.Server, "/person/ada?links=none", false},
		{without, "/person/ada", false},
	} {
		r := do(t, test.server, "GET", test.target, "Prefer", "return=minimal")
		text := body(t, r)
		if r.StatusCode != 200 || strings.Contains(text, `"_links"`) != test.linked || r.Header.Get("Content-Type") != askedLinkedArt {
			t.Errorf("GET %s: status %d, %v: %s", test.target, r.StatusCode, r.Header, text)
		}
		if again := do(t, test.server, "GET", r.Header.Get("Content-Location")); again.Header.Get("ETag") != r.Header.Get("ETag") {
			t.Errorf("GET %s: Content-Location %s is another representation", test.target, r.Header.Get("Content-Location"))
		}
	}
	for s, linked := range map[*Server]bool{m.Server: true, without: false} {
		if page := body(t, do(t, s, "GET", "/place/delft.html")); strings.Contains(page, `<h2>Born here `) != linked {
			t.Errorf("with links: %v: the page\n%s", linked, page)
		}
	}
}
