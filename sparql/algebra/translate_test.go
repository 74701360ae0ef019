package algebra_test

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"vitrine/sparql/algebra"
	"vitrine/sparql/syntax"
)

const prologue = "PREFIX : <http://museum.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "

// translate translates a query that has no fault.
func translate(t *testing.T, text string) *algebra.Query {
	t.Helper()
	tree, err := syntax.Parse(prologue+text, "")
	if err != nil {
		t.Fatalf("%s\n\t%v", text, err)
	}
	q, err := algebra.Translate(tree)
	if err != nil {
		t.Fatalf("%s\n\t%v", text, err)
	}
	return q
}

var (
	ours  = regexp.MustCompile(`<http://museum\.example/([^>]*)>`)
	space = regexp.MustCompile(`\s+`)
	// opening and closing are spaces that only lay out the expected text.
	opening = regexp.MustCompile(`\( `)
	closing = regexp.MustCompile(` \)`)
)

// TestTranslate reads testdata/translate.txt: paragraphs of a query and, after
// "=>", its operators. An ASK query has nothing around its pattern.
func TestTranslate(t *testing.T) {
	content, err := os.ReadFile("testdata/translate.txt")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, paragraph := range strings.Split(string(content), "\n\n") {
		if strings.HasPrefix(paragraph, "== ") {
			_, paragraph, _ = strings.Cut(paragraph, "\n")
		}
		query, want, ok := strings.Cut(paragraph, "\n=> ")
		if !ok {
			t.Fatalf("a paragraph without =>: %s", paragraph)
		}
		want = space.ReplaceAllString(strings.TrimSpace(want), " ")
		want = closing.ReplaceAllString(opening.ReplaceAllString(want, "("), ")")
		got := ours.ReplaceAllString(translate(t, query).String(), ":$1")
		if got != want {
			t.Errorf("%s\n\tgives %s\n\twant  %s", query, got, want)
		}
		count++
	}
	if count < 50 {
		t.Errorf("there are %d cases", count)
	}
}

func TestUnsupported(t *testing.T) {
	for query, want := range map[string]string{
		"ASK { SERVICE :s { ?a ?b ?c } }":          "query line 1 column 7: SERVICE is not supported: a query is answered from the records of this collection alone, and sends no request elsewhere",
		"ASK {\n SERVICE SILENT ?s { ?a ?b ?c } }": "query line 2 column 2: SERVICE is not supported: a query is answered from the records of this collection alone, and sends no request elsewhere",
		"ASK { FILTER(<x:f>(DISTINCT ?x)) }":       "query line 1 column 14: <x:f> is no aggregate, and only aggregates can have DISTINCT",
	} {
		tree, err := syntax.Parse("PREFIX : <http://museum.example/>\n"+query, "")
		if err != nil {
			t.Fatal(err)
		}
		want = strings.NewReplacer("line 2", "line 3", "line 1", "line 2").Replace(want)
		_, err = algebra.Translate(tree)
		var unsupported *algebra.UnsupportedError
		if !errors.As(err, &unsupported) || err.Error() != want {
			t.Errorf("%s\n\tgives %v\n\twant  %s", query, err, want)
		}
	}
}

func TestTooManyVariables(t *testing.T) {
	for _, n := range []int{algebra.MaxVars, algebra.MaxVars + 1} {
		tree, err := syntax.Parse("ASK { ?a "+strings.Repeat("<x:p>/", n-2)+"<x:p> ?b }", "")
		if err != nil {
			t.Fatal(err)
		}
		_, err = algebra.Translate(tree)
		if tooMany := n > algebra.MaxVars; tooMany != errors.Is(err, syntax.ErrLimit) {
			t.Errorf("%d variables give %v", n, err)
		}
	}
}

// TestQuery checks what a query has beside its operators.
func TestQuery(t *testing.T) {
	q := translate(t, `BASE <http://base.example/> SELECT ?a (1 AS ?b) ?a FROM :g FROM NAMED :h FROM :i { ?c ?a [] { SELECT ?a { ?a ?c ?d } } }`)
	if q.Form != algebra.Select || q.Base != "http://base.example/" || len(q.From) != 2 || len(q.FromNamed) != 1 || q.FromNamed[0].String() != "http://museum.example/h" {
		t.Errorf("the query is %+v", q)
	}
	names := func(vars []algebra.Var) (out []string) {
		for _, v := range vars {
			out = append(out, q.Vars[v])
		}
		return out
	}
	if got := strings.Join(names(q.Projection), " "); got != "a b" {
		t.Errorf("it returns %s", got)
	}
	if got := strings.Join(q.Vars, " "); got != "c a _:.1 c d b" {
		t.Errorf("its variables are %s", got)
	}

	q = translate(t, "CONSTRUCT { _:x :p ?a . ?a :q [] } { ?a :r _:y }")
	if q.Form != algebra.Construct || len(q.Template) != 2 || len(q.Vars) != 2 ||
		q.Template[0].Subject.Term == nil || q.Template[0].Object != q.Template[1].Subject || q.Projection != nil {
		t.Errorf("the query is %+v", q)
	}
	q = translate(t, "CONSTRUCT WHERE { ?a :r _:y }")
	if len(q.Template) != 1 || q.Template[0].Object.IsVar() || q.String() != "BGP(?a <http://museum.example/r> _:y)" {
		t.Errorf("the query is %+v", q)
	}
	q = translate(t, "DESCRIBE :x ?a { ?a ?b ?c }")
	if q.Form != algebra.Describe || len(q.Targets) != 2 || q.Targets[0].IsVar() || q.Targets[1] != (algebra.Node{Var: 0}) {
		t.Errorf("the query is %+v", q)
	}
	q = translate(t, "DESCRIBE * { ?a ?b ?c }")
	if len(q.Targets) != 3 {
		t.Errorf("the query is %+v", q)
	}
	if q = translate(t, "DESCRIBE :x"); q.String() != "BGP()" {
		t.Errorf("the query is %+v", q)
	}
}

// FuzzTranslate checks that whatever is read has a meaning that can be written, or
// is refused by name.
func FuzzTranslate(f *testing.F) {
	for _, name := range []string{"../syntax/testdata/accepted.txt", "testdata/translate.txt"} {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range strings.Split(string(content), "\n") {
			f.Add(prologue + line)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := syntax.Parse(text, "http://base.example/")
		if err != nil {
			return
		}
		q, err := algebra.Translate(tree)
		var unsupported *algebra.UnsupportedError
		switch {
		case err == nil:
			if q.String() == "" {
				t.Errorf("%q means nothing", text)
			}
		case !errors.As(err, &unsupported) && !errors.Is(err, syntax.ErrLimit):
			t.Errorf("%q gives %v", text, err)
		}
	})
}
