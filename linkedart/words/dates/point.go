package dates

import "strings"

// shape is what a point is said by.
type shape uint8

const (
	noShape shape = iota
	// part is "mid-" alone, which the other end of a range completes.
	partShape
	// numberShape is a number that may be a year, a day, or the end of a year.
	numberShape
	ordinalShape
	yearShape
	decadeShape
	centuryShape
	monthShape
	dayShape
	periodShape
)

// era says on which side of the year 1 a year is counted.
type era int8

const (
	noEra era = 0
	bce   era = -1
	ce    era = 1
)

// point is one end of a range, or a date.
type point struct {
	shape            shape
	circa, uncertain bool
	// bound is "before", "after", or empty.
	bound string
	// part is "early", "mid", "late", or empty; nth of parts is a half, third or quarter.
	part       string
	nth, parts int
	// n is a year, the first year of a decade, or the number of a century.
	n, digits int
	era       era
	month, d  int
	// span is that of a period, a season or a date that needs nothing else.
	span Span
}

// point reads a date that is not a range.
func (p *parser) point() (point, bool) {
	var pt point
	for {
		switch it := p.peek(0); {
		case p.end():
			return pt, false
		case it.kind == "circa" || it.kind == "~":
			pt.circa = true
		case it.kind == "maybe" || it.kind == "?":
			pt.uncertain = true
		case it.kind == "before" || it.kind == "after":
			if pt.bound != "" {
				return pt, false
			}
			pt.bound = it.kind
		case it.kind == "early" || it.kind == "mid" || it.kind == "late":
			if pt.part != "" {
				return pt, false
			}
			pt.part = it.kind
			p.pos++
			if p.take("-"); p.at("to", "and", "-") {
				pt.shape = partShape
				return pt, true
			}
			continue
		case it.kind == "of" || it.kind == "en":
		case it.kind == "ce" || it.kind == "bce":
			pt.era = eraOf(it.kind)
		case it.kind == "[" && p.peek(1).kind == "number" && p.peek(2).kind == "]":
			// A date that the cataloguer supplied.
			p.pos++
			ok := p.core(&pt)
			return pt, ok && p.take("]") && p.tail(&pt)
		case p.fraction(&pt):
			continue
		default:
			return pt, p.core(&pt) && p.tail(&pt)
		}
		p.pos++
	}
}

func eraOf(kind string) era {
	if kind == "bce" {
		return bce
	}
	return ce
}

// fraction reads "first half", "2. Viertel", "last third", "seconda metà".
func (p *parser) fraction(pt *point) bool {
	n, next := p.peek(0), p.peek(1)
	if n.kind != "ordinal" && (n.kind != "number" || !n.dot) || pt.parts != 0 {
		return false
	}
	parts := next.n
	switch {
	case next.kind == "mid":
		parts = 2
	case next.kind != "part":
		return false
	}
	nth := n.n
	if nth < 0 {
		nth = parts
	}
	if nth < 1 || nth > parts {
		return false
	}
	pt.nth, pt.parts = nth, parts
	p.pos += 2
	return true
}

// tail reads what follows a date: the era and a question mark.
func (p *parser) tail(pt *point) bool {
	for {
		switch {
		case p.at("ce", "bce"):
			if pt.era != noEra {
				return false
			}
			pt.era = eraOf(p.peek(0).kind)
		case p.at("?"), p.at("maybe") && p.peek(1).kind == "":
			pt.uncertain = true
		case p.at("(") && p.peek(1).kind == "?" && p.peek(2).kind == ")":
			pt.uncertain = true
			p.pos += 2
		case p.at("orbefore", "orafter") && pt.bound == "":
			pt.bound = strings.TrimPrefix(p.peek(0).kind, "or")
		case p.at("~"), p.at("circa") && p.peek(1).kind == "":
			pt.circa = true
		default:
			return true
		}
		p.pos++
	}
}

