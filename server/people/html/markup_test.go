package html

import (
	"html"
	"strings"
	"testing"
)

// FuzzText checks that a text that was written is read as it was, and is neither markup
// nor the end of an attribute.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "Delft", `<script>alert("1")</script>`, "a & b", "it's", "\x00", "\xff", "&amp;", `" onload="x`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := &markup{}
		m.text(text)
		got := m.b.String()
		if strings.ContainsAny(got, "<>\"'\x00") {
			t.Errorf("%q is written as %q", text, got)
		}
		if read := html.UnescapeString(got); read != strings.ReplaceAll(text, "\x00", "\uFFFD") {
			t.Errorf("%q is read as %q", text, read)
		}
	})
}

// TestStructured has nothing in the element that could end it.
func TestStructured(t *testing.T) {
	got := string(structured([]byte(`{"name":"</script><b>&\u2028"}`)))
	if strings.Count(got, "<") != 2 || strings.Contains(got, "&") {
		t.Error(got)
	}
	if got := structured([]byte(`</script>`)); got != "" {
		t.Errorf("what is no JSON is written: %s", got)
	}
}
