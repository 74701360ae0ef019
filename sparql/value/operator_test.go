package value_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/sparql/value"
)

// TestEqual gives = in both directions; != is its opposite or the same error.
func TestEqual(t *testing.T) {
	tests := []struct{ a, b, want string }{
		{"1", "1", "true"}, {"1", "01", "true"}, {"1", "1.0", "true"}, {"1", "1e0", "true"}, {"1.0", `"1"^^float`, "true"}, {"1", "2", "false"}, {`"1"^^byte`, `"1"^^unsignedLong`, "true"},
		{"99999999999999999999", "99999999999999999999.0", "true"}, {"99999999999999999999", "99999999999999999998", "false"}, {"9007199254740993", "9007199254740992e0", "true"},
		{"0.1", `"0.1"^^float`, "true"}, {"0.1", "0.1e0", "true"}, {"0.1e0", `"0.1"^^float`, "false"}, {"0e0", "-0e0", "true"},
		{`"NaN"^^double`, `"NaN"^^double`, "false"}, {`"NaN"^^double`, "1", "false"}, {`"INF"^^double`, `"INF"^^float`, "true"},
		{`"a"`, `"a"`, "true"}, {`"a"`, `"b"`, "false"}, {`"a"`, `"a"^^string`, "true"}, {`"a"`, `"a"@en`, "false"}, {`"a"@en`, `"a"@EN`, "true"}, {`"a"@en`, `"a"@de`, "false"}, {`"a"@en`, `"b"@en`, "false"},
		{"true", `"1"^^boolean`, "true"}, {"true", "false", "false"}, {"true", "1", "false"}, {`"1"`, "1", "false"}, {"true", `"true"`, "false"},
		{"<x:a>", "<x:a>", "true"}, {"<x:a>", "<x:b>", "false"}, {"<x:a>", `"x:a"`, "false"}, {"_:a", "_:a", "true"}, {"_:a", "_:b", "false"}, {"_:a", "<x:a>", "false"}, {"_:a", "1", "false"},
		{`"a"^^<x:d>`, `"a"^^<x:d>`, "true"}, {`"a"^^<x:d>`, `"b"^^<x:d>`, "type"}, {`"a"^^<x:d>`, `"a"^^<x:e>`, "type"}, {`"a"^^<x:d>`, `"a"`, "type"}, {`"1"^^<x:d>`, "1", "type"}, {`"a"^^<x:d>`, `"a"@en`, "false"}, {`"a"^^<x:d>`, "<x:a>", "false"}, {`"a"^^<x:d>`, "_:a", "false"},
		{`"x"^^integer`, `"x"^^integer`, "true"}, {`"x"^^integer`, "1", "type"}, {`"x"^^integer`, `"x"`, "type"}, {`"x"^^integer`, `"x"@en`, "false"}, {`"300"^^byte`, "300", "type"},
		{"", "1", "unbound"}, {"", "", "unbound"}, {"", `"a"^^<x:d>`, "unbound"},
		{`"2000-01-01T00:00:00Z"^^dateTime`, `"2000-01-01T01:00:00+01:00"^^dateTime`, "true"}, {`"2000-01-01T00:00:00Z"^^dateTime`, `"2000-01-01T00:00:00.0Z"^^dateTime`, "true"}, {`"2000-01-01T00:00:00Z"^^dateTime`, `"2000-01-01T00:00:00.1Z"^^dateTime`, "false"},
		{`"2000-01-01T00:00:00"^^dateTime`, `"2000-01-01T00:00:00"^^dateTime`, "true"}, {`"2000-01-01T00:00:00"^^dateTime`, `"2000-01-01T00:00:00Z"^^dateTime`, "indeterminate"}, {`"2000-01-01T00:00:00"^^dateTime`, `"2000-01-01T14:00:00Z"^^dateTime`, "indeterminate"}, {`"2000-01-01T00:00:00"^^dateTime`, `"2000-01-01T14:00:01Z"^^dateTime`, "false"},
		{`"1999-12-31T24:00:00Z"^^dateTime`, `"2000-01-01T00:00:00Z"^^dateTime`, "true"}, {`"2000-01-01"^^date`, `"2000-01-01T00:00:00"^^dateTime`, "false"},
		{`"2006-08-23"^^date`, `"2006-08-23"^^date`, "true"}, {`"2006-08-23"^^date`, `"2006-08-23Z"^^date`, "indeterminate"}, {`"2006-08-23"^^date`, `"2001-01-01Z"^^date`, "false"}, {`"2006-08-23Z"^^date`, `"2006-08-23+00:00"^^date`, "true"}, {`"2006-08-23"^^date`, `"2006-08-23"^^<x:date>`, "type"},
		{`"12:00:00Z"^^time`, `"13:00:00+01:00"^^time`, "true"}, {`"24:00:00"^^time`, `"00:00:00"^^time`, "true"}, {`"1642"^^gYear`, `"1642"^^gYear`, "true"}, {`"1642"^^gYear`, "1642", "false"}, {`"--02"^^gMonth`, `"--03"^^gMonth`, "false"},
		{`"P1Y"^^yearMonthDuration`, `"P12M"^^duration`, "true"}, {`"P1D"^^dayTimeDuration`, `"PT24H"^^dayTimeDuration`, "true"}, {`"P1M"^^duration`, `"P30D"^^duration`, "false"}, {`"P0M"^^yearMonthDuration`, `"PT0S"^^dayTimeDuration`, "true"},
	}
	for _, test := range tests {
		a, b := sparqltest.Value(t, test.a), sparqltest.Value(t, test.b)
		for _, pair := range [][2]value.Value{{a, b}, {b, a}} {
			if got := outcome(value.Equal(pair[0], pair[1])); got != test.want {
				t.Errorf("%s = %s: %s, want %s", sparqltest.Show(pair[0].Term()), sparqltest.Show(pair[1].Term()), got, test.want)
			}
			want := map[string]string{"true": "false", "false": "true"}[test.want]
			if want == "" {
				want = test.want
			}
			if got := outcome(value.NotEqual(pair[0], pair[1])); got != want {
				t.Errorf("%s != %s: %s, want %s", sparqltest.Show(pair[0].Term()), sparqltest.Show(pair[1].Term()), got, want)
			}
		}
	}
}

