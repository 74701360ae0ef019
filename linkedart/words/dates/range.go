package dates

import (
	"strconv"
	"strings"
)

// dates reads a date or a range. It tells whether it is the name of a period alone.
func (p *parser) dates() (s Span, period, ok bool) {
	between := p.take("between")
	if p.at("to") {
		// "bis 1900", "to 1900" and "–1900" have an end alone.
		p.pos++
		pt, ok := p.point()
		pt.bound = "before"
		s, ok2 := p.reader.span(pt)
		return s, false, ok && ok2
	}
	left, ok := p.point()
	if !ok {
		return Span{}, false, false
	}
	if !p.rangeMark(between, left) {
		s, ok = p.reader.span(left)
		return s, left.shape == periodShape && left.span.isPeriod(), ok && !between
	}
	if p.take("present") {
		left.bound = "after"
		s, ok = p.reader.span(left)
		return s, false, ok
	}
	right, ok := p.point()
	if !ok || right.bound == "after" || left.bound == "before" {
		return Span{}, false, false
	}
	s, ok = p.reader.rangeOf(left, right)
	return s, left.span.isPeriod() && right.span.isPeriod(), ok
}

// rangeMark goes past what stands between two ends.
func (p *parser) rangeMark(between bool, left point) bool {
	switch {
	case p.at("-") && !p.endsAfter(1):
		for p.take("-") {
		}
		return true
	case p.at("to"):
		p.pos++
		return true
	case p.at("before") && left.bound == "after" && p.peek(0).kind == "before":
		// "from 1890 until 1900"
		p.pos++
		return true
	case between, left.shape == partShape, left.shape == ordinalShape:
		return p.take("and", "en", "/")
	case p.at("/", "and") && left.shape != periodShape && p.dated(1):
		p.pos++
		return true
	case p.at("and") && left.shape == periodShape && p.peek(1).kind == "period":
		p.pos++
		return true
	}
	return false
}

func (p *parser) endsAfter(n int) bool { return p.pos+n >= len(p.items) }

// dated tells whether a date can begin at an item.
func (p *parser) dated(ahead int) bool {
	switch p.peek(ahead).kind {
	case "number", "decade", "ordinal", "early", "mid", "late", "month", "circa":
		return true
	}
	return false
}

func periodSpan(value string) (Span, bool) {
	a, b, _ := strings.Cut(value, "/")
	first, err := strconv.Atoi(a)
	last, err2 := strconv.Atoi(b)
	return years(first, last), err == nil && err2 == nil && first <= last
}

// isPeriod tells that a span is of whole years, as those of periods are.
func (s Span) isPeriod() bool {
	return s.Earliest.Month == 1 && s.Earliest.Day == 1 && s.Latest.Month == 12 && s.Latest.Day == 31
}

// rangeOf completes the ends of a range by each other, and is from the one to the other.
func (r *Reader) rangeOf(left, right point) (Span, bool) {
	if !complete(&left, &right) {
		return Span{}, false
	}
	right.circa = right.circa || left.circa
	left.bound, right.bound = "", ""
	a, ok1 := r.span(left)
	b, ok2 := r.span(right)
	if !ok1 || !ok2 || b.Latest.before(a.Latest) {
		return Span{}, false
	}
	out := Span{Earliest: a.Earliest, Latest: b.Latest, Circa: a.Circa || b.Circa, Uncertain: a.Uncertain || b.Uncertain}
	if left.shape == numberShape && right.month != 0 {
		// 1905-06 as a month is within both years.
		return out, true
	}
	return out, out.ordered()
}

// complete gives to each end what the other says for both.
func complete(left, right *point) bool {
	switch {
	case left.shape == partShape:
		part, circa := left.part, left.circa
		*left = *right
		left.part, left.circa = part, circa
		left.parts = 0
		return right.part != "" && right.shape != numberShape || right.shape == centuryShape || right.shape == decadeShape
	case left.shape == ordinalShape && right.shape == centuryShape,
		left.shape == noShape && left.parts != 0 && right.shape == centuryShape:
		left.shape = centuryShape
	case left.shape == centuryShape && right.shape == ordinalShape:
		right.shape = centuryShape
	case left.shape == numberShape && right.shape == centuryShape && left.digits <= 2:
		left.shape = centuryShape
	case right.shape == decadeShape && left.shape == numberShape && left.n%10 != 0 && left.digits == 4, left.shape == decadeShape && right.shape == numberShape && right.digits == 4:
	case right.shape == numberShape && right.digits <= 2 && left.shape == numberShape && left.digits >= 3 && right.era != bce && left.era != bce:
		return shortYear(left, right)
	case left.shape == numberShape && left.digits <= 2 && right.month != 0:
		// 3-5 May 1920
		left.shape, left.d, left.month, left.n = dayShape, left.n, right.month, right.n
	case right.shape == numberShape && right.digits <= 2 && left.shape == dayShape && left.n == 0:
		return false
	case left.month != 0 && left.n == 0:
		left.n = right.n
		if right.month == 0 || right.n == 0 {
			return false
		}
	}
	return eras(left, right)
}

