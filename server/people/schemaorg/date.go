package schemaorg

import (
	"fmt"
	"strconv"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// date is when a node was, in the form of ISO 8601: the day, the month or the year that its
// time span is, or the interval between two such ("1665/1667", ISO 8601-1:2019 section
// 5.5); "" where the span has no begin or no end.
func date(n reading.Node) string {
	span, ok := n.TimeSpan()
	if !ok {
		return ""
	}
	return joined(interval(span.Earliest(), span.Latest()))
}

// joined is an interval as one text.
func joined(start, end string) string {
	if start == end {
		return start
	}
	return start + "/" + end
}

// interval is the first and the last day of what lies between two moments; the months or the
// years instead where it is whole ones. Both are "" where a moment is not known, or where the
// end comes before the begin.
func interval(a, b reading.Moment) (start, end string) {
	if !a.Known || !b.Known {
		return "", ""
	}
	from, to := a.Time, lastDay(a.Time, b.Time)
	if !inOrder(from, to) {
		return "", ""
	}
	switch {
	case from.Day != 1 || to.Day != daysIn(to.Year, to.Month):
		return day(from), day(to)
	case from.Month != 1 || to.Month != 12:
		return month(from), month(to)
	default:
		return year(from), year(to)
	}
}

// lastDay is the day on which a time that began at one moment ended at another. One that
// ended at midnight ended with the day before.
func lastDay(from, to datetime.Time) datetime.Time {
	atMidnight := !to.DateOnly && to.Hour == 0 && to.Minute == 0 && to.Second == 0
	if !atMidnight || from.Year == to.Year && from.Month == to.Month && from.Day == to.Day {
		return to
	}
	if to.Day--; to.Day == 0 {
		if to.Month--; to.Month == 0 {
			to.Year, to.Month = to.Year-1, 12
		}
		to.Day = daysIn(to.Year, to.Month)
	}
	return to
}

func inOrder(a, b datetime.Time) bool {
	switch {
	case a.Year != b.Year:
		return a.Year < b.Year
	case a.Month != b.Month:
		return a.Month < b.Month
	default:
		return a.Day <= b.Day
	}
}

// daysIn is how many days a month of the proleptic Gregorian calendar has.
func daysIn(year int64, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	default:
		return 31
	}
}

// duration is when something began and ended, each a day, a month, a year or an interval.
// Where the record gives but one moment for each, these are the first and the last day, or
// the months or years if it lasted whole ones.
func duration(n reading.Node) (start, end string) {
	span, ok := n.TimeSpan()
	if !ok {
		return "", ""
	}
	if !span.EndOfTheBegin.Known && !span.BeginOfTheEnd.Known {
		if start, end = interval(span.Earliest(), span.Latest()); start != "" {
			return start, end
		}
	}
	return either(span.BeginOfTheBegin, span.EndOfTheBegin), either(span.BeginOfTheEnd, span.EndOfTheEnd)
}

// either is the date that lies between two moments, and that of one where the other is not
// known.
func either(a, b reading.Moment) string {
	switch {
	case a.Known && b.Known:
		return joined(interval(a, b))
	case a.Known:
		return day(a.Time)
	case b.Known:
		return day(b.Time)
	default:
		return ""
	}
}

func day(t datetime.Time) string { return month(t) + "-" + twoDigits(t.Day) }

func month(t datetime.Time) string { return year(t) + "-" + twoDigits(t.Month) }

func twoDigits(n int) string { return string([]byte{byte('0' + n/10%10), byte('0' + n%10)}) }

// year has four digits, and a sign where it is not among those of four digits, as ISO
// 8601 has it.
func year(t datetime.Time) string {
	switch {
	case t.Year >= 1000 && t.Year <= 9999:
		return strconv.FormatInt(t.Year, 10) // most
	case t.Year < 0:
		return fmt.Sprintf("-%04d", -t.Year)
	case t.Year > 9999:
		return fmt.Sprintf("+%d", t.Year)
	default:
		return fmt.Sprintf("%04d", t.Year)
	}
}