// TestLess gives the relation of a to b as the signs that are true, or an error.
func TestLess(t *testing.T) {
	tests := []struct{ a, b, want string }{
		{"1", "2", "< <="}, {"2", "1", "> >="}, {"1", "1.0", "<= >="}, {"1", "1.5", "< <="}, {"2", "1.5e0", "> >="}, {`"1"^^byte`, `"2"^^float`, "< <="}, {"-99999999999999999999", "1", "< <="}, {"9223372036854775808", "9223372036854775807", "> >="},
		{"0.1", "0.10000000000000000000000001", "< <="}, {`"NaN"^^double`, "1", ""}, {"1", `"NaN"^^float`, ""}, {`"-INF"^^double`, "-1e308", "< <="},
		{`"a"`, `"b"`, "< <="}, {`"a"`, `"a"`, "<= >="}, {`"Z"`, `"a"`, "< <="}, {`"z"`, `"é"`, "< <="}, {`"｡"`, `"𝄞"`, "< <="}, {`""`, `"a"`, "< <="},
		{"false", "true", "< <="}, {"true", "true", "<= >="}, {`"a"@en`, `"b"@en`, "type"}, {`"a"`, `"b"@en`, "type"}, {"<x:a>", "<x:b>", "type"}, {"_:a", "_:b", "type"}, {`"1"`, "2", "type"}, {`"a"^^<x:d>`, `"a"^^<x:d>`, "type"}, {`"x"^^integer`, "1", "type"}, {"", "1", "unbound"}, {"true", "1", "type"},
		{`"2000-01-01T00:00:00Z"^^dateTime`, `"2000-01-01T00:00:00+01:00"^^dateTime`, "> >="}, {`"2000-01-01T00:00:00.5"^^dateTime`, `"2000-01-01T00:00:00.45"^^dateTime`, "> >="}, {`"2000-01-01T00:00:00"^^dateTime`, `"2000-01-02T00:00:00Z"^^dateTime`, "< <="}, {`"2000-01-02T00:00:00Z"^^dateTime`, `"2000-01-01T00:00:00"^^dateTime`, "> >="}, {`"2000-01-01T10:00:00"^^dateTime`, `"2000-01-01T00:00:00Z"^^dateTime`, "indeterminate"},
		{`"-0044-03-15"^^date`, `"0014-08-19"^^date`, "< <="}, {`"-0044-03-15"^^date`, `"-0043-03-15"^^date`, "< <="}, {`"2000-01-01"^^date`, `"2000-01-02T00:00:00"^^dateTime`, "type"}, {`"1642"^^gYear`, `"1643"^^gYear`, "< <="}, {`"1642-02"^^gYearMonth`, `"1642-03"^^gYearMonth`, "< <="}, {`"10:00:00"^^time`, `"09:00:00"^^time`, "> >="},
		{`"P1Y"^^yearMonthDuration`, `"P13M"^^yearMonthDuration`, "< <="}, {`"PT36H"^^dayTimeDuration`, `"P1D"^^dayTimeDuration`, "> >="}, {`"P1Y"^^duration`, `"P2Y"^^duration`, "type"}, {`"P1Y"^^yearMonthDuration`, `"P1D"^^dayTimeDuration`, "type"},
	}
	for _, test := range tests {
		a, b := sparqltest.Value(t, test.a), sparqltest.Value(t, test.b)
		operators := []struct {
			sign string
			call func(a, b value.Value) (bool, error)
		}{{"<", value.Less}, {"<=", value.LessOrEqual}, {">", value.Greater}, {">=", value.GreaterOrEqual}}
		for _, operator := range operators {
			want := "false"
			if test.want != "" && !strings.ContainsAny(test.want, "<>") {
				want = test.want
			} else if slices.Contains(strings.Fields(test.want), operator.sign) {
				want = "true"
			}
			if got := outcome(operator.call(a, b)); got != want {
				t.Errorf("%s %s %s: %s, want %s", test.a, operator.sign, test.b, got, want)
			}
		}
	}
}

