package query

import (
	"strings"
	"testing"
)

func TestMark(t *testing.T) {
	for _, test := range []struct{ query, text, want string }{
		{"delft", "View of Délft, Delftware", "View of [Délft], Delftware"},
		{"delft*", "View of Délft, Delftware", "View of [Délft], [Delftware]"},
		{`"of delft"`, "of delft", "[of] [delft]"},
		{"vermeer", "Vermeer's", "[Vermeer]'s"},
		{"珠", "真珠の耳飾り", "真[珠]の耳飾り"},
		{"paintings", "A painting of painters", "A [painting] of painters"},
		{"Gemaelde", "Das Gemälde", "Das [Gemälde]"},
		{"who painted the view", "The views were painted", "The [views] were [painted]"},
		{`"paintings"`, "A painting", "A painting"},
		{"x", "", ""},
		{"a", "\xffa\xff", "\xff[a]\xff"},
	} {
		q, err := ParseText(test.query)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, piece := range q.Marker().Mark(test.text) {
			if piece.Marked {
				got.WriteString("[" + piece.Text + "]")
			} else {
				got.WriteString(piece.Text)
			}
		}
		if got.String() != test.want {
			t.Errorf("%s in %q: %q, want %q", test.query, test.text, &got, test.want)
		}
	}
}

// FuzzMark checks that the pieces are the text, and that snippets stay short.
func FuzzMark(f *testing.F) {
	f.Add("delft", "View of Délft")
	f.Add("a* 珠", strings.Repeat("word ", 100)+"a 真珠")
	f.Add("\"of", "\xff\x00of")
	f.Fuzz(func(t *testing.T, typed, text string) {
		q, err := ParseText(typed)
		if err != nil {
			return
		}
		m := q.Marker()
		var whole strings.Builder
		for _, piece := range m.Mark(text) {
			whole.WriteString(piece.Text)
		}
		if whole.String() != text {
			t.Errorf("%q became %q", text, &whole)
		}
		if cut := m.cut(text); len(cut) > maxSnippet+len("…  …") {
			t.Errorf("a snippet of %d bytes", len(cut))
		}
	})
}
