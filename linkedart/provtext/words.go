package provtext

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vitrine/linkedart/words/lexicon"
)

//go:embed words.tsv
var wordsFile string

// wordLists are the words of a file by their kinds, and the currencies by their words: a number
// of the Art & Architecture Thesaurus and a label, which are empty where the word may be of
// several countries, as a dollar and a franc are.
type wordLists struct {
	byKind     map[string][]string
	currencies map[string]string
}

// readWords reads words.tsv. It is read once and never changes.
var readWords = sync.OnceValues(func() (wordLists, error) {
	l := wordLists{map[string][]string{}, map[string]string{}}
	for row, err := range lexicon.Rows(wordsFile, 3) {
		if err != nil {
			return l, fmt.Errorf("words.tsv, %w", err)
		}
		kind, value, list := row.Cells[0], row.Cells[1], strings.Split(row.Cells[2], "|")
		l.byKind[kind] = append(l.byKind[kind], list...)
		for _, word := range list {
			if kind == "currency" {
				l.currencies[word] = value
			}
		}
	}
	return l, nil
})

// currency returns what a word says of a currency.
func currency(word string) (value string, ok bool) {
	l, _ := readWords()
	value, ok = l.currencies[strings.ToLower(word)]
	return value, ok
}

// words are the words of a kind, in the order of the file. New returns the faults of the file.
func words(kind string) []string {
	l, _ := readWords()
	return l.byKind[kind]
}

// isWord tells whether a text is a word of a kind, whatever its letters' case.
func isWord(kind, text string) bool { return slices.Contains(words(kind), strings.ToLower(text)) }

// cutWord cuts a word of a kind and the space behind it from a text.
func cutWord(text, kind string) (rest string, ok bool) {
	for _, word := range words(kind) {
		if n := len(word); len(text) > n && text[n] == ' ' && strings.EqualFold(text[:n], word) {
			return text[n+1:], true
		}
	}
	return text, false
}
