package contentneg

import "testing"

// TestReturn reads Prefer fields, also with what only looks like a preference.
func TestReturn(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  string
	}{
		{nil, ""}, {[]string{""}, ""}, {[]string{"return=minimal"}, "minimal"}, {[]string{" Return = minimal "}, "minimal"},
		{[]string{"respond-async", "wait=10, return=representation"}, "representation"},
		{[]string{"return=minimal, return=representation"}, "minimal"},
		{[]string{`foo="a, return=minimal", return=representation`}, "representation"},
		{[]string{`foo="a\", return=minimal", return=representation`}, "representation"},
		{[]string{`return=minimal; foo="some; parameter"`}, "minimal"},
		{[]string{`foo; return=minimal`}, ""}, {[]string{`"`}, ""}, {[]string{`a="b\`}, ""}, {[]string{"return"}, ""},
	} {
		if got := Return(test.lines); got != test.want {
			t.Errorf("%q: %q, want %q", test.lines, got, test.want)
		}
	}
}
