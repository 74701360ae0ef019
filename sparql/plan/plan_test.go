package plan_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/plan"
	"vitrine/sparql/syntax"
)

var update = flag.Bool("update", false, "write the plans anew to testdata/plans.txt")

const prefixes = "PREFIX : <http://x.example/>\n"

// plans is a file of cases: a line of two dashes and a name, a query, an empty line,
// and its plan.
const plans = "testdata/plans.txt"

// museum is a dataset with many labels, some makers and one place.
func museum(t *testing.T) *sparqltest.Memory {
	t.Helper()
	var b strings.Builder
	b.WriteString("@prefix : <http://x.example/> .\n")
	for i := range 30 {
		n := strings.Repeat("i", i)
		b.WriteString(":o" + n + " :label \"" + n + "\" .\n")
		if i%3 == 0 {
			b.WriteString(":o" + n + " :maker :m" + n + " .\n")
		}
	}
	b.WriteString(":m :place :leiden . :leiden :label \"Leiden\" .\n")
	triples, err := rdf.NewTripleDecoder(strings.NewReader(b.String()), rdf.Turtle).DecodeAll()
	if err != nil {
		t.Fatal(err)
	}
	name, err := rdf.NewIRI("http://x.example/g")
	if err != nil {
		t.Fatal(err)
	}
	return sparqltest.NewMemory(triples, map[rdf.IRI][]rdf.Triple{name: triples[:10]})
}

func translate(t testing.TB, text string) *algebra.Query {
	t.Helper()
	tree, err := syntax.Parse(prefixes+text, "")
	if err != nil {
		t.Fatal(err)
	}
	q, err := algebra.Translate(tree)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestPlans compares the plans of queries with those of the file.
func TestPlans(t *testing.T) {
	content, err := os.ReadFile(plans)
	if err != nil {
		t.Fatal(err)
	}
	d := museum(t)
	var out strings.Builder
	for _, one := range strings.Split(string(content), "-- ")[1:] {
		head, body, _ := strings.Cut(one, "\n")
		query, want, _ := strings.Cut(body, "\n\n")
		p, err := plan.Of(t.Context(), translate(t, query), d)
		if err != nil {
			t.Fatalf("%s: %v", head, err)
		}
		got := strings.ReplaceAll(p.Explain(nil).String(), "http://x.example/", "")
		out.WriteString("-- " + head + "\n" + strings.TrimSpace(query) + "\n\n" + got + "\n")
		if strings.TrimSpace(want) != strings.TrimSpace(got) && !*update {
			t.Errorf("%s: the plan is\n%s", head, got)
		}
	}
	if *update {
		if err := os.WriteFile(plans, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// failing is a dataset that cannot count.
type failing struct{ dataset.Dataset }

var errCount = errors.New("it cannot count")

func (failing) Statistics(context.Context, dataset.Scope, dataset.Pattern) (dataset.Statistics, error) {
	return dataset.Statistics{}, errCount
}

func TestErrors(t *testing.T) {
	q := translate(t, "SELECT * { ?a :label ?b OPTIONAL { ?a :maker ?c } }")
	if _, err := plan.Of(t.Context(), q, failing{museum(t)}); !errors.Is(err, errCount) {
		t.Errorf("the error of the dataset is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := plan.Of(ctx, q, museum(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of the context is %v", err)
	}
}
