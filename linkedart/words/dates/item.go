package dates

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"vitrine/linkedart/words/lexicon"
)

//go:embed dates.tsv
var datesFile string

//go:embed periods.tsv
var periodsFile string

// table has the words of dates. It is read once and never changes.
var table = sync.OnceValues(func() (*lexicon.Lexicon, error) {
	l, err := lexicon.Read(datesFile + periodsFile)
	if err != nil {
		return nil, fmt.Errorf("the words of dates: %w", err)
	}
	return l, nil
})

// item is what a date is made of: a number, a word of the table, or a mark.
type item struct {
	// kind is that of the table, "number", "ordinal", "decade", "word" or a mark.
	kind  string
	value string
	// n is the number, and digits how many it is written with.
	n, digits int
	// dot tells that a period follows directly, as in German ordinals.
	dot bool
	// space tells that white space is before it.
	space bool
}

// ordinalEnds are what makes an ordinal of a number that it directly follows.
const ordinalEnds = " st nd rd th e er eme ieme re ste de te a o º ª i ° "

// items are the items of a text.
func items(words *lexicon.Lexicon, tokens []lexicon.Token) []item {
	out := make([]item, 0, len(tokens))
	for i := 0; i < len(tokens); {
		t := tokens[i]
		it := item{space: t.Space}
		n := 1
		switch t.Kind {
		case lexicon.Number:
			n = it.number(tokens[i:])
		case lexicon.Word:
			n = it.word(words, tokens[i:])
		default:
			it.kind = t.Text
			if e, m := words.Match(tokens[i:]); m > 0 {
				it.kind, it.value, n = e.Kind, e.Value, m
			}
		}
		i += n
		if it.kind != "" {
			out = append(out, it)
		}
	}
	return out
}

// number reads a number and what directly follows: "1920s", "19th", "17.".
func (it *item) number(tokens []lexicon.Token) int {
	text := tokens[0].Text
	it.kind, it.digits = "number", len(text)
	n, err := strconv.Atoi(text)
	if err != nil || len(text) > 6 {
		it.kind = "word"
		return 1
	}
	it.n = n
	at := func(i int) string {
		if i < len(tokens) && !tokens[i].Space {
			return tokens[i].Text
		}
		return ""
	}
	switch next := at(1); {
	case n >= 100 && (next == "s" || next == "er"):
		it.kind = "decade"
		if len(tokens) > 2 && strings.HasPrefix(tokens[2].Text, "jahr") {
			return 3
		}
		return 2
	case n >= 100 && next == "'" && at(2) == "s":
		it.kind = "decade"
		return 3
	case n < 100 && next != "" && strings.Contains(ordinalEnds, " "+next+" "):
		it.kind = "ordinal"
		return 2
	case next == ".":
		it.dot = true
		// Between two numbers it is the mark of a date, which the parser reads.
		if n < 100 {
			return 2
		}
	}
	return 1
}

// word reads a word of the table, or a Roman number.
func (it *item) word(words *lexicon.Lexicon, tokens []lexicon.Token) int {
	e, n := words.Match(tokens)
	switch {
	case n > 0:
		it.kind, it.value = e.Kind, e.Value
		it.n, _ = strconv.Atoi(e.Value)
	default:
		it.kind, n = "word", 1
		if century := roman(tokens[0].Text); century > 0 {
			it.kind, it.n = "ordinal", century
		}
	}
	if n < len(tokens) && tokens[n].Text == "." && !tokens[n].Space {
		n++
	}
	return n
}

// roman is the value of a Roman number up to 21, with what makes it an ordinal; 0 for
// another word.
func roman(word string) int {
	for _, end := range []string{"", "e", "eme", "o", "º"} {
		if digits, ok := strings.CutSuffix(word, end); ok {
			if n, ok := romans[digits]; ok {
				return n
			}
		}
	}
	return 0
}

var romans = map[string]int{
	"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11, "xii": 12,
	"xiii": 13, "xiv": 14, "xv": 15, "xvi": 16, "xvii": 17, "xviii": 18, "xix": 19, "xx": 20, "xxi": 21,
}
