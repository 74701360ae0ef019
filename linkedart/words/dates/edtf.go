package dates

import (
	"strconv"
	"strings"

	"vitrine/linkedart/datetime"
)

// edtf reads a date of the Extended Date/Time Format, levels 0 and 1. What museums write
// in the same form and mean otherwise, "1905-06" and "1921-22", is left to the grammar of
// words.
func (r *Reader) edtf(text string) (Span, bool) {
	if len(text) < 4 || strings.Trim(text, "0123456789-/.TZ:+XY~%?") != "" {
		return Span{}, false
	}
	left, right, interval := strings.Cut(text, "/")
	if !interval {
		return r.edtfDate(text)
	}
	if strings.Contains(right, "/") || left == "" && right == "" {
		return Span{}, false
	}
	var s Span
	for i, end := range []string{left, right} {
		if end == "" || end == ".." {
			continue
		}
		d, ok := r.edtfDate(end)
		if !ok {
			return Span{}, false
		}
		if i == 0 {
			s.Earliest = d.Earliest
		} else {
			s.Latest = d.Latest
		}
		s.Circa, s.Uncertain = s.Circa || d.Circa, s.Uncertain || d.Uncertain
	}
	return s, s.ordered() && !(s.Earliest.IsZero() && s.Latest.IsZero())
}

func (r *Reader) edtfDate(text string) (Span, bool) {
	var circa, uncertain bool
	switch {
	case strings.HasSuffix(text, "%"):
		circa, uncertain = true, true
	case strings.HasSuffix(text, "~"):
		circa = true
	case strings.HasSuffix(text, "?"):
		uncertain = true
	}
	text = strings.TrimRight(text, "~%?")
	if at := strings.IndexByte(text, 'T'); at > 0 {
		if _, err := datetime.Parse(text); err != nil {
			return Span{}, false
		}
		text = text[:at]
	}
	s, ok := edtfPlain(text)
	if circa {
		s = r.widen(s)
	}
	s.Circa, s.Uncertain = circa, uncertain
	return s, ok
}

// edtfPlain reads a date without qualifiers: a year with digits that may be X, and a month
// and a day that may be XX; or a season, 21 to 24.
func edtfPlain(text string) (Span, bool) {
	text = strings.TrimPrefix(text, "Y")
	sign := 1
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = -1, rest
	}
	parts := strings.Split(text, "-")
	if len(parts) > 3 || len(parts[0]) < 4 || len(parts[0]) > 9 {
		return Span{}, false
	}
	first, err := strconv.Atoi(strings.ReplaceAll(parts[0], "X", "0"))
	last, err2 := strconv.Atoi(strings.ReplaceAll(parts[0], "X", "9"))
	if err != nil || err2 != nil || strings.Contains(strings.TrimRight(parts[0], "X"), "X") || parts[0] == "XXXX" {
		return Span{}, false
	}
	first, last = sign*first, sign*last
	if len(parts) == 1 || first != last || parts[1] == "XX" {
		return years(min(first, last), max(first, last)), allX(parts[1:])
	}
	month, ok := two(parts[1])
	switch {
	case !ok:
		return Span{}, false
	case month >= 21 && month <= 24 && len(parts) == 2:
		return months(first, 3*(month-20), 3*(month-20)+2), true
	case month < 1 || month > 12:
		return Span{}, false
	case len(parts) == 2 || parts[2] == "XX":
		return months(first, month, month), true
	}
	d, ok := two(parts[2])
	if !ok {
		return Span{}, false
	}
	return day(first, month, d)
}

func allX(parts []string) bool {
	for _, p := range parts {
		if p != "XX" {
			return false
		}
	}
	return true
}

func two(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && len(text) == 2 && n >= 0
}
