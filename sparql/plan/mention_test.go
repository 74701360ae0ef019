package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/sparql/plan"
)

// scansIn returns the ends that the scans of a step leave out, in order.
func scansIn(step plan.Step) (out []string) {
	switch step := step.(type) {
	case *plan.Scan:
		return []string{fmt.Sprint(step.Omit)}
	case *plan.Distinct:
		return scansIn(step.Inner)
	case *plan.Group:
		return scansIn(step.Inner)
	case *plan.Union:
		for _, branch := range step.Branches {
			out = append(out, scansIn(branch)...)
		}
	case *plan.Sequence:
		for _, one := range step.Steps {
			out = append(out, scansIn(one)...)
		}
	}
	return out
}

// TestOmit plans patterns of which an end is used by nothing else.
func TestOmit(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT ?m { ?o :maker ?m }":                                                                 "{true false}",
		"SELECT ?m { ?o :maker ?m . ?o :label ?l }":                                                  "{false false} {false true}",
		"SELECT ?m { { ?o :maker ?m } UNION { ?o :place ?m } UNION { ?m :label ?o } }":               "{true false} {true false} {false true}",
		"SELECT ?m { { ?o :maker ?m } UNION { ?o :place ?m . ?o :label ?l } }":                       "{false false} {false false} {false true}",
		"SELECT ?m { { ?o :maker ?m } UNION { ?o :place ?m } ?o :label ?m }":                         "{false false} {false false} {false false}",
		"SELECT ?m { { ?o :maker ?m } UNION { ?o :place ?m FILTER(?o != :o) } }":                     "{false false} {false false}",
		"SELECT * { { ?o :maker ?m } UNION { ?o :place ?m } }":                                       "{false false} {false false}",
		"SELECT (COUNT(DISTINCT ?m) AS ?n) { { ?o :maker ?m } UNION { ?o :place ?m } }":              "{true false} {true false}",
		"SELECT (COUNT(DISTINCT *) AS ?n) { { ?o :maker ?m } UNION { ?o :place ?m } }":               "{false false} {false false}",
		"SELECT (COUNT(*) AS ?n) { { ?o :maker ?m } UNION { { ?o :place ?p } UNION { ?q ?r ?o } } }": "{true true} {true true} {true true}",
	} {
		p, err := plan.Of(t.Context(), translate(t, query), museum(t))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(scansIn(p.Root), " "); got != want {
			t.Errorf("%s: the ends that are left out are %s, want %s", query, got, want)
		}
	}
}
