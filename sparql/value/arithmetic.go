package value

// The operators + - * / of section 17.3. The operands are promoted to the type of
// the later one of xsd:integer, xsd:decimal, xsd:float and xsd:double, which is
// the type of the result; the quotient of two integers is an xsd:decimal. The
// error is ErrType, ErrUnbound, ErrRange for a division by zero that is not one of
// floats, or ErrLimit for a result of more than MaxDigits.

// Add is the operator +.
func Add(a, b Value) (Value, error) {
	kind, err := promotion(a, b)
	switch {
	case err != nil:
		return Value{}, err
	case kind.isExact():
		return NewExact(kind, a.number.Add(b.number))
	}
	return NewFloat(kind, a.Promote(kind)+b.Promote(kind)), nil
}

// Subtract is the operator - with two operands.
func Subtract(a, b Value) (Value, error) {
	kind, err := promotion(a, b)
	switch {
	case err != nil:
		return Value{}, err
	case kind.isExact():
		return NewExact(kind, a.number.Add(b.number.Neg()))
	}
	return NewFloat(kind, a.Promote(kind)-b.Promote(kind)), nil
}

// Multiply is the operator *.
func Multiply(a, b Value) (Value, error) {
	kind, err := promotion(a, b)
	switch {
	case err != nil:
		return Value{}, err
	case kind.isExact():
		return NewExact(kind, a.number.Mul(b.number))
	}
	return NewFloat(kind, a.Promote(kind)*b.Promote(kind)), nil
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
	kind, err := promotion(a, a)
	switch {
	case err != nil:
		return Value{}, err
	case kind.isExact():
		return NewExact(kind, a.number.Neg())
	}
	return NewFloat(kind, -a.float), nil
}

// Plus is the operator + with one operand.
func Plus(a Value) (Value, error) {
	kind, err := promotion(a, a)
	switch {
	case err != nil:
		return Value{}, err
	case kind.isExact():
		return NewExact(kind, a.number)
	}
	return NewFloat(kind, a.float), nil
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
