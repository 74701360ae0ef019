package sparqltest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/reference"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/turtle"
	"vitrine/sparql/syntax"
)

// testCase is a query over a dataset with its answer.
type testCase struct {
	name  string
	line  int
	data  reference.Dataset
	query string
	expected
}

// parseCases reads a file of cases. Its parts begin with a line of two dashes and
// a word:
//
//	-- data            the default graph in Turtle, for the cases that follow
//	-- graph :name     a named graph in Turtle, for the same cases
//	-- case NAME       a query
//	-- solutions       its solutions, as what follows VALUES, in any order
//	-- sequence        its solutions in this order
//	-- answer          true or false, for ASK
//	-- triples         the triples of CONSTRUCT, in Turtle
//
// Another data part begins another dataset. An IRI <blank:x> in solutions is a
// blank node.
func parseCases(t *testing.T, content string) []testCase {
	t.Helper()
	f := &caseFile{t: t}
	line := 1
	for _, part := range strings.Split("\n"+content, "\n-- ") {
		head, body, _ := strings.Cut(part, "\n")
		if strings.TrimSpace(part) != "" {
			word, argument, _ := strings.Cut(head, " ")
			f.part(word, argument, body, line-1)
		}
		line += strings.Count(part, "\n") + 1
	}
	for _, c := range f.cases {
		if c.expected.kind == "" {
			t.Fatalf("line %d: the case %s expects nothing", c.line, c.name)
		}
	}
	return f.cases
}

// caseFile is a file of cases that is read.
type caseFile struct {
	t     *testing.T
	data  reference.Dataset
	cases []testCase
}

// part reads one part of the file.
func (f *caseFile) part(word, argument, body string, line int) {
	switch word {
	case "data":
		f.data = reference.Dataset{Default: f.triples(body, "d", line), Named: map[rdf.IRI][]rdf.Triple{}}
		return
	case "graph":
		name, ok := f.term(argument, line).(rdf.IRI)
		if !ok {
			f.t.Fatalf("line %d: %s is no name of a graph", line, argument)
		}
		f.data.Named[name] = f.triples(body, fmt.Sprintf("g%d", len(f.data.Named)), line)
		return
	case "case":
		f.cases = append(f.cases, testCase{name: argument, line: line, data: f.data, query: body})
		return
	}
	if len(f.cases) == 0 {
		f.t.Fatalf("line %d: there is no case before %s", line, word)
	}
	c := &f.cases[len(f.cases)-1]
	c.expected.kind = word
	switch word {
	case "solutions", "sequence":
		c.expected.vars, c.expected.rows = f.solutions(body, line)
	case "answer":
		c.expected.boolean = strings.TrimSpace(body) == "true"
	case "triples":
		c.expected.triples = f.triples(body, "e", line)
	default:
		f.t.Fatalf("line %d: there are no parts named %s", line, word)
	}
}

// triples reads a document. The labels of its blank nodes are told apart from those
// of others by what they begin with.
func (f *caseFile) triples(document, label string, line int) []rdf.Triple {
	f.t.Helper()
	if strings.TrimSpace(document) == "" {
		return nil
	}
	name, err := graph.IRI("http://museum.example/document")
	if err != nil {
		f.t.Fatal(err)
	}
	var out []rdf.Triple
	options := serialize.DecodeOptions{Base: Base, Name: name}
	for g, err := range turtle.Turtle().Decode(context.Background(), strings.NewReader(prologue+document), options) {
		if err != nil {
			f.t.Fatalf("line %d: %v", line, err)
		}
		for _, triple := range g.Triples {
			out = append(out, relabelled(triple, label))
		}
	}
	return out
}

// relabelled is the triple with a prefix before the labels of blank nodes.
func relabelled(t rdf.Triple, label string) rdf.Triple {
	blank := func(term rdf.Term) (rdf.Blank, bool) {
		b, ok := term.(rdf.Blank)
		if !ok {
			return b, false
		}
		made, err := graph.Blank(label + b.String())
		return made, err == nil
	}
	if b, ok := blank(t.Subj); ok {
		t.Subj = b
	}
	if b, ok := blank(t.Obj); ok {
		t.Obj = b
	}
	return t
}

// solutions reads what follows VALUES.
func (f *caseFile) solutions(text string, line int) (vars []string, rows [][]rdf.Term) {
	f.t.Helper()
	q, err := syntax.Parse(prologue+"SELECT * {} VALUES "+text, Base)
	if err != nil {
		f.t.Fatalf("line %d: %v in\n%s", line, err, text)
	}
	for _, row := range q.Values.Rows {
		for i, term := range row {
			if label, ok := strings.CutPrefix(fmt.Sprint(term), "blank:"); ok && term != nil {
				if row[i], err = graph.Blank(label); err != nil {
					f.t.Fatal(err)
				}
			}
		}
	}
	return q.Values.Vars, q.Values.Rows
}

// term reads one term.
func (f *caseFile) term(text string, line int) rdf.Term {
	f.t.Helper()
	_, rows := f.solutions("?x {"+text+"}", line)
	return rows[0][0]
}
