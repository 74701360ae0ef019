package value

import (
	"math"
	"math/big"
	"strconv"
)

// IsInteger tells whether n has no fraction.
func (n Exact) IsInteger() bool { return n.trim().scale == 0 }

// Floor returns the greatest integer that is not greater than n.
func (n Exact) Floor() Exact {
	if n.scale == 0 {
		return n
	}
	quotient, remainder := new(big.Int).QuoRem(n.coefficient(), power(n.scale), new(big.Int))
	if remainder.Sign() < 0 {
		quotient.Sub(quotient, big.NewInt(1))
	}
	return newExact(quotient, 0)
}

// Ceil returns the least integer that is not less than n.
func (n Exact) Ceil() Exact { return n.Neg().Floor().Neg() }

// Trunc returns n without its fraction.
func (n Exact) Trunc() Exact {
	if n.Sign() < 0 {
		return n.Ceil()
	}
	return n.Floor()
}

// Round returns the integer next to n, and of two the greater (F&O section 6.4.4).
func (n Exact) Round() Exact { return n.Add(Exact{small: 5, scale: 1}).Floor() }

// append appends n as a cast to xsd:string writes it (F&O section 17.1.2): as an
// integer where there is no fraction.
func (n Exact) append(b []byte) []byte {
	n = n.trim()
	if n.scale == 0 && n.large == nil {
		return strconv.AppendInt(b, n.small, 10)
	}
	whole, part := n.split()
	b = append(b, whole...)
	if part != "" {
		b = append(append(b, '.'), part...)
	}
	return b
}

// String returns n as a cast to xsd:string writes it (F&O section 17.1.2): without a
// point where there is no fraction.
func (n Exact) String() string { return string(n.append(nil)) }

// float64 returns the nearest float of 64 bits.
func (n Exact) float64() float64 {
	const exact, exponent = 1 << 53, 22 // floats hold such integers and powers of ten exactly
	if n.large == nil && -exact < n.small && n.small < exact && n.scale <= exponent {
		return float64(n.small) / math.Pow10(int(n.scale))
	}
	f, _ := strconv.ParseFloat(n.String(), 64) // infinite beyond the range, as F&O section 17.1.3.2 has it
	return f
}

// float32 returns the nearest float of 32 bits.
func (n Exact) float32() float64 {
	const exact = 1 << 24
	if n.scale == 0 && n.large == nil && -exact < n.small && n.small < exact {
		return float64(n.small)
	}
	f, _ := strconv.ParseFloat(n.String(), 32)
	return f
}

// ExactOf returns the number that a float stands for, which is exact; it is false
// for NaN and the infinities.
func ExactOf(f float64) (Exact, bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Exact{}, false
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return Exact{small: int64(f)}, true
	}
	fraction, exponent := math.Frexp(f)
	mantissa := big.NewInt(int64(fraction * (1 << 53)))
	exponent -= 53
	if exponent >= 0 {
		return newExact(mantissa.Lsh(mantissa, uint(exponent)), 0), true
	}
	zeros := min(int(mantissa.TrailingZeroBits()), -exponent)
	mantissa.Rsh(mantissa, uint(zeros))
	exponent += zeros
	// A half is five tenths.
	fives := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exponent)), nil)
	return newExact(mantissa.Mul(mantissa, fives), int32(-exponent)), true
}
