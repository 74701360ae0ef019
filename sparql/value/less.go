package value

import (
	"cmp"
	"strings"
)

// relation is how two values stand to each other.
type relation uint8

const (
	// unordered is what NaN and anything are.
	unordered relation = iota
	less
	equal
	greater
)

// relationOf returns the relation of what cmp.Compare returns.
func relationOf(c int) relation { return equal + relation(c) }

// Less is the operator < (section 17.3) over numbers, strings without a language
// tag, booleans, and dates, times, yearMonthDurations and dayTimeDurations of one
// kind each. The error is ErrType, ErrUnbound or ErrIndeterminate.
func Less(a, b Value) (bool, error) {
	r, err := relate(a, b)
	return r == less, err
}

// LessOrEqual is the operator <=, over what Less compares.
func LessOrEqual(a, b Value) (bool, error) {
	r, err := relate(a, b)
	return r == less || r == equal, err
}

// Greater is the operator >, over what Less compares.
func Greater(a, b Value) (bool, error) {
	r, err := relate(a, b)
	return r == greater, err
}

// GreaterOrEqual is the operator >=, over what Less compares.
func GreaterOrEqual(a, b Value) (bool, error) {
	r, err := relate(a, b)
	return r == greater || r == equal, err
}

// relate is unordered where there is an error, too.
func relate(a, b Value) (relation, error) {
	switch {
	case a.kind.IsNumeric() && b.kind.IsNumeric():
		return relateNumbers(a, b), nil
	case a.kind == Unbound || b.kind == Unbound:
		return unordered, ErrUnbound
	case a.kind != b.kind:
		return unordered, ErrType
	case a.kind == String:
		return relationOf(strings.Compare(a.text, b.text)), nil
	case a.kind == Boolean:
		return relationOf(compareBool(a.truth, b.truth)), nil
	case a.kind == YearMonthDuration:
		return relationOf(cmp.Compare(a.months, b.months)), nil
	case a.kind == DayTimeDuration:
		return relationOf(a.number.Cmp(b.number)), nil
	case a.kind.isMoment():
		c, ok := a.moment.order(b.moment)
		if !ok {
			return unordered, ErrIndeterminate
		}
		return relationOf(c), nil
	}
	return unordered, ErrType
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// relateNumbers compares numbers after promotion (section 17.1).
func relateNumbers(a, b Value) relation {
	kind := max(a.kind, b.kind)
	if kind.isExact() {
		return relationOf(a.number.Cmp(b.number))
	}
	x, y := a.Promote(kind), b.Promote(kind)
	switch {
	case x < y:
		return less
	case x > y:
		return greater
	case x == y:
		return equal
	}
	return unordered
}

// Promote returns the number nearest to v, which is numeric, in the values of the
// kind, which is Float or Double.
func (v Value) Promote(kind Kind) float64 {
	switch {
	case !v.kind.isExact():
		return v.float
	case kind == Float:
		return v.number.float32()
	default:
		return v.number.float64()
	}
}
