package value

// Equal is the operator = (section 17.3): the values of literals of known
// datatypes are compared, and otherwise terms (RDFterm-equal, section 17.4.1.7).
//
// Known values of different value spaces are unequal. Two literals of which one is
// Other are equal if they are the same term, and otherwise ErrType; a
// language-tagged string is unequal to any other literal.
func Equal(a, b Value) (bool, error) {
	switch {
	case a.kind.IsNumeric() && b.kind.IsNumeric():
		return relateNumbers(a, b) == equal, nil
	case a.kind == Unbound || b.kind == Unbound:
		return false, ErrUnbound
	case a.kind.isDuration() && b.kind.isDuration():
		return a.months == b.months && a.number.Cmp(b.number) == 0, nil
	case a.kind == b.kind:
		return equalOfKind(a, b)
	case a.kind == Other && mayEqualOther(b.kind), b.kind == Other && mayEqualOther(a.kind):
		return false, ErrType
	}
	return false, nil
}

// mayEqualOther tells whether a value of the kind could be that of a literal whose
// value is not known.
func mayEqualOther(kind Kind) bool { return kind.IsLiteral() && kind != LangString }

// equalOfKind is Equal for values of one kind, which is not numeric.
func equalOfKind(a, b Value) (bool, error) {
	switch {
	case a.kind == String:
		return a.text == b.text, nil
	case a.kind == Boolean:
		return a.truth == b.truth, nil
	case a.kind.isMoment():
		c, ok := a.moment.order(b.moment)
		if !ok {
			return false, ErrIndeterminate
		}
		return c == 0, nil
	case a.kind == Other && a.term != b.term:
		return false, ErrType
	}
	return a.term == b.term, nil
}

// NotEqual is the operator != (section 17.3).
func NotEqual(a, b Value) (bool, error) {
	same, err := Equal(a, b)
	return !same, err
}

// SameTerm tells whether both are the same term (section 17.4.1.8).
func SameTerm(a, b Value) (bool, error) {
	if a.kind == Unbound || b.kind == Unbound {
		return false, ErrUnbound
	}
	return a.kind == b.kind && a.Term() == b.Term(), nil
}
