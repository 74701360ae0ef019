package reading

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/serialize/jsonld/layout"
)

// Number is a number of a record.
type Number struct {
	// Text is the number as the record writes it: 44.5, where RDF has "4.45E1". It is
	// plain decimal, unless that would take more than maxDigits digits.
	Text string
	// Value is the number, 0 where Known is false: for a text that is no number.
	Value float64
	Known bool
}

// IsZero reports whether there is no number. The number 0 is not that.
func (n Number) IsZero() bool { return n == Number{} }

// maxDigits bounds the digits of a number that is written without an exponent.
const maxDigits = 30

// maxNumber is the number of bytes of the longest text that is read as a number.
const maxNumber = 400

// number reads the first number of a property.
func (n Node) number(p Property) Number {
	for _, t := range n.triples() {
		literal, ok := t.Obj.(rdf.Literal)
		if !ok || t.Pred.String() != string(p) {
			continue
		}
		out := numberOf(literal)
		if text, ok := n.record.spelling(t); ok && out.Known && len(text) <= maxNumber {
			out.Text = plain(text)
		}
		return out
	}
	return Number{}
}

func numberOf(l rdf.Literal) Number {
	text := strings.TrimSpace(l.String())
	if len(text) > maxNumber {
		return Number{Text: text}
	}
	if short, ok := layout.ShortNumber(l); ok {
		text = short
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) || strings.ContainsAny(text, "xXpP_") {
		return Number{Text: text}
	}
	return Number{Text: plain(text), Value: value, Known: true}
}

// plain writes a number without an exponent: its digits are those of the text.
func plain(text string) string {
	mantissa, exponent, found := cutExponent(text)
	if !found {
		return text
	}
	shift, err := strconv.Atoi(exponent)
	if err != nil {
		return text
	}
	sign := ""
	if mantissa[0] == '-' || mantissa[0] == '+' {
		sign, mantissa = strings.TrimPrefix(mantissa[:1], "+"), mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	point := len(whole) + shift
	digits := whole + fraction
	if point < -maxDigits || point > maxDigits || len(digits) > maxDigits {
		return text
	}
	if point <= 0 {
		digits = strings.Repeat("0", 1-point) + digits
		point = 1
	}
	if missing := point - len(digits); missing > 0 {
		digits += strings.Repeat("0", missing)
	}
	whole, fraction = strings.TrimLeft(digits[:point], "0"), strings.TrimRight(digits[point:], "0")
	whole = cmp.Or(whole, "0")
	if fraction == "" {
		return sign + whole
	}
	return sign + whole + "." + fraction
}

func cutExponent(text string) (mantissa, exponent string, found bool) {
	i := strings.IndexAny(text, "eE")
	if i <= 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}
