package schemaorg

import (
	"strconv"
	"unicode/utf8"
)

// encoder writes a description as JSON that is safe within a script element: <, > and & are
// written as escapes. Members without a value are left out.
type encoder struct{ out []byte }

// begin begins a member of an object.
func (e *encoder) begin(name string) {
	if e.out[len(e.out)-1] != '{' {
		e.out = append(e.out, ',')
	}
	e.out = append(append(append(e.out, '"'), name...), `":`...)
}

func (e *encoder) text(name, value string) {
	if value != "" {
		e.begin(name)
		e.out = appendString(e.out, value)
	}
}

func (e *encoder) texts(name string, values []string) {
	e.array(name, len(values), func(i int) { e.out = appendString(e.out, values[i]) })
}

// array writes a member with n items, each by a call of item.
func (e *encoder) array(name string, n int, item func(i int)) {
	if n == 0 {
		return
	}
	e.begin(name)
	e.out = append(e.out, '[')
	for i := range n {
		if i > 0 {
			e.out = append(e.out, ',')
		}
		item(i)
	}
	e.out = append(e.out, ']')
}

// number writes a number as it is spelled.
func (e *encoder) number(name, value string) {
	if value != "" {
		e.begin(name)
		e.out = append(e.out, value...)
	}
}

func (e *encoder) count(name string, n uint64) {
	if n > 0 {
		e.begin(name)
		e.out = strconv.AppendUint(e.out, n, 10)
	}
}

func (e *encoder) thing(name string, t *Thing) {
	if t != nil {
		e.begin(name)
		e.whole(t)
	}
}

func (e *encoder) things(name string, things []*Thing) {
	e.array(name, len(things), func(i int) { e.whole(things[i]) })
}

func (e *encoder) reference(name string, r Reference) {
	if r != (Reference{}) {
		e.begin(name)
		e.named(r)
	}
}

func (e *encoder) references(name string, references []Reference) {
	e.array(name, len(references), func(i int) { e.named(references[i]) })
}

// named writes a reference as an object.
func (e *encoder) named(r Reference) {
	e.out = append(e.out, '{')
	e.text("@type", r.Type)
	e.text("@id", r.ID)
	e.text("name", r.Name)
	e.out = append(e.out, '}')
}

// appendString appends a JSON string (RFC 8259 section 7). What is no UTF-8 becomes U+FFFD.
func appendString(to []byte, s string) []byte {
	const hex = "0123456789abcdef"
	to = append(to, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			// U+2028 and U+2029 end lines in scripts.
			if r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
				to = append(append(to, s[done:i]...), `\u`...)
				to = append(to, hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
				done = i + size
			}
			i += size
			continue
		}
		if c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			to = append(append(to, s[done:i]...), `\u00`...)
			to = append(to, hex[c>>4], hex[c&15])
			done = i + 1
		}
		i++
	}
	return append(append(to, s[done:]...), '"')
}
