package function

import (
	"math"
	"math/rand/v2"

	"vitrine/sparql/value"
)

func abs(v value.Value) (value.Value, error)   { return rounded(v, value.Exact.Abs, math.Abs) }
func ceil(v value.Value) (value.Value, error)  { return rounded(v, value.Exact.Ceil, math.Ceil) }
func floor(v value.Value) (value.Value, error) { return rounded(v, value.Exact.Floor, math.Floor) }
func round(v value.Value) (value.Value, error) { return rounded(v, value.Exact.Round, roundFloat) }

// rounded applies one of two functions to a number. The result has its type, and
// xsd:integer for types derived from that.
func rounded(v value.Value, exact func(value.Exact) value.Exact, float func(float64) float64) (value.Value, error) {
	switch kind := v.Kind(); {
	case kind == value.Integer || kind == value.Decimal:
		return value.NewExact(kind, exact(v.Exact()))
	case kind.IsNumeric():
		return value.NewFloat(kind, float(v.Float())), nil
	}
	return value.Value{}, value.ErrType
}

// roundFloat rounds to the nearest integer, and of two to the greater (F&O section
// 6.4.4). The sign of zero is kept.
func roundFloat(f float64) float64 {
	whole := math.Floor(f)
	if f-whole >= 0.5 {
		whole++
	}
	if whole == 0 {
		return math.Copysign(0, f)
	}
	return whole
}

func random(ctx *Context, _ []value.Value) (value.Value, error) {
	return value.NewFloat(value.Double, rand.New(ctx.source()).Float64()), nil
}
