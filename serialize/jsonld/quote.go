package jsonld

import "github.com/go-json-experiment/json/jsontext"

// appendString appends s, which is valid UTF-8, as a JSON string (RFC 8259 section 7) with the
// fewest escapes.
func appendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
