// Package iri is about IRIs as texts: whether one is well-formed (RFC 3987
// section 2.2), and what a relative reference means (RFC 3986 section 5, which
// RFC 3987 section 6.5 takes over). It is the only place of the project that
// knows either of names in RDF and JSON-LD. URLs that requests are sent to, which
// have to be percent-encoded, are parsed and resolved by net/url.
//
// It never changes a character: nothing is percent-encoded, decoded or
// normalized, since another spelling is another IRI in RDF.
package iri

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"
)

// ErrSyntax is wrapped by the errors about texts that are no absolute IRI.
var ErrSyntax = errors.New("not a well-formed IRI")

// Check tells whether s is an absolute IRI, with or without a fragment (the
// rule IRI of RFC 3987 section 2.2). The error says what is wrong where, and
// wraps ErrSyntax.
//
// Two things differ from the text of the RFC. All characters from U+00A0 on may
// stand in an IRI, not only those of ucschar: prefixed names of Turtle have some
// of the others. And what a scheme asks for beyond the general syntax, such as a
// host for http, is not looked at.
func Check(s string) error {
	n := schemeLength(s)
	if n == 0 {
		return fault(s, "it has no scheme, so it is not absolute")
	}
	rest := s[n+1:]
	if authority, ok := strings.CutPrefix(rest, "//"); ok {
		if i := strings.IndexAny(authority, "/?#"); i >= 0 {
			authority = authority[:i]
		}
		if err := checkAuthority(s, authority); err != nil {
			return err
		}
		rest = rest[len("//")+len(authority):]
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	if err := checkText(s, rest, inPath, "path or query"); err != nil {
		return err
	}
	return checkText(s, fragment, inPath, "fragment")
}

// fault is the error about an IRI.
func fault(s, format string, args ...any) error {
	const shown = 80
	if len(s) > shown {
		s = s[:shown] + "…"
	}
	return fmt.Errorf("%w: <%s>: %s", ErrSyntax, strings.ToValidUTF8(s, "\ufffd"), fmt.Sprintf(format, args...))
}

// HasScheme tells whether a reference begins with a scheme and a colon, so that
// it is not relative (RFC 3986 section 3.1).
func HasScheme(s string) bool { return schemeLength(s) > 0 }

// schemeLength returns the length of the scheme that s begins with, without its
// colon, and 0 where it begins with none.
func schemeLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// place is a set of places in an IRI.
type place uint8

const (
	// inPath is a path, query or fragment: ipchar, "/" and "?".
	inPath place = 1 << iota
	// inUserinfo is iuserinfo.
	inUserinfo
	// inName is ireg-name.
	inName
)

// ascii says where each ASCII character may stand as itself.
var ascii = func() (table [utf8.RuneSelf]place) {
	set := func(chars string, where place) {
		for _, c := range []byte(chars) {
			table[c] |= where
		}
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	set(letters+"0123456789-._~"+"!$&'()*+,;=", inPath|inUserinfo|inName) // iunreserved, sub-delims
	set(":", inPath|inUserinfo)
	set("@/?", inPath)
	return table
}()

// checkText tells whether a part of s has only characters that may stand there.
func checkText(s, text string, where place, called string) error {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			switch {
			case ascii[c]&where != 0:
			case c != '%':
				return fault(s, "%s cannot stand in its %s", quote(rune(c)), called)
			case i+2 >= len(text) || !isHex(text[i+1]) || !isHex(text[i+2]):
				return fault(s, "a '%%' needs two hexadecimal digits after it, and a percent sign itself is written %%25")
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return fault(s, "it is not valid UTF-8")
		case r < 0xA0:
			return fault(s, "%s cannot stand in its %s", quote(r), called)
		}
		i += size
	}
	return nil
}

// quote writes a character for people.
func quote(r rune) string {
	if r == ' ' {
		return "a space"
	}
	return fmt.Sprintf("%q", r)
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// checkAuthority checks iauthority: [ iuserinfo "@" ] ihost [ ":" port ].
func checkAuthority(s, authority string) error {
	if userinfo, host, ok := strings.Cut(authority, "@"); ok {
		if err := checkText(s, userinfo, inUserinfo, "user information"); err != nil {
			return err
		}
		authority = host
	}
	host, port := authority, ""
	if strings.HasPrefix(authority, "[") {
		end := strings.IndexByte(authority, ']')
		if end < 0 {
			return fault(s, "its host begins with '[' and lacks the ']'")
		}
		if !isIPLiteral(authority[1:end]) {
			return fault(s, "%s is no IP address", authority[:end+1])
		}
		host, port = "", authority[end+1:]
		if port != "" && port[0] != ':' {
			return fault(s, "only a port can follow the ']' of its host")
		}
	} else if i := strings.IndexByte(authority, ':'); i >= 0 {
		host, port = authority[:i], authority[i:]
	}
	if strings.Trim(strings.TrimPrefix(port, ":"), "0123456789") != "" {
		return fault(s, "its port %q is not a number", strings.TrimPrefix(port, ":"))
	}
	return checkText(s, host, inName, "host")
}

// isIPLiteral tells whether s can stand in the brackets of a host: IPv6address
// or IPvFuture (RFC 3986 section 3.2.2).
func isIPLiteral(s string) bool {
	if s != "" && s[0]|0x20 == 'v' {
		version, address, _ := strings.Cut(s[1:], ".")
		if version == "" || address == "" {
			return false
		}
		for i := 0; i < len(version); i++ {
			if !isHex(version[i]) {
				return false
			}
		}
		for i := 0; i < len(address); i++ {
			if address[i] >= utf8.RuneSelf || ascii[address[i]]&inUserinfo == 0 {
				return false
			}
		}
		return true
	}
	address, err := netip.ParseAddr(s)
	return err == nil && address.Is6() && address.Zone() == ""
}