// shortYear completes the end of 1895-98.
func shortYear(left, right *point) bool {
	scale := 100
	if right.digits == 1 {
		scale = 10
	}
	if right.n <= left.n%scale {
		return false
	}
	right.n += left.n / scale * scale
	right.digits = left.digits
	return eras(left, right)
}

// eras gives the left end the era of the right one: "206–220 CE", "1450–1410 BCE".
func eras(left, right *point) bool {
	switch {
	case left.era == noEra && right.era == bce:
		left.era = bce
		return left.shape != numberShape || left.n >= right.n
	case left.era == noEra && right.era == ce:
		left.era = ce
	case left.era == bce && right.era == noEra:
		return right.shape == numberShape && right.digits == 4
	case left.era == ce && right.era == noEra:
		right.era = ce
	case left.era == noEra && right.era == noEra && left.shape == numberShape && left.digits == 3 && right.shape == numberShape && right.digits >= 3:
		left.era, right.era = ce, ce
	}
	return true
}

// span is the time that a point can mean.
func (r *Reader) span(pt point) (Span, bool) {
	s, ok := r.exact(pt)
	if !ok {
		return Span{}, false
	}
	if pt.circa && pt.shape != centuryShape && !(pt.shape == periodShape && s.isPeriod()) {
		if pt.shape == decadeShape && s.Latest.Year%10 == 9 {
			// "Circa 1930s" is until about 1940.
			s.Latest.Year++
		}
		s = r.widen(s)
	}
	s.Circa, s.Uncertain = pt.circa, pt.uncertain
	switch pt.bound {
	case "before":
		s.Earliest = Day{}
	case "after":
		s.Latest = Day{}
	}
	return s, true
}

// widen adds what "circa" means.
func (r *Reader) widen(s Span) Span {
	if !s.Earliest.IsZero() {
		s.Earliest = Day{s.Earliest.Year - r.options.Circa, 1, 1}
	}
	if !s.Latest.IsZero() {
		s.Latest = Day{s.Latest.Year + r.options.Circa, 12, 31}
	}
	return s
}

// exact is the span of a point without its qualifiers.
func (r *Reader) exact(pt point) (Span, bool) {
	if pt.parts != 0 && pt.shape != centuryShape && pt.shape != decadeShape {
		return Span{}, false
	}
	switch pt.shape {
	case numberShape:
		if pt.era == noEra && pt.digits != 4 || pt.n == 0 {
			return Span{}, false
		}
		y := astronomical(pt.n, pt.era)
		return years(y, y), true
	case decadeShape:
		return pt.decade(), pt.era != bce && pt.n >= 100
	case centuryShape:
		return r.century(pt), pt.n >= 1 && pt.n <= 60
	case monthShape:
		return months(pt.n, pt.month, pt.month), pt.n >= 100 && pt.era != bce
	case dayShape:
		s, ok := day(pt.n, pt.month, pt.d)
		return s, ok && pt.n >= 100 && pt.era != bce
	case periodShape:
		return pt.span, pt.era == noEra
	}
	return Span{}, false
}

func astronomical(year int, e era) int {
	if e == bce {
		return 1 - year
	}
	return year
}

// decade is a decade, or the part of one. Years such as the 1800s may be a century.
func (pt point) decade() Span {
	last := pt.n + 9
	switch {
	case pt.n%100 == 0:
		last = pt.n + 99
	case pt.part == "early":
		last = pt.n + 5
	case pt.part == "late":
		return years(pt.n+5, last)
	case pt.part == "mid":
		return years(pt.n+3, pt.n+6)
	}
	return years(pt.n, last)
}

// century is a century, or the part of one.
func (r *Reader) century(pt point) Span {
	if pt.era == bce {
		return r.partOf(pt, 1-pt.n*100)
	}
	s := r.partOf(pt, (pt.n-1)*100)
	s.Earliest.Year += r.options.Century
	s.Latest.Year += r.options.Century
	s.Earliest.Year = max(s.Earliest.Year, 1)
	return s
}

// partOf is the hundred years from a year on, or the part of them that a point says.
func (r *Reader) partOf(pt point, first int) Span {
	early := r.options.Early
	switch {
	case pt.parts != 0:
		return years(first+100*(pt.nth-1)/pt.parts, first+100*pt.nth/pt.parts-1)
	case pt.part == "early":
		return years(first, first+early)
	case pt.part == "late":
		return years(first+100-early, first+99)
	case pt.part == "mid":
		return years(first+early, first+100-early)
	}
	return years(first, first+99)
}
