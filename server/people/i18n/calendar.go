package i18n

import (
	"strconv"

	"vitrine/linkedart/datetime"
)

// months are the names of the months within a date.
var months = [...]Key{
	"January", "February", "March", "April", "May|month", "June",
	"July", "August", "September", "October", "November", "December",
}

// whole says a span as the unit that it fills, or as a range.
func (w *Wording) whole(s span) []Words {
	switch s.precision {
	case day:
		return w.day(s.from)
	case month:
		return []Words{{Text: w.month(s.from), Datetime: htmlMonth(s.from)}}
	case year:
		return w.year(s.from.Year)
	case decade:
		return []Words{{Text: w.Text("%ss|decade", strconv.FormatInt(s.from.Year, 10))}}
	case century:
		n, before := s.century()
		if before {
			return []Words{{Text: w.Text("%s century BC", w.ordinal(n))}}
		}
		return []Words{{Text: w.Text("%s century", w.ordinal(n))}}
	}
	return w.rangeOf(s)
}

// rangeOf says a span from its first to its last day, month or year.
func (w *Wording) rangeOf(s span) []Words {
	sameYear := s.from.Year == s.to.Year
	switch {
	case s.byYear:
		return w.phrase("%s–%s", w.year(s.from.Year), w.year(s.to.Year))
	case sameYear && s.byMonth:
		return w.phrase("%s–%s", []Words{{Text: w.Text(months[s.from.Month-1]), Datetime: htmlMonth(s.from)}},
			[]Words{{Text: w.month(s.to), Datetime: htmlMonth(s.to)}})
	case s.byMonth:
		return w.phrase("%s – %s", []Words{{Text: w.month(s.from), Datetime: htmlMonth(s.from)}},
			[]Words{{Text: w.month(s.to), Datetime: htmlMonth(s.to)}})
	case sameYear && s.from.Month == s.to.Month:
		return w.phrase("%s–%s %s|days of a month", []Words{{Text: w.dayNumber(s.from.Day), Datetime: htmlDay(s.from)}},
			[]Words{{Text: w.dayNumber(s.to.Day), Datetime: htmlDay(s.to)}}, []Words{{Text: w.month(s.to)}})
	case sameYear:
		first := w.Text("%s %s|day month", w.dayNumber(s.from.Day), w.Text(months[s.from.Month-1]))
		return w.phrase("%s – %s", []Words{{Text: first, Datetime: htmlDay(s.from)}}, w.day(s.to))
	}
	return w.phrase("%s – %s", w.day(s.from), w.day(s.to))
}

// day says a day: "16 May 1696".
func (w *Wording) day(t datetime.Time) []Words {
	text := w.Text("%s %s %s|day month year", w.dayNumber(t.Day), w.Text(months[t.Month-1]), w.yearText(t.Year))
	return []Words{{Text: text, Datetime: htmlDay(t)}}
}

func (w *Wording) dayNumber(n int) string {
	if n == 1 {
		return w.Text("1|day of the month")
	}
	return strconv.Itoa(n)
}

// month says a month with its year: "May 1696".
func (w *Wording) month(t datetime.Time) string {
	return w.Text("%s %s|month year", w.Text(months[t.Month-1]), w.yearText(t.Year))
}

// year says a year; it is astronomical, so that 0 is 1 BC.
func (w *Wording) year(n int64) []Words {
	out := Words{Text: w.yearText(n)}
	if n > 0 {
		out.Datetime = string(appendPadded(nil, n, 4))
	}
	return []Words{out}
}

func (w *Wording) yearText(n int64) string {
	if n <= 0 {
		return w.Text("%s BC", strconv.FormatInt(1-n, 10))
	}
	return strconv.FormatInt(n, 10)
}

// htmlMonth and htmlDay are dates in HTML's form, which has none before the year 1.
func htmlMonth(t datetime.Time) string {
	if t.Year <= 0 {
		return ""
	}
	return string(appendMonth(nil, t))
}

func htmlDay(t datetime.Time) string {
	if t.Year <= 0 {
		return ""
	}
	return string(appendPadded(append(appendMonth(nil, t), '-'), int64(t.Day), 2))
}

func appendMonth(to []byte, t datetime.Time) []byte {
	return appendPadded(append(appendPadded(to, t.Year, 4), '-'), int64(t.Month), 2)
}

// appendPadded appends a number that is not negative, with zeros before it up to a width.
func appendPadded(to []byte, n int64, width int) []byte {
	for limit := int64(10); width > 1; width-- {
		if n < limit {
			to = append(to, '0')
		}
		limit *= 10
	}
	return strconv.AppendInt(to, n, 10)
}

// Century is a century in short, by its number: "17th c."; those before the first have
// negative numbers.
func (w *Wording) Century(n int64) string {
	if n < 0 {
		return w.Text("%s c. BC|century", w.ordinal(-n))
	}
	return w.Text("%s c.|century", w.ordinal(n))
}

// ordinal is the number of a century as the language writes it. A language that is added
// has its form here.
func (w *Wording) ordinal(n int64) string {
	digits := strconv.FormatInt(n, 10)
	switch w.Code() {
	case "nl":
		return digits + "e"
	case "de":
		return digits + "."
	case "fr":
		if n == 1 {
			return "Ier"
		}
		return roman(n) + "e"
	}
	suffix := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return digits + suffix
}

// roman is a number in Roman numerals, with M for each thousand.
func roman(n int64) string {
	if n > 3999 {
		return strconv.FormatInt(n, 10)
	}
	out := ""
	for _, step := range []struct {
		value int64
		text  string
	}{
		{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
		{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
	} {
		for n >= step.value {
			out, n = out+step.text, n-step.value
		}
	}
	return out
}
