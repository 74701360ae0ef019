package i18n

import (
	"fmt"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// YearsOfCentury are the first and the last year of a century, both astronomical: the 17th,
// by its number 17, has 1601 to 1700, and the first BC, -1, has -99 to 0.
func YearsOfCentury(n int64) (first, last int64) {
	if n > 0 {
		return 100*(n-1) + 1, 100 * n
	}
	return 100*n + 1, 100 * (n + 1)
}

// Years is a time of years in words; the years are astronomical.
func (w *Wording) Years(first, last int64) string {
	moment := func(year int64, rest string) reading.Moment {
		sign := ""
		if year < 0 {
			sign, year = "-", -year
		}
		text := fmt.Sprintf("%s%04d-%s", sign, year, rest)
		at, err := datetime.Parse(text)
		return reading.Moment{Written: text, Time: at, Known: err == nil}
	}
	span := reading.TimeSpan{BeginOfTheBegin: moment(first, "01-01T00:00:00Z"), EndOfTheEnd: moment(last, "12-31T23:59:59Z")}
	return Plain(w.Date(span))
}
