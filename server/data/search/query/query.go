package query

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/server/data/search/internal/words"
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
)

// Error says what is wrong with a query, to the one who typed it.
type Error struct{ Problem string }

func (e *Error) Error() string { return e.Problem }

// Wrong returns an *Error.
func Wrong(format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...)}
}

// Query asks for the entities that fit all of it. The zero Query fits every
// entity.
type Query struct {
	// Values are what an entity has to have one of in each field of the index, by its name.
	// docs/search.md says what values are; the field folder holds beginnings of URIs that end
	// in a slash. Of a place, a set or a concept, what is in its parts has it too.
	Values map[string][]string
	// Area asks for places of which the middle is in it, and for what has such a place in its
	// field of places; nil for anywhere.
	Area *Area
	// Years asks for what is of one of these years; nil for any time.
	Years *Years
	// Linked asks for what links to an entity; nil for anything. The index does not know links:
	// Only are the URIs of what they lead to, where Linked is there.
	Linked *Linked
	Only   []string
	// Order is that of the results.
	Order Order
	// Facets are the fields that are counted: names of parameters.
	Facets []string
	// Squares is the number of squares of the earth at most by which the results are counted;
	// 0 where they are not.
	Squares int
	// Every is the facet of which all values can be reached: search.MaxFacetValues on each
	// of its pages, of which EveryPage is one, counted from 0; those whose names have the
	// text Within, the most frequent first or in the order of their names.
	Every       string
	EveryPage   int
	Within      string
	EveryByName bool
	// Whole is the whole text as an identifier, Items its words and phrases.
	Whole string
	Items []Item
	// Most asks for the entities that have most of the words, where none has all.
	Most bool
}

// Linked is what leads from entities to one: a link of Linked Art by its name, a property by its
// URI, or anything where By is "".
type Linked struct{ By, Of string }

// Order is an order of results. Entities that have no name or date come last, and
// equal ones are in byte order of their URIs.
type Order uint8

// The orders: the best first, by name, by the earliest date, and by the last change, the newest
// first.
const (
	ByRelevance Order = iota
	ByName
	ByDate
	ByDateDescending
	ByChange
)

// Filter is one filter of a query.
type Filter struct {
	// Field is that of the index, Terms the values of which it has to have one.
	Field string
	Terms []string
}

// Filters are those of a query that ask for something, in the order of their fields.
func (q Query) Filters() []Filter {
	var out []Filter
	for _, field := range slices.Sorted(maps.Keys(q.Values)) {
		if terms := q.Values[field]; len(terms) > 0 {
			out = append(out, Filter{field, terms})
		}
	}
	return out
}

// Item is a word or a phrase of a query.
type Item struct {
	// Words are consecutive; the last is only the beginning of one where Prefix
	// is set.
	Words  []string
	Prefix bool
	// Identifier is the text as an identifier, or the beginning of one where
	// Starred is set.
	Identifier string
	Starred    bool
	// Text is the item as it was typed, Phrase tells that it was in quotes.
	Text   string
	Phrase bool
	// Optional tells that the item says nothing of what is searched for, as articles do.
	Optional bool
}

// Plain tells that the item is a word that may be found in other forms too.
func (it Item) Plain() bool { return !it.Phrase && !it.Starred }

// ParseText reads what somebody typed: words, of which an entity has to have
// all; phrases in double quotes; words that end in a star, for all that begin
// so. Everything else is literal. What holds no letter and no digit is left
// out. The error is a *Error.
func ParseText(text string) (Query, error) {
	var q Query
	switch {
	case len(text) > MaxQuery:
		return q, Wrong("A query has at most %d bytes; this one has %d.", MaxQuery, len(text))
	case !utf8.ValidString(text):
		return q, Wrong("The query is not UTF-8.")
	}
	a := words.New()
	count, prefixes := 0, 0
	for _, part := range parts(text) {
		it := newItem(a, part)
		if len(it.Words) == 0 {
			continue
		}
		q.Items = append(q.Items, it)
		count += len(it.Words)
		if it.Starred {
			prefixes++
		}
	}
	switch {
	case len(q.Items) > maxItems, count > maxWords:
		return q, Wrong("A query has at most %d words.", maxItems)
	case prefixes > maxPrefixes:
		return q, Wrong("At most %d words of a query may end in a star.", maxPrefixes)
	}
	q.markOptional()
	return q, nil
}

// markOptional marks the words that say nothing, unless all do, and reads the others as an
// identifier.
func (q *Query) markOptional() {
	isStop := func(it Item) bool { return it.Plain() && len(it.Words) == 1 && words.IsStop(it.Words[0]) }
	all := !slices.ContainsFunc(q.Items, func(it Item) bool { return !isStop(it) })
	var whole strings.Builder
	for i, it := range q.Items {
		q.Items[i].Optional = !all && isStop(it)
		whole.WriteString(it.Text + " ")
	}
	q.Whole = words.Number(whole.String())
}

// Name is all that was typed, as a name.
func (q Query) Name() string {
	texts := make([]string, len(q.Items))
	for i, it := range q.Items {
		texts[i] = it.Text
	}
	return strings.Join(texts, " ")
}

// WithoutItem is what was typed without one of the words or phrases.
func (q Query) WithoutItem(i int) string {
	return join(slices.Delete(slices.Clone(q.Items), i, i+1))
}

// Instead is what was typed with one word in place of another.
func (q Query) Instead(word, other string) string {
	items := slices.Clone(q.Items)
	for i, it := range items {
		if it.Plain() && len(it.Words) == 1 && it.Words[0] == word {
			items[i].Text = other
		}
	}
	return join(items)
}

// join writes items as they were typed.
func join(items []Item) string {
	texts := make([]string, len(items))
	for i, it := range items {
		switch texts[i] = it.Text; {
		case it.Phrase:
			texts[i] = `"` + it.Text + `"`
		case it.Starred:
			texts[i] += "*"
		}
	}
	return strings.Join(texts, " ")
}

// Empty tells whether the query has neither words nor filters.
func (q Query) Empty() bool {
	return len(q.Items) == 0 && len(q.Filters()) == 0 && q.Area == nil && q.Years == nil && q.Linked == nil
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
func newItem(a words.Analyzer, p part) Item {
	text, starred := p.text, false
	if !p.phrase {
		text, starred = strings.CutSuffix(text, "*")
	}
	it := Item{Words: a.Terms(text), Identifier: words.Number(text), Starred: starred, Text: text, Phrase: p.phrase}
	// In SK-C-* the star follows no word, so that it is about the identifier only.
	last, _ := utf8.DecodeLastRuneInString(text)
	it.Prefix = starred && (words.IsLetter(last) || unicode.IsMark(last))
	return it
}
