package dates

import (
	"strconv"
	"strings"
)

// Year reads a year as collection systems export it: a number, or the first of January. It is
// astronomical; with a minus the number is one BCE.
//
// Some systems write days before 1583 by the Julian calendar, and the first of January of
// 1500 as 1499-12-23. Such a day is the year, too.
func Year(text string) (int, bool) {
	digits, isBCE := strings.CutPrefix(strings.TrimSpace(text), "-")
	year, rest, isDay := strings.Cut(digits, "-")
	y, err := strconv.Atoi(year)
	if err != nil || y < 0 || isBCE && y == 0 || len(year) > 6 {
		return 0, false
	}
	if isBCE {
		y = -y
	}
	if isDay {
		month, day, _ := strings.Cut(rest, "-")
		m, ok1 := two(month)
		d, ok2 := two(day)
		if !ok1 || !ok2 {
			return 0, false
		}
		if y, ok1 = firstOfJanuary(y, m, d); !ok1 {
			return 0, false
		}
	}
	if isBCE {
		y++
	}
	return y, true
}

// firstOfJanuary returns the year of which a day is the first of January.
func firstOfJanuary(year, month, day int) (int, bool) {
	if month == 1 && day == 1 {
		return year, true
	}
	if year < 1583 && year > -4000 {
		for _, y := range []int{year, year + 1} {
			if julianDay(year, month, day) == gregorianDay(y, 1, 1) {
				return y, true
			}
		}
	}
	return 0, false
}

// julianDay is the number of a day of the Julian calendar, and gregorianDay of the Gregorian,
// counted from the same day on, of 4800 BCE.
func julianDay(year, month, day int) int {
	y, n := sinceMarch(year, month, day)
	return n + y/4 + 2
}

func gregorianDay(year, month, day int) int {
	y, n := sinceMarch(year, month, day)
	return n + y/4 - y/100 + y/400 + 40
}

// sinceMarch counts years and days from the first of March on, so that the day of a leap year
// is the last.
func sinceMarch(year, month, day int) (y, n int) {
	before := (14 - month) / 12
	y = year + 4800 - before
	return y, day + (153*(month+12*before-3)+2)/5 + 365*y
}
