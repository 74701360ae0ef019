package server

import (
	"mime"
	"strings"
	"testing"
	"unicode/utf8"
)

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// TestCharset reads every representation as a client that takes text without a
// charset for Latin-1: JSON comes to it as it was meant.
func TestCharset(t *testing.T) {
	m := newMuseum(t, nil)
	if r := m.send(t, "PUT", "/person/ada", ada("Käthe 日本")); r.StatusCode != 200 {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	for _, o := range m.offers.List {
		r := do(t, m, "GET", "/person/ada?format="+o.Name)
		text := body(t, r)
		if r.StatusCode == 406 {
			continue
		}
		mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || r.StatusCode != 200 {
			t.Fatalf("%s: status %d, %v", o.Name, r.StatusCode, err)
		}
		registered := strings.HasPrefix(mediaType, "text/") || strings.HasPrefix(mediaType, "application/x-") || mediaType == "application/rdf+xml" || mediaType == "application/xml"
		if _, has := params["charset"]; has != registered {
			t.Errorf("%s: Content-Type %s", o.Name, r.Header.Get("Content-Type"))
		}
		if strings.HasSuffix(mediaType, "json") && !isASCII([]byte(text)) {
			t.Errorf("%s is not in ASCII alone: %s", o.Name, text)
		}
	}
}
