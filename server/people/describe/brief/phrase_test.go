package brief

import "testing"

func TestClip(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äö…"}, {"\xff\xff\xff\xff", 3, "\xff\xff…"},
	} {
		if got := Clip(test.text, test.limit); got != test.want {
			t.Errorf("%q in %d: %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}
