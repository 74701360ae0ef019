package contentneg

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// WithProfile is a media type with a profile, where there is one, as its
// parameter.
func WithProfile(mediaType, profile string) string {
	if profile == "" {
		return mediaType
	}
	return mediaType + `;profile="` + profile + `"`
}

// ContentType is the Content-Type of a media type with a profile, or none.
//
// Only registrations that have a charset parameter get one: text/*,
// application/xml and application/rdf+xml (RFC 7303 section 9). BibTeX and RIS, which have no registration and
// no escapes, say it too. JSON, JSON-LD, GeoJSON, N-Triples, N-Quads
// and TriG are UTF-8 and have none. Readers that take such text for Latin-1 all
// the same get it right because of ASCII.
func ContentType(mediaType, profile string) string {
	if strings.HasPrefix(mediaType, "text/") || strings.HasPrefix(mediaType, "application/x-") || mediaType == "application/rdf+xml" || mediaType == "application/xml" {
		return WithProfile(mediaType, profile) + "; charset=utf-8"
	}
	return WithProfile(mediaType, profile)
}

// ASCII escapes the characters beyond ASCII in a document of a media type
// that has no charset parameter and whose syntax has escapes wherever such
// characters stand: JSON (RFC 8259 section 7), N-Triples and N-Quads (UCHAR,
// https://www.w3.org/TR/n-triples/#sec-escaping). It reads the same in every charset that
// has ASCII as a part. Documents of other types stay as they are.
func ASCII(mediaType string, text []byte) []byte {
	switch {
	case mediaType == "application/n-triples", mediaType == "application/n-quads":
		return escaped(text, &uchar{})
	case mediaType == "application/json", mediaType == "application/jsonl", strings.HasSuffix(mediaType, "+json"):
		return escaped(text, utf16Escape{})
	default:
		return text
	}
}

// An escaper appends the escape of a character beyond ASCII. It is called for each
// ASCII byte before.
type escaper interface {
	see(c byte)
	escape(b []byte, r rune) []byte
}

// escaped rewrites each character of text beyond ASCII. Text without any is
// returned as it is.
func escaped(text []byte, e escaper) []byte {
	if !slices.ContainsFunc(text, func(c byte) bool { return c >= utf8.RuneSelf }) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/4)
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			e.see(c)
			out = append(out, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		out = e.escape(out, r)
		i += size
	}
	return out
}

// utf16Escape writes escapes of JSON: a surrogate pair beyond the Basic
// Multilingual Plane. Such characters stand in strings only.
type utf16Escape struct{}

func (utf16Escape) see(byte) {}

func (utf16Escape) escape(b []byte, r rune) []byte {
	if r < 0x10000 {
		return fmt.Appendf(b, `\u%04X`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Appendf(b, `\u%04X\u%04X`, high, low)
}

// uchar writes escapes of N-Triples, in IRIs and literals. The label of a blank
// node has none.
type uchar struct {
	// end is the byte that ends the IRI or the literal; 0 outside of them.
	end     byte
	escaped bool
}

func (u *uchar) see(c byte) {
	switch {
	case u.escaped:
		u.escaped = false
	case u.end == '"' && c == '\\':
		u.escaped = true
	case u.end != 0:
		if c == u.end {
			u.end = 0
		}
	case c == '<':
		u.end = '>'
	case c == '"':
		u.end = '"'
	}
}

func (u *uchar) escape(b []byte, r rune) []byte {
	switch {
	case u.end == 0:
		return utf8.AppendRune(b, r)
	case r < 0x10000:
		return fmt.Appendf(b, `\u%04X`, r)
	default:
		return fmt.Appendf(b, `\U%08X`, r)
	}
}
