package schemaorg

import (
	"fmt"
	"strconv"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// date is the day, the month or the year that the whole of a node's time span lies in, in
// the form of ISO 8601; "" where it does not lie in one.
func date(n reading.Node) string {
	span, ok := n.TimeSpan()
	if !ok {
		return ""
	}
	return common(span.Earliest(), span.Latest())
}

// common is what two moments have in common: a day, a month or a year.
func common(a, b reading.Moment) string {
	switch {
	case !a.Known || !b.Known || a.Time.Year != b.Time.Year:
		return ""
	case a.Time.Month != b.Time.Month:
		return year(a.Time)
	case a.Time.Day != b.Time.Day:
		return month(a.Time)
	default:
		return day(a.Time)
	}
}

// duration is when something began and ended. Where the record gives but one moment for
// an end, that is the date of the end.
func duration(n reading.Node) (start, end string) {
	span, ok := n.TimeSpan()
	if !ok {
		return "", ""
	}
	if whole := common(span.Earliest(), span.Latest()); whole != "" && len(whole) < len("2006-01-02") {
		return whole, whole
	}
	return either(span.BeginOfTheBegin, span.EndOfTheBegin), either(span.BeginOfTheEnd, span.EndOfTheEnd)
}

// either is the date that two moments have in common, and that of one where the other is
// not known.
func either(a, b reading.Moment) string {
	switch {
	case a.Known && b.Known:
		return common(a, b)
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
