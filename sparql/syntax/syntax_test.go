package syntax_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/sparql/syntax"
)

const base = "http://museum.example/base/"

// prologue are the prefixes that the cases use.
const prologue = "PREFIX : <http://museum.example/> PREFIX crm: <http://crm.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "

// TestAccepts and TestRefuses read the cases of testdata/accepted.txt and
// testdata/refused.txt: one query in each line, after the heading of a section.
func TestAccepts(t *testing.T) {
	for _, c := range cases(t, "accepted.txt") {
		if _, err := syntax.Parse(prologue+c, base); err != nil {
			t.Errorf("%s\n\t%v", c, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range cases(t, "refused.txt") {
		q, err := syntax.Parse(prologue+c, base)
		if err == nil {
			t.Errorf("%s is accepted as %+v", c, q)
			continue
		}
		var fault *syntax.SyntaxError
		if !errors.As(err, &fault) || fault.Line != 1 || fault.Column != fault.Offset+1 || fault.Offset < len(prologue) || fault.Offset > len(prologue+c) {
			t.Errorf("%s\n\tis refused at a place outside of it: %#v", c, err)
		}
	}
}

// cases are the queries of a file, with \n for line ends.
func cases(t *testing.T, name string) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, line := range strings.Split(string(content), "\n") {
		if line != "" && !strings.HasPrefix(line, "== ") {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return out
}

// TestMessages checks what is said about a fault, and where.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"", "query line 1 column 1: expected PREFIX, BASE, SELECT, CONSTRUCT, DESCRIBE or ASK, found the end of the query"},
		{"SELEKT * {}", `query line 1 column 1: expected PREFIX, BASE, SELECT, CONSTRUCT, DESCRIBE or ASK, found "SELEKT"`},
		{"DELETE WHERE { ?s ?p ?o }", `query line 1 column 1: DELETE begins an update, and only queries are answered here`},
		{"@prefix x: <x:> . ASK {}", `query line 1 column 1: PREFIX is written without "@" in a query, and without "." after the IRI`},
		{"SELECT ?a, ?b {}", `query line 1 column 10: the variables of SELECT have no commas between them`},
		{"SELECT ?a COUNT(?b) {}", `query line 1 column 11: an expression of SELECT stands in brackets, with a variable: (COUNT(…) AS ?name)`},
		{"ASK { ?s http://x.example/p ?o }", `query line 1 column 10: an IRI stands in angle brackets: <http://…>`},
		{"ASK { ?s <http://x y> ?o }", `query line 1 column 10: expected a predicate: a variable, an IRI, a or a property path, found "<", which begins no IRI, since an IRI cannot have " " in it`},
		{"ASK { FILTER(?a<5&&?b>3) }", `query line 1 column 16: "<5&&?b>" is read as an IRI: put spaces around the operator "<"`},
		{"ASK { FILTER(?a and ?b) }", `query line 1 column 17: "and" is written &&`},
		{"ASK { FILTER(?a or ?b) }", `query line 1 column 17: "or" is written ||`},
		{"ASK { FILTER(?a ?b) }", `query line 1 column 17: expected an operator or ")" after an expression, found "?b"`},
		{"ASK { FILTER(STR(?a ?b)) }", `query line 1 column 21: expected an operator, "," or ")" after an argument, found "?b"`},
		{"SELECT WHERE {}", `query line 1 column 8: expected a variable, "(" or "*" after SELECT, found "WHERE"`},
		{"SELECT *\nWHERE {\n  ?s ?p\n}", `query line 4 column 1: expected an object: a variable, an IRI, a literal, a blank node or a list, found "}"`},
		{"SELECT * {\r\n ?s\r ?p ?o ?x }", `query line 3 column 8: expected "." between two triples, found "?x"`},
		{"ASK { ?s ex:p ?o }", `query line 1 column 10: the prefix ex: is not declared: write PREFIX ex: <…> before the query`},
		{"ASK { ?s <http://é.example> 'ü' ö }", `query line 1 column 33: expected a triple, FILTER, OPTIONAL, MINUS, GRAPH, BIND, VALUES, SERVICE, "{" or "}", found "ö"`},
		{`ASK { ?s ?p "\u00e9\u00e9" é`, `query line 1 column 28: expected a triple, FILTER, OPTIONAL, MINUS, GRAPH, BIND, VALUES, SERVICE, "{" or "}", found "é"`},
		{"ASK { ?s ?p 'two\nlines' }", `query line 1 column 17: a string in ' cannot go on in the next line: close it, or put it in '''`},
		{"ASK { ?s ?p 'open }", `query line 1 column 13: the string that begins here is not closed by '`},
		{`ASK { ?s ?p "\u12" }`, `query line 1 column 14: \u must have four hexadecimal digits after it and \U eight, which are the number of a character`},
		{"ASK { ?s ?p ?o FILTER(FOO(?o)) }", `query line 1 column 23: there is no function FOO; those that are not of SPARQL are called by their IRIs`},
		{"ASK { FILTER(STRLEN(?a, ?b)) }", `query line 1 column 14: STRLEN takes one argument, and has 2 here`},
		{"ASK { FILTER(SUBSTR(?a)) }", `query line 1 column 14: SUBSTR takes two or three arguments, and has 1 here`},
		{"ASK { FILTER(COUNT(?a) > 1) }", `query line 1 column 14: COUNT is an aggregate, which can stand only in SELECT, HAVING and ORDER BY`},
		{"SELECT ?a (COUNT(*) AS ?n) { ?a ?b ?c }", `query line 1 column 8: ?a has several values in a group: put it in GROUP BY, or in an aggregate such as SAMPLE(?a)`},
		{"ASK { ?x ?y ?z } LIMIT -1", `query line 1 column 24: expected a number, of digits alone, after LIMIT, found "-1"`},
		{"ASK {} LIMIT 1 }", `query line 1 column 16: expected GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET, VALUES (in this order) or the end of the query, found "}"`},
		{"ASK { VALUES (?a ?b) { (1) } }", `query line 1 column 24: this row of VALUES has one value, and there are 2 variables`},
		{"ASK { _:a ?p ?o OPTIONAL { _:a ?q ?r } }", `query line 1 column 28: the blank node _:a also stands in another basic graph pattern, and would be another node there: use a variable`},
		{"ASK { ?a ?p ?o BIND(1 AS ?a) }", `query line 1 column 26: BIND cannot bind ?a, which the group uses before: choose another variable`},
		{"ASK { ?s ?p <rel> }", `query line 1 column 13: <rel> is relative, and there is no base: write the whole IRI, or BASE <…> before the query`},
	} {
		_, err := syntax.Parse(c.query, "")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q\n\tgives %v\n\twant  %s", c.query, err, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	group := func(open, close string, n int) string {
		return prologue + "ASK { " + strings.Repeat(open, n) + strings.Repeat(close, n) + " }"
	}
	filter := func(open, close string, n int) string {
		return prologue + "ASK { FILTER(" + strings.Repeat(open, n) + "1" + strings.Repeat(close, n) + ") }"
	}
	object := func(open, close string, n int) string {
		return prologue + "ASK { ?s ?p " + strings.Repeat(open, n) + "1" + strings.Repeat(close, n) + " }"
	}
	path := func(open, close string, n int) string {
		return prologue + "ASK { ?s " + strings.Repeat(open, n) + ":p" + strings.Repeat(close, n) + " ?o }"
	}
	const fits, most = 190, syntax.MaxNesting
	for _, c := range []struct {
		name        string
		query       func(open, close string, n int) string
		open, close string
		// weight is how many brackets one open is.
		weight int
	}{
		{"groups", group, "{", "}", 1},
		{"optionals", group, "OPTIONAL {", "}", 1},
		{"sub-selects", group, "{ SELECT * {", "}}", 2},
		{"exists", group, "FILTER EXISTS {", "}", 1},
		{"brackets", filter, "(", ")", 1},
		{"functions", filter, "STR(", ")", 1},
		{"casts", filter, "xsd:string(", ")", 1},
		{"members", filter, "1 IN (", ")", 1},
		{"negations", filter, "!(", ")", 1},
		{"lists", object, "(", ")", 1},
		{"properties", object, "[ ?p ", "]", 1},
		{"paths", path, "(", ")", 1},
		{"inverse paths", path, "^(", ")", 1},
	} {
		if _, err := syntax.Parse(c.query(c.open, c.close, fits/c.weight), base); err != nil {
			t.Errorf("%s: %d are refused: %v", c.name, fits, err)
		}
		if _, err := syntax.Parse(c.query(c.open, c.close, most/c.weight), base); !errors.Is(err, syntax.ErrLimit) {
			t.Errorf("%s: %d give %v", c.name, most, err)
		}
	}
	for _, text := range []string{
		strings.Repeat("(", 1<<20),
		"ASK {" + strings.Repeat(" ", syntax.MaxText) + "}",
		"ASK { ?s ?p <http://" + strings.Repeat("a", 1<<13) + "> }",
	} {
		if _, err := syntax.Parse(text, ""); !errors.Is(err, syntax.ErrLimit) {
			t.Errorf("%.20s… gives %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"accepted.txt", "refused.txt"} {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range strings.Split(string(content), "\n") {
			f.Add(prologue + line)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := syntax.Parse(text, base)
		var fault *syntax.SyntaxError
		switch {
		case err == nil:
			if q.Where == nil && q.Form != syntax.Describe {
				t.Errorf("%q has no pattern", text)
			}
		case !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) || fault.Line < 1 || fault.Column < 1 || fault.Message() == "":
			t.Errorf("%q gives %#v", text, err)
		}
	})
}
