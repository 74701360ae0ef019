package fragments

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// explicit writes a term in Hydra's explicit representation.
func explicit(term rdf.Term) string {
	literal, ok := term.(rdf.Literal)
	switch {
	case !ok:
		return term.String()
	case literal.DataType == graph.XSDString:
		return `"` + literal.String() + `"`
	default:
		return `"` + literal.String() + `"^^` + literal.DataType.String()
	}
}

// randomRequest returns parameters and the quads of the fragment they are for.
func randomRequest(r *rand.Rand, c collection) (url.Values, map[quad]bool) {
	some := func() quad { return c.quads[r.IntN(len(c.quads))] }
	variables := []string{"x", "y", "x", "z"}
	query, near := url.Values{}, some()
	var pattern [4]place
	for i, name := range places {
		switch r.IntN(4) {
		case 0:
			pattern[i].term = near[i]
			query.Set(name, explicit(near[i]))
		case 1, 2:
			pattern[i].variable = variables[r.IntN(len(variables))]
			query.Set(name, "?"+pattern[i].variable)
		default: // any term
			pattern[i].variable = "any " + name
		}
	}
	if near[3] == rdf.Term(c.names.Default) || r.IntN(2) == 0 {
		pattern[3] = place{term: near[3]}
		query.Set("graph", explicit(near[3]))
	}
	return query, fragmentOf(c, pattern)
}

// fragmentOf returns the quads of a fragment, by its definition: those to which a
// solution mapping takes the pattern.
func fragmentOf(c collection, pattern [4]place) map[quad]bool {
	found := map[quad]bool{}
	for _, q := range c.quads {
		isNamed := q[3] != rdf.Term(c.names.Default) && q[3] != rdf.Term(c.names.Union)
		mapping, ok := map[string]rdf.Term{}, isNamed || pattern[3].term != nil
		for i, p := range pattern {
			value := p.term
			if value == nil && p.variable != "" {
				value = mapping[p.variable]
			}
			ok = ok && (value == nil || value == q[i])
			if p.term == nil {
				mapping[p.variable] = q[i]
			}
		}
		if ok {
			found[q] = true
		}
	}
	return found
}

// TestFragments reads random fragments page by page and compares each with its
// definition.
func TestFragments(t *testing.T) {
	for seed := range uint64(3) {
		c := newCollection(t, seed)
		r := rand.New(rand.NewPCG(seed, 3))
		filled := 0
		for range 60 {
			query, want := randomRequest(r, c)
			if len(want) > 3 {
				filled++
			}
			got := readAll(t, c, query, 3)
			for q := range want {
				if !got[q] {
					t.Fatalf("%v: %v is missing", query, q)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("%v: %d quads, want %d", query, len(got), len(want))
			}
		}
		if filled < 10 {
			t.Errorf("only %d fragments have more than a page", filled)
		}
	}
}

// TestTotals has the exact number of quads in small fragments, on a page that is not all.
func TestTotals(t *testing.T) {
	for seed := range uint64(3) {
		c := newCollection(t, seed)
		r := rand.New(rand.NewPCG(seed, 4))
		several := 0
		for range 60 {
			query, want := randomRequest(r, c)
			request, err := Parse(query, c.names)
			if err != nil {
				t.Fatalf("%v: %v", query, err)
			}
			request.size = 2
			page, err := request.Read(t.Context(), c.records())
			if err != nil {
				t.Fatalf("%v: %v", query, err)
			}
			if !page.Total.Exact || page.Total.Count != uint64(len(want)) {
				t.Errorf("%v: the total is %+v of %d quads", query, page.Total, len(want))
			}
			if page.Next != "" {
				several++
			}
		}
		if several < 10 {
			t.Errorf("only %d fragments have more than a page", several)
		}
	}
}

// readAll reads all pages of a fragment, each with a dataset of its own.
func readAll(t *testing.T, c collection, query url.Values, size int) map[quad]bool {
	t.Helper()
	all := map[quad]bool{}
	total := uint64(0)
	query.Del("after")
	for pages := 0; ; pages++ {
		request, err := Parse(query, c.names)
		if err != nil {
			t.Fatalf("%v: %v", query, err)
		}
		request.size, request.scanned, request.counts = size, 20, 20
		page, err := request.Read(t.Context(), c.records())
		if err != nil {
			t.Fatalf("%v: %v", query, err)
		}
		if len(page.Quads) > size || pages > 1000 {
			t.Fatalf("%v: %d quads on page %d", query, len(page.Quads), pages)
		}
		for _, q := range page.Quads {
			named := quad{q.Subj, q.Pred, q.Obj, rdf.Term(c.names.Default)}
			if q.Ctx != nil {
				named[3] = q.Ctx
			}
			if all[named] {
				t.Fatalf("%v: %v comes twice", query, named)
			}
			all[named] = true
		}
		if pages == 0 {
			total = page.Total.Count
		}
		if page.Next == "" {
			if page.Total.Count != total && pages > 0 || total < uint64(len(all)) || page.Total.Exact && total != uint64(len(all)) {
				t.Errorf("%v: total %+v, then %d, of %d quads", query, page.Total, total, len(all))
			}
			return all
		}
		query.Set("after", page.Next)
	}
}

func TestReadRefusesCursors(t *testing.T) {
	c := newCollection(t, 1)
	for _, after := range []string{"x", "0.x", "AAAA"} {
		request, err := Parse(url.Values{"after": {after}}, c.names)
		if err != nil {
			t.Fatal(err)
		}
		var parameter *ParameterError
		if _, err := request.Read(t.Context(), c.records()); !errors.As(err, &parameter) || parameter.Name != "after" {
			t.Errorf("after=%s: %v, want a ParameterError", after, err)
		}
	}
}

func TestMetadata(t *testing.T) {
	names := testNames(t)
	service := "http://127.0.0.1:8080/-/fragments"
	first := service + "?subject=%3Fs"
	page := Page{Next: "0.x"}
	page.Total.Count = 7
	quads, err := page.metadata(names, NewAddresses(service, "subject=%3Fs&after=0.a"))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, q := range quads {
		if q.Ctx.String() != service+"#metadata" {
			t.Errorf("%v is in another graph", q)
		}
		fmt.Fprintln(&text, q.Triple.Subj, q.Triple.Pred, q.Triple.Obj)
	}
	for _, want := range []string{
		service + "#metadata " + foafNS + "primaryTopic " + first + "\n",
		names.Dataset.String() + " " + voidNS + "subset " + first + "\n",
		first + " " + voidNS + "subset " + first + "&after=0.a\n",
		names.Dataset.String() + " " + sdNS + "defaultGraph " + names.Default.String() + "\n",
		service + "#search " + hydraNS + "template " + service + "{?subject,predicate,object,graph}\n",
		service + "#graph " + hydraNS + "property " + sdNS + "graph\n",
		first + " " + hydraNS + "totalItems 7\n",
		first + "&after=0.a " + hydraNS + "next " + first + "&after=0.x\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}
