package value

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// parseFloat reads an xsd:float or xsd:double (XSD sections 3.3.4 and 3.3.5). A
// number beyond the range is infinite, as its rounding has it.
func parseFloat(text string, bits int) (float64, bool) {
	switch text {
	case "INF", "+INF":
		return math.Inf(1), true
	case "-INF":
		return math.Inf(-1), true
	case "NaN":
		return math.NaN(), true
	}
	if !isFloat(text) || len(text) > MaxDigits {
		return 0, false
	}
	f, _ := strconv.ParseFloat(text, bits) // the one error is the range
	return f, true
}

// isFloat tells whether a text is a number, with or without an exponent. Go reads
// more than XSD allows.
func isFloat(text string) bool {
	mantissa, exponent, has := text, "", false
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent, has = text[:i], text[i+1:], true
	}
	whole, part, _ := strings.Cut(withoutSign(mantissa), ".")
	exponent = withoutSign(exponent)
	return allDigits(whole) && allDigits(part) && whole+part != "" && allDigits(exponent) && has == (exponent != "")
}

func withoutSign(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

// appendFloat appends the canonical form of a float of 32 or 64 bits: INF, NaN, or
// one digit before the point, at least one after it, and an exponent (XSD section
// 3.3.4.2).
func appendFloat(b []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "INF"...)
	case math.IsInf(f, -1):
		return append(b, "-INF"...)
	}
	var digits [32]byte
	mantissa, exponent, _ := bytes.Cut(strconv.AppendFloat(digits[:0], f, 'E', -1, bits), []byte("E"))
	b = append(b, mantissa...)
	if bytes.IndexByte(mantissa, '.') < 0 {
		b = append(b, ".0"...)
	}
	b = append(b, 'E')
	if exponent[0] == '-' {
		b = append(b, '-')
	}
	exponent = bytes.TrimLeft(exponent, "+-0")
	if len(exponent) == 0 {
		return append(b, '0')
	}
	return append(b, exponent...)
}

// FloatText returns an xsd:float or xsd:double as a cast to xsd:string writes it
// (F&O section 17.1.2): as a decimal where it is neither very small nor very large.
func FloatText(v Value) string {
	bits := 64
	if v.kind == Float {
		bits = 32
	}
	if size := math.Abs(v.float); size == 0 || 1e-6 <= size && size < 1e6 {
		return strconv.FormatFloat(v.float, 'f', -1, bits)
	}
	return string(appendFloat(nil, v.float, bits))
}
