package schemaorg

import (
	"fmt"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// Date is when a node was, in the form of ISO 8601: the day, the month or the year that its
// time span is, or the interval between two such ("1665/1667", ISO 8601-1:2019 section
// 5.5); "" where the span has no begin or no end.
func Date(n reading.Node) string {
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
	from, to := dateOf(a.Time), lastDate(a.Time, b.Time)
	switch {
	case datetime.Compare(from, to) > 0:
		return "", ""
	case from.Day != 1 || to.Day != datetime.DaysIn(to.Year, to.Month):
		return day(from), day(to)
	case from.Month != 1 || to.Month != 12:
		return month(from), month(to)
	}
	return year(from), year(to)
}

func dateOf(t datetime.Time) datetime.Time {
	return datetime.Time{Year: t.Year, Month: t.Month, Day: t.Day, DateOnly: true}
}

// lastDate is the date on which a time that began at one moment ended at another. One that
// ended at midnight ended with the day before.
func lastDate(from, to datetime.Time) datetime.Time {
	out := dateOf(to)
	if to.DateOnly || to.Hour != 0 || to.Minute != 0 || to.Second != 0 || out == dateOf(from) {
		return out
	}
	if out.Day--; out.Day == 0 {
		if out.Month--; out.Month == 0 {
			out.Year, out.Month = out.Year-1, 12
		}
		out.Day = datetime.DaysIn(out.Year, out.Month)
	}
	return out
}

// Duration is when something began and ended, each a day, a month, a year or an interval.
// Where the record gives but one moment for each, these are the first and the last day, or
// the months or years if it lasted whole ones.
func Duration(n reading.Node) (start, end string) {
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
	}
	return ""
}

func day(t datetime.Time) string { return fmt.Sprintf("%s-%02d", month(t), t.Day) }

func month(t datetime.Time) string { return fmt.Sprintf("%s-%02d", year(t), t.Month) }

// year has four digits, and a sign where it is not among those of four digits, as ISO
// 8601 has it.
func year(t datetime.Time) string {
	switch {
	case t.Year < 0:
		return fmt.Sprintf("-%04d", -t.Year)
	case t.Year > 9999:
		return fmt.Sprintf("+%d", t.Year)
	}
	return fmt.Sprintf("%04d", t.Year)
}
