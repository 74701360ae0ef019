package value_test

import (
	"testing"

	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/sparql/value"
)

// TestComparingAllocatesNothing holds for the values that records have most.
func TestComparingAllocatesNothing(t *testing.T) {
	for _, text := range []string{"12345", `"12"^^byte`, "1.5", "1e0", `"1606-07-15T00:00:00Z"^^dateTime`, `"1606-07-15"^^date`, `"a text"`, `"a text"@en`, "<x:a>"} {
		one, two := sparqltest.Term(t, text), sparqltest.Term(t, text)
		if n := testing.AllocsPerRun(100, func() {
			a, b := value.Of(one), value.Of(two)
			value.Equal(a, b)
			value.Less(a, b)
			reference.Compare(a, b)
		}); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

func BenchmarkLess(b *testing.B) {
	for name, text := range map[string]string{"integer": "12345", "decimal": "1.5", "dateTime": `"1606-07-15T00:00:00Z"^^dateTime`, "string": `"Rembrandt"`} {
		one, two := sparqltest.Term(b, text), sparqltest.Term(b, text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				value.Less(value.Of(one), value.Of(two))
			}
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	one := sparqltest.Term(b, "12345")
	b.ReportAllocs()
	for b.Loop() {
		value.Add(value.Of(one), value.NewInteger(1))
	}
}
