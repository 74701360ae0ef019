package mapping

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"vitrine/linkedart/provtext"
	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/materials"
	"vitrine/linkedart/words/names"
	"vitrine/linkedart/words/terms"
)

// readers are the readers of museums' words, with the settings of the mapping.
type readers struct {
	dates      *dates.Reader
	names      *names.Reader
	terms      *terms.Table
	materials  *materials.Reader
	provenance *provtext.Reader
}

// newReaders returns the readers for some settings.
func newReaders(s settings) (*readers, error) {
	o := dates.Defaults()
	o.Circa = s.circa
	r := &readers{}
	var err error
	if r.dates, err = dates.New(o); err != nil {
		return nil, fmt.Errorf("read the tables of dates: %w", err)
	}
	if r.names, err = names.New(r.dates); err != nil {
		return nil, fmt.Errorf("read the tables of names: %w", err)
	}
	if r.terms, err = terms.New(); err != nil {
		return nil, fmt.Errorf("read the tables of terms: %w", err)
	}
	if r.materials, err = materials.New(); err != nil {
		return nil, fmt.Errorf("read the tables of materials: %w", err)
	}
	if r.provenance, err = provtext.New(r.dates); err != nil {
		return nil, fmt.Errorf("read the tables of provenance: %w", err)
	}
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
func objectOf(entity any) (*Object, error) {
	text, err := json.Marshal(entity)
	if err != nil {
		return nil, err
	}
	return parseObject(text)
}

// date gives the members of a TimeSpan: the text as its name, and when it begins and ends.
// Columns with the earliest and the latest year go before what is read in the text.
func (c *call) date() (any, error) {
	text := c.value
	if text == "" {
		text = c.named("text")
	}
	span, understood := c.row.readers.dates.Read(text)
	earliest, latest := c.named("earliest"), c.named("latest")
	if earliest != "" || latest != "" {
		bounded, err := c.bounds(span, earliest, latest)
		switch {
		case err != nil:
			return nil, err
		case isOrdered(bounded):
			span = bounded
		default:
			c.unclear(earliest + " to " + latest)
		}
	} else if !understood {
		c.unclear(text)
	}
	made, err := objectOf(span.TimeSpan())
	if err != nil {
		return nil, err
	}
	return c.merge(made), nil
}

// bounds gives a span the ends that columns say. One that is the first of January is the
// year, since exports write years so.
func (c *call) bounds(span dates.Span, earliest, latest string) (dates.Span, error) {
	for _, end := range []struct {
		text string
		set  func(dates.Span)
	}{
		{earliest, func(s dates.Span) { span.Earliest = s.Earliest }},
		{latest, func(s dates.Span) { span.Latest = s.Latest }},
	} {
		if end.text == "" {
			continue
		}
		year, isDay := strings.CutSuffix(end.text, "-01-01")
		if !isDay {
			year = end.text
		}
		of, ok := c.row.readers.dates.Read(year)
		if !ok {
			return span, fmt.Errorf("%q is no year or day", end.text)
		}
		end.set(of)
	}
	return span, nil
}

// isOrdered tells whether a span does not end before it begins.
func isOrdered(s dates.Span) bool {
	first, last := s.Earliest, s.Latest
	return first.IsZero() || last.IsZero() || slices.Compare([]int{first.Year, first.Month, first.Day}, []int{last.Year, last.Month, last.Day}) <= 0
}
