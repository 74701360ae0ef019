package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/es"
	"github.com/blevesearch/bleve/v2/analysis/lang/fr"
	"github.com/blevesearch/bleve/v2/analysis/lang/it"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/spanish"
)

// Languages are the codes of those that have stems, in the order of Stems.
var Languages = [...]string{"en", "de", "fr", "nl", "it", "es"}

// Stems are the stems of a word, one for each of the languages.
type Stems [len(Languages)]string

var stemmers = [len(Languages)]func(*snowballstem.Env) bool{english.Stem, german.Stem, french.Stem, dutch.Stem, italian.Stem, spanish.Stem}

// StemsOf returns the stems of a folded word. A number and a short word are their own.
func StemsOf(word string) (out Stems) {
	for i, stem := range stemmers {
		out[i] = word
		if len(word) >= minStemmed && word[len(word)-1] > '9' {
			env := snowballstem.NewEnv(word)
			stem(env)
			out[i] = env.Current()
		}
	}
	return out
}

// minStemmed is the length of the shortest word that is more than its stem.
const minStemmed = 4

// Share tells whether two words have the same stem in one of the languages.
func (s Stems) Share(other Stems) bool {
	for i := range s {
		if s[i] == other[i] {
			return true
		}
	}
	return false
}

// Shortest is the shortest of the stems.
func (s Stems) Shortest() string {
	return slices.MinFunc(s[:], func(a, b string) int { return len(a) - len(b) })
}

// stopFile has words of questions that the lists of the library do not have.
//
//go:embed stop.txt
var stopFile string

// stopWords are the words of all languages that say nothing of what is searched for. They
// are read once and never change.
var stopWords = sync.OnceValue(func() map[string]bool {
	all := analysis.NewTokenMap()
	for _, list := range [][]byte{en.EnglishStopWords, de.GermanStopWords, fr.FrenchStopWords, nl.DutchStopWords, it.ItalianStopWords, es.SpanishStopWords, []byte(stopFile)} {
		_ = all.LoadBytes(list) // a reader of bytes does not fail
	}
	out := map[string]bool{}
	for word := range all {
		out[Fold(word)] = true
	}
	return out
})

// IsStop tells whether a folded word says nothing of what is searched for.
func IsStop(word string) bool { return stopWords()[word] }

// spellings are the ways in which letters are written in German and Scandinavian names.
var spellings = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "aa", "a")

// Spellings are a folded word and the same in other spellings of its letters.
func Spellings(word string) []string {
	if other := spellings.Replace(word); other != word {
		return []string{word, other}
	}
	return []string{word}
}

// minBeginning is the length of the shortest beginning by which words of a stem are looked for.
const minBeginning = 3

// Form is a word in one of its spellings, with what tells others of its stem.
type Form struct {
	// Beginning is what all words of the stem begin with.
	Beginning string
	word      string
	stems     Stems
}

// Forms are those of a folded word.
func Forms(word string) (out []Form) {
	for _, spelling := range Spellings(word) {
		stems := StemsOf(spelling)
		beginning := stems.Shortest()
		if cut := len(beginning) - 1; cut >= minBeginning && utf8.RuneStart(beginning[cut]) {
			beginning = beginning[:cut]
		}
		out = append(out, Form{beginning, word, stems})
	}
	return out
}

// Has tells whether another word, which begins so, is the word or has its stem.
func (f Form) Has(other string) bool {
	return other == f.word || len(other) <= 2*len(f.word) && f.stems.Share(StemsOf(other))
}
