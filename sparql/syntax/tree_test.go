package syntax_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/syntax"
)

// parse reads a query that has no fault.
func parse(t *testing.T, text string) *syntax.Query {
	t.Helper()
	q, err := syntax.Parse(prologue+text, base)
	if err != nil {
		t.Fatalf("%s\n\t%v", text, err)
	}
	return q
}

// block is the first block of triples of a query.
func block(t *testing.T, q *syntax.Query) []syntax.Triple {
	t.Helper()
	b, ok := q.Where.Elements[0].(*syntax.TriplesBlock)
	if !ok {
		t.Fatalf("the query begins with %T", q.Where.Elements[0])
	}
	return b.Triples
}

func iri(t *testing.T, s string) rdf.IRI {
	t.Helper()
	made, err := graph.IRI(s)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestTerms(t *testing.T) {
	const ns = "http://museum.example/"
	tagged := func(s, tag string) rdf.Term {
		l, err := graph.Tagged(s, tag)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for text, want := range map[string]rdf.Term{
		"<http://a.example/x>":      iri(t, "http://a.example/x"),
		"<x/../y#z>":                iri(t, base+"y#z"),
		"<>":                        iri(t, base),
		":":                         iri(t, ns),
		":a":                        iri(t, ns+"a"),
		":a.b":                      iri(t, ns+"a.b"),
		":%41b":                     iri(t, ns+"%41b"),
		`:a\~b\%\'`:                 iri(t, ns+"a~b%'"),
		`:a:b:`:                     iri(t, ns+"a:b:"),
		`:\u00e9`:                   iri(t, ns+"é"),
		`<http://a.example/\u00e9>`: iri(t, "http://a.example/é"),
		`"a"`:                       graph.String("a"),
		`'a"b'`:                     graph.String(`a"b`),
		`"""a"b""c"""`:              graph.String(`a"b""c`),
		"'''a\n''b'''":              graph.String("a\n''b"),
		`"\t\n\r\b\f\"\'\\"`:        graph.String("\t\n\r\b\f\"'\\"),
		`"\\u00e9"`:                 graph.String(`\u00e9`),
		`"\u00e9\U0001F3DB"`:        graph.String("é🏛"),
		`"a"@FR`:                    tagged("a", "fr"),
		`"a"@zh-Hant-TW`:            tagged("a", "zh-hant-tw"),
		`"a"^^:t`:                   graph.Typed("a", iri(t, ns+"t")),
		`"a"^^xsd:string`:           graph.String("a"),
		"1":                         graph.Typed("1", graph.XSDInteger),
		"+01":                       graph.Typed("+01", graph.XSDInteger),
		"-1.50":                     graph.Typed("-1.50", graph.XSDDecimal),
		".5":                        graph.Typed(".5", graph.XSDDecimal),
		"1.e5":                      graph.Typed("1.e5", graph.XSDDouble),
		"1E-5":                      graph.Typed("1E-5", graph.XSDDouble),
		"true":                      graph.Typed("true", graph.XSDBoolean),
		"FALSE":                     graph.Typed("false", graph.XSDBoolean),
		"()":                        graph.Nil,
	} {
		if got := block(t, parse(t, "ASK { ?s ?p "+text+" }"))[0].Object.Term; got != want {
			t.Errorf("%s is %#v, not %#v", text, got, want)
		}
	}
}

// TestTriples checks that the short forms are written out (section 4.2). Blank
// nodes of the query's own have labels that begin with a dot.
func TestTriples(t *testing.T) {
	for text, want := range map[string]string{
		"?s :p ?a, ?b; a ?c;":          "?s p ?a|?s p ?b|?s type ?c",
		"?s ?p []":                     "?s ?p _:.1",
		"[] :p _:x":                    "_:.1 p _:x",
		"[ :p ?a ]":                    "_:.1 p ?a",
		"[ :p ?a ] :q ?b":              "_:.1 p ?a|_:.1 q ?b",
		"?s :p [ :q ?a ; :r [] ]":      "_:.1 q ?a|_:.1 r _:.2|?s p _:.1",
		"(?a ?b) :p ?c":                "_:.1 first ?a|_:.1 rest _:.2|_:.2 first ?b|_:.2 rest nil|_:.1 p ?c",
		"?s :p (() [])":                "_:.1 first nil|_:.1 rest _:.2|_:.2 first _:.3|_:.2 rest nil|?s p _:.1",
		"?s :p (?a) . ?t :q ?b":        "_:.1 first ?a|_:.1 rest nil|?s p _:.1|?t q ?b",
		"?s :p/:q ?a ; ^:r ?b ; :p ?c": "?s path ?a|?s path ?b|?s p ?c",
	} {
		var got []string
		for _, triple := range block(t, parse(t, "ASK { "+text+" }")) {
			verb := "path"
			if triple.Path == nil {
				verb = show(triple.Predicate)
			}
			got = append(got, show(triple.Subject)+" "+verb+" "+show(triple.Object))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s is %s, not %s", text, strings.Join(got, "|"), want)
		}
	}
}

// show writes a node, of an IRI its last part.
func show(n syntax.Node) string {
	switch term := n.Term.(type) {
	case nil:
		return "?" + n.Var
	case rdf.Blank:
		return "_:" + term.String()
	default:
		return term.String()[strings.LastIndexAny(term.String(), "/#")+1:]
	}
}

// TestOperators checks which operator is in which.
func TestOperators(t *testing.T) {
	for text, want := range map[string]string{
		"?a || ?b && ?c || ?d":         "((a || (b && c)) || d)",
		"?a = ?b && !?c":               "((a = b) && (! c))",
		"?a + ?b * ?c - ?d":            "((a + (b * c)) - d)",
		"?a - ?b - ?c":                 "((a - b) - c)",
		"?a / ?b * ?c":                 "((a / b) * c)",
		"?a+1":                         "(a + +1)",
		"?a -1*?b/2 +3":                "((a + ((-1 * b) / 2)) + +3)",
		"?a - 1":                       "(a - 1)",
		"-?a * -1":                     "((- a) * -1)",
		"(?a + ?b) * ?c":               "((a + b) * c)",
		"?a IN (?b, 1+1) || ?c":        "((a in b (1 + +1)) || c)",
		"?a NOT IN ()":                 "(a not in)",
		"STR(?a) < :f(?b, ?c)":         "((STR a) < (http://museum.example/f b c))",
		"!BOUND(?a)":                   "(! (BOUND a))",
		"IF(?a, ?b, COALESCE())":       "(IF a b (COALESCE))",
		"isURI(?a) = sameTerm(?b, ?c)": "((ISURI a) = (SAMETERM b c))",
		"?a<?b":                        "(a < b)",
	} {
		filter, ok := parse(t, "ASK { FILTER("+text+") }").Where.Elements[0].(*syntax.Filter)
		if !ok {
			t.Fatalf("%s is no filter", text)
		}
		if got := showExpression(filter.Constraint); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
}

func showExpression(e syntax.Expression) string {
	list := func(head string, args []syntax.Expression) string {
		for _, arg := range args {
			head += " " + showExpression(arg)
		}
		return "(" + head + ")"
	}
	switch e := e.(type) {
	case *syntax.Operation:
		return "(" + showExpression(e.Left) + " " + e.Operator + " " + showExpression(e.Right) + ")"
	case *syntax.UnaryExpression:
		return list(e.Operator, []syntax.Expression{e.Operand})
	case *syntax.InExpression:
		operator := " in"
		if e.Negated {
			operator = " not in"
		}
		return list(showExpression(e.Operand)+operator, e.List)
	case *syntax.BuiltInCall:
		return list(e.Name, e.Args)
	case *syntax.FunctionCall:
		return list(e.IRI.String(), e.Args)
	case *syntax.Primary:
		if e.Node.Term == nil {
			return e.Node.Var
		}
		return e.Node.Term.String()
	default:
		return fmt.Sprintf("%T", e)
	}
}

// TestScope checks which variables SELECT * stands for (section 18.2.1).
func TestScope(t *testing.T) {
	for text, want := range map[string]string{
		"{ ?a ?b [ ?c (?d) ] }":                                 "a b c d",
		"{ ?s :p/:q ?o OPTIONAL { ?s :r ?x } }":                 "s o x",
		"{ { ?a :p ?b } UNION { ?c :p ?a } }":                   "a b c",
		"{ ?a :p 1 MINUS { ?b :p ?a } ?c :p 1 }":                "a c",
		"{ ?a :p 1 FILTER (?b > 1) FILTER EXISTS { ?c :p 1 } }": "a",
		"{ GRAPH ?g { ?a :p 1 } }":                              "g a",
		"{ SERVICE ?g { ?a :p 1 } }":                            "g a",
		"{ BIND (?a AS ?b) VALUES (?c ?d) {} }":                 "b c d",
		"{ { SELECT ?a (1 AS ?b) { ?a ?x ?y } } ?x :p 1 }":      "a b x",
		"{ { SELECT * { ?a ?x ?y MINUS { ?z ?z ?z } } } }":      "a x y",
		"{ ?a :p 1 } VALUES ?v { 1 }":                           "a v",
		"{ ?a :p 1 MINUS { ?a ?b 1 } ?b :p 1 }":                 "a b",
		"{}":                                                    "",
	} {
		q := parse(t, "SELECT * "+text)
		var got []string
		for _, item := range q.Select.Items {
			got = append(got, item.Var)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s has %v, not %s", text, got, want)
		}
		d := parse(t, "DESCRIBE * "+text)
		if len(d.Describe.Targets) != len(got) {
			t.Errorf("DESCRIBE * %s has %v", text, d.Describe.Targets)
		}
	}
}

func TestQuery(t *testing.T) {
	q := parse(t, `SELECT DISTINCT ?k (COUNT(DISTINCT ?o) AS ?n) (GROUP_CONCAT(?o; SEPARATOR="") AS ?c)
		FROM :g FROM NAMED <h> WHERE { ?s ?p ?o }
		GROUP BY ?k (STR(?s) AS ?l) HAVING (?n) ORDER BY DESC(?n) ?k LIMIT 99999999999999999999 OFFSET 7 VALUES (?z) {(UNDEF)}`)
	if !q.Select.Distinct || q.Select.Reduced || q.Select.All || len(q.Select.Items) != 3 || q.Base != base {
		t.Errorf("the clause is %+v", q.Select)
	}
	concat, ok := q.Select.Items[2].Expression.(*syntax.Aggregate)
	if !ok || concat.Separator == nil || *concat.Separator != "" || concat.Distinct || concat.Name != "GROUP_CONCAT" {
		t.Errorf("the concatenation is %+v", concat)
	}
	count, ok := q.Select.Items[1].Expression.(*syntax.Aggregate)
	if !ok || !count.Distinct || count.Argument == nil {
		t.Errorf("the count is %+v", count)
	}
	datasets := []syntax.DatasetClause{{IRI: iri(t, "http://museum.example/g")}, {IRI: iri(t, base+"h"), Named: true}}
	if !reflect.DeepEqual(q.Dataset, datasets) {
		t.Errorf("the dataset is %v", q.Dataset)
	}
	m := q.Modifier
	if len(m.GroupBy) != 2 || m.GroupBy[0].Var != "" || m.GroupBy[1].Var != "l" || len(m.Having) != 1 ||
		len(m.OrderBy) != 2 || !m.OrderBy[0].Descending || m.OrderBy[1].Descending || *m.Limit != 1<<64-1 || *m.Offset != 7 {
		t.Errorf("the modifiers are %+v", m)
	}
	if !reflect.DeepEqual(q.Values, &syntax.InlineData{Vars: []string{"z"}, Rows: [][]rdf.Term{{nil}}}) {
		t.Errorf("the values are %+v", q.Values)
	}
	if line, column := q.Position(q.Select.Items[0].Offset); line != 1 || column != len(prologue+"SELECT DISTINCT ")+1 {
		t.Errorf("?k stands at %d:%d", line, column)
	}
}
