package syntax

import (
	"strings"
	"unicode/utf8"

	"vitrine/serialize/terms"
)

// scanName scans PNAME_NS or PNAME_LN, whose prefix has n bytes.
func (p *parser) scanName(rest string, n int) {
	start := n + len(":")
	end := p.localEnd(rest, start)
	if p.err != nil {
		return
	}
	p.take(prefixedName, end, terms.WithoutBackslashes(rest[start:end]))
	p.tok.prefix = rest[:n]
}

// localEnd returns the end of the local name that begins at the place start
// (PN_LOCAL), which may be empty. Dots at its end are not part of it.
func (p *parser) localEnd(rest string, start int) (end int) {
	end = start
	for n := start; n < len(rest); {
		r, size := utf8.DecodeRuneInString(rest[n:])
		switch {
		case r == '%' || r == '\\':
			if size = p.escapeLength(rest, n); size == 0 {
				return end
			}
		case r == '.' && n > start:
			n++
			continue
		case r == ':' || terms.IsDigit(r) || terms.IsNameStart(r):
		case n == start || !terms.IsNameChar(r):
			return end
		}
		n += size
		end = n
	}
	return end
}

// escapeLength returns the length of the escape at the place n (PLX), or fails.
func (p *parser) escapeLength(rest string, n int) int {
	if rest[n] == '%' {
		if n+2 >= len(rest) || !isHex(rest[n+1]) || !isHex(rest[n+2]) {
			p.breaks(p.pos+n, `a "%%" in a prefixed name must have two hexadecimal digits after it; write a percent sign itself as \%%`)
			return 0
		}
		return len("%00")
	}
	if n+1 >= len(rest) || strings.IndexByte(terms.Reserved, rest[n+1]) < 0 {
		p.breaks(p.pos+n, `a "\" in a prefixed name can stand only before one of %s`, terms.Reserved)
		return 0
	}
	return len(`\~`)
}

// scanBlankLabel scans BLANK_NODE_LABEL.
func (p *parser) scanBlankLabel(rest string) {
	start := len("_:")
	end := start
	if !strings.HasPrefix(rest, "_:") {
		p.breaks(p.pos, `a blank node is written as "_:" and a label, or as "[]"`)
		return
	}
	for n := start; n < len(rest); {
		r, size := utf8.DecodeRuneInString(rest[n:])
		first := terms.IsNameStart(r) || terms.IsDigit(r)
		if n == start && !first || r != '.' && !terms.IsNameChar(r) {
			break
		}
		n += size
		if r != '.' {
			end = n
		}
	}
	if end == start {
		p.breaks(p.pos, `a label must follow "_:", of letters and digits`)
		return
	}
	p.take(blankLabel, end, rest[start:end])
}
