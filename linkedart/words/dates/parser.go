package dates

import (
	"cmp"
	"slices"
)

// parser reads items from left to right.
type parser struct {
	reader *Reader
	items  []item
	pos    int
}

func (p *parser) end() bool { return p.pos >= len(p.items) }

func (p *parser) peek(ahead int) item {
	if p.pos+ahead < len(p.items) {
		return p.items[p.pos+ahead]
	}
	return item{}
}

// at tells whether the next item is of one of the kinds.
func (p *parser) at(kinds ...string) bool {
	return !p.end() && slices.Contains(kinds, p.items[p.pos].kind)
}

// take goes past an item of one of the kinds.
func (p *parser) take(kinds ...string) bool {
	if !p.at(kinds...) {
		return false
	}
	p.pos++
	return true
}

// undated tells whether the text says that there is no date, and nothing else.
func (p *parser) undated() bool {
	for i := range p.items {
		if k := p.items[i].kind; k != "undated" && k != "[" && k != "]" && k != "(" && k != ")" && k != "?" {
			return false
		}
	}
	return len(p.items) > 0
}

// entry reads one date, with what it is of and its brackets.
func (p *parser) entry() (entry, bool) {
	var e entry
	act := p.act()
	if act != "" && p.take("unknown") {
		return entry{span: Span{Act: act}}, true
	}
	ok := p.named(&e)
	if !ok {
		e.span, e.period, ok = p.dates()
		e.known = ok
	}
	if !ok {
		return e, false
	}
	if act == "" {
		act = p.act()
	}
	e.span.Act = act
	for p.at("(", "[") {
		if !p.brackets(&e) {
			return e, false
		}
	}
	if e.span.Act == "" {
		e.span.Act = p.act()
	}
	return e, true
}

// act reads what a date is of.
func (p *parser) act() string {
	act := ""
	for i := p.pos; i < len(p.items); i++ {
		switch it := p.items[i]; {
		case it.kind == "act":
			act = cmp.Or(act, it.value)
			p.pos = i + 1
		case it.kind == ":" && act != "":
			p.pos = i + 1
			return act
		case it.kind == "and" && act != "" && p.items[min(i+1, len(p.items)-1)].kind == "act", it.kind == "of" && act != "":
		default:
			return act
		}
	}
	return act
}

// named reads the name of a period that the table does not have. Its dates may follow in
// brackets, or another date after a comma.
func (p *parser) named(e *entry) bool {
	i := p.pos
	for i < len(p.items) && slices.Contains([]string{"word", "ordinal", "named", "of", "'", "-", "period", "early", "late", "mid"}, p.items[i].kind) {
		i++
	}
	if i == p.pos || p.items[i-1].kind != "named" || i < len(p.items) && !slices.Contains([]string{"(", ",", ";"}, p.items[i].kind) {
		return false
	}
	p.pos = i
	e.period = true
	return true
}

// brackets reads what stands in brackets: what the date is of, how sure it is, a date that
// narrows the name of a period, a further date, or a remark without any.
func (p *parser) brackets(e *entry) bool {
	closing := p.pos + 1
	for closing < len(p.items) && p.items[closing].kind != ")" && p.items[closing].kind != "]" {
		closing++
	}
	if closing >= len(p.items) {
		return false
	}
	inner := parser{reader: p.reader, items: p.items[p.pos+1 : closing]}
	p.pos = closing + 1
	if inner.remark(e) {
		return true
	}
	var all []entry
	for !inner.end() {
		more, ok := inner.entry()
		if !ok {
			return false
		}
		all = append(all, more)
		for inner.take(",", ";", "and") {
		}
	}
	s, ok := combine(all)
	switch {
	case !ok:
		return false
	case e.period && s.Act == "":
		e.span, e.known = s, true
	case s.Act != "" || e.span.Act != "":
		e.more = append(e.more, s)
	case e.known:
		// A second date that nothing is said of.
		e.span = e.span.with(s)
	}
	return true
}

// dateKinds are the items that a date can be made of.
var dateKinds = []string{"number", "decade", "century", "month", "season", "period", "before", "after", "undated", "bce", "ce", "years"}

// remark reads brackets without a date.
func (p *parser) remark(e *entry) bool {
	for _, it := range p.items {
		if slices.Contains(dateKinds, it.kind) {
			return false
		}
	}
	for _, it := range p.items {
		switch it.kind {
		case "act":
			e.span.Act = cmp.Or(e.span.Act, it.value)
		case "?", "maybe":
			e.span.Uncertain = true
		case "circa":
			if !e.span.Circa && e.known && !e.period {
				e.span = p.reader.widen(e.span)
			}
			e.span.Circa = true
		}
	}
	return true
}
