package value

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
)

// AppendOrderKey appends the key of a value: keys are in the order of their bytes, and none begins
// with another. That is the order of ORDER BY (section 15.1), also the one by which MIN and
// MAX choose: unbound, blank nodes, IRIs, literals. Values that the operator <
// compares are in its order, and equal ones are equal here too, so that the next
// condition decides about them.
//
// The rest of the order is Vitrine's, so that it is total. Literals are ordered
// by family: numbers, booleans, strings with and without a language tag by their
// text, then those of each datatype of dates, times and durations, then Other by
// datatype and lexical form. Numbers are compared by what they stand for exactly, since
// promotion makes numbers equal that are not, and an order must be transitive; NaN comes after
// all numbers. A time without a time zone is taken to be in UTC, and comes before the same one
// with a time zone.
func AppendOrderKey(b []byte, v Value) []byte {
	b = append(b, byte(familyOf(v.kind)))
	switch {
	case v.kind == Unbound:
		return b
	case v.kind.isExact():
		return appendExactKey(b, v.number)
	case v.kind.IsNumeric():
		return appendFloatKey(b, v.float)
	case v.kind == Boolean:
		return appendBoolKey(b, v.truth)
	case v.kind == String || v.kind == LangString:
		return appendTextKey(appendTextKey(b, v.text), v.Lang())
	case v.kind.isMoment():
		b = appendTextKey(appendIntKey(b, v.moment.instant()), v.moment.fraction)
		return appendBoolKey(b, v.moment.zoned)
	case v.kind.isDuration():
		// A month is taken for a twelfth of 365.2425 days.
		const month = 3652425 * day / 120000
		return appendIntKey(appendExactKey(b, v.number.Add(NewInt64(v.months).Mul(NewInt64(month)))), v.months)
	case v.kind == Other:
		b = appendTextKey(b, v.term.(rdf.Literal).DataType.String())
	}
	return appendTextKey(b, v.text)
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

// The first bytes of the keys of numbers.
const (
	minusInfinite = iota
	negative
	zero
	positive
	infinite
	notANumber
)

// appendFloatKey appends the key of a number that may be none.
func appendFloatKey(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, notANumber)
	case math.IsInf(f, 1):
		return append(b, infinite)
	case math.IsInf(f, -1):
		return append(b, minusInfinite)
	}
	n, _ := ExactOf(f)
	return appendExactKey(b, n)
}

// appendExactKey appends the key of a number: the place of the point, as seen from its first
// digit, and the digits; all of that inverted where it is negative.
func appendExactKey(b []byte, n Exact) []byte {
	if n.Sign() == 0 {
		return append(b, zero)
	}
	var room [20]byte
	digits := strconv.AppendUint(room[:0], magnitude(n.small), 10)
	if n.large != nil {
		digits = []byte(strings.TrimPrefix(n.large.String(), "-"))
	}
	sign := byte(positive)
	if n.Sign() < 0 {
		sign = negative
	}
	begin := len(b) + 1
	b = append(appendIntKey(append(b, sign), int64(len(digits))-int64(n.scale)), bytes.TrimRight(digits, "0")...)
	b = append(b, 0)
	if sign == negative {
		Invert(b[begin:])
	}
	return b
}

// Invert turns the order of keys round.
func Invert(key []byte) {
	for i := range key {
		key[i] = ^key[i]
	}
}

func appendIntKey(b []byte, n int64) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(n)^1<<63)
}

func appendBoolKey(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

// appendTextKey appends a text with its end: two bytes 0, as a 0 in the text is a 0 and a 1.
func appendTextKey(b []byte, text string) []byte {
	for {
		plain, rest, more := strings.Cut(text, "\x00")
		if b = append(b, plain...); !more {
			return append(b, 0, 0)
		}
		b, text = append(b, 0, 1), rest
	}
}