func TestArithmetic(t *testing.T) {
	operators := map[string]func(a, b value.Value) (value.Value, error){"+": value.Add, "-": value.Subtract, "*": value.Multiply, "/": value.Divide}
	tests := []struct{ a, operator, b, want string }{
		{"1", "+", "2", `"3"^^integer`}, {`"1"^^byte`, "+", `"127"^^byte`, `"128"^^integer`}, {`"1"^^byte`, "*", "2.5", `"2.5"^^decimal`}, {"1", "+", "1.0", `"2.0"^^decimal`}, {"1", "-", "2", `"-1"^^integer`},
		{"9223372036854775807", "+", "1", `"9223372036854775808"^^integer`}, {"-9223372036854775808", "-", "1", `"-9223372036854775809"^^integer`}, {"-9223372036854775808", "*", "-1", `"9223372036854775808"^^integer`}, {"9223372036854775808", "-", "1", `"9223372036854775807"^^integer`}, {"99999999999", "*", "99999999999", `"9999999999800000000001"^^integer`}, {"-9223372036854775808", "*", "1", `"-9223372036854775808"^^integer`},
		{"0.1", "+", "0.2", `"0.3"^^decimal`}, {"1.10", "-", "0.1", `"1.0"^^decimal`}, {"0.000000000000000001", "*", "0.000000000000000001", `"0.000000000000000000000000000000000001"^^decimal`}, {"12345678901234567890.5", "+", "0.05", `"12345678901234567890.55"^^decimal`},
		{"7", "/", "2", `"3.5"^^decimal`}, {"6", "/", "2", `"3.0"^^decimal`}, {"2", "/", "3", `"0.666666666666666666"^^decimal`}, {"-2", "/", "3", `"-0.666666666666666666"^^decimal`}, {"11.1", "/", "5", `"2.22"^^decimal`}, {"1", "/", "0.0000000000000000000001", `"10000000000000000000000.0"^^decimal`}, {"0.00000000000000000000003", "/", "2", `"0.00000000000000000000001"^^decimal`},
		{"1", "/", "0", "range"}, {"1.5", "/", "0.0", "range"}, {"1e0", "/", "0", `"INF"^^double`}, {"-1", "/", "0e0", `"-INF"^^double`}, {"0e0", "/", "0", `"NaN"^^double`}, {`"1"^^float`, "/", "0.0", `"INF"^^float`},
		{"1", "+", "1e0", `"2.0E0"^^double`}, {"1.5", "+", `"1"^^float`, `"2.5E0"^^float`}, {`"0.1"^^float`, "+", `"0.2"^^float`, `"3.0E-1"^^float`}, {`"1"^^float`, "*", "2e0", `"2.0E0"^^double`}, {`"3e38"^^float`, "*", "10", `"INF"^^float`}, {"16777217", "+", `"0"^^float`, `"1.6777216E7"^^float`},
		{`"1"`, "+", "1", "type"}, {"true", "+", "1", "type"}, {"1", "+", `"x"^^integer`, "type"}, {"<x:a>", "+", "1", "type"}, {"", "+", "1", "unbound"}, {"1", "/", "", "unbound"}, {`"2000-01-01"^^date`, "-", `"1999-01-01"^^date`, "type"},
		{strings.Repeat("9", value.MaxDigits), "*", "100", "limit"},
	}
	for _, test := range tests {
		v, err := operators[test.operator](sparqltest.Value(t, test.a), sparqltest.Value(t, test.b))
		got := sparqltest.Show(v.Term())
		if err != nil {
			got = outcome(false, err)
		}
		if got != test.want {
			t.Errorf("%.40s %s %s: %.60s, want %s", test.a, test.operator, test.b, got, test.want)
		}
	}
	for text, want := range map[string][2]string{ // -a, +a
		"01": {`"-1"^^integer`, `"1"^^integer`}, `"1"^^byte`: {`"-1"^^integer`, `"1"^^integer`}, "-1.50": {`"1.5"^^decimal`, `"-1.5"^^decimal`}, "1e0": {`"-1.0E0"^^double`, `"1.0E0"^^double`}, `"2"^^float`: {`"-2.0E0"^^float`, `"2.0E0"^^float`},
		"-9223372036854775808": {`"9223372036854775808"^^integer`, `"-9223372036854775808"^^integer`}, `"a"`: {"type", "type"}, "": {"unbound", "unbound"},
	} {
		for i, unary := range []func(value.Value) (value.Value, error){value.Negate, value.Plus} {
			v, err := unary(sparqltest.Value(t, text))
			got := sparqltest.Show(v.Term())
			if err != nil {
				got = outcome(false, err)
			}
			if got != want[i] {
				t.Errorf("unary %d of %s: %s, want %s", i, text, got, want[i])
			}
		}
	}
}

