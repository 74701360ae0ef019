package function_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/sparql/function"
	"vitrine/sparql/value"
)

const xsd = "http://www.w3.org/2001/XMLSchema#"

func newContext() *function.Context {
	return function.NewContext(time.Date(2024, 5, 6, 7, 8, 9, 120_000_000, time.UTC), "http://museum.example/a/b")
}

// call returns the result of a function as tests write it, or the name of the error.
func call(t *testing.T, ctx *function.Context, name string, args ...string) string {
	t.Helper()
	f, ok := function.Lookup(name)
	if !ok || !f.Accepts(len(args)) || f.Name != name {
		t.Fatalf("%s of %d arguments: %v", name, len(args), ok)
	}
	values := make([]value.Value, len(args))
	for i, arg := range args {
		values[i] = sparqltest.Value(t, arg)
	}
	return result(f.Call(ctx, values))
}

func result(v value.Value, err error) string {
	switch {
	case errors.Is(err, value.ErrType):
		return "type"
	case errors.Is(err, value.ErrRange):
		return "range"
	case errors.Is(err, value.ErrLimit):
		return "limit"
	case err != nil:
		return err.Error()
	}
	return sparqltest.Show(v.Term())
}

const (
	yes = `"true"^^boolean`
	no  = `"false"^^boolean`
)

