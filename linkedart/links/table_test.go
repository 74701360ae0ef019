package links

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
)

// notInContext are the IRIs of paths that Linked Art's context does not have,
// with the reason.
var notInContext = map[string]string{
	"http://vocab.getty.edu/aat/300054277": "a concept: curating",
	"http://vocab.getty.edu/aat/300054686": "a concept: publishing",
	"http://vocab.getty.edu/aat/300393177": "a concept: professional activities",
}

func newTable(t testing.TB) *Table {
	t.Helper()
	table, err := New(ldcontext.New(nil))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestPathsSpeakOfTheContext checks every IRI of every path against Linked
// Art's context, and the classes of the results against the column for them.
func TestPathsSpeakOfTheContext(t *testing.T) {
	table := newTable(t)
	known := contextIRIs(t)
	for _, l := range table.All() {
		tree, err := parsePath(l.Path)
		if err != nil {
			t.Fatal(err)
		}
		for _, iri := range tree.iris() {
			if !known[iri] && notInContext[iri] == "" && iri != graph.Type.String() {
				t.Errorf("%s: %s is not in the context", l.Name, iri)
			}
		}
		var returns []string
		for _, class := range l.Returns {
			returns = append(returns, class.String())
		}
		if got := tree.resultClasses(); !slices.Equal(got, returns) {
			t.Errorf("%s: the path ends at %v, the column says %v", l.Name, got, returns)
		}
	}
	if len(table.All()) != 95 {
		t.Errorf("%d links", len(table.All()))
	}
}

// contextIRIs returns what the terms of the context stand for.
func contextIRIs(t *testing.T) map[string]bool {
	t.Helper()
	text, err := ldcontext.New(nil).Document(ldcontext.LinkedArt)
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	names := prefixes()
	known := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			if id, ok := v["@id"].(string); ok {
				prefix, local, _ := strings.Cut(id, ":")
				known[names[prefix]+local] = true
			}
			for _, member := range v {
				walk(member)
			}
		}
	}
	walk(document)
	if len(known) < 200 {
		t.Fatalf("%d IRIs in the context", len(known))
	}
	return known
}

func (p path) iris() []string {
	var all []string
	if p.property != "" {
		all = append(all, p.property)
	}
	for _, test := range p.tests {
		all = append(append(all, test.property), test.values...)
	}
	for _, part := range slices.Concat(p.sequence, p.choice) {
		all = append(all, part.iris()...)
	}
	return all
}

// resultClasses returns the classes that the test at the end of the path asks
// for.
func (p path) resultClasses() []string {
	for _, test := range p.tests {
		if test.property == graph.Type.String() {
			return test.values
		}
	}
	if len(p.sequence) > 0 {
		return p.sequence[len(p.sequence)-1].resultClasses()
	}
	return nil
}

// TestRelationsAreShared holds the table to a small number of relations: links
// that say the same of a record have one relation.
func TestRelationsAreShared(t *testing.T) {
	table := newTable(t)
	whole := map[int]string{}
	for _, l := range table.All() {
		path := whole[l.route.whole]
		if path != "" && path != l.Path {
			t.Errorf("%s shares a relation with %s", l.Path, path)
		}
		whole[l.route.whole] = l.Path
	}
	route := func(name string) route {
		l, ok := table.Link(name)
		if !ok {
			t.Fatalf("no link %s", name)
		}
		return l.route
	}
	if a, b := route("objectCuratedByAgent").tail, route("objectMemberOfSet").whole; !slices.Contains(a, b) {
		t.Errorf("%v has no %d", a, b)
	}
	if a, b := route("personActiveAtPlace").head, route("agentActiveAtPlace").head; !slices.Equal(a, b) {
		t.Errorf("%v is not %v", a, b)
	}
	if n := len(table.segments); n > 79 {
		t.Errorf("%d relations", n)
	}
}

func TestTheVersionFollowsTheData(t *testing.T) {
	class := newTable(t)
	other, err := build(linksFile, junctionsFile+"crm:P9_consists_of\twhy not\n", noClass)
	if err != nil {
		t.Fatal(err)
	}
	if class.Derivation().Version == other.Derivation().Version {
		t.Error("other junctions, same version")
	}
}

func noClass(string) (rdf.IRI, error) { return rdf.IRI{}, nil }

func TestBuildRefusesWhatIsWrong(t *testing.T) {
	const links, junctions = "name\ton\treturns\tpath\n", "property\twhy\n"
	tests := []struct{ links, junctions, says string }{
		{links + "a\tPlace\tPlace\n", junctions, "line 2 has 3 fields"},
		{links + "a\tP\tP\tcrm:P1\nb\tP\tP\tcrm:P1\n", junctions, "links.tsv: a: "},
		{links + "a\tP\tP\t^crm:P1\na\tP\tP\t^crm:P1\n", junctions, "two links of this name"},
		{links + "a\tP\tP\t" + strings.Repeat("^crm:P1 / ", maxStates) + "^crm:P1\n", junctions, "too long"},
		{links, junctions + "P14\tno prefix\n", "junctions.tsv: P14: "},
	}
	for _, test := range tests {
		if _, err := build(test.links, test.junctions, noClass); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v, want %q", test.links, err, test.says)
		}
	}
	if _, err := build(linksFile, junctionsFile, func(term string) (rdf.IRI, error) {
		return rdf.IRI{}, fmt.Errorf("no %s", term)
	}); err == nil || !strings.Contains(err.Error(), "objectProducedByAgent: no Person") {
		t.Errorf("unknown classes: %v", err)
	}
}
