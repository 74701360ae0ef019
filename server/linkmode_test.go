package server

import (
	"strings"
	"testing"

	"vitrine/server/represent"
)

// TestLinkModes asks for the record and the page in each mode.
func TestLinkModes(t *testing.T) {
	m := taggedMuseum(t)
	m.mustSend(t, "PUT", "/person/1", bornIn(testBase+"person/1", "One", testBase+"place/delft"))
	hal := `application/ld+json;profile="` + linkedArt + ` https://linked.art/api/1.0/hal/"`
	tests := []struct {
		mode    LinkMode
		target  string
		accept  string
		prefer  string
		linked  bool
		applied string
	}{
		{represent.Always, "/person/ada", "", "", true, ""},
		{represent.Always, "/person/ada?links=none", "", "", false, ""},
		{represent.Always, "/person/ada", "", "return=minimal", false, "return=minimal"},
		{represent.Always, "/person/ada", "", "return=representation", true, ""},
		{represent.Negotiated, "/person/ada", "", "", false, ""},
		{represent.Negotiated, "/person/ada", askedLinkedArt, "", false, ""},
		{represent.Negotiated, "/person/ada", hal, "", true, ""},
		{represent.Negotiated, "/person/ada", "", "return=representation", true, "return=representation"},
		{represent.Negotiated, "/person/ada", hal, "return=minimal", false, "return=minimal"},
		{represent.Negotiated, "/person/ada?links=none", hal, "", false, ""},
		{represent.Never, "/person/ada", "", "", false, ""},
		{represent.Never, "/person/ada", hal, "return=representation", false, ""},
	}
	for _, test := range tests {
		s := m.restarted(t, func(c *Config) { c.LinkMode = test.mode })
		var fields []string
		for name, value := range map[string]string{"Accept": test.accept, "Prefer": test.prefer} {
			if value != "" {
				fields = append(fields, name, value)
			}
		}
		r := do(t, s, "GET", test.target, fields...)
		text := body(t, r)
		if r.StatusCode != 200 || strings.Contains(text, `"_links"`) != test.linked || r.Header.Get("Preference-Applied") != test.applied || r.Header.Get("Content-Type") != askedLinkedArt {
			t.Errorf("%s: GET %s %v: status %d, %v: %s", test.mode, test.target, fields, r.StatusCode, r.Header, text)
		}
		if again := do(t, s, "GET", r.Header.Get("Content-Location"), fields...); again.Header.Get("ETag") != r.Header.Get("ETag") {
			t.Errorf("%s: GET %s %v: Content-Location %s is another representation", test.mode, test.target, fields, r.Header.Get("Content-Location"))
		}
	}
	for mode, linked := range map[LinkMode]bool{represent.Always: true, represent.Negotiated: true, represent.Never: false} {
		s := m.restarted(t, func(c *Config) { c.LinkMode = mode })
		if page := body(t, do(t, s, "GET", "/place/delft.html")); strings.Contains(page, `<h2>Born here `) != linked {
			t.Errorf("%s: the page\n%s", mode, page)
		}
		if r := do(t, s, "GET", "/-/links/nothing?of=x"); r.StatusCode != 404 {
			t.Errorf("%s: status %d", mode, r.StatusCode)
		}
	}
	config := m.config
	config.LinkMode = "sometimes"
	if _, err := New(config); err == nil || !strings.Contains(err.Error(), "sometimes") {
		t.Errorf("an unknown mode: %v", err)
	}
}
