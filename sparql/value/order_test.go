package value_test

import (
	"cmp"
	"testing"

	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/sparql/value"
)

// inOrder has values in the order of ORDER BY; those of one line are equal.
var inOrder = [][]string{
	{""},
	{"_:a"}, {"_:b"},
	{"<x:a>"}, {"<x:b>"},
	{`"-INF"^^double`}, {"-99999999999999999999"}, {"-1"}, {"0", "-0e0", "0.0"}, {"0.1"}, {"0.1e0"}, {`"0.1"^^float`}, {"1", "1.0", "1e0", `"1"^^byte`}, {"1.5"},
	{"9007199254740992", "9007199254740992e0"}, {"9007199254740993"}, {"1e300"}, {`"INF"^^double`, `"INF"^^float`}, {`"NaN"^^double`, `"NaN"^^float`},
	{"false", `"0"^^boolean`}, {"true"},
	{`""`}, {`"A"`}, {`"a"`}, {`"a"@de`}, {`"a"@en`}, {`"b"`}, {`"é"`}, {`"｡"`}, {`"𝄞"`},
	{`"-0044-03-15T00:00:00Z"^^dateTime`}, {`"1999-12-31T23:59:59Z"^^dateTime`}, {`"2000-01-01T00:00:00"^^dateTime`}, {`"2000-01-01T00:00:00Z"^^dateTime`, `"2000-01-01T01:00:00+01:00"^^dateTime`}, {`"2000-01-01T00:00:00.5Z"^^dateTime`},
	{`"1999-01-01"^^date`}, {`"2000-01-01"^^date`}, {`"10:00:00"^^time`}, {`"1642"^^gYear`}, {`"1643"^^gYear`},
	{`"-P1Y"^^yearMonthDuration`}, {`"PT0S"^^dayTimeDuration`, `"P0M"^^yearMonthDuration`}, {`"P1D"^^dayTimeDuration`}, {`"P1M"^^yearMonthDuration`}, {`"P1Y"^^duration`, `"P12M"^^yearMonthDuration`},
	{`"a"^^integer`}, {`"a"^^<x:d>`}, {`"b"^^<x:d>`}, {`"a"^^<x:e>`},
}

func TestCompare(t *testing.T) {
	for i, line := range inOrder {
		for j, other := range inOrder {
			for _, a := range line {
				for _, b := range other {
					if got := reference.Compare(sparqltest.Value(t, a), sparqltest.Value(t, b)); got != cmp.Compare(i, j) {
						t.Errorf("%s is to %s as %d, want %d", a, b, got, cmp.Compare(i, j))
					}
				}
			}
		}
	}
}

// TestCompareAgreesWithOperators checks that what < and = say is what the order
// says, and that <= and >= agree with them.
func TestCompareAgreesWithOperators(t *testing.T) {
	for _, line := range inOrder {
		for _, a := range line {
			for _, other := range inOrder {
				for _, b := range other {
					agree(t, a, b)
				}
			}
		}
	}
}

func agree(t *testing.T, a, b string) {
	x, y := sparqltest.Value(t, a), sparqltest.Value(t, b)
	order := reference.Compare(x, y)
	less, err := value.Less(x, y)
	if err == nil && less && order >= 0 {
		t.Errorf("%s < %s, in the order they are %d", a, b, order)
	}
	if same, equalErr := value.Equal(x, y); err == nil && equalErr == nil {
		orEqual, _ := value.LessOrEqual(x, y)
		if orEqual != (less || same) {
			t.Errorf("%s <= %s is %t, < is %t and = is %t", a, b, orEqual, less, same)
		}
		greater, _ := value.Greater(y, x)
		if greater != less {
			t.Errorf("%s < %s is %t, the other way round > is %t", a, b, less, greater)
		}
	}
}
