package value

// The operators + - * / of section 17.3. The operands are promoted to the type of
// the later one of xsd:integer, xsd:decimal, xsd:float and xsd:double, which is
// the type of the result; the quotient of two integers is an xsd:decimal. The
// error is ErrType, ErrUnbound, ErrRange for a division by zero that is not one of
// floats, or ErrLimit for a result of more than MaxDigits.

// Add is the operator +.
func Add(a, b Value) (Value, error) {
	return calculate(a, b, Exact.Add, func(x, y float64) float64 { return x + y })
}

// Subtract is the operator - with two operands.
func Subtract(a, b Value) (Value, error) {
	return calculate(a, b, func(n, m Exact) Exact { return n.Add(m.Neg()) }, func(x, y float64) float64 { return x - y })
}

// Multiply is the operator *.
func Multiply(a, b Value) (Value, error) {
	return calculate(a, b, Exact.Mul, func(x, y float64) float64 { return x * y })
}

// Divide is the operator /.
func Divide(a, b Value) (Value, error) {
	kind, err := promotion(a, b)
	switch {
	case err != nil:
		return Value{}, err
	case kind.isExact() && b.number.Sign() == 0:
		return Value{}, ErrRange
	case kind.isExact():
		return NewExact(Decimal, a.number.Quo(b.number))
	}
	return NewFloat(kind, a.Promote(kind)/b.Promote(kind)), nil
}

// Negate is the operator - with one operand.
func Negate(a Value) (Value, error) {
	return calculate(a, a, func(n, _ Exact) Exact { return n.Neg() }, func(x, _ float64) float64 { return -x })
}

// Plus is the operator + with one operand.
func Plus(a Value) (Value, error) {
	return calculate(a, a, func(n, _ Exact) Exact { return n }, func(x, _ float64) float64 { return x })
}

// calculate calculates with exact numbers, or with floats.
func calculate(a, b Value, exact func(n, m Exact) Exact, float func(x, y float64) float64) (Value, error) {
	kind, err := promotion(a, b)
	switch {
	case err != nil:
		return Value{}, err
	case kind.isExact():
		return NewExact(kind, exact(a.number, b.number))
	}
	return NewFloat(kind, float(a.Promote(kind), b.Promote(kind))), nil
}

// promotion returns the kind that both operands are promoted to.
func promotion(a, b Value) (Kind, error) {
	switch {
	case a.kind == Unbound || b.kind == Unbound:
		return 0, ErrUnbound
	case !a.kind.IsNumeric() || !b.kind.IsNumeric():
		return 0, ErrType
	}
	return max(a.kind, b.kind), nil
}
