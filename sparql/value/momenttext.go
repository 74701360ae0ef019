package value

import (
	"strconv"
	"strings"
)

// maxYearDigits keeps the seconds of a Moment within an int64.
const maxYearDigits = 9

// parseMoment reads a date or time of a kind (XSD sections 3.3.7 to 3.3.14).
func parseMoment(kind Kind, text string) (Moment, bool) {
	r := reader{text}
	year, month, monthDay := int64(plainYear), 1, 1
	ok := true
	switch kind {
	case DateTime, Date:
		ok = r.year(&year) && r.take('-') && r.two(&month) && r.take('-') && r.two(&monthDay)
	case GYear:
		ok = r.year(&year)
	case GYearMonth:
		ok = r.year(&year) && r.take('-') && r.two(&month)
	case GMonth:
		ok = r.takeAll("--") && r.two(&month)
	case GMonthDay:
		ok = r.takeAll("--") && r.two(&month) && r.take('-') && r.two(&monthDay)
	case GDay:
		ok = r.takeAll("---") && r.two(&monthDay)
	}
	if !ok || month < 1 || month > 12 || monthDay < 1 || monthDay > daysIn(year, month) {
		return Moment{}, false
	}
	var m Moment
	clock := 0
	if kind == DateTime && !r.take('T') || (kind == DateTime || kind == Time) && !r.clock(&clock, &m.fraction) {
		return Moment{}, false
	}
	if kind == Time {
		clock %= day // 24:00:00 is 00:00:00
	}
	m.seconds = days(year, month, monthDay)*day + int64(clock)
	if !r.zone(&m) || r.rest != "" {
		return Moment{}, false
	}
	return m, true
}

// reader reads a date from the front of rest.
type reader struct{ rest string }

func (r *reader) take(c byte) bool {
	if r.rest == "" || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

func (r *reader) takeAll(text string) (ok bool) {
	r.rest, ok = strings.CutPrefix(r.rest, text)
	return ok
}

func (r *reader) digits() string {
	n := 0
	for n < len(r.rest) && '0' <= r.rest[n] && r.rest[n] <= '9' {
		n++
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) two(n *int) bool {
	if len(r.rest) < 2 || !allDigits(r.rest[:2]) {
		return false
	}
	*n = int(r.rest[0]-'0')*10 + int(r.rest[1]-'0')
	r.rest = r.rest[2:]
	return true
}

// year reads a year of at least four digits, of which the first of more is not 0.
func (r *reader) year(year *int64) bool {
	negative := r.take('-')
	digits := r.digits()
	if len(digits) < 4 || len(digits) > maxYearDigits || len(digits) > 4 && digits[0] == '0' {
		return false
	}
	*year = 0
	for i := 0; i < len(digits); i++ {
		*year = *year*10 + int64(digits[i]-'0')
	}
	if negative {
		*year = -*year
	}
	return true
}

// clock reads hh:mm:ss and a fraction of the second. The day ends with 24:00:00.
func (r *reader) clock(seconds *int, fraction *string) bool {
	var h, m, s int
	if !r.two(&h) || !r.take(':') || !r.two(&m) || !r.take(':') || !r.two(&s) {
		return false
	}
	if r.take('.') {
		digits := r.digits()
		if digits == "" || len(digits) > MaxDigits/2 {
			return false
		}
		*fraction = trimZeros(digits)
	}
	*seconds = h*hour + m*60 + s
	return m < 60 && s < 60 && (h < 24 || *seconds == day && *fraction == "")
}

// zone reads Z, a difference such as +01:00, or nothing.
func (r *reader) zone(m *Moment) bool {
	if r.rest == "" {
		return true
	}
	m.zoned = true
	if r.take('Z') {
		return true
	}
	west := r.take('-')
	var h, minutes int
	if !west && !r.take('+') || !r.two(&h) || !r.take(':') || !r.two(&minutes) || minutes > 59 || h*60+minutes > mostMinutes {
		return false
	}
	m.zone = int16(h*60 + minutes)
	if west {
		m.zone = -m.zone
	}
	return true
}

// append appends the canonical form (XSD sections 3.3.7.2 and following), in the
// zone that the moment has.
func (m Moment) append(b []byte, kind Kind) []byte {
	year, month, monthDay := m.Date()
	switch kind {
	case DateTime, Date:
		b = appendTwo(append(appendTwo(append(appendYear(b, year), '-'), month), '-'), monthDay)
	case GYear:
		b = appendYear(b, year)
	case GYearMonth:
		b = appendTwo(append(appendYear(b, year), '-'), month)
	case GMonth:
		b = appendTwo(append(b, "--"...), month)
	case GMonthDay:
		b = appendTwo(append(appendTwo(append(b, "--"...), month), '-'), monthDay)
	case GDay:
		b = appendTwo(append(b, "---"...), monthDay)
	}
	if kind == DateTime {
		b = append(b, 'T')
	}
	if kind == DateTime || kind == Time {
		b = m.appendClock(b)
	}
	if !m.zoned {
		return b
	}
	return m.AppendZone(b)
}

func (m Moment) appendClock(b []byte) []byte {
	rest := int(m.seconds - floorDiv(m.seconds, day)*day)
	b = appendTwo(b, rest/hour)
	b = appendTwo(append(b, ':'), rest/60%60)
	b = appendTwo(append(b, ':'), rest%60)
	if m.fraction != "" {
		b = append(append(b, '.'), m.fraction...)
	}
	return b
}

// AppendZone appends the time zone, such as Z or -05:00.
func (m Moment) AppendZone(b []byte) []byte {
	if m.zone == 0 {
		return append(b, 'Z')
	}
	sign, minutes := byte('+'), int(m.zone)
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	return appendTwo(append(appendTwo(append(b, sign), minutes/60), ':'), minutes%60)
}

func appendYear(b []byte, year int64) []byte {
	if year < 0 {
		b, year = append(b, '-'), -year
	}
	return append(b, digitsOf(year, 4)...)
}

func appendTwo(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// digitsOf returns n, which is not negative, with at least so many digits.
func digitsOf(n int64, least int) string {
	var digits [20]byte
	out := strconv.AppendInt(digits[:0], n, 10)
	for len(out) < least {
		out = append([]byte{'0'}, out...)
	}
	return string(out)
}
