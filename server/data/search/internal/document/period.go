package document

import (
	"strconv"

	"vitrine/linkedart/reading"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// The limits of the time that an entity is found by: one that is dated less exactly
// is found by none of the centuries or decades.
const (
	maxCenturies = 50
	maxDecades   = 11
)

// dates collects the centuries and decades of the nodes that have time spans.
func (c *gatherer) dates(out *Text, nodes []reading.Node) {
	from, until, known := int64(0), int64(0), false
	for _, node := range nodes {
		for _, span := range node.TimeSpans() {
			first, last, ok := yearsOf(span)
			if !ok {
				continue
			}
			if !known {
				from, until, known = first, last, true
			}
			from, until = min(from, first), max(until, last)
		}
	}
	if !known {
		return
	}
	out.Begin = yearKey(from)
	out.Values[fields.Years] = []string{query.Years{First: from, Last: until}.Term()}
	first, last := Century(from), Century(until)
	if last-first < maxCenturies {
		for century := first; century <= last; century++ {
			if century != 0 {
				out.Values[fields.Century] = append(out.Values[fields.Century], strconv.FormatInt(century, 10))
			}
		}
	}
	if decade(until)-decade(from) < maxDecades {
		for d := decade(from); d <= decade(until); d++ {
			out.Values[fields.Decade] = append(out.Values[fields.Decade], strconv.FormatInt(10*d, 10))
		}
	}
}

// yearsOf returns the first and the last year of a time span. Where only one end is
// known, it stands for both.
func yearsOf(span reading.TimeSpan) (first, last int64, ok bool) {
	begin, end := span.Earliest(), span.Latest()
	switch {
	case begin.Known && end.Known:
		first, last = begin.Time.Year, end.Time.Year
	case begin.Known:
		first, last = begin.Time.Year, begin.Time.Year
	case end.Known:
		first, last = end.Time.Year, end.Time.Year
	default:
		return 0, 0, false
	}
	// An end at the first moment of a year, as some records write it, is the end of the
	// year before.
	if end.Known && last > first && end.Time.Month == 1 && end.Time.Day == 1 && !end.Time.DateOnly &&
		end.Time.Hour == 0 && end.Time.Minute == 0 && end.Time.Second == 0 {
		last--
	}
	return min(first, last), max(first, last), true
}

// Century is the number of the century of a year: 17 of 1656, -1 of 44 BC, which is
// the year -43. There is no century 0. The first century has the years 1 to 100.
func Century(year int64) int64 {
	if year > 0 {
		return (year + 99) / 100
	}
	return -((-year)/100 + 1)
}

// decade is the number of tens of years: 165 of 1656, -1 of the year -3.
func decade(year int64) int64 {
	if year < 0 {
		return -((-year + 9) / 10)
	}
	return year / 10
}
