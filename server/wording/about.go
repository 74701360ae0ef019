package wording

import (
	"regexp"
	"strconv"
	"strings"

	"vitrine/linkedart/reading"
)

// aboutYear is a name of a date that says "about" of a year, or nothing but the year, in
// the languages of the pages.
var aboutYear = regexp.MustCompile(`^(?i:(about|around|circa|approximately|approx\.?|ca\.?|c\.|omstreeks|ongeveer|rond|vers|environ|um|etwa|zirka)\s*)?(\d{1,4})(?i:\s*(BC|BCE|v\.\s?Chr\.|av\.\s?J\.-C\.))?$`)

// about says a name of a time span such as "about 1665" in the language, where the year
// lies within the span.
func (w *Wording) about(name string, span reading.TimeSpan) ([]Words, bool) {
	found := aboutYear.FindStringSubmatch(strings.TrimSpace(name))
	if found == nil {
		return nil, false
	}
	n, err := strconv.ParseInt(found[2], 10, 64)
	if err != nil || n == 0 {
		return nil, false
	}
	if found[3] != "" {
		n = 1 - n
	}
	from, to := earliest(interval{span.BeginOfTheBegin, span.EndOfTheBegin}), latest(interval{span.BeginOfTheEnd, span.EndOfTheEnd})
	if from.Known && n < from.Time.Year || to.Known && n > to.Time.Year {
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
