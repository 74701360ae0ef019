package reconcile

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"vitrine/server/data/search/query"
)

// spelling is a name as it is compared: its words, folded as those of the search.
type spelling []string

// spellingOf folds a name; a text that has no words has an empty one.
func spellingOf(text string) spelling {
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	q, err := query.ParseText(plain(text))
	if err != nil {
		return nil
	}
	var words spelling
	for _, item := range q.Items {
		words = append(words, item.Words...)
	}
	return words
}

// plain is a text without what means something in a search.
func plain(text string) string { return strings.NewReplacer(`"`, " ", "*", " ").Replace(text) }

// What names are worth at most of which one has all words of the other: of an entity that has
// more than what was asked for, and of one that has less.
const hasMore, hasLess = 0.85, 0.7

// like tells how alike a name that is asked for and another one are, from 0 to 1: by their
// letters, in the order of the words or in any, as for "Rijn, Rembrandt van"; or by the words of
// one that the other has.
func (s spelling) like(other spelling) float64 {
	if len(s) == 0 || len(other) == 0 {
		return 0
	}
	best := letters(strings.Join(s, " "), strings.Join(other, " "))
	if best < 1 {
		best = max(best, 0.99*letters(s.sorted(), other.sorted()), hasMore*s.within(other), hasLess*other.within(s))
	}
	return best
}

func (s spelling) sorted() string {
	return strings.Join(slices.Sorted(slices.Values(s)), " ")
}

// within tells how much of the words another name has, a long word counting for more.
func (s spelling) within(other spelling) float64 {
	found, all := 0.0, 0.0
	for _, word := range s {
		best := 0.0
		for _, o := range other {
			best = max(best, letters(word, o))
		}
		weight := float64(utf8.RuneCountInString(word))
		if best >= 0.6 {
			found += weight * best
		}
		all += weight
	}
	return found / all
}

// letters tells how many letters of two texts are the same, in proportion to the longer.
func letters(a, b string) float64 {
	if a == b {
		return 1
	}
	longest := max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	return 1 - float64(levenshtein.ComputeDistance(a, b))/float64(longest)
}
