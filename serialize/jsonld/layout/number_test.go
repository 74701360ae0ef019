package layout

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

func TestNumberLiteral(t *testing.T) {
	tests := []struct {
		text, lexical string
		datatype      rdf.IRI
		// short is how the literal is written where it did not come from text,
		// empty where it is written as a value object.
		short string
	}{
		{"0", "0", graph.XSDInteger, "0"},
		{"-0", "0", graph.XSDInteger, "0"},
		{"-0.0", "0", graph.XSDInteger, "0"},
		{"0e5", "0", graph.XSDInteger, "0"},
		{"24", "24", graph.XSDInteger, "24"},
		{"-7", "-7", graph.XSDInteger, "-7"},
		{"2550", "2550", graph.XSDInteger, "2550"},
		{"9007199254740992", "9007199254740992", graph.XSDInteger, "9007199254740992"},
		{"9007199254740993", "9007199254740993", graph.XSDInteger, ""},
		{"25000000", "25000000", graph.XSDInteger, "25000000"},
		{"2.0", "2", graph.XSDInteger, "2"},
		{"1e3", "1000", graph.XSDInteger, "1000"},
		{"12345678901234567890", "12345678901234567890", graph.XSDInteger, ""},
		{"12345678901234567890.0", "12345678901234567890", graph.XSDInteger, ""},
		{"999999999999999999999", "999999999999999999999", graph.XSDInteger, ""},
		{"1000000000000000000000", "1.0E21", graph.XSDDouble, "1e+21"},
		{"1e21", "1.0E21", graph.XSDDouble, "1e+21"},
		{"-1e21", "-1.0E21", graph.XSDDouble, "-1e+21"},
		{"8.8", "8.800000000000001E0", graph.XSDDouble, "8.8"},
		{"45.5", "4.55E1", graph.XSDDouble, "45.5"},
		{"2.50", "2.5E0", graph.XSDDouble, "2.5"},
		{"0.1", "1.0E-1", graph.XSDDouble, "0.1"},
		{"-0.5", "-5.0E-1", graph.XSDDouble, "-0.5"},
		{"1E-7", "1.0E-7", graph.XSDDouble, "1e-7"},
		{"1.5e300", "1.5E300", graph.XSDDouble, "1.5e+300"},
		{"5e-324", "4.940656458412465E-324", graph.XSDDouble, "5e-324"},
	}
	for _, test := range tests {
		l, err := NumberLiteral(test.text, rdf.IRI{})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if want := graph.Typed(test.lexical, test.datatype); l != want {
			t.Errorf("%s is %q^^%s, want %q^^%s", test.text, l, l.DataType, want, want.DataType)
		}
		if short, ok := ShortNumber(l); ok != (test.short != "") || ok && short != test.short {
			t.Errorf("%s is written %q, %t, want %q", test.text, short, ok, test.short)
		}
	}
	if l, err := NumberLiteral("1e400", rdf.IRI{}); err == nil {
		t.Errorf("1e400 is %v, want an error", l)
	}
}

// TestShortNumberRefuses lists literals that no JSON number stands for.
func TestShortNumberRefuses(t *testing.T) {
	for _, l := range []rdf.Literal{
		graph.Typed("8.8", graph.XSDDouble), graph.Typed("2.0E0", graph.XSDDouble), graph.Typed("NaN", graph.XSDDouble),
		graph.Typed("INF", graph.XSDDouble), graph.Typed("", graph.XSDDouble), graph.Typed("1e0", graph.XSDDouble),
		graph.Typed("0.0E0", graph.XSDDouble), graph.Typed("-0.0E0", graph.XSDDouble),
		graph.Typed("+1", graph.XSDInteger), graph.Typed("01", graph.XSDInteger), graph.Typed("-0", graph.XSDInteger),
		graph.Typed("", graph.XSDInteger), graph.Typed("-", graph.XSDInteger), graph.Typed("1.5", graph.XSDDecimal),
		graph.Typed("1000000000000000000000", graph.XSDInteger), graph.String("1"),
	} {
		if short, ok := ShortNumber(l); ok {
			t.Errorf("%q^^%s is written %s, want none", l, l.DataType, short)
		}
	}
}

// TestNumbersComeBack: whatever number is written for a literal stands for that
// literal; and every number with up to 15 digits comes back as it was.
func TestNumbersComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		f := math.Float64frombits(r.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		checkNumber(t, jsonNumber(f))
	}
	for range 20_000 {
		text := jsonNumber(float64(r.IntN(1_000_000_000)) / 1000)
		l := checkNumber(t, text)
		if short, _ := ShortNumber(l); short != text {
			t.Fatalf("%s comes back as %s", text, short)
		}
	}
}

func checkNumber(t *testing.T, text string) rdf.Literal {
	t.Helper()
	l, err := NumberLiteral(text, rdf.IRI{})
	if err != nil {
		t.Fatal(err)
	}
	short, ok := ShortNumber(l)
	if !ok {
		// Rounded to 16 digits it is whole, so its value object is written.
		return l
	}
	if back, err := NumberLiteral(short, rdf.IRI{}); err != nil || back != l {
		t.Fatalf("%s is %q, written %s, which is %q", text, l, short, back)
	}
	return l
}
