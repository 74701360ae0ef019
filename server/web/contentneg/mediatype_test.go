package contentneg

import (
	"encoding/json"
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
		out := ASCII(mediaType, text)
		if err := json.Unmarshal(out, &got); err != nil || got["é"] != beyondASCII || !isASCII(out) {
			t.Errorf("%s: %s: %v", mediaType, out, err)
		}
	}
	blank := "_:é <https://x.example/é%C3> \"" + `\"é\\` + "\"@fr .\n"
	if got, want := string(ASCII("application/n-triples", []byte(blank))), `_:é <https://x.example/\u00E9%C3> "\"\u00E9\\"@fr .`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	literal, err := rdf.NewLiteral(beyondASCII)
	if err != nil {
		t.Fatal(err)
	}
	triple := rdf.Triple{Subj: mustIRI(t, "https://data.museum.example/é"), Pred: mustIRI(t, "https://data.museum.example/p"), Obj: literal}
	out := ASCII("application/n-triples", []byte(triple.Serialize(rdf.NTriples)))
	again, err := rdf.NewTripleDecoder(strings.NewReader(string(out)), rdf.NTriples).Decode()
	if err != nil || again != triple || !isASCII(out) {
		t.Errorf("%s is %v, %v", out, again, err)
	}
	if got := ASCII("text/turtle", []byte(beyondASCII)); string(got) != beyondASCII {
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

func mustIRI(t *testing.T, s string) rdf.IRI {
	t.Helper()
	iri, err := rdf.NewIRI(s)
	if err != nil {
		t.Fatal(err)
	}
	return iri
}
