package reconcile

import (
	"slices"
	"unicode/utf8"
)

// Life is a person, group or place as far as a list of names tells of it.
type Life struct {
	name       spelling
	born, died string
}

// NewLife returns what a name and the dates of birth and death tell, "" for one that is not known.
func NewLife(name, born, died string) Life { return Life{spellingOf(name), born, died} }

// Matches tells whether another one scores as a match where a query has the name and the dates.
func (l Life) Matches(other Life) bool {
	var of mean
	of.add(nameWeight, l.name.like(other.name))
	for _, dates := range [][2]string{{l.born, other.born}, {l.died, other.died}} {
		asked, ok := yearOf(dates[0])
		got, known := yearOf(dates[1])
		if ok && known {
			of.add(1, fitsYears(got, got, asked))
		}
	}
	return of.score() >= matchScore
}

// Words are the words of the name, folded and sorted, "" for a name without words.
func (l Life) Words() string { return l.name.sorted() }

// shortestMisspelt is how many letters a name has at least that matches one with another letter.
const shortestMisspelt = 10

// Keys are what to look for matches by: the words of the name, and the same without each of their
// letters. Names that differ in one letter have one of them in common.
func (l Life) Keys() []string {
	words := l.Words()
	keys := []string{words}
	if utf8.RuneCountInString(words) >= shortestMisspelt {
		for i := range words {
			_, size := utf8.DecodeRuneInString(words[i:])
			keys = append(keys, words[:i]+words[i+size:])
		}
	}
	return slices.Compact(keys)
}
