package plan_test

import (
	"regexp"
	"testing"

	"vitrine/sparql/plan"
)

// TestOfPattern compares the plans of single patterns, but for the estimates, with those
// that a dataset is asked for, and has none of other queries.
func TestOfPattern(t *testing.T) {
	estimates := regexp.MustCompile(`\[expected [^\]]*\]`)
	for _, c := range []struct {
		query             string
		isPlanned, copies bool
	}{
		{"SELECT ?s { ?s :label ?o }", true, false},
		{"SELECT REDUCED ?s { ?s :label ?o }", false, false},
		{"ASK { GRAPH :g { :o :label ?o } }", true, false},
		{"CONSTRUCT { ?s ?p ?o } { GRAPH :g { ?s ?p ?o } }", true, true},
		{"CONSTRUCT WHERE { :o :label ?o }", true, true},
		{"CONSTRUCT { ?s ?p ?s } { ?s ?p ?s }", true, false},
		{"CONSTRUCT { ?o ?p ?s } { ?s ?p ?o }", true, false},
		{"CONSTRUCT { ?s ?p _:b } { ?s ?p _:b }", true, false},
		{"CONSTRUCT { ?s ?p ?o . ?s a :Thing } { ?s ?p ?o }", true, false},
		{"CONSTRUCT { ?s ?p ?o } { ?s ?p ?o } LIMIT 1", false, false},
		{"CONSTRUCT { ?s ?p ?o } { GRAPH ?g { ?s ?p ?o } }", false, false},
		{"CONSTRUCT { ?s ?p ?o } { GRAPH :h { GRAPH :g { ?s ?p ?o } } }", false, false},
		{"SELECT * { ?s ?p ?o . ?s :label ?l }", false, false},
		{"SELECT * { ?s :label+ ?o }", false, false},
		{"SELECT * { ?s :label ?o FILTER(?o = 1) }", false, false},
		{"SELECT * { }", false, false},
	} {
		q := translate(t, c.query)
		got := plan.OfPattern(q)
		if (got != nil) != c.isPlanned || got != nil && (got.Copied != nil) != c.copies {
			t.Errorf("%s: the plan is %+v", c.query, got)
		}
		if got == nil {
			continue
		}
		want, err := plan.Of(t.Context(), q, museum(t))
		if err != nil {
			t.Fatal(err)
		}
		shown := estimates.ReplaceAllString(got.Explain(nil).String(), "")
		if asked := estimates.ReplaceAllString(want.Explain(nil).String(), ""); shown != asked || got.TriplesOnce != want.TriplesOnce || got.Slots != want.Slots {
			t.Errorf("%s: the plan is\n%s, with the dataset asked\n%s", c.query, shown, asked)
		}
	}
}
