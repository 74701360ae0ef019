package syntax

import (
	"strings"
	"unicode/utf8"

	"vitrine/serialize/terms"
)

// next goes to the next token: the longest that the text goes on with, after white
// space and comments.
func (p *parser) next() {
	p.skip()
	p.tok = token{kind: endOfText, start: p.pos, end: p.pos}
	if p.pos == len(p.source.plain) {
		return
	}
	p.scan()
	p.pos = p.tok.end
}

// skip passes white space and comments.
func (p *parser) skip() {
	plain := p.source.plain
	for ; p.pos < len(plain); p.pos++ {
		switch plain[p.pos] {
		case ' ', '\t', '\r', '\n':
		case '#':
			length := strings.IndexAny(plain[p.pos:], "\r\n")
			if length < 0 {
				p.pos = len(plain)
				return
			}
			p.pos += length
		default:
			return
		}
	}
}

// scan finds the token that begins here.
func (p *parser) scan() {
	rest := p.source.plain[p.pos:]
	switch rest[0] {
	case '{', '}', '(', ')', '[', ']', ';', ',', '*', '/':
		p.take(sign, 1, rest[:1])
	case '?', '$':
		p.scanVariable(rest)
	case '<':
		p.scanIRI(rest)
	case '"', '\'':
		p.scanString(rest)
	case '@':
		p.scanLangTag(rest)
	case '_':
		p.scanBlankLabel(rest)
	case ':':
		p.scanName(rest, 0)
	default:
		if n, datatype := terms.Number(rest); n > 0 {
			p.take(number, n, rest[:n])
			p.tok.datatype = datatype
			return
		}
		p.scanWord(rest)
	}
}

// take makes the token of the kind from the next n bytes.
func (p *parser) take(k kind, n int, value string) {
	p.tok.kind, p.tok.end, p.tok.value = k, p.pos+n, value
}

// scanVariable scans VAR1 or VAR2, or the sign "?" of a path.
func (p *parser) scanVariable(rest string) {
	n := 1
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if r == '-' || !terms.IsNameChar(r) || n == 1 && !terms.IsNameStart(r) && !terms.IsDigit(r) {
			break
		}
		n += size
	}
	if n > 1 {
		p.take(variable, n, rest[1:n])
		return
	}
	p.scanSign(rest)
}

// scanIRI scans IRIREF, or a sign that begins with "<".
func (p *parser) scanIRI(rest string) {
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; c {
		case '>':
			p.take(iriRef, i+1, rest[1:i])
			return
		case '<', '"', '{', '}', '|', '^', '`', '\\':
			p.scanSign(rest)
			return
		default:
			if c <= ' ' {
				p.scanSign(rest)
				return
			}
		}
	}
	p.scanSign(rest)
}

// scanLangTag scans LANGTAG.
func (p *parser) scanLangTag(rest string) {
	n := 1
	for n < len(rest) && (isLetter(rest[n]) || n > 1 && (rest[n] == '-' || isDigit(rest[n]))) {
		n++
	}
	if n == 1 {
		p.breaks(p.pos, `a language tag, such as @en, must follow the "@"`)
		return
	}
	p.take(langTag, n, rest[1:n])
}

// scanWord scans a keyword or a prefixed name, or what is left: a sign.
func (p *parser) scanWord(rest string) {
	r, _ := utf8.DecodeRuneInString(rest)
	if !terms.IsNameBase(r) {
		p.scanSign(rest)
		return
	}
	n := 0
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n]) || rest[n] == '-') { // most have no others
		n++
	}
	end := n
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if r != '.' && !terms.IsNameChar(r) {
			break
		}
		n += size
		if r != '.' {
			end = n
		}
	}
	if strings.HasPrefix(rest[end:], ":") {
		p.scanName(rest, end)
		return
	}
	n = 0
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n]) || rest[n] == '_') {
		n++
	}
	if n == 0 {
		n = end // a word of other letters, which is no keyword
	}
	p.take(word, n, strings.ToUpper(rest[:n]))
}

// signs are the punctuation and operators but those that scan takes, longer ones before
// their beginnings.
var signs = []string{
	"^^", "&&", "||", "!=", "<=", ">=",
	".", "|", "^", "?", "+", "-", "!", "=", "<", ">",
}

// scanSign scans punctuation or an operator.
func (p *parser) scanSign(rest string) {
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			p.take(sign, len(s), s)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	p.breaks(p.pos, "the character %s cannot stand here", quoted(rest[:size]))
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

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
