package query

import (
	"errors"
	"strings"
	"testing"
)

// show writes a query as it was understood.
func show(q Query) string {
	var out []string
	for _, it := range q.Items {
		s := strings.Join(it.Words, " ")
		if it.Prefix {
			s += "*"
		}
		s += " (" + it.Identifier
		if it.Starred {
			s += "*"
		}
		out = append(out, s+")")
	}
	return strings.Join(out, " + ")
}

func TestParseText(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"  Pearl\tearring ", "pearl (pearl) + earring (earring)"},
		{`girl "with a Pearl" x`, "girl (girl) + with a pearl (withapearl) + x (x)"},
		{`"not closed at all`, "not closed at all (notclosedatall)"},
		{`a""b`, "a (a) + b (b)"},
		{"verm*", "verm* (verm*)"},
		{"SK-C-5", "sk c 5 (skc5)"},
		{"SK-C-*", "sk c (skc*)"},
		{"SK-C*", "sk c* (skc*)"},
		{`"verm*"`, "verm (verm)"},
		{"*", ""},
		{"ver*eer", "ver eer (vereer)"},
		{"& – !", ""},
		{"a AND b OR (c) -d +e ~f ^2 /g.*/ h:i", "a (a) + and (and) + b (b) + or (or) + c (c) + d (d) + e (e) + f (f) + 2 (2) + g (g) + h i (hi)"},
		{"真珠*", "真 珠* (真珠*)"},
	}
	for _, test := range tests {
		q, err := ParseText(test.text)
		if got := show(q); err != nil || got != test.want {
			t.Errorf("%q: %s, %v\nwant %s", test.text, got, err, test.want)
		}
	}
}

func TestParseTextLimits(t *testing.T) {
	tests := map[string]struct{ most, tooMuch string }{
		"length":   {strings.Repeat("x", 100) + strings.Repeat(" ", MaxQuery-100), strings.Repeat(" ", MaxQuery+1)},
		"Items":    {strings.Repeat("x ", maxItems), strings.Repeat("x ", maxItems+1)},
		"words":    {strings.Repeat("真", maxWords), strings.Repeat("真", maxWords+1)},
		"prefixes": {strings.Repeat("x* ", maxPrefixes), strings.Repeat("x* ", maxPrefixes+1)},
		"encoding": {"\u00e9", "\xe9"},
	}
	for name, test := range tests {
		if _, err := ParseText(test.most); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := ParseText(test.tooMuch); !isError(err) {
			t.Errorf("%s: %v, want a QueryError", name, err)
		}
	}
}

// FuzzParseText checks that whatever is typed is either refused in words or
// understood within the limits.
func FuzzParseText(f *testing.F) {
	for _, seed := range []string{"", "vermeer", `"girl with" pearl*`, "SK-C-*", `"`, `"" "a`, "a* b* c* d* e*", "真珠* の", "ﬁ\u0301*", "/.*/ ~2 ^3 field:x (a OR b)", "\xff", "x\x00y*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ParseText(text)
		if err != nil {
			if !isError(err) {
				t.Fatalf("%v is no *Error", err)
			}
			return
		}
		for _, it := range q.Items {
			if len(it.Words) == 0 || it.Prefix && !it.Starred {
				t.Errorf("item %+v", it)
			}
		}
		if len(q.Items) > maxItems {
			t.Errorf("%d items", len(q.Items))
		}
	})
}

func isError(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong)
}
