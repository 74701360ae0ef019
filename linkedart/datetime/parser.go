package datetime

// parser reads a date from the front of rest.
type parser struct{ rest string }

// date reads [+-]YYYY-MM-DD with four to maxYearDigits digits in the year. A
// year of more than four digits begins with no zero, unless it has the sign
// that ISO 8601 asks for.
func (p *parser) date(t *Time) bool {
	negative, signed := false, false
	if p.take('-') {
		negative, signed = true, true
	} else {
		signed = p.take('+')
	}
	year := p.digits()
	t.Expanded = signed && (!negative || len(year) > 4 && year[0] == '0')
	if len(year) < 4 || len(year) > maxYearDigits || len(year) > 4 && year[0] == '0' && !signed {
		return false
	}
	for _, digit := range []byte(year) {
		t.Year = t.Year*10 + int64(digit-'0')
	}
	if negative {
		t.Year = -t.Year
	}
	return p.take('-') && p.two(&t.Month) && p.take('-') && p.two(&t.Day)
}

// clock reads hh:mm:ss and a fraction of the second.
func (p *parser) clock(t *Time) bool {
	if !p.two(&t.Hour) || !p.take(':') || !p.two(&t.Minute) || !p.take(':') || !p.two(&t.Second) {
		return false
	}
	if p.take('.') {
		t.Fraction = p.digits()
		return t.Fraction != ""
	}
	return true
}

// zone reads Z, a difference such as +01:00, or nothing.
func (p *parser) zone(t *Time) bool {
	if p.rest == "" {
		return true
	}
	if p.take('Z') {
		t.Zone = UTC
		return true
	}
	west := p.take('-')
	var hours, minutes int
	if !west && !p.take('+') || !p.two(&hours) || !p.take(':') || !p.two(&minutes) || minutes > 59 {
		return false
	}
	t.Zone, t.Minutes = Offset, hours*60+minutes
	if west {
		t.Minutes = -t.Minutes
	}
	return true
}

func (p *parser) take(c byte) bool {
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) two(n *int) bool {
	if len(p.rest) < 2 || !isDigit(p.rest[0]) || !isDigit(p.rest[1]) {
		return false
	}
	*n = int(p.rest[0]-'0')*10 + int(p.rest[1]-'0')
	p.rest = p.rest[2:]
	return true
}

func (p *parser) digits() string {
	n := 0
	for n < len(p.rest) && isDigit(p.rest[n]) {
		n++
	}
	out := p.rest[:n]
	p.rest = p.rest[n:]
	return out
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
