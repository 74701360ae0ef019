package value

import (
	"math"
	"strings"

	"vitrine/rdfstore/graph"
)

// read finds out the kind and the value of v, which is Other and has its text,
// from the datatype. It leaves v as it is where there is no such value.
func (v *Value) read(datatype string) {
	name, ok := strings.CutPrefix(datatype, xsd)
	if !ok {
		if datatype == graph.LangString.String() {
			v.kind = LangString
		}
		return
	}
	kind := kindNamed(name)
	if kind == Other {
		v.readDerived(name)
		return
	}
	v.readAs(kind)
}

// readAs is read for a datatype of which there is one kind.
func (v *Value) readAs(kind Kind) {
	switch {
	case kind == String:
		v.kind = String
	case kind == Integer:
		n, ok := parseExact(v.text, false)
		v.number = n
		v.accept(kind, ok)
	case kind == Decimal:
		n, ok := parseExact(v.text, true)
		v.number = n
		v.accept(kind, ok)
	case kind == Float:
		f, ok := parseFloat(v.text, 32)
		v.float = f
		v.accept(kind, ok)
	case kind == Double:
		f, ok := parseFloat(v.text, 64)
		v.float = f
		v.accept(kind, ok)
	case kind == Boolean:
		v.truth = v.text == "true" || v.text == "1"
		v.accept(kind, v.truth || v.text == "false" || v.text == "0")
	case kind.isMoment():
		m, ok := parseMoment(kind, v.text)
		v.moment = m
		v.accept(kind, ok)
	case kind.isDuration():
		months, seconds, ok := parseDuration(kind, v.text)
		v.months, v.number = months, seconds
		v.accept(kind, ok)
	}
}

func (v *Value) accept(kind Kind, ok bool) {
	if ok {
		v.kind = kind
	}
}

// readDerived is read for the types that are derived from xsd:integer.
func (v *Value) readDerived(name string) {
	if n, ok := parseExact(v.text, false); ok {
		if fits, derived := n.fits(name); fits && derived {
			v.number, v.kind = n, Integer
		}
	}
}

// fits tells whether an integer is one of the values of a type derived from
// xsd:integer (XSD sections 3.4.14 to 3.4.25), and whether the local name is that
// of such a type.
func (n Exact) fits(name string) (fits, derived bool) {
	switch name {
	case "nonNegativeInteger":
		return n.Sign() >= 0, true
	case "positiveInteger":
		return n.Sign() > 0, true
	case "nonPositiveInteger":
		return n.Sign() <= 0, true
	case "negativeInteger":
		return n.Sign() < 0, true
	case "long":
		return n.large == nil, true
	case "int":
		return n.within(math.MinInt32, math.MaxInt32), true
	case "short":
		return n.within(math.MinInt16, math.MaxInt16), true
	case "byte":
		return n.within(math.MinInt8, math.MaxInt8), true
	case "unsignedLong":
		return n.Sign() >= 0 && (n.large == nil || n.large.BitLen() <= 64), true
	case "unsignedInt":
		return n.within(0, math.MaxUint32), true
	case "unsignedShort":
		return n.within(0, math.MaxUint16), true
	case "unsignedByte":
		return n.within(0, math.MaxUint8), true
	}
	return false, false
}

func (n Exact) within(least, most int64) bool {
	return n.large == nil && least <= n.small && n.small <= most
}
