package function_test

import (
	"testing"

	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/sparql/function"
	"vitrine/sparql/value"
)

// samples are terms of every kind.
var samples = []string{
	"_:b", "<x:a>", "<" + xsd + "date>", "0", "-1", "99999999999999999999", `"7"^^byte`, "2.5", "-0.5", "0.0", "1e0", "-0e0", `"NaN"^^double`, `"-INF"^^float`, "true", "false",
	`""`, `"abc"`, `"é𝄞"@en`, `"b"`, `"("`, `"$1"`, `"i"`, `"en"`, `"2000-01-01"`, `"2000-01-01T24:00:00-05:00"^^dateTime`, `"0000-02-29"^^date`, `"23:59:59.5Z"^^time`, `"-0044"^^gYear`, `"1642-02"^^gYearMonth`, `"--02"^^gMonth`, `"--02-29"^^gMonthDay`, `"---31"^^gDay`,
	`"P1Y2DT3S"^^duration`, `"-P1M"^^yearMonthDuration`, `"PT1.5S"^^dayTimeDuration`, `"a"^^<x:d>`, `"x"^^integer`,
}

var allFunctions = []string{
	"=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "unary-plus", "unary-minus", "SAMETERM",
	"ISIRI", "ISBLANK", "ISLITERAL", "ISNUMERIC", "STR", "LANG", "DATATYPE", "IRI", "BNODE", "STRDT", "STRLANG", "UUID", "STRUUID",
	"STRLEN", "SUBSTR", "UCASE", "LCASE", "STRSTARTS", "STRENDS", "CONTAINS", "STRBEFORE", "STRAFTER", "ENCODE_FOR_URI", "CONCAT", "LANGMATCHES", "REGEX", "REPLACE",
	"ABS", "ROUND", "CEIL", "FLOOR", "RAND", "NOW", "YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "TIMEZONE", "TZ", "MD5", "SHA1", "SHA256", "SHA384", "SHA512",
	xsd + "string", xsd + "boolean", xsd + "integer", xsd + "decimal", xsd + "float", xsd + "double", xsd + "dateTime", xsd + "date", xsd + "time", xsd + "gYear", xsd + "gYearMonth", xsd + "duration", xsd + "yearMonthDuration", xsd + "dayTimeDuration",
}

// TestResultsAreTheirTerms calls every function with all pairs of samples. A result
// must be the value of the term that it makes, so that it is the same whether or not
// a row has held it in between; and functions that are Immutable must repeat it.
func TestResultsAreTheirTerms(t *testing.T) {
	ctx := newContext()
	results := 0
	for _, name := range allFunctions {
		f, ok := function.Lookup(name)
		if !ok {
			t.Fatalf("there is no function %s", name)
		}
		for _, args := range arguments(t, f) {
			v, err := f.Call(ctx, args)
			if err != nil {
				continue
			}
			results++
			again := value.Of(v.Term())
			if again.Kind() != v.Kind() || reference.Compare(again, v) != 0 || again.Text() != v.Text() || again.Lang() != v.Lang() {
				t.Errorf("%s%v is %s of kind %d, and its term of kind %d", name, texts(args), sparqltest.Show(v.Term()), v.Kind(), again.Kind())
			}
			if repeated, err := f.Call(ctx, args); f.Volatility == function.Immutable && (err != nil || repeated.Term() != v.Term()) {
				t.Errorf("%s%v is %s, and then %s", name, texts(args), sparqltest.Show(v.Term()), sparqltest.Show(repeated.Term()))
			}
		}
	}
	if results < 5000 {
		t.Errorf("only %d calls had a result", results)
	}
}

// arguments returns lists of arguments that a function accepts: none, each sample and
// each pair of samples, with a third and fourth argument where there must be more.
func arguments(t *testing.T, f *function.Function) (lists [][]value.Value) {
	t.Helper()
	if f.Accepts(0) {
		lists = append(lists, nil)
	}
	third, fourth := sparqltest.Value(t, `"b"`), sparqltest.Value(t, `"i"`)
	for _, one := range samples {
		a := sparqltest.Value(t, one)
		if f.Accepts(1) {
			lists = append(lists, []value.Value{a})
		}
		for _, two := range samples {
			b := sparqltest.Value(t, two)
			for _, list := range [][]value.Value{{a, b}, {a, b, third}, {a, b, b}, {a, third, b, fourth}} {
				if f.Accepts(len(list)) {
					lists = append(lists, list)
				}
			}
		}
	}
	return lists
}

func texts(args []value.Value) (out []string) {
	for _, v := range args {
		out = append(out, sparqltest.Show(v.Term()))
	}
	return out
}
