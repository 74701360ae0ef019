package search

import (
	"slices"
	"sync"

	segment "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"
)

// listed is a word of a field, and how many documents use it, those that were replaced
// included.
type listed struct {
	word string
	uses uint64
}

// dictionary calls use with the words of a field that an automaton accepts, nil for all,
// and that begin so. A word comes once for each part of the index, and nothing more of a
// part after use is false. Unlike the library's, the walk starts no goroutines: a damaged file is
// noticed.
func (m *matches) dictionary(field, beginning string, accept segment.Automaton, use func(listed) bool) error {
	for _, p := range m.parts {
		dict, err := p.Segment.Segment().Dictionary(field)
		if err != nil {
			return err
		}
		words := dict.AutomatonIterator(accept, []byte(beginning), after(beginning))
		for more := true; more; {
			next, err := words.Next()
			if err != nil {
				return err
			}
			if next == nil {
				break
			}
			more = use(listed{next.Term, next.Count})
		}
	}
	return nil
}

// after is the first text after those that begin so, nil for none.
func after(beginning string) []byte {
	out := []byte(beginning)
	for i := len(out) - 1; i >= 0; i-- {
		if out[i]++; out[i] > 0 {
			return out[:i+1]
		}
	}
	return nil
}

// wordsOfField returns the first words of a field that begin so.
func (m *matches) wordsOfField(field, beginning string, limit int) ([]string, error) {
	some, err := m.listedIn(field, beginning, nil, limit)
	out := make([]string, len(some))
	for i, l := range some {
		out[i] = l.word
	}
	return out, err
}

// wordsWith returns the first words of a field that have a text in them, but not at their
// beginning.
func (m *matches) wordsWith(field, inner string, limit int) (out []string, err error) {
	for _, p := range m.parts {
		words, err := m.columns.Words(p.Segment, field)
		if err != nil {
			return nil, err
		}
		for word := range words.With(inner) {
			if len(out) == limit {
				return out, nil
			}
			if !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out, nil
}

// listedIn returns the first words of a field that an automaton accepts and that begin so, with
// how often each is used.
func (m *matches) listedIn(field, beginning string, accept segment.Automaton, limit int) ([]listed, error) {
	var out []listed
	at := map[string]int{}
	err := m.dictionary(field, beginning, accept, func(e listed) bool {
		if i, ok := at[e.word]; ok {
			out[i].uses += e.uses
			return true
		}
		at[e.word] = len(out)
		out = append(out, e)
		return len(out) < limit
	})
	return out, err
}

// spellers make the automata of words with one and with two other letters. They are made
// once and never change.
var spellers = [...]func() (*levenshtein.LevenshteinAutomatonBuilder, error){
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(1, true)
	}),
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(2, true)
	}),
}

// speltLike accepts words that differ in so many letters at most, 1 or 2.
func speltLike(word string, letters int) (vellum.Automaton, error) {
	speller, err := spellers[letters-1]()
	if err != nil {
		return nil, err
	}
	return speller.BuildDfa(word, uint8(letters))
}
