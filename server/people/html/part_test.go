package html

import (
	"slices"
	"testing"
)

func TestCompose(t *testing.T) {
	one, two := Text("one"), Text("two")
	for _, test := range []struct {
		name string
		got  Phrase
		want string
	}{
		{"first of a row", Enumerate(nil, one...), "one"},
		{"a row", Enumerate(one, two...), "one, two"},
		{"nothing", Enumerate(one), "one"},
		{"a part without a text", Enumerate(one, Part{}), "one"},
		{"an aside", InBrackets(one, two), "one (two)"},
		{"no aside", InBrackets(one, nil), "one"},
	} {
		if got := test.got.Plain(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	for want, texts := range map[string][2]string{"": {}, "a": {"a", ""}, "b": {"", "b"}, "a; b": {"a", "b"}} {
		if got := Joined(texts[0], texts[1]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestDistinct keeps what says something else or leads somewhere else.
func TestDistinct(t *testing.T) {
	named := func(text, iri string) Phrase { return Phrase{{Text: text, IRI: iri}} }
	got := Distinct([]Phrase{named("a", "1")}, []Phrase{named("a", "1"), named("a", "2"), named("b", "1"), named("b", "1")})
	var said []string
	for _, p := range got {
		said = append(said, p[0].Text+p[0].IRI)
	}
	if want := []string{"a1", "a2", "b1"}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}