// TestFunctions has a line for each call: the name, the arguments, the result.
func TestFunctions(t *testing.T) {
	long := `"` + strings.Repeat("é", function.MaxText/6+1) + `"`
	huge := `"` + strings.Repeat("a", function.MaxText) + `"`
	tests := [][]string{
		// 17.3, by their signs; what the operators do is tested in package value.
		{"=", "1", "1.0", yes}, {"!=", "1", "1.0", no}, {"<", "1", "2", yes}, {">", "1", "2", no}, {"<=", "1", "1", yes}, {">=", "1", "2", no}, {"=", "1", `"a"^^<x:d>`, "type"},
		{"+", "1", "2", `"3"^^integer`}, {"-", "1", "2", `"-1"^^integer`}, {"*", "2", "2", `"4"^^integer`}, {"/", "1", "2", `"0.5"^^decimal`}, {"unary-minus", "1", `"-1"^^integer`}, {"unary-plus", "01", `"1"^^integer`},
		// 17.4.1.8
		{"SAMETERM", "1", "1", yes}, {"SAMETERM", "1", "1.0", no}, {"SAMETERM", "_:a", "_:a", yes},
		// 17.4.2.1 to 17.4.2.4
		{"ISIRI", "<x:a>", yes}, {"ISIRI", `"x:a"`, no}, {"ISBLANK", "_:a", yes}, {"ISBLANK", "<x:a>", no}, {"ISLITERAL", "1", yes}, {"ISLITERAL", `"a"^^<x:d>`, yes}, {"ISLITERAL", "_:a", no},
		{"ISNUMERIC", "12", yes}, {"ISNUMERIC", `"12"`, no}, {"ISNUMERIC", `"12"^^nonNegativeInteger`, yes}, {"ISNUMERIC", `"1200"^^byte`, no}, {"ISNUMERIC", "<x:a>", no}, {"ISNUMERIC", `"NaN"^^double`, yes},
		// STR, LANG, DATATYPE
		{"STR", "<x:a>", `"x:a"`}, {"STR", `"a"@en`, `"a"`}, {"STR", "007", `"007"`}, {"STR", `"a"^^<x:d>`, `"a"`}, {"STR", "_:a", "type"},
		{"LANG", `"a"@en-GB`, `"en-GB"`}, {"=", `"a"@en-GB`, `"a"@EN-gb`, yes}, {"LANG", `"a"`, `""`}, {"LANG", "1", `""`}, {"LANG", "<x:a>", "type"}, {"LANG", "_:a", "type"},
		{"DATATYPE", `"a"`, "<" + xsd + "string>"}, {"DATATYPE", `"a"@en`, "<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>"}, {"DATATYPE", `"1"^^byte`, "<" + xsd + "byte>"}, {"DATATYPE", `"a"^^<x:d>`, "<x:d>"}, {"DATATYPE", "<x:a>", "type"}, {"DATATYPE", "_:a", "type"},
		// IRI
		{"IRI", `"c"`, "<http://museum.example/a/c>"}, {"IRI", `"x:a"`, "<x:a>"}, {"IRI", "<x:a>", "<x:a>"}, {"IRI", `""`, "<http://museum.example/a/b>"}, {"IRI", `"a b"`, "range"}, {"IRI", `"a"@en`, "type"}, {"IRI", "1", "type"}, {"IRI", "_:a", "type"},
		// STRDT, STRLANG
		{"STRDT", `"1"`, "<" + xsd + "integer>", `"1"^^integer`}, {"STRDT", `"a"`, "<x:d>", `"a"^^<x:d>`}, {"STRDT", `"a"`, "<" + xsd + "string>", `"a"`}, {"STRDT", `"a"@en`, "<x:d>", "type"}, {"STRDT", "1", "<x:d>", "type"}, {"STRDT", `"a"`, `"x:d"`, "type"}, {"STRDT", `"a"`, "<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>", "range"},
		{"STRLANG", `"a"`, `"en"`, `"a"@en`}, {"STRLANG", `"a"`, `"EN-us"`, `"a"@en-US`}, {"STRLANG", `"a"`, `""`, "range"}, {"STRLANG", `"a"`, `"e n"`, "range"}, {"STRLANG", `"a"@en`, `"en"`, "type"}, {"STRLANG", "1", `"en"`, "type"},
		// 17.4.3
		{"STRLEN", `"chat"`, `"4"^^integer`}, {"STRLEN", `"chat"@en`, `"4"^^integer`}, {"STRLEN", `"é𝄞"`, `"2"^^integer`}, {"STRLEN", `""`, `"0"^^integer`}, {"STRLEN", "1", "type"}, {"STRLEN", "<x:a>", "type"},
		{"SUBSTR", `"foobar"`, "4", `"bar"`}, {"SUBSTR", `"foobar"@en`, "4", `"bar"@en`}, {"SUBSTR", `"foobar"`, "4", "1", `"b"`}, {"SUBSTR", `"foobar"@en`, "4", "1", `"b"@en`}, {"SUBSTR", `"é𝄞ü"`, "2", "1", `"𝄞"`}, {"SUBSTR", `"abc"`, "0", `"abc"`}, {"SUBSTR", `"abc"`, "0", "3", `"ab"`}, {"SUBSTR", `"abc"`, "-1", "3", `"a"`}, {"SUBSTR", `"abc"`, "4", `""`}, {"SUBSTR", `"abc"`, "2", "0", `""`}, {"SUBSTR", `"abc"`, "2", "-1", `""`}, {"SUBSTR", `"abc"`, "2", "99999999999999999999", `"bc"`}, {"SUBSTR", `"abc"`, "3", "1", `"c"`}, {"SUBSTR", `""`, "1", "2", `""`}, {"SUBSTR", `"abc"`, "1.0", "type"}, {"SUBSTR", "1", "1", "type"}, {"SUBSTR", `"abc"`, `"1"`, "type"},
		{"UCASE", `"foo"`, `"FOO"`}, {"UCASE", `"foo"@en`, `"FOO"@en`}, {"UCASE", `"straße é"`, `"STRASSE É"`}, {"UCASE", "1", "type"}, {"LCASE", `"BAR"`, `"bar"`}, {"LCASE", `"ÉCOLE ΟΔΟΣ"@fr`, `"école οδος"@fr`}, {"LCASE", "<x:a>", "type"},
		{"STRSTARTS", `"foobar"`, `"foo"`, yes}, {"STRSTARTS", `"foobar"@en`, `"foo"@en`, yes}, {"STRSTARTS", `"foobar"@en`, `"foo"`, yes}, {"STRSTARTS", `"foobar"`, `"foo"@en`, "type"}, {"STRSTARTS", `"foobar"@en`, `"foo"@fr`, "type"}, {"STRSTARTS", `"foobar"`, `"bar"`, no}, {"STRSTARTS", `"a"`, `""`, yes}, {"STRSTARTS", "1", `"1"`, "type"},
		{"STRENDS", `"foobar"`, `"bar"`, yes}, {"STRENDS", `"foobar"`, `"foo"`, no}, {"STRENDS", `"foobar"`, "1", "type"}, {"CONTAINS", `"foobar"`, `"oba"`, yes}, {"CONTAINS", `"foobar"@en`, `"x"`, no}, {"CONTAINS", "<x:a>", `"x"`, "type"},
		{"STRBEFORE", `"abc"`, `"b"`, `"a"`}, {"STRBEFORE", `"abc"@en`, `"bc"`, `"a"@en`}, {"STRBEFORE", `"abc"@en`, `"b"@cy`, "type"}, {"STRBEFORE", `"abc"`, `""`, `""`}, {"STRBEFORE", `"abc"`, `"xyz"`, `""`}, {"STRBEFORE", `"abc"@en`, `"z"@en`, `""`}, {"STRBEFORE", `"abc"@en`, `"z"`, `""`}, {"STRBEFORE", `"abc"@en`, `""@en`, `""@en`}, {"STRBEFORE", `"abc"@en`, `""`, `""@en`}, {"STRBEFORE", `"abc"`, `"b"@en`, "type"},
		{"STRAFTER", `"abc"`, `"b"`, `"c"`}, {"STRAFTER", `"abc"@en`, `"ab"`, `"c"@en`}, {"STRAFTER", `"abc"@en`, `"b"@cy`, "type"}, {"STRAFTER", `"abc"`, `""`, `"abc"`}, {"STRAFTER", `"abc"`, `"xyz"`, `""`}, {"STRAFTER", `"abc"@en`, `"z"@en`, `""`}, {"STRAFTER", `"abc"@en`, `""@en`, `"abc"@en`}, {"STRAFTER", `"abc"@en`, `"c"`, `""@en`},
		{"ENCODE_FOR_URI", `"Los Angeles"`, `"Los%20Angeles"`}, {"ENCODE_FOR_URI", `"Los Angeles"@en`, `"Los%20Angeles"`}, {"ENCODE_FOR_URI", `"a/b?c=é&~-._!*'()"`, `"a%2Fb%3Fc%3D%C3%A9%26~-._%21%2A%27%28%29"`}, {"ENCODE_FOR_URI", "<x:a>", "type"}, {"ENCODE_FOR_URI", long, "limit"},
		{"CONCAT", `""`}, {"CONCAT", `"foo"`, `"bar"`, `"foobar"`}, {"CONCAT", `"foo"@en`, `"bar"@en`, `"foobar"@en`}, {"CONCAT", `"foo"@en`, `"bar"`, `"foobar"`}, {"CONCAT", `"foo"@en`, `"bar"@fr`, `"foobar"`}, {"CONCAT", `"foo"@en`, `"foo"@en`}, {"CONCAT", `"foo"`, "1", "type"}, {"CONCAT", "<x:a>", "type"}, {"CONCAT", huge, `"a"`, "limit"},
		{"LANGMATCHES", `"en"`, `"en"`, yes}, {"LANGMATCHES", `"en-gb"`, `"EN"`, yes}, {"LANGMATCHES", `"en"`, `"en-gb"`, no}, {"LANGMATCHES", `"eng"`, `"en"`, no}, {"LANGMATCHES", `"en"`, `"*"`, yes}, {"LANGMATCHES", `""`, `"*"`, no}, {"LANGMATCHES", `""`, `""`, no}, {"LANGMATCHES", `"de-latn-de"`, `"de-de"`, no}, {"LANGMATCHES", `"de-de-1996"`, `"de-DE"`, yes}, {"LANGMATCHES", `"en"@en`, `"en"`, "type"}, {"LANGMATCHES", "<x:a>", `"*"`, "type"},
		{"REGEX", `"Alice"`, `"^ali"`, `"i"`, yes}, {"REGEX", `"Alice"`, `"^ali"`, no}, {"REGEX", `"Alice"@en`, `"ice$"`, yes}, {"REGEX", "1", `"1"`, "type"}, {"REGEX", "<x:a>", `"a"`, "type"}, {"REGEX", `"a"`, `"a"@en`, "type"}, {"REGEX", `"a"`, `"("`, "range"}, {"REGEX", `"a"`, `"a"`, `"z"`, "range"}, {"REGEX", `"a"`, `"a"`, "1", "type"},
		{"REPLACE", `"abcd"`, `"b"`, `"Z"`, `"aZcd"`}, {"REPLACE", `"abab"@en`, `"B"`, `"Z"`, `"i"`, `"aZaZ"@en`}, {"REPLACE", `"abab"`, `"B."`, `"Z"`, `"i"`, `"aZb"`}, {"REPLACE", `"a"`, `"a*"`, `"b"`, "range"}, {"REPLACE", `"a"`, `"a"`, `"$"`, "range"}, {"REPLACE", `"a"`, `"["`, `"b"`, "range"}, {"REPLACE", "1", `"1"`, `"2"`, "type"}, {"REPLACE", `"a"`, `"a"`, "1", "type"}, {"REPLACE", huge, `"a"`, `"bb"`, "limit"},
		// 17.4.4
		{"ABS", "-1", `"1"^^integer`}, {"ABS", `"-3"^^byte`, `"3"^^integer`}, {"ABS", "-1.5", `"1.5"^^decimal`}, {"ABS", "-1.5e0", `"1.5E0"^^double`}, {"ABS", `"-INF"^^float`, `"INF"^^float`}, {"ABS", `"1"`, "type"},
		{"ROUND", "2.4999", `"2.0"^^decimal`}, {"ROUND", "2.5", `"3.0"^^decimal`}, {"ROUND", "-2.5", `"-2.0"^^decimal`}, {"ROUND", "-2.6", `"-3.0"^^decimal`}, {"ROUND", "7", `"7"^^integer`}, {"ROUND", "2.5e0", `"3.0E0"^^double`}, {"ROUND", "-2.5e0", `"-2.0E0"^^double`}, {"ROUND", "-0.2e0", `"-0.0E0"^^double`}, {"ROUND", "0.49999999999999994e0", `"0.0E0"^^double`}, {"ROUND", `"NaN"^^double`, `"NaN"^^double`}, {"ROUND", `"INF"^^float`, `"INF"^^float`}, {"ROUND", "<x:a>", "type"},
		{"CEIL", "10.5", `"11.0"^^decimal`}, {"CEIL", "-10.5", `"-10.0"^^decimal`}, {"CEIL", "1.5e0", `"2.0E0"^^double`}, {"CEIL", "3", `"3"^^integer`}, {"FLOOR", "10.5", `"10.0"^^decimal`}, {"FLOOR", "-10.5", `"-11.0"^^decimal`}, {"FLOOR", "12345678901234567890.5", `"12345678901234567890.0"^^decimal`}, {"FLOOR", "-1.5e0", `"-2.0E0"^^double`}, {"FLOOR", "true", "type"},
		// 17.4.5
		{"NOW", `"2024-05-06T07:08:09.12Z"^^dateTime`},
		{"YEAR", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"2011"^^integer`}, {"YEAR", `"-0044-03-15"^^date`, `"-44"^^integer`}, {"YEAR", `"1642"^^gYear`, `"1642"^^integer`}, {"YEAR", `"1642-02"^^gYearMonth`, `"1642"^^integer`}, {"YEAR", `"10:00:00"^^time`, "type"}, {"YEAR", `"2011"`, "type"}, {"YEAR", `"2011-13-10T14:45:13Z"^^dateTime`, "type"},
		{"MONTH", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"1"^^integer`}, {"MONTH", `"--02"^^gMonth`, `"2"^^integer`}, {"MONTH", `"--02-03"^^gMonthDay`, `"2"^^integer`}, {"MONTH", `"1642"^^gYear`, "type"}, {"DAY", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"10"^^integer`}, {"DAY", `"---31"^^gDay`, `"31"^^integer`}, {"DAY", `"2011-01-01T00:30:00+01:00"^^dateTime`, `"1"^^integer`}, {"DAY", `"1642-02"^^gYearMonth`, "type"},
		{"HOURS", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"14"^^integer`}, {"HOURS", `"23:00:00"^^time`, `"23"^^integer`}, {"HOURS", `"2000-01-01"^^date`, "type"}, {"MINUTES", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"45"^^integer`}, {"MINUTES", "1", "type"}, {"SECONDS", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"13.815"^^decimal`}, {"SECONDS", `"2011-01-10T14:45:00Z"^^dateTime`, `"0.0"^^decimal`}, {"SECONDS", "1", "type"},
		{"TIMEZONE", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"-PT5H"^^dayTimeDuration`}, {"TIMEZONE", `"2011-01-10T14:45:13.815Z"^^dateTime`, `"PT0S"^^dayTimeDuration`}, {"TIMEZONE", `"2011-01-10T14:45:13.815"^^dateTime`, "range"}, {"TIMEZONE", `"2011-01-10+05:30"^^date`, `"PT5H30M"^^dayTimeDuration`}, {"TIMEZONE", "1", "type"},
		{"TZ", `"2011-01-10T14:45:13.815-05:00"^^dateTime`, `"-05:00"`}, {"TZ", `"2011-01-10T14:45:13.815Z"^^dateTime`, `"Z"`}, {"TZ", `"2011-01-10T14:45:13.815+00:00"^^dateTime`, `"+00:00"`}, {"TZ", `"2011-01-10T14:45:13.815"^^dateTime`, `""`}, {"TZ", "1", "type"},
		// 17.4.6
		{"MD5", `"abc"`, `"900150983cd24fb0d6963f7d28e17f72"`}, {"SHA1", `"abc"`, `"a9993e364706816aba3e25717850c26c9cd0d89d"`}, {"SHA256", `"abc"`, `"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"`},
		{"SHA384", `"abc"`, `"cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"`}, {"SHA512", `"abc"`, `"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"`}, {"MD5", `"abc"@en`, "type"}, {"SHA1", "1", "type"}, {"MD5", "<x:a>", "type"},
	}
	ctx := newContext()
	for _, test := range tests {
		name, args, want := test[0], test[1:len(test)-1], test[len(test)-1]
		if got := call(t, ctx, name, args...); got != want {
			t.Errorf("%.80s: %.200s, want %s", name+" "+strings.Join(args, ", "), got, want)
		}
	}
}

func TestLookup(t *testing.T) {
	for name, args := range map[string]int{"STRLEN": 2, "CONCAT": -1, "SUBSTR": 4, "NOW": 1, "REGEX": 1, xsd + "integer": 0} {
		f, ok := function.Lookup(name)
		if !ok || args >= 0 && f.Accepts(args) {
			t.Errorf("%s is known: %t, and takes %d arguments", name, ok, args)
		}
	}
	for _, name := range []string{"strlen", "IF", "BOUND", "", "http://example.org/f", xsd + "byte"} {
		if _, ok := function.Lookup(name); ok {
			t.Errorf("%q is a function", name)
		}
	}
	for name, want := range map[string]function.Volatility{"STRLEN": function.Immutable, "NOW": function.Stable, "RAND": function.Volatile, "UUID": function.Volatile, "STRUUID": function.Volatile, "BNODE": function.Volatile} {
		if f, _ := function.Lookup(name); f.Volatility != want {
			t.Errorf("%s: volatility %d, want %d", name, f.Volatility, want)
		}
	}
}

// TestBlankNodes is section 17.4.2.9.
func TestBlankNodes(t *testing.T) {
	ctx := newContext()
	a, b, other := call(t, ctx, "BNODE", `"a"`), call(t, ctx, "BNODE", `"a"`), call(t, ctx, "BNODE", `"b"`)
	if a != b || a == other || !strings.HasPrefix(a, "_:"+function.BlankLabel) {
		t.Errorf("in one solution, a is %s and %s, and b %s", a, b, other)
	}
	if one, two := call(t, ctx, "BNODE"), call(t, ctx, "BNODE"); one == two || one == a {
		t.Errorf("BNODE() is %s and %s", one, two)
	}
	ctx.NextSolution()
	if next := call(t, ctx, "BNODE", `"a"`); next == a {
		t.Errorf("in the next solution, a is %s again", next)
	}
	for _, arg := range []string{"1", `"a"@en`, "<x:a>"} {
		if got := call(t, ctx, "BNODE", arg); got != "type" {
			t.Errorf("BNODE(%s) is %s", arg, got)
		}
	}
}

func TestRandom(t *testing.T) {
	ctx := newContext()
	form := "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
	for name, want := range map[string]string{"UUID": "^<urn:uuid:" + form + ">$", "STRUUID": `^"` + form + `"$`, "RAND": `^"[0-9]\.[0-9]+E(-[0-9]+|0)"\^\^double$`} {
		one, two := call(t, ctx, name), call(t, ctx, name)
		if one == two || !regexp.MustCompile(want).MatchString(one) || !regexp.MustCompile(want).MatchString(two) {
			t.Errorf("%s is %s and %s", name, one, two)
		}
	}
}

// TestManyPatterns uses more patterns than are kept.
func TestManyPatterns(t *testing.T) {
	ctx := newContext()
	for range 2 {
		for n := range 100 {
			pattern := `"^` + strings.Repeat("a", n) + `$"`
			if got := call(t, ctx, "REGEX", `"aaa"`, pattern); (got == yes) != (n == 3) {
				t.Fatalf("%s matches aaa: %s", pattern, got)
			}
		}
	}
}

func TestCheckPattern(t *testing.T) {
	for _, test := range []struct {
		pattern, flags string
		ok             bool
	}{
		{`"^a+$"`, `"i"`, true}, {`"a"`, "", true}, {`"("`, `"q"`, true},
		{`"("`, "", false}, {`"a"`, `"g"`, false}, {`"[a-z-[b]]"`, "", false}, {`"(a)\1"`, "", false},
		{`"a"@en`, "", false}, {`1`, "", false}, {`"a"`, `1`, false},
	} {
		var flags rdf.Term
		if test.flags != "" {
			flags = sparqltest.Term(t, test.flags)
		}
		if err := function.CheckPattern(sparqltest.Term(t, test.pattern), flags); (err == nil) != test.ok {
			t.Errorf("%s with %s: %v", test.pattern, test.flags, err)
		}
	}
}
