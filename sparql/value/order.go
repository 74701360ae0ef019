package value

import (
	"cmp"
	"math"
	"strings"

	"github.com/knakk/rdf"
)

// Compare is the order of ORDER BY (section 15.1), also the one by which MIN and
// MAX choose: unbound, blank nodes, IRIs, literals. Values that the operator <
// compares are in its order, and equal ones are equal here too, so that the next
// condition decides about them.
//
// The rest of the order is Vitrine's, so that it is total. Literals are ordered
// by family: numbers, booleans, strings with and without a language tag by their
// text, then those of each datatype of dates, times and durations, then Other by
// datatype and lexical form. NaN comes after all numbers. A time without a time
// zone is taken to be in UTC, and comes before the same one with a time zone.
func Compare(a, b Value) int {
	if c := cmp.Compare(familyOf(a.kind), familyOf(b.kind)); c != 0 {
		return c
	}
	switch {
	case a.kind.IsNumeric():
		return compareNumbers(a, b)
	case a.kind == Boolean:
		return compareBool(a.truth, b.truth)
	case a.kind == String || a.kind == LangString:
		return cmp.Or(strings.Compare(a.text, b.text), strings.Compare(a.Lang(), b.Lang()))
	case a.kind.isMoment():
		return cmp.Or(a.moment.cmp(b.moment), compareBool(a.moment.zoned, b.moment.zoned))
	case a.kind.isDuration():
		return compareDurations(a, b)
	case a.kind == Other:
		x, y := a.term.(rdf.Literal), b.term.(rdf.Literal)
		return cmp.Or(strings.Compare(x.DataType.String(), y.DataType.String()), strings.Compare(a.text, b.text))
	}
	return strings.Compare(a.text, b.text)
}

// familyOf returns the least of the kinds that are ordered among each other.
func familyOf(kind Kind) Kind {
	switch {
	case kind.IsNumeric():
		return Integer
	case kind == LangString:
		return String
	case kind.isDuration():
		return Duration
	}
	return kind
}

// compareNumbers compares what the numbers stand for exactly, since promotion
// makes numbers equal that are not, and an order must be transitive.
func compareNumbers(a, b Value) int {
	if a.kind.isExact() && b.kind.isExact() {
		return a.number.Cmp(b.number)
	}
	if !a.kind.isExact() && !b.kind.isExact() {
		return compareFloats(a.float, b.float)
	}
	if a.kind.isExact() {
		return -compareNumbers(b, a)
	}
	if n, ok := ExactOf(a.float); ok {
		return n.Cmp(b.number)
	}
	return compareFloats(a.float, 0)
}

// compareFloats puts NaN last.
func compareFloats(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return compareBool(math.IsNaN(a), math.IsNaN(b))
	}
	return cmp.Compare(a, b)
}

// compareDurations takes a month for a twelfth of 365.2425 days.
func compareDurations(a, b Value) int {
	const month = 3652425 * day / 120000
	total := func(v Value) Exact { return v.number.Add(NewInt64(v.months).Mul(NewInt64(month))) }
	return cmp.Or(total(a).Cmp(total(b)), cmp.Compare(a.months, b.months))
}
