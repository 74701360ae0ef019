// Package contentneg chooses between representations by what a client says it
// accepts. It is a set of pure functions from header fields and offers to
// choices; it knows neither requests nor formats.
//
// It follows RFC 9110 (https://www.rfc-editor.org/rfc/rfc9110.html): quality
// values section 12.4.2, Accept section 12.5.1, Accept-Encoding section 12.5.3,
// Accept-Language section 12.5.4 with the lookup of RFC 4647 section 3.4
// (https://www.rfc-editor.org/rfc/rfc4647.html#section-3.4);
// and the profile parameter of application/ld+json as JSON-LD 1.1 registers it
// (https://www.w3.org/TR/json-ld11/#iana-considerations). Accept-Profile follows Content
// Negotiation by Profile (https://www.w3.org/TR/dx-prof-conneg/), and Prefer RFC 7240
// (https://www.rfc-editor.org/rfc/rfc7240.html).
//
// An element of a list that breaks the grammar is left out, and the others
// count. Three breaches are so common that they are read as they are meant:
// "*" for "*/*", a weight such as ".2" or "0.3333", and a profile that is not
// quoted or stands in single quotes.
package contentneg

import "errors"

// Limits on what a client may send in one kind of field, all its lines taken
// together.
const (
	// MaxBytes is the length of the longest field, in bytes.
	MaxBytes = 8 << 10
	// MaxElements is the number of elements of the longest list.
	MaxElements = 256
)

// ErrTooLong means that a field is beyond MaxBytes or MaxElements.
var ErrTooLong = errors.New("the header field is too long")

// MaxQuality is the quality value 1, counted in thousandths.
const MaxQuality = 1000

func checkLength(lines []string) error {
	total := 0
	for _, line := range lines {
		total += len(line)
	}
	if total > MaxBytes {
		return ErrTooLong
	}
	return nil
}
