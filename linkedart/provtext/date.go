package provtext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart/words/dates"
)

// monthOrYear begins a date that stands without a comma and a word: "gift to museum May
// 1990".
var monthOrYear = regexp.MustCompile(`^(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\s|\d{4}\b|\d{1,2}/\d)`)

// date takes the date that a text ends with, and what follows it, such as a lot, stays:
// the rest of the text is returned. At a sale anything may follow, such as the buyer.
func (s *statement) date(text string, sale bool) string {
	if s.given {
		return text
	}
	after := ""
	for cut := len(text); ; {
		// What follows a date: lots, prices, the buyer.
		first, _, _ := strings.Cut(strings.TrimLeft(after, ", "), ",")
		if after == "" || sale || s.followsDate(s.bare(first)) {
			if rest, ok := s.dateAtEnd(text[:cut]); ok {
				return strings.TrimRight(rest, ", ") + after
			}
		}
		comma := lastComma(text[:cut])
		if comma < 0 {
			return text
		}
		cut = comma
		after = text[cut:]
	}
}

// followsDate tells whether an element can stand after a date.
func (s *statement) followsDate(e string) bool {
	lower := strings.ToLower(e)
	if _, ok := cutWord(lower, "after date"); ok || strings.HasPrefix(lower, "lot") || strings.HasPrefix(lower, "stock") || strings.HasPrefix(lower, "inv") {
		return true
	}
	_, role, length := s.methods.match(e)
	return role == roleNoun && length == len(e)
}

// dateAtEnd finds the longest date that a text ends with.
func (s *statement) dateAtEnd(text string) (string, bool) {
	text = s.trailingMarks(text)
	if s.datePhrase(text) {
		return "", true
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == ',':
		case text[i] != ' ':
			continue
		case slices.Contains(words("date"), firstWord(text[i+1:])):
		case s.p.Method.Key != "" && monthOrYear.MatchString(text[i+1:]):
		default:
			continue
		}
		if hasDigit(text[i:]) && s.datePhrase(text[i+1:]) {
			return text[:i], true
		}
	}
	return text, false
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	return word
}

// trailingMarks reads the brackets behind a date.
func (s *statement) trailingMarks(text string) string {
	for {
		trimmed := strings.TrimRight(text, " ,")
		r := []rune(trimmed[max(0, len(trimmed)-3):])
		if len(r) == 0 || !isMark(r[len(r)-1]) {
			return text
		}
		without := trimmed[:len(trimmed)-3]
		if i := strings.LastIndexAny(without, ", "); !hasDigit(without[i+1:]) || i < 0 {
			return text // brackets of a name or a place
		}
		s.bracket(s.groups[r[len(r)-1]-firstMark])
		text = without
	}
}

// datePhrase reads a whole text as the dates of a period: "1920", "by May 1932 until 1959?",
// "until at least 1901", "1920 to 1930".
func (s *statement) datePhrase(text string) bool {
	text = strings.TrimSpace(text)
	if !hasDigit(text) || len(text) > 120 || strings.HasPrefix(text, "CA.") || strings.ContainsFunc(text, isMark) {
		return false
	}
	begin, until := text, ""
	padded := " " + text
	if rest, ok := cutWord(text, "until"); ok {
		begin, until = "", rest
	} else if at, word := untilWord(padded); at >= 0 {
		begin, until = strings.TrimRight(strings.TrimSpace(padded[:at]), ","), padded[at+len(word):]
	} else if from, to, ok := rangeOfYears(text); ok && s.lasts() {
		begin, until = from, to
	}
	if rest, ok := cutWord(begin, "since"); ok && until != "" {
		begin = rest
	}
	var from, to *dates.Span
	if begin != "" {
		d, ok := s.oneDate(begin)
		if !ok {
			return false
		}
		from = &d
	}
	if until != "" {
		plain, least := strings.CutPrefix(until, "at least ")
		if len(plain) == 2 && from != nil && from.Earliest.Year > 999 {
			plain = strconv.Itoa(from.Earliest.Year)[:2] + plain // "1891-95"
		}
		d, ok := s.oneDate(plain)
		if !ok || len(until) == 2 && from != nil && d.Earliest.Year <= from.Earliest.Year {
			return false
		}
		if d.Text = until; least {
			d.Latest = dates.Day{}
		}
		to = &d
	}
	s.p.Begin, s.p.Until = from, to
	return true
}

// untilWord finds what stands before the time when a party ceased to have the object; -1
// without.
func untilWord(padded string) (at int, word string) {
	for _, word := range words("until") {
		if at := strings.Index(padded, " "+word+" "); at >= 0 {
			return at, " " + word + " "
		}
	}
	return -1, ""
}

// lasts tells whether a period is of the time that a party had the object, and not of the
// day when it passed to the party.
func (s *statement) lasts() bool {
	return s.p.Method.Key == "" || s.p.Method.Key == "ownership" || s.p.Method.Class == Custody
}

var yearRange = regexp.MustCompile(`^(?:from )?(.*\d{4}\??)(?: to | through |\s?[-–]\s?)(.*\d{4}\??|\d\d)$`)

// rangeOfYears cuts the time that a party had an object.
func rangeOfYears(text string) (from, to string, ok bool) {
	if !strings.ContainsAny(text, "-–") && !strings.Contains(text, " to ") && !strings.Contains(text, " through ") {
		return "", "", false
	}
	m := yearRange.FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// oneDate reads a date. A word such as "Ming" is no date of a provenance.
func (s *statement) oneDate(text string) (dates.Span, bool) {
	plain := strings.TrimSpace(text)
	for _, prefix := range []string{"in ", "on ", "during "} {
		plain = strings.TrimPrefix(plain, prefix)
	}
	plain = strings.Replace(plain, "by at least ", "by ", 1)
	d, ok := s.dates.Read(plain)
	if !ok || d.Undated || d.Act != "" || len(d.More) > 0 || !hasDigit(plain) {
		return dates.Span{}, false
	}
	for _, day := range []dates.Day{d.Earliest, d.Latest} {
		if !day.IsZero() && (day.Year < 1000 || day.Year > 2200) {
			return dates.Span{}, false
		}
	}
	d.Text = strings.TrimSpace(text)
	return d, true
}
