package value

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// Exact is an integer or a decimal number of any size: a coefficient divided by a
// power of ten. The zero Exact is 0. An Exact is never changed.
type Exact struct {
	// small is the coefficient where large is nil.
	small int64
	// large is the coefficient where an int64 cannot hold it.
	large *big.Int
	// scale is the power of ten, and is not negative.
	scale int32
}

// MaxDigits is the length of the longest number, in digits. A literal with more
// is Other, and a calculation with such a result is ErrLimit.
const MaxDigits = 1 << 14

// quotientDigits are the digits after the point that a quotient has at least,
// unless it ends before.
const quotientDigits = 18

// NewInt64 returns an integer.
func NewInt64(n int64) Exact { return Exact{small: n} }

// newExact returns a coefficient, which the caller leaves alone, with a scale.
func newExact(coefficient *big.Int, scale int32) Exact {
	if coefficient.IsInt64() {
		return Exact{small: coefficient.Int64(), scale: scale}
	}
	return Exact{large: coefficient, scale: scale}
}

// parseExact reads a number as XSD writes integers (section 3.4.13), or decimals
// (section 3.3.3). Zeros at the end of the fraction are not kept.
func parseExact(text string, fraction bool) (Exact, bool) {
	digits := strings.TrimPrefix(text, "-")
	negative := len(digits) < len(text)
	if !negative {
		digits = strings.TrimPrefix(digits, "+")
	}
	whole, part := digits, ""
	if fraction {
		whole, part, _ = strings.Cut(digits, ".")
	}
	if len(whole)+len(part) == 0 || len(whole)+len(part) > MaxDigits || !allDigits(whole) || !allDigits(part) {
		return Exact{}, false
	}
	part = trimZeros(part)
	if len(whole)+len(part) > 18 {
		coefficient, _ := new(big.Int).SetString(whole+part, 10) // digits they are
		if negative {
			coefficient.Neg(coefficient)
		}
		return newExact(coefficient, int32(len(part))), true
	}
	n := Exact{scale: int32(len(part))}
	for _, run := range [...]string{whole, part} {
		for i := 0; i < len(run); i++ {
			n.small = n.small*10 + int64(run[i]-'0')
		}
	}
	if negative {
		n.small = -n.small
	}
	return n, true
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func trimZeros(digits string) string { return strings.TrimRight(digits, "0") }

// Sign returns -1, 0 or 1.
func (n Exact) Sign() int {
	if n.large != nil {
		return n.large.Sign()
	}
	return cmp.Compare(n.small, 0)
}

// Int64 returns an integer that an int64 holds; it is false for others.
func (n Exact) Int64() (int64, bool) { return n.small, n.large == nil && n.scale == 0 }

func (n Exact) coefficient() *big.Int {
	if n.large != nil {
		return n.large
	}
	return big.NewInt(n.small)
}

// tooLong tells whether n has more than MaxDigits; a digit is 3.322 bits.
func (n Exact) tooLong() bool {
	return n.scale > MaxDigits || n.large != nil && n.large.BitLen() > MaxDigits*3322/1000
}

// powers has the powers of ten that an int64 holds.
var powers = func() (table [19]int64) {
	table[0] = 1
	for i := 1; i < len(table); i++ {
		table[i] = 10 * table[i-1]
	}
	return table
}()

func power(n int32) *big.Int {
	if int(n) < len(powers) {
		return big.NewInt(powers[n])
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// rescale returns the coefficient of n for a scale that is not less than its own;
// it is false where an int64 does not hold it.
func (n Exact) rescale(scale int32) (int64, bool) {
	if n.large != nil || int(scale-n.scale) >= len(powers) {
		return 0, false
	}
	return multiply(n.small, powers[scale-n.scale])
}

func (n Exact) rescaleBig(scale int32) *big.Int {
	if scale == n.scale {
		return n.coefficient()
	}
	return new(big.Int).Mul(n.coefficient(), power(scale-n.scale))
}

// multiply is false where the product overflows.
func multiply(a, b int64) (int64, bool) {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	if high != 0 || low > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(low), true
	}
	return int64(low), true
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// Cmp returns -1, 0 or 1 as n is less than, equal to or greater than m.
func (n Exact) Cmp(m Exact) int {
	scale := max(n.scale, m.scale)
	a, fits := n.rescale(scale)
	b, both := m.rescale(scale)
	if fits && both {
		return cmp.Compare(a, b)
	}
	if c := cmp.Compare(n.Sign(), m.Sign()); c != 0 {
		return c
	}
	return n.rescaleBig(scale).Cmp(m.rescaleBig(scale))
}

// Neg returns -n.
func (n Exact) Neg() Exact {
	if n.large == nil && n.small != math.MinInt64 {
		n.small = -n.small
		return n
	}
	return newExact(new(big.Int).Neg(n.coefficient()), n.scale)
}

// Abs returns n without its sign.
func (n Exact) Abs() Exact {
	if n.Sign() < 0 {
		return n.Neg()
	}
	return n
}

// Add returns n + m.
func (n Exact) Add(m Exact) Exact {
	scale := max(n.scale, m.scale)
	a, fits := n.rescale(scale)
	b, both := m.rescale(scale)
	if sum := a + b; fits && both && (sum > a) == (b > 0) {
		return Exact{small: sum, scale: scale}
	}
	return newExact(new(big.Int).Add(n.rescaleBig(scale), m.rescaleBig(scale)), scale)
}

// Mul returns n * m.
func (n Exact) Mul(m Exact) Exact {
	scale := n.scale + m.scale
	if n.large == nil && m.large == nil {
		if product, ok := multiply(n.small, m.small); ok {
			return Exact{small: product, scale: scale}
		}
	}
	return newExact(new(big.Int).Mul(n.coefficient(), m.coefficient()), scale)
}

// Quo returns n / m, of which m is not 0. Digits after the point are cut off
// beyond 18 or, if that is more, as many as n or m have.
func (n Exact) Quo(m Exact) Exact {
	scale := max(quotientDigits, n.scale, m.scale)
	dividend := n.rescaleBig(scale + m.scale)
	return newExact(new(big.Int).Quo(dividend, m.coefficient()), scale).trim()
}

// trim removes zeros from the end of the fraction.
func (n Exact) trim() Exact {
	for n.large == nil && n.scale > 0 && n.small%10 == 0 {
		n.small /= 10
		n.scale--
	}
	if n.large == nil || n.scale == 0 {
		return n
	}
	whole, part := n.split()
	kept := trimZeros(part)
	if len(kept) == len(part) {
		return n
	}
	short, _ := parseExact(whole+"."+kept, true)
	return short
}

// split returns the digits before the point, with the sign, and those after it.
func (n Exact) split() (whole, part string) {
	sign, digits := "", new(big.Int).Abs(n.coefficient()).String()
	if n.Sign() < 0 {
		sign = "-"
	}
	if missing := int(n.scale) + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - int(n.scale)
	return sign + digits[:point], digits[point:]
}
