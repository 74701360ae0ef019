package layout

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// NumberLiteral returns the literal that a JSON number stands for (JSON-LD 1.1
// API section 8.2.2, steps 10 to 12): an xsd:integer in canonical form where
// the number has no fraction and is below 1e21, else an xsd:double in the form
// of section 8.6. datatype, where it is not zero, is that of the term.
func NumberLiteral(text string, datatype rdf.IRI) (rdf.Literal, error) {
	integer, whole := wholeNumber(text)
	if whole && datatype != graph.XSDDouble {
		if datatype == (rdf.IRI{}) {
			datatype = graph.XSDInteger
		}
		return graph.Typed(integer, datatype), nil
	}
	lexical, err := canonicalDouble(text)
	if err != nil {
		return rdf.Literal{}, err
	}
	if datatype == (rdf.IRI{}) {
		datatype = graph.XSDDouble
	}
	return graph.Typed(lexical, datatype), nil
}

// maxIntegerDigits is the number of digits of the largest number below 1e21.
const maxIntegerDigits = 21

// wholeNumber returns the canonical form of a JSON number without a fraction
// and below 1e21, exactly, however many digits it has.
func wholeNumber(text string) (string, bool) {
	if !strings.ContainsAny(text, ".eE") {
		digits := strings.TrimPrefix(text, "-")
		if len(digits) > maxIntegerDigits {
			return "", false
		}
		if digits == "0" {
			return "0", true
		}
		return text, true
	}
	f, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || f >= 1e21 || f <= -1e21 || f != math.Trunc(f):
		return "", false
	case f == 0:
		return "0", true
	}
	if exact, ok := new(big.Rat).SetString(text); ok && exact.IsInt() {
		return exact.Num().String(), true
	}
	return strconv.FormatFloat(f, 'f', 0, 64), true
}

// canonicalDouble returns the form of JSON-LD 1.1 API section 8.6: a mantissa
// with one digit before the point, rounded to 15 after it, without trailing
// zeros but at least one digit, and an exponent.
//
// The rounding makes 8.8 into 8.800000000000001E0, as every processor does;
// ShortNumber finds the way back.
func canonicalDouble(text string) (string, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return "", err
	}
	return CanonicalDouble(f), nil
}

// CanonicalDouble returns the canonical form of an xsd:double.
func CanonicalDouble(f float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'E', 15, 64), "E")
	mantissa = strings.TrimRight(mantissa, "0")
	if strings.HasSuffix(mantissa, ".") {
		mantissa += "0"
	}
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	digits := strings.TrimLeft(exponent[1:], "0")
	if digits == "" {
		sign, digits = "", "0"
	}
	return mantissa + "E" + sign + digits
}

// ShortNumber returns the JSON number to write for a literal, and false where
// no JSON number stands for exactly this literal in every processor: many read
// numbers as doubles, so an integer beyond 53 bits is none. For an xsd:double it is the
// shortest number whose canonical form the literal is: 8.800000000000001E0 is
// written 8.8, which is what it came from.
func ShortNumber(l rdf.Literal) (string, bool) {
	lexical := l.String()
	switch l.DataType {
	case graph.XSDInteger:
		return lexical, canonicalInteger(lexical)
	case graph.XSDDouble:
		return shortDouble(lexical)
	default:
		return "", false
	}
}

func canonicalInteger(s string) bool {
	const exact = 1 << 53 // every integer up to here is a double
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && -exact <= n && n <= exact && strconv.FormatInt(n, 10) == s
}

func shortDouble(lexical string) (string, bool) {
	f, err := strconv.ParseFloat(lexical, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || CanonicalDouble(f) != lexical {
		return "", false
	}
	for precision := 1; precision <= 17; precision++ {
		rounded := strconv.FormatFloat(f, 'g', precision, 64)
		back, err := strconv.ParseFloat(rounded, 64)
		if err != nil || CanonicalDouble(back) != lexical {
			continue
		}
		short := jsonNumber(back)
		if _, whole := wholeNumber(short); whole {
			return "", false
		}
		return short, true
	}
	return "", false
}

// jsonNumber writes f as encoding/json and ECMAScript do: plain decimals from
// 1e-6 up to 1e21, exponents beyond.
func jsonNumber(f float64) string {
	abs := f
	if abs < 0 {
		abs = -abs
	}
	if abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		if n := len(s); n >= 4 && s[n-4] == 'e' && s[n-3] == '-' && s[n-2] == '0' {
			s = s[:n-2] + s[n-1:]
		}
		return s
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
