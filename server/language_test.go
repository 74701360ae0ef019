package server

import (
	"net/http"
	"strings"
	"testing"

	"vitrine/server/web/respond"
)

// varyOf is the Vary of an answer: a page depends on Accept-Language, and an entity on
// Accept-Profile.
func varyOf(r *http.Response) string {
	vary := respond.Vary
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		vary = respond.VaryByLanguage
	}
	return vary + ofEntity(r)
}

func ofEntity(r *http.Response) string {
	if r.Header.Get("Content-Location") != "" {
		return respond.VaryByProfile + respond.VaryByDatetime
	}
	return ""
}

// TestLanguages asks for pages of all kinds in the ways in which one asks for a language.
func TestLanguages(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for _, target := range []string{
		"/", "/person/1", "/person/1.html", "/person/1?format=triples", "/person/", "/person/none", "/-/errors/", "/-/errors/gone",
		"/-/activity", "/-/activity/page/0", "/-/quads", "/-/dataset", "/-/contexts/",
	} {
		for _, row := range []struct {
			parameter, field, want string
			named                  bool
		}{
			{"", "", "en", false},
			{"", "nl", "nl", false},
			{"", "de-AT, en;q=0.5", "de", false},
			{"", "ja", "en", false},
			{"", "ja, fr;q=0.1", "fr", false},
			{"lang=fr", "", "fr", true},
			{"lang=fr", "nl", "fr", true},
			{"lang=NL-be", "", "nl", true},
			{"lang=ja", "nl", "nl", false},
			{"lang=", "nl", "nl", false},
			{"lang=%22%3E", "nl", "nl", false},
			{"language=fr", "nl", "nl", false},
		} {
			r := do(t, s, "GET", withQuery(target, row.parameter), "Accept", "text/html", "Accept-Language", row.field)
			text := body(t, r)
			what := target + " with " + row.parameter + " and " + row.field
			vary := respond.VaryByLanguage
			if row.named {
				vary = respond.Vary
			}
			if r.Header.Get("Content-Language") != row.want || r.Header.Get("Vary") != vary+ofEntity(r) {
				t.Errorf("%s: Content-Language %s, Vary %s, want %s", what, r.Header.Get("Content-Language"), r.Header.Get("Vary"), row.want)
			}
			if !strings.Contains(text, `<html lang="`+row.want+`"`) || !strings.Contains(text, `hreflang="`+row.want+`" lang="`+row.want+`" aria-current="true"`) {
				t.Errorf("%s: the page\n%.800s", what, text)
			}
			if named := strings.Contains(text, `href="/?lang=`+row.want+`"`); target != "/" && named != row.named {
				t.Errorf("%s: the links carry the language: %v", what, named)
			}
		}
	}
}

func withQuery(target, parameter string) string {
	switch {
	case parameter == "":
		return target
	case strings.Contains(target, "?"):
		return target + "&" + parameter
	}
	return target + "?" + parameter
}

// TestDataHasNoLanguage asks for data, which is the same for everybody.
func TestDataHasNoLanguage(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for _, target := range []string{"/person/1", "/person/1.ttl", "/person/", "/-/activity"} {
		plain := do(t, s, "GET", target)
		r := do(t, s, "GET", target, "Accept-Language", "nl")
		if r.Header.Get("ETag") != plain.Header.Get("ETag") || r.Header.Get("Vary") != varyOf(r) || r.Header.Get("Content-Language") != "" {
			t.Errorf("%s: header %v", target, r.Header)
		}
	}
	long := strings.Repeat("nl,", 300)
	if r := do(t, s, "GET", "/person/1", "Accept-Language", long); r.StatusCode != 200 {
		t.Errorf("data, for many languages: status %d", r.StatusCode)
	}
	for _, target := range []string{"/person/1.html", "/person/?page=1"} {
		if r := do(t, s, "GET", target, "Accept", "text/html", "Accept-Language", long); r.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("%s, for many languages: status %d", target, r.StatusCode)
		}
	}
}

// TestContentLocationOfPages follows the addresses that pages say they are at: each is
// the same representation.
func TestContentLocationOfPages(t *testing.T) {
	m := taggedMuseum(t)
	for _, target := range []string{"/place/delft", "/place/delft?lang=nl", "/place/delft?lang=ja", "/place/delft?links=none&lang=de", "/place/delft.html?links=none", "/place/delft?format=triples&lang=fr"} {
		for _, language := range []string{"", "nl"} {
			r := do(t, m, "GET", target, "Accept", "text/html", "Accept-Language", language)
			location := r.Header.Get("Content-Location")
			again := do(t, m, "GET", location, "Accept-Language", language)
			if location == "" || again.Header.Get("ETag") != r.Header.Get("ETag") || body(t, again) != body(t, r) {
				t.Errorf("%s for %s: Content-Location %s is another representation", target, language, location)
			}
			if named := strings.Contains(target, "lang=") && !strings.Contains(target, "lang=ja"); named != strings.Contains(location, "lang=") {
				t.Errorf("%s: Content-Location %s", target, location)
			}
		}
	}
}

// TestPageFollowsTheStore changes other entities: a page that is the same then keeps its
// tag.
func TestPageFollowsTheStore(t *testing.T) {
	m := taggedMuseum(t)
	m.Server = m.restarted(t, nil)
	get := func(fields ...string) *http.Response {
		t.Helper()
		return do(t, m, "GET", "/place/delft.html", fields...)
	}
	first := get()
	tag := first.Header.Get("ETag")
	if r := get("If-None-Match", tag); r.StatusCode != http.StatusNotModified {
		t.Errorf("status %d", r.StatusCode)
	}
	m.mustSend(t, "PUT", "/place/unrelated", placeRecord(testBase+"place/unrelated", "Unrelated"))
	if r := get("If-None-Match", tag); r.StatusCode != http.StatusNotModified {
		t.Errorf("after another change: status %d", r.StatusCode)
	}
	m.mustSend(t, "PUT", "/person/1", bornIn(testBase+"person/1", "One", testBase+"place/delft"))
	r := get("If-None-Match", tag)
	if r.StatusCode != http.StatusOK || r.Header.Get("ETag") == tag {
		t.Errorf("after a birth: status %d", r.StatusCode)
	}
	tags := map[string]bool{}
	for _, coding := range []string{"identity", "gzip", "br", "zstd"} {
		for _, language := range []string{"en", "nl", "fr", "de"} {
			for _, parameter := range []string{"", "?lang=" + language} {
				tags[do(t, m, "GET", "/place/delft.html"+parameter, "Accept-Encoding", coding, "Accept-Language", language).Header.Get("ETag")] = true
			}
		}
	}
	if len(tags) != 4*4*2 {
		t.Errorf("%d tags", len(tags))
	}
}

// TestPageHasNoDate sends preconditions with dates: a page has none, so that they are
// void (RFC 9110 section 13.1.3 and 13.1.4).
func TestPageHasNoDate(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for _, field := range []string{"If-Modified-Since", "If-Unmodified-Since"} {
		for _, date := range []string{"Wed, 01 Jan 1997 00:00:00 GMT", "Wed, 01 Jan 2098 00:00:00 GMT"} {
			r := do(t, s, "GET", "/person/1.html", field, date)
			if r.StatusCode != 200 || r.Header.Get("Last-Modified") != "" {
				t.Errorf("%s: %s: status %d, header %v", field, date, r.StatusCode, r.Header)
			}
		}
	}
}
