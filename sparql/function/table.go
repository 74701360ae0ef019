package function

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"strings"

	"vitrine/sparql/value"
)

// Lookup returns the function of a name as package algebra has it: a built-in in
// capital letters, the sign of an operator, unary-plus, unary-minus, or the IRI of
// a cast or of another function.
func Lookup(name string) (*Function, bool) {
	f, ok := table[name]
	return f, ok
}

// table has all functions by their names.
var table = func() map[string]*Function {
	byName := map[string]*Function{}
	for _, list := range [][]Function{operators, termFunctions, textFunctions, numberFunctions, timeFunctions, hashFunctions, geometryFunctions, casts()} {
		for i := range list {
			byName[list[i].Name] = &list[i]
		}
	}
	return byName
}()

// operators are those of section 17.3 that evaluate both operands.
var operators = []Function{
	comparison("=", value.Equal), comparison("!=", value.NotEqual), comparison("<", value.Less), comparison(">", value.Greater),
	comparison("<=", value.LessOrEqual), comparison(">=", value.GreaterOrEqual), comparison("SAMETERM", value.SameTerm),
	calculation("+", value.Add), calculation("-", value.Subtract), calculation("*", value.Multiply), calculation("/", value.Divide),
	unary("unary-plus", value.Plus), unary("unary-minus", value.Negate),
}

// termFunctions are those of section 17.4.2.
var termFunctions = []Function{
	test("ISIRI", func(k value.Kind) bool { return k == value.IRI }),
	test("ISBLANK", func(k value.Kind) bool { return k == value.Blank }),
	test("ISLITERAL", value.Kind.IsLiteral),
	test("ISNUMERIC", value.Kind.IsNumeric),
	unary("STR", str), unary("LANG", lang), unary("DATATYPE", datatype),
	{Name: "IRI", Least: 1, Most: 1, call: toIRI},
	{Name: "BNODE", Most: 1, Volatility: Volatile, call: bnode},
	calculation("STRDT", strdt), calculation("STRLANG", strlang),
	{Name: "UUID", Volatility: Volatile, call: newUUID},
	{Name: "STRUUID", Volatility: Volatile, call: strUUID},
}

// textFunctions are those of section 17.4.3.
var textFunctions = []Function{
	unary("STRLEN", strlen), unary("UCASE", ucase), unary("LCASE", lcase), unary("ENCODE_FOR_URI", encodeForURI),
	{Name: "SUBSTR", Least: 2, Most: 3, call: substr},
	pair("STRSTARTS", strings.HasPrefix), pair("STRENDS", strings.HasSuffix), pair("CONTAINS", strings.Contains),
	calculation("STRBEFORE", strbefore), calculation("STRAFTER", strafter),
	{Name: "CONCAT", Most: -1, call: concat},
	calculation("LANGMATCHES", langMatches),
	{Name: "REGEX", Least: 2, Most: 3, call: matches},
	{Name: "REPLACE", Least: 3, Most: 4, call: replace},
}

// numberFunctions are those of section 17.4.4.
var numberFunctions = []Function{
	unary("ABS", abs), unary("ROUND", round), unary("CEIL", ceil), unary("FLOOR", floor),
	{Name: "RAND", Volatility: Volatile, call: random},
}

// timeFunctions are those of section 17.4.5.
var timeFunctions = []Function{
	{Name: "NOW", Volatility: Stable, call: now},
	unary("YEAR", year), unary("MONTH", month), unary("DAY", day), unary("HOURS", hours), unary("MINUTES", minutes), unary("SECONDS", seconds),
	unary("TIMEZONE", timezone), unary("TZ", tz),
}

// hashFunctions are those of section 17.4.6.
var hashFunctions = []Function{
	hashFunction("MD5", md5.New), hashFunction("SHA1", sha1.New), hashFunction("SHA256", sha256.New), hashFunction("SHA384", sha512.New384), hashFunction("SHA512", sha512.New),
}

// unary is a function of one argument.
func unary(name string, call func(v value.Value) (value.Value, error)) Function {
	return Function{Name: name, Least: 1, Most: 1, call: func(_ *Context, args []value.Value) (value.Value, error) {
		return call(args[0])
	}}
}

// calculation is a function of two arguments.
func calculation(name string, call func(a, b value.Value) (value.Value, error)) Function {
	return Function{Name: name, Least: 2, Most: 2, call: func(_ *Context, args []value.Value) (value.Value, error) {
		return call(args[0], args[1])
	}}
}

// comparison is a function of two arguments that is true or false.
func comparison(name string, call func(a, b value.Value) (bool, error)) Function {
	return calculation(name, func(a, b value.Value) (value.Value, error) {
		truth, err := call(a, b)
		return value.NewBoolean(truth), err
	})
}

// test is a function that asks for the kind of a term.
func test(name string, is func(k value.Kind) bool) Function {
	return unary(name, func(v value.Value) (value.Value, error) { return value.NewBoolean(is(v.Kind())), nil })
}

// pair is a function of two compatible string literals that is true or false.
func pair(name string, call func(a, b string) bool) Function {
	return calculation(name, func(a, b value.Value) (value.Value, error) {
		if !compatible(a, b) {
			return value.Value{}, value.ErrType
		}
		return value.NewBoolean(call(a.Text(), b.Text())), nil
	})
}
