package value

import (
	"math"

	"github.com/knakk/rdf"
)

// EffectiveBoolean returns the effective boolean value (section 17.2.2), also of
// strings with a language tag, which are plain literals in its words. A boolean or
// numeric literal whose lexical form is not one of its datatype is false.
func EffectiveBoolean(v Value) (bool, error) {
	switch v.kind {
	case Boolean:
		return v.truth, nil
	case String, LangString:
		return v.text != "", nil
	case Integer, Decimal:
		return v.number.Sign() != 0, nil
	case Float, Double:
		return v.float != 0 && !math.IsNaN(v.float), nil
	case Unbound:
		return false, ErrUnbound
	case Other:
		kind := KindOf(v.term.(rdf.Literal).DataType.String())
		if (kind.IsNumeric() || kind == Boolean) && len(v.text) <= MaxDigits {
			return false, nil
		}
	}
	return false, ErrType
}

// And is && over two effective boolean values or their errors (section 17.2): an
// error and false are false. ErrLimit stays an error.
func And(left bool, leftErr error, right bool, rightErr error) (bool, error) {
	if leftErr == nil && !left || rightErr == nil && !right {
		return false, limitOf(leftErr, rightErr)
	}
	return true, firstOf(leftErr, rightErr)
}

// Or is || over two effective boolean values or their errors (section 17.2): an
// error and true are true. ErrLimit stays an error.
func Or(left bool, leftErr error, right bool, rightErr error) (bool, error) {
	if leftErr == nil && left || rightErr == nil && right {
		return true, limitOf(leftErr, rightErr)
	}
	return false, firstOf(leftErr, rightErr)
}

func firstOf(left, right error) error {
	if left != nil && !IsLimit(right) {
		return left
	}
	return right
}

func limitOf(left, right error) error {
	if IsLimit(left) {
		return left
	}
	if IsLimit(right) {
		return right
	}
	return nil
}
