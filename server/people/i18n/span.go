package i18n

import "vitrine/linkedart/datetime"

// precision is the unit of the calendar that a time fills.
type precision int

const (
	day precision = iota + 1
	month
	year
	decade
	century
	// several is a time that fills no single unit.
	several
)

// span is a time from one day to another, both included, with the largest unit that it
// fills. from and to are dates without a time of day.
type span struct {
	precision precision
	from, to  datetime.Time
	// byYear tells that it begins and ends with a year, byMonth with a month.
	byYear, byMonth bool
}

// spanOf reads two moments as a span of days. It is false where one of them is missing,
// or is no date, or where the second is before the first.
func spanOf(i interval) (span, bool) {
	if !i.from.Known || !i.to.Known || datetime.Compare(i.from.Time, i.to.Time.End()) > 0 {
		return span{}, false
	}
	from, to := dateOf(i.from.Time), dateOf(i.to.Time)
	if isMidnight(i.to.Time) && from.Day == 1 && to.Day == 1 && startsDay(i.from.Time) && from != to {
		to = dayBefore(to) // the end is the first moment that no longer belongs to it
	}
	s := span{from: from, to: to}
	s.byMonth = from.Day == 1 && startsDay(i.from.Time) && to.Day == datetime.DaysIn(to.Year, to.Month)
	s.byYear = s.byMonth && from.Month == 1 && to.Month == 12
	s.precision = s.measure()
	return s, true
}

func (s span) measure() precision {
	first, last := s.from.Year, s.to.Year
	switch {
	case s.from == s.to:
		return day
	case !s.byMonth:
		return several
	case first == last && s.from.Month == s.to.Month:
		return month
	case !s.byYear:
		return several
	case first == last:
		return year
	case first >= 100 && first%10 == 0 && first%100 != 0 && last == first+9:
		return decade
	case first > 0 && (first%100 == 1 || first%100 == 0) && last == first+99:
		return century
	case last <= 0 && (1-first)%100 == 0 && last == first+99:
		return century
	}
	return several
}

// century is the number of the century that the span is, counted from 1, and whether it
// was before Christ. The years 1800 to 1899 are the 19th century as those from 1801 to
// 1900 are.
func (s span) century() (n int64, before bool) {
	if s.to.Year <= 0 {
		return (1 - s.from.Year) / 100, true
	}
	return s.from.Year/100 + 1, false
}

func dateOf(t datetime.Time) datetime.Time {
	return datetime.Time{Year: t.Year, Month: t.Month, Day: t.Day, DateOnly: true}
}

// isMidnight tells whether a time is said to be the first moment of its day.
func isMidnight(t datetime.Time) bool { return !t.DateOnly && t.Hour == 0 && startsDay(t) }

// dayBefore is the day before the first of a month.
func dayBefore(first datetime.Time) datetime.Time {
	first.Month--
	if first.Month == 0 {
		first.Year, first.Month = first.Year-1, 12
	}
	first.Day = datetime.DaysIn(first.Year, first.Month)
	return first
}
