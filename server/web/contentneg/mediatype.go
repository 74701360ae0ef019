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
// and TriG are UTF-8 and have none. Readers that take JSON for Latin-1 all
// the same get it right because of ASCII.
func ContentType(mediaType, profile string) string {
	if strings.HasPrefix(mediaType, "text/") || strings.HasPrefix(mediaType, "application/x-") || mediaType == "application/rdf+xml" || mediaType == "application/xml" {
		return WithProfile(mediaType, profile) + "; charset=utf-8"
	}
	return WithProfile(mediaType, profile)
}

// ASCII escapes the characters beyond ASCII in JSON of any kind (RFC 8259 section 7), which has no
// charset parameter, so that it reads the same in every charset that has ASCII as a part. Documents
// of other types stay as they are.
func ASCII(mediaType string, text []byte) []byte {
	if mediaType != "application/json" && mediaType != "application/jsonl" && !strings.HasSuffix(mediaType, "+json") {
		return text
	}
	if !slices.ContainsFunc(text, func(c byte) bool { return c >= utf8.RuneSelf }) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/4)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04X`, r)
		default:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04X\u%04X`, high, low)
		}
	}
	return out
}
