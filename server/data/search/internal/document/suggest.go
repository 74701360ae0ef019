package document

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/server/data/search/internal/words"
)

// The limits of the names that are suggested.
const (
	// maxSuggestedName is the length of the longest name that is suggested, in bytes,
	// and maxSuggestedNames how many names of an entity are.
	maxSuggestedName  = 120
	maxSuggestedNames = 8
	// maxStarts is the number of words of a name by which it is suggested.
	maxStarts = 6
)

// suggestTerms returns the terms of the names of an entity: for each of the first words
// of a name, the name from there on, folded, and after a zero byte the name itself.
func suggestTerms(t Text) []string {
	var out []string
	names := slices.Concat(t.Names, t.Labels)
	for _, name := range names[:min(len(names), maxSuggestedNames)] {
		name = strings.Join(strings.Fields(name), " ")
		if len(name) > maxSuggestedName || name == "" || !utf8.ValidString(name) {
			continue
		}
		rest := SuggestKey(name)
		for range maxStarts {
			if term := rest + "\x00" + name; rest != "" && !slices.Contains(out, term) {
				out = append(out, term)
			}
			_, after, more := strings.Cut(rest, " ")
			if !more {
				break
			}
			rest = after
		}
	}
	return out
}

// SuggestKey is a name as beginnings are compared with it: folded, punctuation as
// spaces.
func SuggestKey(name string) string { return words.Key(strings.Map(words.Separate, words.Fold(name))) }
