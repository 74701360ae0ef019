package syntax

import (
	"strings"
	"unicode/utf8"
)

// scanString scans STRING_LITERAL1, STRING_LITERAL2, STRING_LITERAL_LONG1 or
// STRING_LITERAL_LONG2.
func (p *parser) scanString(rest string) {
	quote := rest[:1]
	long := strings.HasPrefix(rest, strings.Repeat(quote, 3))
	if long {
		quote = rest[:3]
	}
	var value strings.Builder
	for n := len(quote); n < len(rest); {
		switch c := rest[n]; {
		case strings.HasPrefix(rest[n:], quote):
			p.take(text, n+len(quote), value.String())
			return
		case c == '\\':
			unescaped, ok := p.stringEscape(rest, n)
			if !ok {
				return
			}
			value.WriteByte(unescaped)
			n += len(`\t`)
		case !long && (c == '\n' || c == '\r'):
			p.breaks(p.pos+n, "a string in %s cannot go on in the next line: close it, or put it in %s", quote, strings.Repeat(quote, 3))
			return
		default:
			_, size := utf8.DecodeRuneInString(rest[n:])
			value.WriteString(rest[n : n+size])
			n += size
		}
	}
	p.breaks(p.pos, "the string that begins here is not closed by %s", quote)
}

// The letters of the escapes of strings, and what each stands for (ECHAR).
const (
	escapeLetters = `tbnrf\"'`
	escapedChars  = "\t\b\n\r\f\\\"'"
)

// stringEscape returns the character of the escape at the place n of the rest.
func (p *parser) stringEscape(rest string, n int) (byte, bool) {
	if n+1 < len(rest) {
		if i := strings.IndexByte(escapeLetters, rest[n+1]); i >= 0 {
			return escapedChars[i], true
		}
	}
	end := min(n+2, len(rest))
	if strings.HasSuffix(rest[:end], `\u`) || strings.HasSuffix(rest[:end], `\U`) {
		p.breaks(p.pos+n, `\u must have four hexadecimal digits after it and \U eight, which are the number of a character`)
		return 0, false
	}
	p.breaks(p.pos+n, `%s is no escape; a backslash itself is written \\`, quoted(rest[n:end]))
	return 0, false
}
