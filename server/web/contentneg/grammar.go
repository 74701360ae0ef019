package contentneg

import (
	"iter"
	"strings"
)

// ows is optional white space (RFC 9110 section 5.6.3).
const ows = " \t"

// split yields the parts of s between separators that stand outside quotes.
func split(s string, separator byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, quoted := 0, false
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case c == separator && !quoted:
				if !yield(s[start:i]) {
					return
				}
				start = i + 1
			}
		}
		yield(s[start:])
	}
}

// isToken tells whether s is a token (RFC 9110 section 5.6.2).
func isToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isTokenChar(s[i]) {
			return false
		}
	}
	return s != ""
}

func isTokenChar(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	default:
		return strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
	}
}

// unquote returns the value of a parameter: a token or a quoted string
// (RFC 9110 sections 5.6.4 and 5.6.6).
func unquote(s string) (string, bool) {
	if isToken(s) && s[0] != '\'' {
		return s, true
	}
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return "", false
	}
	var b strings.Builder
	inner := s[1 : len(s)-1]
	for i := 0; i < len(inner); i++ {
		c := inner[i]
		if c == '\\' {
			if i++; i == len(inner) {
				return "", false
			}
			c = inner[i]
		} else if c == '"' {
			return "", false
		}
		if c < ' ' && c != '\t' || c >= 0x7f {
			return "", false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// parseWeight reads a quality value in thousandths (RFC 9110 section 12.4.2).
// More than three decimals and a missing leading zero are let pass.
func parseWeight(s string) (int, bool) {
	whole, decimals, dot := strings.Cut(s, ".")
	if len(whole) > 1 || len(decimals) > 20 || whole == "" && decimals == "" || !dot && whole == "" {
		return 0, false
	}
	q := 0
	switch whole {
	case "", "0":
	case "1":
		q = MaxQuality
	default:
		return 0, false
	}
	for i, unit := 0, 100; i < len(decimals); i, unit = i+1, unit/10 {
		c := decimals[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		q += int(c-'0') * unit
	}
	return q, q <= MaxQuality
}
