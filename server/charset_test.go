package server

import (
	"encoding/json"
	"mime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/knakk/rdf"
)

const beyondASCII = "Käthe 日本 \U0001D11E \\\"<é>"

// TestASCIIOnly reads escaped texts again.
func TestASCIIOnly(t *testing.T) {
	text, err := json.Marshal(map[string]string{"é": beyondASCII})
	if err != nil {
		t.Fatal(err)
	}
	for _, mediaType := range []string{"application/json", "application/ld+json", "application/jsonl", "application/problem+json"} {
		var got map[string]string
		out := asciiOnly(mediaType, text)
		if err := json.Unmarshal(out, &got); err != nil || got["é"] != beyondASCII || !isASCII(out) {
			t.Errorf("%s: %s: %v", mediaType, out, err)
		}
	}
	blank := "_:é <https://x.example/é%C3> \"" + `\"é\\` + "\"@fr .\n"
	if got, want := string(asciiOnly("application/n-triples", []byte(blank))), `_:é <https://x.example/\u00E9%C3> "\"\u00E9\\"@fr .`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	literal, err := rdf.NewLiteral(beyondASCII)
	if err != nil {
		t.Fatal(err)
	}
	triple := rdf.Triple{Subj: mustIRI(t, testBase+"é"), Pred: mustIRI(t, testBase+"p"), Obj: literal}
	out := asciiOnly("application/n-triples", []byte(triple.Serialize(rdf.NTriples)))
	again, err := rdf.NewTripleDecoder(strings.NewReader(string(out)), rdf.NTriples).Decode()
	if err != nil || again != triple || !isASCII(out) {
		t.Errorf("%s is %v, %v", out, again, err)
	}
	if got := asciiOnly("text/turtle", []byte(beyondASCII)); string(got) != beyondASCII {
		t.Errorf("Turtle: %s", got)
	}
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// TestCharset reads every representation as a client that takes text without a
// charset for Latin-1: only TriG comes to it otherwise than it was meant.
func TestCharset(t *testing.T) {
	m := newMuseum(t, nil)
	if r := m.send(t, "PUT", "/person/ada", ada("Käthe 日本")); r.StatusCode != 200 {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	for _, o := range m.offers.list {
		r := do(t, m, "GET", "/person/ada?format="+o.name)
		text := body(t, r)
		if r.StatusCode == 406 {
			continue
		}
		mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || r.StatusCode != 200 {
			t.Fatalf("%s: status %d, %v", o.name, r.StatusCode, err)
		}
		registered := strings.HasPrefix(mediaType, "text/") || mediaType == "application/rdf+xml"
		if _, has := params["charset"]; has != registered {
			t.Errorf("%s: Content-Type %s", o.name, r.Header.Get("Content-Type"))
		}
		if !registered && o.name != "trig" && !isASCII([]byte(text)) {
			t.Errorf("%s has neither a charset nor ASCII alone: %s", o.name, text)
		}
	}
}