// core reads a date itself.
func (p *parser) core(pt *point) bool {
	it := p.peek(0)
	switch it.kind {
	case "number":
		return p.number(pt)
	case "ordinal":
		return p.ordinal(pt)
	case "century":
		if next := p.peek(1); next.kind == "ordinal" || next.kind == "number" && next.n <= 21 {
			p.pos += 2
			pt.shape, pt.n = centuryShape, next.n
			return next.n > 0
		}
	case "decade":
		p.pos++
		pt.shape, pt.n = decadeShape, it.n
		return it.n%10 == 0
	case "years":
		if next := p.peek(1); (next.kind == "number" || next.kind == "decade") && next.n >= 100 && next.n%10 == 0 {
			p.pos += 2
			pt.shape, pt.n = decadeShape, next.n
			return true
		}
	case "month":
		return p.month(pt)
	case "season":
		return p.season(pt)
	case "period":
		p.pos++
		pt.shape = periodShape
		var ok bool
		pt.span, ok = periodSpan(it.value)
		return ok
	}
	return false
}

// ordinal reads 19th [century], and 3rd [of] May [1920].
func (p *parser) ordinal(pt *point) bool {
	it := p.peek(0)
	if next := p.peek(1); next.kind == "month" || next.kind == "of" && p.peek(2).kind == "month" {
		return it.n > 0 && p.dayMonth(pt)
	}
	p.pos++
	pt.shape, pt.n = ordinalShape, it.n
	return it.n > 0 && p.centuryWord(pt)
}

// centuryWord makes a century of an ordinal, where the word follows.
func (p *parser) centuryWord(pt *point) bool {
	if p.at("-") && p.peek(1).kind == "century" {
		p.pos++
	}
	if p.take("century") {
		pt.shape = centuryShape
	}
	return true
}

// number reads a date that begins with a number.
func (p *parser) number(pt *point) bool {
	it := p.peek(0)
	if p.numeric(pt) {
		return true
	}
	if it.n >= 1 && it.n <= 12 && it.digits <= 2 && p.peek(1).kind == "/" && p.peek(2).digits == 4 && !p.peek(2).space && (p.pos == 0 || p.items[p.pos-1].kind != "/") {
		// 4/1971
		pt.shape, pt.month, pt.n = monthShape, it.n, p.peek(2).n
		p.pos += 3
		return true
	}
	if it.digits <= 2 && p.peek(1).kind == "month" || it.digits <= 2 && p.peek(1).kind == "of" && p.peek(2).kind == "month" {
		return p.dayMonth(pt)
	}
	p.pos++
	pt.n, pt.digits = it.n, it.digits
	if it.n <= 21 && it.n > 0 && (it.dot || p.at("century")) {
		pt.shape = ordinalShape
		return p.centuryWord(pt)
	}
	pt.shape = numberShape
	if it.digits < 3 {
		return true
	}
	// 1935, January; 1935 January 3
	next := 0
	if p.at(",") {
		next = 1
	}
	if p.peek(next).kind == "month" && (it.digits == 4) && !isYear(p.peek(next+1)) && !isYear(p.peek(next+2)) {
		p.pos += next + 1
		pt.month, pt.shape = p.items[p.pos-1].n, monthShape
		if d := p.peek(0); d.kind == "number" && d.digits <= 2 {
			p.pos++
			pt.d, pt.shape = d.n, dayShape
		}
	}
	return true
}

func isYear(it item) bool { return it.kind == "number" && it.digits >= 3 }

