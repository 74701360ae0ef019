package function_test

import (
	"errors"
	"strings"
	"testing"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/function"
	"vitrine/sparql/value"
)

// TestAggregates adds values, of which the empty text is an unbound variable.
func TestAggregates(t *testing.T) {
	tests := []struct {
		function string
		distinct bool
		values   []string
		want     string
	}{
		{"COUNT", false, nil, `"0"^^integer`}, {"COUNT", false, []string{"1", "1", "", "<x:a>", "_:b"}, `"4"^^integer`}, {"COUNT", true, []string{"1", "1", "", "1.0", `"1"`}, `"3"^^integer`},
		{"SUM", false, nil, `"0"^^integer`}, {"SUM", false, []string{"1", "2"}, `"3"^^integer`}, {"SUM", false, []string{"1", "2.5"}, `"3.5"^^decimal`}, {"SUM", false, []string{"100e0", "2e3", "3e4"}, `"3.21E4"^^double`}, {"SUM", false, []string{"1.0", "2.2", "3.5", "2.2", "2.2"}, `"11.1"^^decimal`}, {"SUM", true, []string{"1", "1", "1.0"}, `"2.0"^^decimal`},
		{"SUM", false, []string{"1", `"a"`, "2"}, "type"}, {"SUM", false, []string{"1", ""}, "unbound"}, {"SUM", false, []string{"<x:a>", "1"}, "type"}, {"SUM", true, []string{"1", "", "1"}, "unbound"},
		{"AVG", false, nil, `"0"^^integer`}, {"AVG", false, []string{"1.0", "2.2", "3.5", "2.2", "2.2"}, `"2.22"^^decimal`}, {"AVG", false, []string{"1", "2"}, `"1.5"^^decimal`}, {"AVG", false, []string{"1", "3"}, `"2.0"^^decimal`}, {"AVG", false, []string{"1e0", "2"}, `"1.5E0"^^double`}, {"AVG", true, []string{"1", "1", "4"}, `"2.5"^^decimal`}, {"AVG", false, []string{"1", "_:b"}, "type"}, {"AVG", false, []string{"1", ""}, "unbound"},
		{"MIN", false, nil, "range"}, {"MIN", false, []string{"2", "1.5", "3e0"}, `"1.5"^^decimal`}, {"MIN", false, []string{"1", "1.0"}, `"1"^^integer`}, {"MIN", false, []string{`"a"`, "<x:a>", "_:b"}, "_:b"}, {"MIN", false, []string{"1", ""}, "unbound"}, {"MIN", false, []string{`"2000-01-02"^^date`, `"2000-01-01"^^date`}, `"2000-01-01"^^date`},
		{"MAX", false, nil, "range"}, {"MAX", false, []string{"2", "1.5", "3e0"}, `"3e0"^^double`}, {"MAX", false, []string{`"b"`, `"a"`}, `"b"`}, {"MAX", false, []string{"", "1"}, "unbound"}, {"MAX", true, []string{"1", "1"}, `"1"^^integer`},
		{"SAMPLE", false, nil, "range"}, {"SAMPLE", false, []string{"", "2", "1"}, `"2"^^integer`}, {"SAMPLE", false, []string{""}, "range"},
		{"GROUP_CONCAT", false, nil, `""`}, {"GROUP_CONCAT", false, []string{`"a"@en`, "<x:b>", "1"}, `"a|x:b|1"`}, {"GROUP_CONCAT", false, []string{`""`, `""`}, `"|"`}, {"GROUP_CONCAT", true, []string{`"a"`, `"b"`, `"a"`}, `"a|b"`}, {"GROUP_CONCAT", false, []string{`"a"`, "_:b"}, "type"}, {"GROUP_CONCAT", false, []string{`"a"`, "", `"b"`}, "unbound"},
	}
	for _, test := range tests {
		aggregate, err := function.Aggregation{Function: test.function, Distinct: test.distinct, Separator: "|"}.New()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range test.values {
			v := sparqltest.Value(t, text)
			var err error
			if v.Kind() == value.Unbound {
				err = value.ErrUnbound
			}
			if err := aggregate.Add(v, err); err != nil {
				t.Fatal(err)
			}
		}
		v, err := aggregate.Result()
		got := result(v, err)
		if errors.Is(err, value.ErrUnbound) {
			got = "unbound"
		}
		if got != test.want {
			t.Errorf("%s of %s, distinct %t: %s, want %s", test.function, strings.Join(test.values, ", "), test.distinct, got, test.want)
		}
	}
	if _, err := (function.Aggregation{Function: "MEDIAN"}).New(); err == nil {
		t.Error("there is an aggregate MEDIAN")
	}
}

// TestAggregateLimits checks that what ends a query is not taken for an error of an
// expression.
func TestAggregateLimits(t *testing.T) {
	full := errors.New("full")
	kept := 0
	grow := func(bytes int) error {
		if kept += bytes; kept > 1000 {
			return full
		}
		return nil
	}
	for _, a := range []function.Aggregation{{Function: "COUNT", Distinct: true, Grow: grow}, {Function: "GROUP_CONCAT", Grow: grow}} {
		aggregate, err := a.New()
		if err != nil {
			t.Fatal(err)
		}
		kept = 0
		for n := int64(0); err == nil && n < 10000; n++ {
			err = aggregate.Add(value.NewInteger(n), nil)
		}
		if !errors.Is(err, full) {
			t.Errorf("%s: error %v", a.Function, err)
		}
	}
	for _, name := range []string{"COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT"} {
		aggregate, err := function.Aggregation{Function: name}.New()
		if err != nil {
			t.Fatal(err)
		}
		if err := aggregate.Add(value.Value{}, value.ErrLimit); !errors.Is(err, value.ErrLimit) {
			t.Errorf("%s passes over a limit: %v", name, err)
		}
	}
	aggregate, err := function.Aggregation{Function: "GROUP_CONCAT"}.New()
	for n := 0; err == nil && n < 3; n++ {
		err = aggregate.Add(value.NewString(strings.Repeat("a", function.MaxText/2)), nil)
	}
	if !errors.Is(err, value.ErrLimit) {
		t.Errorf("a text of 1.5 MiB: %v", err)
	}
}