// TestExactAgainstRational compares with math/big on numbers around the limits of
// int64.
func TestExactAgainstRational(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		a, b := randomDecimal(random), randomDecimal(random)
		x, y := sparqltest.Value(t, a), sparqltest.Value(t, b)
		r, _ := new(big.Rat).SetString(a)
		s, _ := new(big.Rat).SetString(b)
		sum, err := value.Add(x, y)
		if got, _ := new(big.Rat).SetString(sum.Text()); err != nil || got.Cmp(new(big.Rat).Add(r, s)) != 0 {
			t.Fatalf("%s + %s = %s, %v", a, b, sum.Text(), err)
		}
		difference, err := value.Subtract(x, y)
		if got, _ := new(big.Rat).SetString(difference.Text()); err != nil || got.Cmp(new(big.Rat).Sub(r, s)) != 0 {
			t.Fatalf("%s - %s = %s, %v", a, b, difference.Text(), err)
		}
		product, err := value.Multiply(x, y)
		if got, _ := new(big.Rat).SetString(product.Text()); err != nil || got.Cmp(new(big.Rat).Mul(r, s)) != 0 {
			t.Fatalf("%s * %s = %s, %v", a, b, product.Text(), err)
		}
		if got := reference.Compare(x, y); got != r.Cmp(s) {
			t.Fatalf("%s is to %s as %d", a, b, got)
		}
		if s.Sign() == 0 {
			continue
		}
		quotient, err := value.Divide(x, y)
		got, _ := new(big.Rat).SetString(quotient.Text())
		rest := new(big.Rat).Sub(new(big.Rat).Quo(r, s), got)
		if err != nil || rest.Abs(rest).Cmp(big.NewRat(1, 1e18)) >= 0 {
			t.Fatalf("%s / %s = %s, %v", a, b, quotient.Text(), err)
		}
	}
}

func randomDecimal(random *rand.Rand) string {
	numbers := []string{"0", "1", "9", "10", "9223372036854775807", "9223372036854775808", "18446744073709551616", "4611686018427387904", "3037000500", "999999999999999999", "1000000000000000000"}
	text := numbers[random.IntN(len(numbers))]
	if random.IntN(2) == 0 {
		text = strings.TrimLeft(text[:random.IntN(len(text))+1], "0") + "." + numbers[random.IntN(len(numbers))]
		if text[0] == '.' {
			text = "0" + text
		}
	}
	if random.IntN(2) == 0 {
		text = "-" + text
	}
	return text
}

func TestSameTerm(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"1", "1", "true"}, {"1", "01", "false"}, {"1", "1.0", "false"}, {`"a"`, `"a"@en`, "false"}, {`"NaN"^^double`, `"NaN"^^double`, "true"}, {"<x:a>", "<x:a>", "true"}, {"_:a", "_:b", "false"}, {"", "1", "unbound"},
	} {
		if got := outcome(value.SameTerm(sparqltest.Value(t, test.a), sparqltest.Value(t, test.b))); got != test.want {
			t.Errorf("sameTerm(%s, %s): %s, want %s", test.a, test.b, got, test.want)
		}
	}
	two, _ := value.Add(value.NewInteger(1), value.NewInteger(1))
	if got := outcome(value.SameTerm(two, sparqltest.Value(t, "2"))); got != "true" {
		t.Errorf("a calculated 2 is the same term as 2: %s", got)
	}
}
