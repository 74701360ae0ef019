package plan

import (
	"slices"
	"testing"

	"vitrine/sparql/algebra"
)

func TestSet(t *testing.T) {
	a, b := SetOf(1, 64, 200), SetOf(1, 2, 64)
	for name, test := range map[string]struct {
		got  Set
		want []algebra.Var
	}{
		"union":     {a.Union(b), []algebra.Var{1, 2, 64, 200}},
		"reversed":  {b.Union(a), []algebra.Var{1, 2, 64, 200}},
		"intersect": {a.Intersect(b), []algebra.Var{1, 64}},
		"minus":     {a.Minus(b), []algebra.Var{200}},
		"less":      {b.Minus(a), []algebra.Var{2}},
		"nothing":   {Set{}.Minus(a), nil},
	} {
		if got := test.got.Vars(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	if !a.Has(200) || a.Has(2) || a.Has(1000) {
		t.Error("Has is wrong")
	}
	if !a.Intersect(b).Within(a) || a.Within(b) || b.Within(a) || !(Set{}).Within(a) {
		t.Error("Within is wrong")
	}
	if !a.Intersects(b) || a.Intersects(SetOf(2, 65)) || a.Intersects(Set{}) {
		t.Error("Intersects is wrong")
	}
	if !(Set{}).Empty() || !a.Minus(a).Empty() || a.Empty() {
		t.Error("Empty is wrong")
	}
}
