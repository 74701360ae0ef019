package lexicon

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	var got []string
	for _, token := range Tokens("v. Chr. 1895–98, Été") {
		got = append(got, token.Text)
	}
	if text := strings.Join(got, "|"); text != "v|.|chr|.|1895|-|98|,|ete" {
		t.Error(text)
	}
}

func TestMatch(t *testing.T) {
	l, err := Read("# words\nera\tbce\tv. Chr.|before Christ\nbound\tbefore\tbefore|vor\n")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Entry{
		"v. Chr.": {"era", "bce"}, "V.CHR": {"era", "bce"}, "before Christ": {"era", "bce"}, "before 1800": {"bound", "before"}, "after": {}, "": {},
	} {
		if got, _ := l.Match(Tokens(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for _, broken := range []string{"a\tb\n", "a\tb\t\n", "a\tb\tx\nc\td\tX\n"} {
		if _, err := Read(broken); err == nil || !strings.Contains(err.Error(), "line") {
			t.Errorf("%q: %v", broken, err)
		}
	}
}

// FuzzTokens checks that tokens are in order and within the text, and that only white space
// is between them.
func FuzzTokens(f *testing.F) {
	f.Add("um 1480/90 v. Chr.")
	f.Add("ﬁ\u0301 ½ \xff")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, token := range Tokens(text) {
			if token.Start < end || token.End <= token.Start || token.End > len(text) || strings.TrimSpace(text[end:token.Start]) != "" {
				t.Fatalf("%q: %+v after %d", text, token, end)
			}
			end = token.End
		}
	})
}
