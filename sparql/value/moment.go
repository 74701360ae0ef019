package value

import (
	"cmp"
	"strings"
	"time"
)

// Moment is a point on the time line, with or without a time zone (XSD appendix
// D.2, the seven-property model). Of a date, the first moment counts; what a type
// has not is that of 1972-01-01T00:00:00.
type Moment struct {
	// seconds since 1970-01-01T00:00:00 on the clock of the zone.
	seconds int64
	// fraction has the digits of the seconds after the point, without zeros at
	// the end.
	fraction string
	// zone is in minutes east of UTC, and 0 where there is none.
	zone  int16
	zoned bool
}

const (
	day  = 24 * 60 * 60
	hour = 60 * 60
	// mostMinutes is the greatest difference from UTC.
	mostMinutes = 14 * 60
	// plainYear stands for the year of types that have none. It is a leap year.
	plainYear = 1972
)

// NewInstant returns the moment that is so many seconds and nanoseconds after
// 1970-01-01T00:00:00Z, in UTC.
func NewInstant(seconds int64, nanoseconds int) Moment {
	fraction := trimZeros(digitsOf(int64(nanoseconds), 9))
	return Moment{seconds: seconds, fraction: fraction, zoned: true}
}

// Zone returns the minutes east of UTC; it is false where there is no time zone.
func (m Moment) Zone() (minutes int, ok bool) { return int(m.zone), m.zoned }

// Date returns the date on the clock of the zone. The year 0 is 1 BCE.
func (m Moment) Date() (year int64, month, day int) {
	y, mo, d := time.Unix(m.seconds, 0).UTC().Date()
	return int64(y), int(mo), d
}

// Clock returns the time of day on the clock of the zone, and the seconds as a
// decimal.
func (m Moment) Clock() (hours, minutes int, seconds Exact) {
	rest := int(m.seconds - floorDiv(m.seconds, day)*day)
	seconds, _ = parseExact(digitsOf(int64(rest%60), 2)+"."+m.fraction, true) // a number of at most MaxDigits
	return rest / hour, rest / 60 % 60, seconds
}

// only returns the moment with what the kind has of it.
func (m Moment) only(kind Kind) Moment {
	if kind == DateTime {
		return m
	}
	year, month, monthDay := m.Date()
	clock := m.seconds - floorDiv(m.seconds, day)*day
	if kind != Time {
		clock, m.fraction = 0, ""
	}
	if kind != Date && kind != GYear && kind != GYearMonth {
		year = plainYear
	}
	if kind == Time || kind == GYear || kind == GDay {
		month = 1
	}
	if kind == Time || kind == GYear || kind == GYearMonth || kind == GMonth {
		monthDay = 1
	}
	m.seconds = days(year, month, monthDay)*day + clock
	return m
}

// instant returns the seconds in UTC, for a time without a zone those of its clock.
func (m Moment) instant() int64 { return m.seconds - int64(m.zone)*60 }

// cmp compares moments in UTC.
func (m Moment) cmp(n Moment) int {
	if c := cmp.Compare(m.instant(), n.instant()); c != 0 {
		return c
	}
	return strings.Compare(m.fraction, n.fraction)
}

// order compares moments. Without a zone, one may be up to 14 hours earlier or
// later (XSD section 3.3.7.4); it is false where that decides.
func (m Moment) order(n Moment) (int, bool) {
	if m.zoned == n.zoned {
		return m.cmp(n), true
	}
	if !m.zoned {
		c, ok := n.order(m)
		return -c, ok
	}
	earliest, latest := n, n
	earliest.seconds -= mostMinutes * 60
	latest.seconds += mostMinutes * 60
	switch {
	case m.cmp(earliest) < 0:
		return -1, true
	case m.cmp(latest) > 0:
		return 1, true
	}
	return 0, false
}

// days counts from 1970-01-01 in the proleptic Gregorian calendar.
func days(year int64, month, day int) int64 {
	return floorDiv(time.Date(int(year), time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix(), 24*60*60)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// daysIn returns the length of a month.
func daysIn(year int64, month int) int {
	return time.Date(int(year), time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
