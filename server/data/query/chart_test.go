package query

import (
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

func TestBars(t *testing.T) {
	name := graph.String("a")
	number := func(text string) rdf.Term { return graph.Typed(text, graph.XSDInteger) }
	for _, c := range []struct {
		name string
		rows [][]rdf.Term
		want []string
	}{
		{"of the longest", [][]rdf.Term{{name, number("8")}, {name, number("2")}, {name, number("0")}}, []string{"100.0", "25.0", "0.0"}},
		{"a text", [][]rdf.Term{{name, number("8")}, {name, name}}, nil},
		{"nothing", [][]rdf.Term{{name, number("8")}, {name, nil}}, nil},
		{"less than nothing", [][]rdf.Term{{name, number("8")}, {name, number("-1")}}, nil},
		{"nothing but 0", [][]rdf.Term{{name, number("0")}, {name, number("0")}}, nil},
		{"not a number", [][]rdf.Term{{name, graph.Typed("NaN", graph.XSDDouble)}, {name, number("1")}}, nil},
	} {
		if got := bars(c.rows, 1); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := line([][]rdf.Term{{number("1600"), number("4")}, {graph.String("1601-07-01"), number("0")}, {number("1604"), number("2")}}, 1); got == nil || got.Points != "0.0,0.0 225.0,150.0 600.0,75.0" || got.First != "1600" || got.Last != "1604" {
		t.Errorf("the line is %+v", got)
	}
	if got := line([][]rdf.Term{{number("1600"), number("4")}, {number("1602"), number("0")}, {number("1601"), number("2")}}, 1); got != nil {
		t.Errorf("years that do not grow have the line %+v", got)
	}
	if got := bars([][]rdf.Term{{number("1")}}, -1); got != nil {
		t.Errorf("without a column there are %q", got)
	}
}
