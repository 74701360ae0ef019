package address

import (
	"strings"
	"unicode/utf8"
)

// This file rewrites the spelling of URIs and IRIs. None of its functions fails:
// what is no encoding is taken as it stands.

const upperHex = "0123456789ABCDEF"

// URI encodes what may not stand in a URI (RFC 3987 section 3.1), such as
// characters beyond ASCII. What is encoded already stays as it is.
func URI(iri string) string {
	i := 0
	for i < len(iri) && inURI(iri[i]) {
		i++
	}
	if i == len(iri) {
		return iri
	}
	var b strings.Builder
	for i := 0; i < len(iri); i++ {
		if c := iri[i]; inURI(c) {
			b.WriteByte(c)
		} else {
			writeEncoded(&b, c)
		}
	}
	return b.String()
}

func writeEncoded(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

func inURI(c byte) bool {
	switch c {
	case ':', '/', '?', '#', '[', ']', '@', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=', '%':
		return true
	}
	return IsUnreserved(c)
}

// IsUnreserved tells whether a byte may stand in a URI anywhere, and means
// nothing there (RFC 3986 section 2.3).
func IsUnreserved(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	default:
		return c == '-' || c == '.' || c == '_' || c == '~'
	}
}

// IRI decodes the percent-encoded characters beyond ASCII that an IRI may
// hold (RFC 3987 section 3.2).
func IRI(uri string) string {
	if !strings.Contains(uri, "%") {
		return uri
	}
	var b strings.Builder
	for i := 0; i < len(uri); {
		r, width := encodedRune(uri[i:])
		if width == 0 {
			b.WriteByte(uri[i])
			i++
			continue
		}
		b.WriteRune(r)
		i += width
	}
	return b.String()
}

// encodedRune decodes the character beyond ASCII that s begins with in
// percent-encoded UTF-8; its width in s is 0 where there is none.
func encodedRune(s string) (rune, int) {
	var raw []byte
	for len(raw) < utf8.UTFMax {
		c, ok := encodedByte(s[3*len(raw):])
		if !ok || c < utf8.RuneSelf {
			break
		}
		raw = append(raw, c)
	}
	r, size := utf8.DecodeRune(raw)
	if size <= 1 || !inIRI(r) {
		return 0, 0
	}
	return r, 3 * size
}

// encodedByte decodes the triplet that s begins with.
func encodedByte(s string) (byte, bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	high, ok1 := hexDigit(s[1])
	low, ok2 := hexDigit(s[2])
	return high<<4 | low, ok1 && ok2
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	default:
		return 0, false
	}
}

// inIRI tells whether r is a ucschar (RFC 3987 section 2.2) and no control of
// text direction, which section 4.1 keeps out of IRIs.
func inIRI(r rune) bool {
	switch {
	case r == 0x200E, r == 0x200F, 0x202A <= r && r <= 0x202E, 0x2066 <= r && r <= 0x2069:
		return false
	case 0xA0 <= r && r <= 0xD7FF, 0xF900 <= r && r <= 0xFDCF, 0xFDF0 <= r && r <= 0xFFEF:
		return true
	default:
		return 0x10000 <= r && r <= 0xEFFFD && r&0xFFFF <= 0xFFFD
	}
}

// Normal normalises the path of a URI by RFC 3986 section 6.2.2: capital
// hexadecimal digits, unreserved characters decoded, dot segments removed.
func Normal(uri string) string {
	decoded := mapEncoded(uri, func(b *strings.Builder, c byte) {
		if IsUnreserved(c) {
			b.WriteByte(c)
		} else {
			writeEncoded(b, c)
		}
	})
	return URI(removeDotSegments(decoded))
}

// punctuation may stand in a path segment plainly (RFC 3986 section 3.3).
const punctuation = ":@!$&'()*+,;="

func decodePunctuation(uri string) string {
	return mapEncoded(uri, func(b *strings.Builder, c byte) {
		if strings.IndexByte(punctuation, c) >= 0 {
			b.WriteByte(c)
		} else {
			writeEncoded(b, c)
		}
	})
}

// encodePunctuation encodes the punctuation of the path.
func encodePunctuation(uri string) string {
	start := pathStart(uri)
	path, query, hasQuery := strings.Cut(uri[start:], "?")
	var b strings.Builder
	b.WriteString(uri[:start])
	for i := 0; i < len(path); i++ {
		if strings.IndexByte(punctuation, path[i]) >= 0 {
			writeEncoded(&b, path[i])
		} else {
			b.WriteByte(path[i])
		}
	}
	if hasQuery {
		b.WriteString("?" + query)
	}
	return b.String()
}

// mapEncoded rewrites each triplet of s; a percent sign that begins none is
// encoded itself.
func mapEncoded(s string, rewrite func(*strings.Builder, byte)) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c, ok := encodedByte(s[i:])
		switch {
		case ok:
			rewrite(&b, c)
			i += 2
		case s[i] == '%':
			b.WriteString("%25")
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// pathStart returns where the path of an absolute URI with an authority begins.
func pathStart(uri string) int {
	i := strings.Index(uri, "://")
	if i < 0 {
		return 0
	}
	start := i + len("://")
	if slash := strings.IndexByte(uri[start:], '/'); slash >= 0 {
		return start + slash
	}
	return len(uri)
}

// removeDotSegments is RFC 3986 section 5.2.4 on the path of uri.
func removeDotSegments(uri string) string {
	start := pathStart(uri)
	path, query, hasQuery := strings.Cut(uri[start:], "?")
	if !strings.Contains(path, "/.") {
		return uri
	}
	var kept []string
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		last := i == len(segments)-1
		switch segment {
		case ".":
		case "..":
			if len(kept) > 1 {
				kept = kept[:len(kept)-1]
			}
		default:
			kept = append(kept, segment)
			continue
		}
		if last {
			kept = append(kept, "")
		}
	}
	out := uri[:start] + strings.Join(kept, "/")
	if hasQuery {
		out += "?" + query
	}
	return out
}
