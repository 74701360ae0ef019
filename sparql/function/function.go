// Package function has the functions that the expressions of SPARQL 1.1 Query call
// (https://www.w3.org/TR/sparql11-query/): the built-in functions of section 17.4,
// the operators of section 17.3 by their signs, the casts of section 17.5, and the
// aggregates of section 18.5.1. Functions that section 17.4 takes from XQuery 1.0
// and XPath 2.0 Functions and Operators (https://www.w3.org/TR/xpath-functions/)
// do what that says.
//
// Functions take and return values of package value; their errors are those of
// that package, and ErrLimit alone ends a query. Forms that do not evaluate all of
// their arguments first, such as IF and COALESCE, are no functions.
//
// Beyond the recommendation, the functions of section 17.4.5 take dates, times and
// parts of dates where they have them, and there are casts to the
// other datatypes of dates, times and durations.
//
// There are some functions of GeoSPARQL (https://docs.ogc.org/is/22-047r1/22-047r1.html): the
// simple features relations sfIntersects, sfWithin and sfContains, and the distance.
//
// The package reads no data, opens no connection, and never looks at a clock.
package function

import (
	crypto "crypto/rand"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/regex"
	"vitrine/sparql/value"
)

// MaxText is the length of the longest text that a function makes, in bytes: as long as
// the texts of all records of most collections together.
// Beyond it the error is value.ErrLimit.
const MaxText = 16 << 20

// Volatility says when a call gives another result for the same arguments.
type Volatility uint8

const (
	// Immutable is never.
	Immutable Volatility = iota
	// Stable is in another query.
	Stable
	// Volatile is at any call.
	Volatile
)

// Function is a built-in function, an operator or a cast.
type Function struct {
	// Name is in capital letters, the sign of an operator, or the IRI of a cast.
	Name string
	// Least and Most are the numbers of arguments; Most is less than 0 where there
	// is no bound.
	Least, Most int
	Volatility  Volatility
	call        func(ctx *Context, args []value.Value) (value.Value, error)
}

// Call returns the result for as many arguments as the function takes, of which
// none is unbound. It keeps no argument.
func (f *Function) Call(ctx *Context, args []value.Value) (value.Value, error) {
	return f.call(ctx, args)
}

// Accepts tells whether the function takes so many arguments.
func (f *Function) Accepts(args int) bool {
	return args >= f.Least && (f.Most < 0 || args <= f.Most)
}

// Context is what the functions of one query have in common. It is for one
// goroutine.
type Context struct {
	now  value.Value
	base string
	// random is for RAND, UUID and STRUUID, nil before the first.
	random *rand.ChaCha8
	// blanks has the blank nodes of the present solution by the argument of BNODE.
	blanks map[string]value.Value
	// blankCount is the number of blank nodes that BNODE made.
	blankCount int
	// geometries are those that were read last as first and second arguments.
	geometries [2]*shape
	// patterns has compiled patterns.
	patterns map[pattern]compiledPattern
}

// NewContext returns the context of a query that began at a time, and whose base
// IRI is base, "" where it has none.
func NewContext(now time.Time, base string) *Context {
	return &Context{now: value.NewMoment(value.DateTime, value.NewInstant(now.Unix(), now.Nanosecond())), base: base}
}

// source returns the source of random numbers.
func (c *Context) source() *rand.ChaCha8 {
	if c.random == nil {
		var seed [32]byte
		crypto.Read(seed[:]) // never fails
		c.random = rand.NewChaCha8(seed)
	}
	return c.random
}

// NextSolution begins a solution: from here on BNODE with an argument makes new
// blank nodes (section 17.4.2.9).
func (c *Context) NextSolution() { clear(c.blanks) }

// BlankLabel is what the labels of blank nodes begin with that BNODE makes, before
// a number. A dataset should have none that begin so.
const BlankLabel = "q--"

// newBlank returns a blank node that is not in the data.
func (c *Context) newBlank() value.Value {
	c.blankCount++
	b, _ := rdf.NewBlank(BlankLabel + strconv.Itoa(c.blankCount)) // fails for an empty label only
	return value.Of(b)
}

// pattern is a regular expression with its flags.
type pattern struct{ text, flags string }

// compiledPattern is what Compile returned.
type compiledPattern struct {
	regex *regex.Regex
	err   error
}

// maxPatterns is how many compiled patterns are kept.
const maxPatterns = 64

// compile returns the compiled pattern. Most queries have few.
func (c *Context) compile(text, flags string) (*regex.Regex, error) {
	key := pattern{text, flags}
	if known, ok := c.patterns[key]; ok {
		return known.regex, known.err
	}
	if len(c.patterns) == maxPatterns {
		clear(c.patterns)
	}
	compiled, err := regex.Compile(text, flags)
	if c.patterns == nil {
		c.patterns = map[pattern]compiledPattern{}
	}
	c.patterns[key] = compiledPattern{compiled, err}
	return compiled, err
}

// tooLong is the error of a function whose result would be longer than MaxText.
func tooLong(function string) error {
	return fmt.Errorf("%w: %s makes a text of more than %d bytes", value.ErrLimit, function, MaxText)
}

// like returns a text with the language tag of v, or as an xsd:string where v has
// none: the result of functions that take a part of a string literal or change it.
func like(v value.Value, text string) (value.Value, error) {
	if v.Kind() != value.LangString {
		return value.NewString(text), nil
	}
	return tagged(text, v.Lang())
}

func tagged(text, tag string) (value.Value, error) {
	l, err := graph.Tagged(text, tag)
	if err != nil {
		return value.Value{}, value.ErrRange
	}
	return value.Of(l), nil
}
