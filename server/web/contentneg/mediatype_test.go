package contentneg

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
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
	if got := ASCII("application/n-triples", []byte(beyondASCII)); string(got) != beyondASCII {
		t.Errorf("N-Triples: %s", got)
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
