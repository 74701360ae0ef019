package i18n

import (
	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// ends says when something was from the four ends of its time span, nothing where there
// are none.
func (w *Wording) ends(span reading.TimeSpan, lasting bool) []Words {
	begin := interval{span.BeginOfTheBegin, span.EndOfTheBegin}
	end := interval{span.BeginOfTheEnd, span.EndOfTheEnd}
	switch {
	case begin.isZero() && end.isZero():
		return nil
	case given(begin.to) && !given(begin.from) && end.isZero():
		return w.phrase("begun %s or earlier", w.moment(begin.to, true))
	case given(end.from) && !given(end.to) && begin.isZero():
		return w.phrase("ended %s or later", w.moment(end.from, false))
	case end.isZero():
		return w.open(begin, lasting, false)
	case begin.isZero():
		return w.open(end, lasting, true)
	}
	whole := interval{earliest(begin), latest(end)}
	if begin == end || !given(begin.to) && !given(end.from) {
		return w.within(whole, lasting)
	}
	return w.lasted(begin, end)
}

// interval are two moments between which something lies; one of them may be missing.
type interval struct{ from, to reading.Moment }

func (i interval) isZero() bool { return !given(i.from) && !given(i.to) }

func given(m reading.Moment) bool { return m.Written != "" }

func earliest(i interval) reading.Moment {
	if given(i.from) {
		return i.from
	}
	return i.to
}

func latest(i interval) reading.Moment {
	if given(i.to) {
		return i.to
	}
	return i.from
}

// openBegin and openEnd are the words for a time of which one end alone is known.
var (
	openBegin = openWords{limits: "begin: %s", year: "from %s", day: "from %s|day", or: "%s or later"}
	openEnd   = openWords{limits: "end: %s", year: "until %s", day: "until %s|day", or: "%s or earlier"}
)

// openWords say one end: within limits, at a year or another unit, and at a day; or says
// it of what did not last.
type openWords struct{ limits, year, day, or Key }

// open says a time of which one end alone is known: the beginning, or the end.
func (w *Wording) open(known interval, lasting, isEnd bool) []Words {
	words := openBegin
	if isEnd {
		words = openEnd
	}
	m := earliest(known)
	said, single := w.side(known, isEnd)
	switch {
	case single == 0 && given(known.from) && given(known.to):
		return w.phrase(words.limits, said)
	case lasting || given(known.from) && given(known.to):
		if single == day {
			return w.phrase(words.day, said)
		}
		return w.phrase(words.year, said)
	case !isEnd && m.Known && isYearEnd(m.Time):
		return w.phrase("after %s", w.year(m.Time.Year))
	case isEnd && m.Known && isYearStart(m.Time) && !m.Time.DateOnly:
		return w.phrase("before %s", w.year(m.Time.Year))
	}
	return w.phrase(words.or, said)
}

// lasted says a time that has a beginning and an end, each within limits of its own.
func (w *Wording) lasted(begin, end interval) []Words {
	from, first := w.side(begin, false)
	until, last := w.side(end, true)
	if first == 0 || last == 0 {
		return w.phrase("from %s to %s", from, until)
	}
	whole, ok := spanOf(interval{earliest(begin), latest(end)})
	switch {
	case !ok || first != last:
		return w.phrase("%s – %s", from, until)
	case whole.precision == decade || whole.precision == century:
		return w.rangeOf(whole)
	}
	return w.whole(whole)
}

// side says one side of a time that lasted, and how precise it is, 0 where it is no single
// date.
func (w *Wording) side(i interval, isEnd bool) ([]Words, precision) {
	if !given(i.from) || !given(i.to) {
		m := earliest(i)
		switch {
		case !m.Known:
			return w.moment(m, isEnd), 0
		case !isEnd && isYearStart(m.Time), isEnd && isYearEnd(m.Time):
			return w.moment(m, isEnd), year
		}
		return w.moment(m, isEnd), day
	}
	if s, ok := spanOf(i); ok && s.precision <= year {
		return w.whole(s), s.precision
	}
	return w.within(i, false), 0
}

// within says a time from its first and its last moment.
func (w *Wording) within(i interval, lasting bool) []Words {
	s, ok := spanOf(i)
	switch {
	case ok && lasting && s.precision == decade:
		return w.rangeOf(s)
	case ok && (lasting || s.precision <= century):
		return w.whole(s)
	case ok && s.byYear:
		return w.phrase("between %s and %s", w.year(s.from.Year), w.year(s.to.Year))
	case ok:
		return w.phrase("between %s and %s|days", w.day(s.from), w.day(s.to))
	case lasting:
		return w.phrase("%s – %s", w.moment(i.from, false), w.moment(i.to, true))
	}
	return w.phrase("between %s and %s", w.moment(i.from, false), w.moment(i.to, true))
}

// moment says one moment, as a year where it is the beginning or the end of one.
func (w *Wording) moment(m reading.Moment, isEnd bool) []Words {
	switch {
	case !m.Known:
		return []Words{{Text: m.Written}}
	case !isEnd && isYearStart(m.Time), isEnd && isYearEnd(m.Time):
		return w.year(m.Time.Year)
	}
	return w.day(m.Time)
}

func isYearStart(t datetime.Time) bool { return t.Month == 1 && t.Day == 1 && startsDay(t) }

func isYearEnd(t datetime.Time) bool { return t.Month == 12 && t.Day == 31 && endsDay(t) }

func startsDay(t datetime.Time) bool {
	return t.DateOnly || t.Hour == 0 && t.Minute == 0 && t.Second == 0
}

func endsDay(t datetime.Time) bool {
	return t.DateOnly || t.Hour == 24 || t.Hour == 23 && t.Minute == 59 && t.Second == 59
}
