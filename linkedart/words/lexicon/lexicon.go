// Package lexicon has what the readers of museums' words share: texts cut into tokens that
// know their place in the text, and tables of phrases that are found in them.
//
// A phrase is found whatever its letters' case and accents, and with or without the
// periods of abbreviations: "v. Chr." finds "V.CHR". The package never changes a text, and
// knows no language.
package lexicon

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Kind says what the characters of a token are.
type Kind uint8

// The kinds.
const (
	Mark Kind = iota
	Word
	Number
)

// Token is a word, a number, or a single other character.
type Token struct {
	Kind Kind
	// Text is in lower case and without accents.
	Text string
	// Start and End are the token's place in the text, in bytes.
	Start, End int
	// Space tells that white space or the beginning of the text is before it.
	Space bool
}

// Tokens cuts a text.
func Tokens(text string) []Token {
	out := make([]Token, 0, len(text)/4+2)
	space := true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			space = true
			i += size
			continue
		}
		kind, end := Mark, i+size
		switch {
		case isDigit(r):
			kind = Number
			end = run(text, end, isDigit)
		case isLetter(r):
			kind = Word
			end = run(text, end, isLetter)
		}
		out = append(out, Token{kind, Fold(text[i:end]), i, end, space})
		i, space = end, false
	}
	return out
}

func run(text string, from int, in func(rune) bool) int {
	for from < len(text) {
		r, size := utf8.DecodeRuneInString(text[from:])
		if !in(r) {
			break
		}
		from += size
	}
	return from
}

func isDigit(r rune) bool  { return r >= '0' && r <= '9' }
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) }

// Fold returns a text in lower case and without accents, dashes and apostrophes in the
// form of ASCII.
func Fold(text string) string {
	plain := true
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return text
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		switch r {
		case '‐', '‑', '‒', '–', '—', '−':
			r = '-'
		case '’', '‘', 'ʼ':
			r = '\''
		case 'ß':
			b.WriteByte('s')
			r = 's'
		}
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// Entry is what a table says of a phrase.
type Entry struct{ Kind, Value string }

// Lexicon is a table of phrases, by their first words.
type Lexicon struct{ first map[string][]phrase }

type phrase struct {
	words []string
	entry Entry
}

// Row is a line of a table.
type Row struct {
	// Line is its number, from 1.
	Line  int
	Cells []string
}

// Rows yields the cells of each line of a table, which has tabs between its columns. A line
// that begins with # is a comment. An error about a line is the last.
func Rows(table string, columns int) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		n := 0
		for line := range strings.Lines(table) {
			n++
			line = strings.TrimRight(line, "\n")
			if line == "" || line[0] == '#' {
				continue
			}
			cells := strings.Split(line, "\t")
			if len(cells) != columns {
				yield(Row{}, fmt.Errorf("line %d: there are %d columns, not %d", n, len(cells), columns))
				return
			}
			if !yield(Row{n, cells}, nil) {
				return
			}
		}
	}
}

// Read reads a table: a kind, a value, and phrases between bars on each line, with tabs
// between the three. A line that begins with # is a comment.
func Read(table string) (*Lexicon, error) {
	l := &Lexicon{map[string][]phrase{}}
	for row, err := range Rows(table, 3) {
		if err != nil {
			return nil, err
		}
		for text := range strings.SplitSeq(row.Cells[2], "|") {
			if err := l.add(text, Entry{row.Cells[0], row.Cells[1]}); err != nil {
				return nil, fmt.Errorf("line %d: %w", row.Line, err)
			}
		}
	}
	for _, phrases := range l.first {
		slices.SortStableFunc(phrases, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return l, nil
}

func (l *Lexicon) add(text string, e Entry) error {
	var words []string
	for _, t := range Tokens(text) {
		if t.Text != "." {
			words = append(words, t.Text)
		}
	}
	if len(words) == 0 {
		return fmt.Errorf("a phrase has no words")
	}
	for _, p := range l.first[words[0]] {
		if slices.Equal(p.words, words) && p.entry != e {
			return fmt.Errorf("%q is %s %s already", text, p.entry.Kind, p.entry.Value)
		}
	}
	l.first[words[0]] = append(l.first[words[0]], phrase{words, e})
	return nil
}

// Match returns the entry of the longest phrase that tokens begin with, and of how many
// of them; 0 where there is none.
func (l *Lexicon) Match(tokens []Token) (Entry, int) {
	if len(tokens) == 0 {
		return Entry{}, 0
	}
	for _, p := range l.first[tokens[0].Text] {
		if n := p.match(tokens); n > 0 {
			return p.entry, n
		}
	}
	return Entry{}, 0
}

func (p phrase) match(tokens []Token) int {
	n := 0
	for i, word := range p.words {
		if i > 0 && n < len(tokens) && tokens[n].Text == "." && tokens[n-1].Kind == Word {
			n++
		}
		if n == len(tokens) || tokens[n].Text != word {
			return 0
		}
		n++
	}
	return n
}
