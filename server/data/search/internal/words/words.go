// Package words divides texts into words, those of records and of queries alike, and
// compares identifiers.
//
// Words are what Unicode text segmentation takes for words (UAX #29,
// https://www.unicode.org/reports/tr29/#Word_Boundaries), with case, diacritics and
// compatibility forms folded (UAX #15, NFKD); punctuation only separates them. No
// language is assumed: nothing is stemmed and no word is left out for being frequent.
// Ideographs and kana are words of one character each.
//
// The package knows no record and no index.
package words

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/char/asciifolding"
	words "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"golang.org/x/text/unicode/norm"
)

// Limits in bytes: Max is the length of the longest word that is found, MaxText how far
// into one text words are.
const (
	Max     = 128
	MaxText = 64 << 10
)

// Analyzer takes texts apart into words. It is made once by New and
// may be used by many goroutines.
type Analyzer struct{ words *words.UnicodeTokenizer }

// New returns an analyzer.
func New() Analyzer { return Analyzer{words.NewUnicodeTokenizer()} }

// Analyze returns the words of a text in order, each with its position.
func (a Analyzer) Analyze(text []byte) analysis.TokenStream {
	folded := strings.Map(Separate, Fold(string(text)))
	var out analysis.TokenStream
	position := 0
	for _, token := range a.words.Tokenize([]byte(folded)) {
		if bytes.IndexFunc(token.Term, IsLetter) < 0 {
			continue // marks without a letter
		}
		for _, word := range split(token) {
			// A word that is left out keeps its place, so that a phrase does not
			// reach over it.
			position++
			if len(word.Term) <= Max {
				word.Position = position
				out = append(out, word)
			}
		}
	}
	return out
}

// Terms returns the words of a text alone.
func (a Analyzer) Terms(text string) []string {
	var out []string
	for _, token := range a.Analyze([]byte(text)) {
		out = append(out, string(token.Term))
	}
	return out
}

func IsLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// split takes a run of ideographs or kana apart into its characters.
func split(token *analysis.Token) []*analysis.Token {
	if token.Type != analysis.Ideographic || utf8.RuneCount(token.Term) == 1 {
		return []*analysis.Token{token}
	}
	var out []*analysis.Token
	for at := 0; at < len(token.Term); {
		_, size := utf8.DecodeRune(token.Term[at:])
		out = append(out, &analysis.Token{
			Term: token.Term[at : at+size], Type: token.Type,
			Start: token.Start + at, End: token.Start + at + size,
		})
		at += size
	}
	return out
}

// Separate turns punctuation into spaces.
func Separate(r rune) rune {
	if unicode.IsPunct(r) {
		return ' '
	}
	return r
}

// Fold returns the text in lower case, without diacritics and compatibility
// forms, as normalization form C.
func Fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	text = strings.Map(unmark, norm.NFKD.String(strings.ToValidUTF8(text, " ")))
	text = string(asciifolding.New().Filter([]byte(text)))
	return norm.NFC.String(strings.Map(lower, text))
}

// unmark leaves out the combining diacritical marks of Latin, Greek and
// Cyrillic. Those of other scripts are part of their words.
func unmark(r rune) rune {
	if '\u0300' <= r && r <= '\u036F' {
		return -1
	}
	return r
}

// lower is unicode.ToLower, with one small sigma.
func lower(r rune) rune {
	if r == 'ς' {
		return 'σ'
	}
	return unicode.ToLower(r)
}

func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Key is an identifier as it is compared: folded, with single spaces.
func Key(text string) string {
	return strings.Join(strings.Fields(Fold(text)), " ")
}

// Clip cuts a text off after so many bytes at most, at the end of a word where
// there is one.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	if space := strings.LastIndexAny(s[:most], " \t\r\n"); space > 0 {
		return s[:space]
	}
	return s[:most]
}
