package search

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/server/search/internal/fields"
	"vitrine/server/search/internal/words"
)

// The limits of a query.
const (
	// MaxQuery is the length of the longest query, in bytes.
	MaxQuery = 1000
	// maxItems is the number of words and phrases of a query, maxWords that of
	// the words in all of them.
	maxItems = 32
	maxWords = 128
	// maxPrefixes is the number of words with a star.
	maxPrefixes = 4
	// maxExpansion is the number of indexed words that a word with a star may
	// stand for.
	maxExpansion = 10_000
)

// QueryError says what is wrong with a query, to the one who typed it.
type QueryError struct{ Problem string }

func (e *QueryError) Error() string { return e.Problem }

func wrong(format string, args ...any) error {
	return &QueryError{fmt.Sprintf(format, args...)}
}

// Query asks for the entities that fit all of it. The zero Query fits every
// entity.
type Query struct {
	// Classes are IRIs of classes, Centuries and Decades numbers such as "17" and
	// "1650"; an entity fits with one of each.
	Classes, Centuries, Decades []string
	// ClassifiedAs, Makers, Places, Materials and MemberOf are IRIs; an entity fits with
	// all of them.
	ClassifiedAs, Makers, Places, Materials, MemberOf []string
	// Pictured asks for entities with a picture.
	Pictured bool
	// Folder is a beginning of the entities' URIs that ends in a slash; empty for all.
	Folder string
	// Area asks for places of which the middle is in it; nil for anywhere.
	Area *Area
	// Order is that of the results.
	Order Order
	// Facets are the fields that are counted: names of parameters.
	Facets []string
	// whole is the whole text as an identifier, items its words and phrases.
	whole string
	items []item
}

// Area is a part of the earth between two meridians and two parallels, in degrees, to the
// precision of a Cell. West is less than East.
type Area struct{ West, South, East, North float64 }

// has tells whether the middle of a cell is in the area.
func (a Area) has(c Cell) bool {
	return c.Longitude() >= a.West && c.Longitude() < a.East && c.Latitude() >= a.South && c.Latitude() < a.North
}

// Order is an order of results. Entities that have no name or date come last, and
// equal ones are in byte order of their URIs.
type Order uint8

// The orders: the best first, by name, and by the earliest date.
const (
	ByRelevance Order = iota
	ByName
	ByDate
	ByDateDescending
)

// filter is one filter of a query.
type filter struct {
	field string
	terms []string
	// any tells that one of the terms is enough.
	any bool
}

// filters are those of a query that ask for something.
func (q Query) filters() []filter {
	all := []filter{
		{fields.Class, q.Classes, true}, {fields.Century, q.Centuries, true}, {fields.Decade, q.Decades, true},
		{fields.ClassifiedAs, q.ClassifiedAs, false}, {fields.Maker, q.Makers, false}, {fields.Place, q.Places, false},
		{fields.Material, q.Materials, false}, {fields.MemberOf, q.MemberOf, false},
	}
	if q.Pictured {
		all = append(all, filter{fields.Picture, []string{"yes"}, false})
	}
	if q.Folder != "" {
		all = append(all, filter{fields.Folder, []string{q.Folder}, false})
	}
	return slices.DeleteFunc(all, func(f filter) bool { return len(f.terms) == 0 })
}

// Words are the words of the text of a query, folded, those that end in a star without
// it: what is to be marked in what is found. Texts are divided by Tokens.
func (q Query) Words() (words, beginnings []string) {
	for _, it := range q.items {
		last := len(it.words) - 1
		for i, word := range it.words {
			if i == last && it.prefix {
				beginnings = append(beginnings, word)
			} else {
				words = append(words, word)
			}
		}
	}
	return words, beginnings
}

// item is a word or a phrase of a query.
type item struct {
	// words are consecutive; the last is only the beginning of one where prefix
	// is set.
	words  []string
	prefix bool
	// identifier is the text as an identifier, or the beginning of one where
	// starred is set.
	identifier string
	starred    bool
}

// ParseText reads what somebody typed: words, of which an entity has to have
// all; phrases in double quotes; words that end in a star, for all that begin
// so. Everything else is literal. What holds no letter and no digit is left
// out. The error is a *QueryError.
func ParseText(text string) (Query, error) {
	var q Query
	switch {
	case len(text) > MaxQuery:
		return q, wrong("A query has at most %d bytes; this one has %d.", MaxQuery, len(text))
	case !utf8.ValidString(text):
		return q, wrong("The query is not UTF-8.")
	}
	a := words.New()
	count, prefixes := 0, 0
	for _, part := range parts(text) {
		it := newItem(a, part)
		if len(it.words) == 0 {
			continue
		}
		q.items = append(q.items, it)
		count += len(it.words)
		if it.starred {
			prefixes++
		}
	}
	switch {
	case len(q.items) > maxItems, count > maxWords:
		return q, wrong("A query has at most %d words.", maxItems)
	case prefixes > maxPrefixes:
		return q, wrong("At most %d words of a query may end in a star.", maxPrefixes)
	}
	q.whole = words.Key(text)
	return q, nil
}

// Empty tells whether the query has neither words nor filters.
func (q Query) Empty() bool {
	return len(q.items) == 0 && len(q.filters()) == 0 && q.Area == nil
}

// part is a stretch of a query, a phrase where it was quoted.
type part struct {
	text   string
	phrase bool
}

// parts takes a query apart at spaces and double quotes. A quote that is not
// closed reaches to the end.
func parts(text string) []part {
	var out []part
	for i, stretch := range strings.Split(text, `"`) {
		if i%2 == 1 {
			out = append(out, part{stretch, true})
			continue
		}
		for _, word := range strings.FieldsFunc(stretch, unicode.IsSpace) {
			out = append(out, part{text: word})
		}
	}
	return out
}

// newItem reads one part of a query.
func newItem(a words.Analyzer, p part) item {
	text, starred := p.text, false
	if !p.phrase {
		text, starred = strings.CutSuffix(text, "*")
	}
	it := item{words: a.Terms(text), identifier: words.Key(text), starred: starred}
	// In SK-C-* the star follows no word, so that it is about the identifier only.
	last, _ := utf8.DecodeLastRuneInString(text)
	it.prefix = starred && (words.IsLetter(last) || unicode.IsMark(last))
	return it
}
