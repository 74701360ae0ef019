package i18n

import (
	"regexp"
	"strconv"
	"strings"

	"vitrine/linkedart/reading"
)

// Names of time spans that say nothing but years can be said in any language: a year or
// two, and that it was about then or between them, in the languages of the pages.
const (
	aboutWords  = `(?i:(about|around|circa|approximately|approx\.?|ca\.?|c\.|omstreeks|ongeveer|rond|vers|environ|um|etwa|zirka)\s*)?`
	yearDigits  = `(\d{1,4})`
	beforeWords = `(?i:\s*(BC|BCE|v\.\s?Chr\.|av\.\s?J\.-C\.))?`
)

var (
	aboutYear  = regexp.MustCompile(`^` + aboutWords + yearDigits + beforeWords + `$`)
	aboutYears = regexp.MustCompile(`^` + aboutWords + `(?i:(between|tussen|entre|zwischen)\s+|(?:from|van|de|von)\s+)?` +
		yearDigits + `(?:\s*[-–—/]\s*|(?i:\s+(?:to|until|and|tot|en|t/m|à|et|bis|und)\s+))` + yearDigits + beforeWords + `$`)
)

// restated says in the language what a name of a time span says, where that is no more
// than years within the span, or than what its ends say.
func (w *Wording) restated(name string, span reading.TimeSpan) ([]Words, bool) {
	name = strings.TrimSpace(name)
	if said, ok := w.aboutYear(name, span); ok {
		return said, true
	}
	if said, ok := w.aboutYears(name, span); ok {
		return said, true
	}
	return w.fromEnds(name, span)
}

// aboutYear says "about 1665", and a year alone.
func (w *Wording) aboutYear(name string, span reading.TimeSpan) ([]Words, bool) {
	found := aboutYear.FindStringSubmatch(name)
	if found == nil {
		return nil, false
	}
	n, ok := yearOf(found[2], found[3])
	from, to := outermost(span)
	if !ok || from.Known && n < from.Time.Year || to.Known && n > to.Time.Year {
		return nil, false
	}
	if found[1] != "" {
		return w.phrase("about %s", w.year(n)), true
	}
	// A year alone says less than ends within it.
	if !from.Known || !to.Known || from.Time.Year != n || to.Time.Year != n {
		return w.year(n), true
	}
	return nil, false
}

// aboutYears says two years: "1902 to 1903", "between 1656 and 1661", "about 1660–1661".
func (w *Wording) aboutYears(name string, span reading.TimeSpan) ([]Words, bool) {
	found := aboutYears.FindStringSubmatch(name)
	if found == nil {
		return nil, false
	}
	first, ok := yearOf(found[3], found[5])
	last, isYear := yearOf(found[4], found[5])
	from, to := outermost(span)
	if !ok || !isYear || first >= last || from.Known && first < from.Time.Year || to.Known && last > to.Time.Year {
		return nil, false
	}
	said := w.phrase("%s–%s", w.year(first), w.year(last))
	if found[2] != "" {
		said = w.phrase("between %s and %s", w.year(first), w.year(last))
	}
	if found[1] != "" {
		said = w.phrase("about %s", said)
	}
	return said, true
}

// fromEnds says a span by its ends where the name is how one of the languages says them:
// "juillet 1799".
func (w *Wording) fromEnds(name string, span reading.TimeSpan) ([]Words, bool) {
	from, to := outermost(span)
	// Every date has a digit, of Rome's for a century in French.
	if !from.Known && !to.Known || !strings.ContainsAny(name, "0123456789IVX") {
		return nil, false
	}
	for _, lasting := range []bool{false, true} {
		for _, other := range w.all.list {
			if strings.EqualFold(Plain(other.ends(span, lasting)), name) {
				return w.ends(span, lasting), true
			}
		}
	}
	return nil, false
}

// yearOf is the astronomical year of digits, and what tells that it is one before Christ.
func yearOf(digits, before string) (int64, bool) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n == 0 {
		return 0, false
	}
	if before != "" {
		n = 1 - n
	}
	return n, true
}

// outermost are the first and the last moment of a span.
func outermost(span reading.TimeSpan) (from, to reading.Moment) {
	return earliest(interval{span.BeginOfTheBegin, span.EndOfTheBegin}), latest(interval{span.BeginOfTheEnd, span.EndOfTheEnd})
}
