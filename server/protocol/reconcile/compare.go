package reconcile

import (
	"regexp"
	"strconv"

	"vitrine/linkedart/reading"
	"vitrine/server/web/address"
)

// holds tells how well the values of a candidate fit a condition, from 0 to 1.
func (c condition) holds(got []value) float64 {
	any, all := 0.0, 1.0
	for _, v := range c.values {
		best := 0.0
		for _, g := range got {
			best = max(best, g.fits(v))
		}
		any, all = max(any, best), min(all, best)
	}
	switch c.quantifier {
	case "all":
		return all
	case "none":
		return 1 - any
	}
	return any
}

// fits tells how well a value fits one of a table.
func (v value) fits(asked given) float64 {
	if v.Span != nil {
		return fitsSpan(*v.Span, asked.Text)
	}
	for _, id := range []string{asked.ID, asked.Text} {
		if id != "" && v.IRI != "" && address.IRI(id) == address.IRI(v.IRI) {
			return 1
		}
	}
	if asked.ID != "" && asked.Text == "" {
		return 0
	}
	return spellingOf(asked.Text).like(spellingOf(v.Text))
}

// yearsNear is how many years beside a span a year tells something yet.
const yearsNear = 10

// firstYear is the first number of a date that can be a year, with the sign of one before Christ.
var firstYear = regexp.MustCompile(`-?\d{1,4}`)

// fitsSpan tells whether the year of a date is in a span of time, or near it.
func fitsSpan(span reading.TimeSpan, asked string) float64 {
	first, last := span.Earliest(), span.Latest()
	from, to := first.Time.Year, last.Time.Year
	if !first.Known {
		from = to
	}
	if !last.Known {
		to = from
	}
	year, ok := yearOf(asked)
	if !ok || !first.Known && !last.Known {
		return 0
	}
	return fitsYears(from, to, year)
}

// yearOf is the year of a date, false where it has none.
func yearOf(date string) (int64, bool) {
	year, err := strconv.ParseInt(firstYear.FindString(date), 10, 64)
	return year, err == nil
}

// fitsYears tells whether a year is between two years, or near them.
func fitsYears(from, to, year int64) float64 {
	return max(0, 1-float64(max(from-year, year-to, 0))/yearsNear)
}
