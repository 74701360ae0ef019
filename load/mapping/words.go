package mapping

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart/provtext"
	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/materials"
	"vitrine/linkedart/words/names"
	"vitrine/rdfstore/lru"
)

// readers are the readers of museums' words, with the settings of the mapping.
type readers struct {
	*review
	dates      *dates.Reader
	names      memo[names.Name]
	materials  memo[materials.Reading]
	provenance memo[provtext.Provenance]
}

// memo keeps what was read of texts, which come again in many rows. What it returns is shared,
// and never changed.
type memo[T any] struct {
	read func(string) T
	kept *lru.Cache[string, T]
}

// memoSize is about how much memory a memo takes, in bytes.
const memoSize = 8 << 20

func newMemo[T any](read func(string) T) memo[T] {
	return memo[T]{read, lru.New(memoSize, func(text string, _ T) int { return 1<<10 + 10*len(text) })}
}

// Read returns what is read of a text.
func (m memo[T]) Read(text string) T {
	if of, ok := m.kept.Get(text); ok {
		return of
	}
	of := m.read(text)
	m.kept.Set(text, of)
	return of
}

// newReaders returns the readers for some settings and decisions.
func newReaders(o dates.Options, of *review) (*readers, error) {
	r := &readers{review: of, materials: newMemo(materials.New(of).Read)}
	var err error
	if r.dates, err = dates.New(o); err != nil {
		return nil, fmt.Errorf("read the tables of dates: %w", err)
	}
	known, err := names.New(r.dates)
	if err != nil {
		return nil, fmt.Errorf("read the tables of names: %w", err)
	}
	provenance, err := provtext.New(r.dates)
	if err != nil {
		return nil, fmt.Errorf("read the tables of provenance: %w", err)
	}
	r.names, r.provenance = newMemo(known.Read), newMemo(provenance.Read)
	return r, nil
}

// wordVerbs returns the verbs that read words, by their names.
func wordVerbs() map[string]wordVerb {
	return map[string]wordVerb{
		"$date":       {apply: (*call).date, names: []string{"text", "earliest", "latest"}},
		"$dimensions": {apply: (*call).dimensions, names: dimensionNames, options: []string{"$unit"}},
		"$term":       {apply: (*call).term, options: []string{"$kind"}},
		"$provenance": {apply: (*call).provenance, options: []string{"$museum"}, keeps: true},
		"$materials":  {apply: (*call).materials},
		"$techniques": {apply: (*call).techniques},
		"$makers":     {apply: (*call).makers, names: makerNames, options: []string{"$split"}, keeps: true},
	}
}

// objectOf returns an entity of a reader of words as an object.
func objectOf(e entity.Entity) *Object {
	var room [12]entity.Member
	members := e.Members(room[:0])
	object := &Object{members: make([]member, len(members))}
	for i, m := range members {
		var value any = m.Text
		switch {
		case m.Number != "":
			value = m.Number
		case m.One != nil:
			value = objectOf(*m.One)
		case m.List != nil:
			list := make([]any, len(m.List))
			for i, element := range m.List {
				list[i] = objectOf(element)
			}
			value = list
		}
		object.members[i] = member{m.Name, value}
	}
	return object
}

// date gives the members of a TimeSpan: the text as its name, and when it begins and ends.
// Columns with the earliest and the latest year go before what is read in the text.
func (c *call) date() (any, error) {
	text := c.value
	if text == "" {
		text = c.named("text")
	}
	span, understood := c.run.readers.dates.Read(text)
	earliest, latest := c.named("earliest"), c.named("latest")
	if earliest != "" || latest != "" {
		if bounded := c.bounds(span, earliest, latest); isOrdered(bounded) {
			span = bounded
		} else {
			c.unclear(earliest + " to " + latest)
		}
	} else if !understood {
		c.unclear(text)
	}
	return c.merge(objectOf(span.TimeSpan())), nil
}

// bounds gives a span the ends that columns say. One that is the first of January is the
// year, since exports write years so; a time of day is left out, and a minus is BCE.
func (c *call) bounds(span dates.Span, earliest, latest string) dates.Span {
	for _, end := range []struct {
		text string
		set  func(dates.Span)
	}{
		{earliest, func(s dates.Span) { span.Earliest = s.Earliest }},
		{latest, func(s dates.Span) { span.Latest = s.Latest }},
	} {
		if isNoYear(end.text) {
			continue
		}
		of, ok := c.run.readers.dates.Read(yearOf(end.text))
		if !ok {
			c.unclear(end.text)
			continue
		}
		end.set(of)
	}
	return span
}

// yearOf returns a date of a column without what exports add to years: a first of January,
// by the Julian calendar where it is before 1583, a time, a decimal, brackets.
func yearOf(text string) string {
	text = strings.Trim(text, "() ")
	if day, time, ok := strings.Cut(text, "T"); ok && strings.Contains(time, ":") {
		text = day
	} else if day, time, ok := strings.Cut(text, " "); ok && strings.Contains(time, ":00") {
		text = day
	}
	text = strings.TrimSuffix(text, ".0")
	year, ok := dates.Year(text)
	switch {
	case !ok || 0 < year && year < 100:
		return text
	case year < 1:
		return strconv.Itoa(1-year) + " BCE"
	}
	return fmt.Sprintf("%04d", year)
}

// isNoYear tells that there is no year: an empty text, or what systems write in its place.
func isNoYear(text string) bool {
	switch strings.Trim(text, "() ") {
	case "", "0", "0.0", "0000", "9999", "9999.0":
		return true
	}
	return false
}

// isOrdered tells whether a span does not end before it begins.
func isOrdered(s dates.Span) bool {
	first, last := s.Earliest, s.Latest
	return first.IsZero() || last.IsZero() || slices.Compare([]int{first.Year, first.Month, first.Day}, []int{last.Year, last.Month, last.Day}) <= 0
}