// numeric reads 4/23/1971, 23.4.1971 and 1971/4/23.
func (p *parser) numeric(pt *point) bool {
	var n [3]item
	at := 0
	for i := range n {
		n[i] = p.peek(at)
		at++
		if n[i].kind != "number" {
			return false
		}
		if i == 2 {
			break
		}
		if mark := p.peek(at).kind; mark == "/" || mark == "-" || mark == "." {
			at++
		} else if !n[i].dot {
			return false
		}
	}
	var ok bool
	switch {
	case n[0].digits == 4 && n[1].digits <= 2 && n[2].digits <= 2:
		pt.span, ok = day(n[0].n, n[1].n, n[2].n)
	case n[0].digits <= 2 && n[1].digits <= 2 && n[2].digits == 4 && n[0].dot:
		pt.span, ok = inOrder(DayFirst, n[0].n, n[1].n, n[2].n)
	case n[0].digits <= 2 && n[1].digits <= 2 && n[2].digits == 4:
		pt.span, ok = inOrder(p.reader.options.Order, n[0].n, n[1].n, n[2].n)
	}
	if ok {
		p.pos += at
		pt.shape = periodShape
	}
	return ok
}

// inOrder is a day by two numbers of which one is the month. Where the order is not known and
// both may be it, it is the time from the one day to the other.
func inOrder(order Order, a, b, year int) (Span, bool) {
	monthFirst, ok1 := day(year, a, b)
	dayFirst, ok2 := day(year, b, a)
	switch {
	case order == MonthFirst, order == NoOrder && !ok2:
		return monthFirst, ok1
	case order == DayFirst, !ok1:
		return dayFirst, ok2
	}
	return monthFirst.with(dayFirst), true
}

// dayMonth reads 3 May [1920] and 3rd of May [1920].
func (p *parser) dayMonth(pt *point) bool {
	pt.d = p.peek(0).n
	p.pos++
	p.take("of")
	pt.month = p.peek(0).n
	p.pos++
	pt.shape = dayShape
	p.year(pt)
	return true
}

// month reads May [3[rd]][,] [1920].
func (p *parser) month(pt *point) bool {
	pt.month = p.peek(0).n
	pt.shape = monthShape
	p.pos++
	if d := p.peek(0); (d.kind == "number" || d.kind == "ordinal") && d.n <= 31 && d.digits <= 2 {
		p.pos++
		pt.d, pt.shape = d.n, dayShape
		if last := p.peek(1); p.at("-") && last.kind == "number" && last.digits <= 2 && last.n > d.n && p.yearFollows(2) {
			// May 3-5, 1920
			p.pos += 2
			p.year(pt)
			first, ok1 := day(pt.n, pt.month, d.n)
			end, ok2 := day(pt.n, pt.month, last.n)
			pt.shape, pt.span = periodShape, first.with(end)
			return ok1 && ok2
		}
	}
	p.year(pt)
	return true
}

// yearFollows tells whether a year is ahead, after a comma or not.
func (p *parser) yearFollows(ahead int) bool {
	return isYear(p.peek(ahead)) || p.peek(ahead).kind == "," && isYear(p.peek(ahead+1))
}

// year reads the year after a month, where one follows.
func (p *parser) year(pt *point) {
	next := 0
	if k := p.peek(0).kind; k == "," || k == "of" {
		next = 1
	}
	if isYear(p.peek(next)) {
		pt.n = p.peek(next).n
		p.pos += next + 1
	}
}

// season reads winter [of] 1910[/11].
func (p *parser) season(pt *point) bool {
	first := p.peek(0).n
	p.pos++
	next := 0
	if k := p.peek(0).kind; k == "," || k == "of" {
		next = 1
	}
	y := p.peek(next)
	if !isYear(y) {
		return false
	}
	p.pos += next + 1
	pt.shape = periodShape
	pt.span = months(y.n, first, first+2)
	if first != 12 {
		return true
	}
	// A winter is at the beginning or at the end of its year, unless it has two.
	if end := p.peek(1); p.at("/", "-") && end.kind == "number" && (end.n == y.n+1 || end.digits == 2 && end.n == (y.n+1)%100) {
		p.pos += 2
		return true
	}
	pt.span.Earliest = Day{y.n - 1, 12, 1}
	pt.span.Latest = months(y.n+1, 2, 2).Latest
	return true
}
