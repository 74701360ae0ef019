package columns

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	w := &Words{}
	for _, word := range []string{"ana", "anana", "ban", "banana", "leinöl", "öl"} {
		w.text += word
		w.ends = append(w.ends, uint32(len(w.text)))
	}
	for inner, want := range map[string][]string{
		"ana":  {"anana", "banana"},
		"nana": {"anana", "banana"},
		"nan":  {"anana", "banana"},
		"aba":  nil, // it would be in two words
		"ba":   nil,
		"öl":   {"leinöl"},
		"x":    nil,
	} {
		if got := slices.Collect(w.With(inner)); !slices.Equal(got, want) {
			t.Errorf("with %s: %q, want %q", inner, got, want)
		}
	}
	for prefix, want := range map[string][]string{"an": {"ana", "anana"}, "banana": {"banana"}, "c": nil, "öl": {"öl"}, "ö": {"öl"}, "zz": nil} {
		if got := slices.Collect(w.Beginning(prefix)); !slices.Equal(got, want) {
			t.Errorf("beginning with %s: %q, want %q", prefix, got, want)
		}
	}
}
