package server

import (
	"regexp"
	"strings"
	"testing"

	"vitrine/server/people/site"
)

// TestAssets follows the links of a page that has assets of all kinds.
func TestAssets(t *testing.T) {
	s, _ := newTestServer(t, nil)
	page := do(t, s, "GET", "/-/sparql", "Accept", "text/html")
	policy := page.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self';"} {
		if !strings.Contains(policy, want) || strings.Contains(policy, "unsafe") {
			t.Errorf("the policy is %q, without %q", policy, want)
		}
	}
	found := regexp.MustCompile(`"(/-/assets/[^"]+)"`).FindAllStringSubmatch(body(t, page), -1)
	if len(found) < 3 {
		t.Fatalf("the page has %d assets", len(found))
	}
	for _, m := range found {
		answer := do(t, s, "GET", m[1], "Accept-Encoding", "gzip")
		header := answer.Header
		if answer.StatusCode != 200 || header.Get("Cache-Control") != site.Immutable || header.Get("ETag") == "" || header.Get("Content-Type") == "" {
			t.Errorf("%s: status %d, header %v", m[1], answer.StatusCode, header)
		}
		if strings.HasSuffix(m[1], ".css") && (header.Get("Content-Type") != "text/css; charset=utf-8" || header.Get("Content-Encoding") != "gzip") {
			t.Errorf("%s: header %v", m[1], header)
		}
		if again := do(t, s, "GET", m[1], "Accept-Encoding", "gzip", "If-None-Match", header.Get("ETag")); again.StatusCode != 304 {
			t.Errorf("%s: status %d with its tag", m[1], again.StatusCode)
		}
	}
	for _, target := range []string{"/-/assets/", "/-/assets/0/style.css", strings.Replace(found[0][1], ".svg", ".txt", 1), strings.TrimSuffix(found[0][1], "icon.svg")} {
		if answer := do(t, s, "GET", target); answer.StatusCode != 404 {
			t.Errorf("%s: status %d", target, answer.StatusCode)
		}
	}
}
