package value_test

import (
	"testing"

	"vitrine/checks/reference"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/value"
)

// FuzzOf checks that a value's canonical form has the same value and is its own
// canonical form, for every datatype.
func FuzzOf(f *testing.F) {
	datatypes := []string{"integer", "byte", "unsignedLong", "decimal", "float", "double", "boolean", "dateTime", "date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay", "duration", "yearMonthDuration", "dayTimeDuration"}
	for i, seed := range []string{"-12", "127", "18446744073709551615", "1.50", "1e10", "-INF", "1", "2000-12-31T24:00:00.50-05:00", "-0044-03-15Z", "24:00:00", "1642", "1642-02", "--02", "--02-29", "---31", "-P1Y2M3DT4H5M6.7S", "P18M", "PT26H"} {
		f.Add(uint8(i), seed)
	}
	f.Fuzz(func(t *testing.T, which uint8, lexical string) {
		datatype, err := graph.IRI(xsd + datatypes[int(which)%len(datatypes)])
		if err != nil {
			t.Fatal(err)
		}
		v := value.Of(graph.Typed(lexical, datatype))
		if v.Kind() == value.Other {
			return
		}
		again := value.Of(graph.Typed(v.Canonical(), datatype))
		if again.Kind() != v.Kind() || again.Canonical() != v.Canonical() {
			t.Fatalf("%q of %v: canonical %q, and again %q", lexical, datatype, v.Canonical(), again.Canonical())
		}
		if reference.Compare(v, again) != 0 {
			t.Fatalf("%q of %v is not equal to its canonical form %q", lexical, datatype, v.Canonical())
		}
	})
}
