package eval_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
)

const prefixes = "PREFIX : <http://x.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"

// triples reads Turtle.
func triples(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	out, err := rdf.NewTripleDecoder(strings.NewReader("@prefix : <http://x.example/> .\n"+text), rdf.Turtle).DecodeAll()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// data returns a dataset of a default graph and graphs named :g1, :g2 and so on.
func data(t testing.TB, defaultGraph string, named ...string) *sparqltest.Memory {
	t.Helper()
	graphs := map[rdf.IRI][]rdf.Triple{}
	for i, text := range named {
		name, err := rdf.NewIRI(fmt.Sprintf("http://x.example/g%d", i+1))
		if err != nil {
			t.Fatal(err)
		}
		graphs[name] = triples(t, text)
	}
	return sparqltest.NewMemory(triples(t, defaultGraph), graphs)
}

func prepare(t testing.TB, text string) *sparql.Query {
	t.Helper()
	q, err := sparql.Prepare(prefixes+text, sparql.Options{Base: "http://x.example/"})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// answer returns the answer to a query as lines: of a row the terms of the variables
// in their order, of a triple its terms. IRIs of the fixtures have only their last
// part, and what is unbound is "-".
func answer(ctx context.Context, q *sparql.Query, d dataset.Dataset, l sparql.Limits) ([]string, error) {
	a, err := q.Run(ctx, d, l)
	if err != nil {
		return nil, err
	}
	var lines []string
	switch a.Form {
	case algebra.Ask:
		return []string{fmt.Sprint(a.Boolean)}, nil
	case algebra.Select:
		for row, err := range a.Solutions {
			if err != nil {
				return lines, err
			}
			lines = append(lines, line(row...))
		}
	default:
		for triple, err := range a.Triples {
			if err != nil {
				return lines, err
			}
			lines = append(lines, line(triple.Subj, triple.Pred, triple.Obj))
		}
	}
	return lines, nil
}

func line(terms ...rdf.Term) string {
	var parts []string
	for _, term := range terms {
		switch term := term.(type) {
		case nil:
			parts = append(parts, "-")
		case rdf.Literal:
			text := term.String()
			if term.Lang() != "" {
				text += "@" + term.Lang()
			}
			parts = append(parts, text)
		case rdf.Blank:
			parts = append(parts, "_")
		default:
			parts = append(parts, strings.TrimPrefix(term.String(), "http://x.example/"))
		}
	}
	return strings.Join(parts, " ")
}

// evaluation is a query and what it gives: lines separated by semicolons, in the order
// of their texts unless the query has one.
type evaluation struct {
	name, query, want string
}

// check runs the queries.
func check(t *testing.T, d dataset.Dataset, cases []evaluation) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := answer(t.Context(), prepare(t, c.query), d, sparql.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(c.query, "ORDER BY") {
				slices.Sort(got)
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s\ngives %s\nwant  %s", c.query, text, c.want)
			}
		})
	}
}

// cancelled is a dataset that cancels the query after so many triples.
type cancelled struct {
	*sparqltest.Memory
	cancel func()
	after  int
}

func (c *cancelled) Match(ctx context.Context, s dataset.Scope, p dataset.Pattern) iter.Seq2[rdf.Quad, error] {
	return func(yield func(rdf.Quad, error) bool) {
		// The context of the query is not the one that is asked for here, so that the
		// evaluation itself has to look at it.
		for q, err := range c.Memory.Match(context.WithoutCancel(ctx), s, p) {
			if c.after--; c.after == 0 {
				c.cancel()
			}
			if !yield(q, err) {
				return
			}
		}
	}
}
