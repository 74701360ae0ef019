// Package value has the values of RDF terms that SPARQL 1.1 Query compares and
// calculates with (https://www.w3.org/TR/sparql11-query/): the operators of
// section 17.3, the effective boolean value of section 17.2.2, the logic of
// errors of section 17.2, and the order of section 15.1. What the operators do is
// said by XQuery 1.0 and XPath 2.0 Functions and Operators
// (https://www.w3.org/TR/xpath-functions/, "F&O" in comments), what lexical forms
// mean by XML Schema Definition Language 1.1 Part 2
// (https://www.w3.org/TR/xmlschema11-2/, "XSD").
//
// Known datatypes are xsd:string, xsd:boolean, xsd:integer with all types derived
// from it, xsd:decimal, xsd:float, xsd:double, the seven types of dates and times,
// the three durations, and rdf:langString. Integers and decimals are exact. Beyond
// the table of section 17.3, as its section 17.3.1 allows, dates, times and
// durations compare, and known values of different value spaces are unequal.
//
// A literal that is not known is kind Other: one of another datatype, one whose
// lexical form its datatype does not have (white space around it included), and
// one beyond the limits of this package, which are MaxDigits and years of nine
// digits. It is equal to itself; anything else about it is a type error.
//
// The package evaluates no expressions, and never rounds what is exact but the
// quotient of two decimals.
package value

import (
	"errors"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// The errors of expressions (section 17.2). They have no details, since most are
// made for a solution that a filter then leaves out.
var (
	// ErrType tells that an operator or function is not defined for its operands.
	ErrType = errors.New("an operator or function is not defined for the types of its operands")
	// ErrUnbound tells that a variable is not bound.
	ErrUnbound = errors.New("a variable is not bound")
	// ErrRange tells that there is no result, such as of a division by zero.
	ErrRange = errors.New("an operation has no result, such as a division by zero")
	// ErrIndeterminate tells that the order of two times, of which one has no time
	// zone, depends on that zone.
	ErrIndeterminate = errors.New("a time without a time zone may be before or after one that has a time zone")
)

// ErrLimit is no error of an expression: a limit of ours was reached, and to
// leave out the solution would be a wrong answer. It ends the query.
var ErrLimit = errors.New("a value of the query is too large")

// Value is a term with its value. The zero Value is unbound. Values of literals
// that were calculated have no term until it is asked for.
type Value struct {
	kind Kind
	// term is nil where the value was calculated.
	term rdf.Term
	// text is the lexical form of a literal that has a term or is a string, the
	// text of an IRI, or the label of a blank node.
	text string
	// number has an Integer, a Decimal, or the seconds of a duration.
	number Exact
	// float has a Float or a Double.
	float float64
	// months are those of a duration.
	months int64
	moment Moment
	truth  bool
}

// Of returns the value of a term, which is unbound for nil.
func Of(term rdf.Term) Value {
	switch t := term.(type) {
	case nil:
		return Value{}
	case rdf.IRI:
		return Value{kind: IRI, term: term, text: t.String()}
	case rdf.Literal:
		v := Value{kind: Other, term: term, text: t.String()}
		v.read(t.DataType.String())
		return v
	default:
		return Value{kind: Blank, term: term, text: t.String()}
	}
}

// Parse returns the value of a lexical form of the datatype of a kind, as one that
// was calculated: its term has the canonical lexical form. It is false where the
// datatype has no such lexical form. Kinds of terms and Other have none.
func Parse(kind Kind, lexical string) (Value, bool) {
	v := Value{kind: Other, text: lexical}
	v.readAs(kind)
	if kind != String {
		v.text = ""
	}
	return v, v.kind == kind && kind != Other
}

// NewBoolean returns an xsd:boolean.
func NewBoolean(b bool) Value { return Value{kind: Boolean, truth: b} }

// NewInteger returns an xsd:integer.
func NewInteger(n int64) Value { return Value{kind: Integer, number: Exact{small: n}} }

// NewExact returns an xsd:integer or xsd:decimal: the kind is Integer, for a number
// without a fraction, or Decimal. ErrLimit where it has more than MaxDigits.
func NewExact(kind Kind, n Exact) (Value, error) {
	if n.tooLong() {
		return Value{}, ErrLimit
	}
	return Value{kind: kind, number: n}, nil
}

// NewFloat returns an xsd:float or an xsd:double: the kind is Float or Double.
func NewFloat(kind Kind, f float64) Value {
	if kind == Float {
		f = float64(float32(f))
	}
	return Value{kind: kind, float: f}
}

// NewString returns an xsd:string.
func NewString(s string) Value { return Value{kind: String, text: s} }

// NewMoment returns a date or time of the kind, which says what of it counts.
func NewMoment(kind Kind, m Moment) Value { return Value{kind: kind, moment: m.only(kind)} }

// NewDuration returns a duration of the kind, of months and seconds of one sign.
func NewDuration(kind Kind, months int64, seconds Exact) Value {
	return Value{kind: kind, months: months, number: seconds}
}

// Kind returns what kind of term v is, for literals by the datatype.
func (v Value) Kind() Kind { return v.kind }

// Text returns the lexical form of a literal, the text of an IRI or the label of a
// blank node.
func (v Value) Text() string {
	if v.term != nil || v.kind == String {
		return v.text
	}
	return string(v.appendCanonical(nil))
}

// Lang returns the language tag, which is empty for all but language-tagged
// strings.
func (v Value) Lang() string {
	if v.kind != LangString {
		return ""
	}
	return v.term.(rdf.Literal).Lang()
}

// Datatype returns the datatype IRI of a literal; it is false for other terms.
func (v Value) Datatype() (rdf.IRI, bool) {
	if l, ok := v.term.(rdf.Literal); ok {
		return l.DataType, true
	}
	if !v.kind.IsLiteral() {
		return rdf.IRI{}, false
	}
	return v.kind.datatype(), true
}

// Exact returns the number of an Integer or a Decimal, or the seconds of a
// duration.
func (v Value) Exact() Exact { return v.number }

// Float returns the number of a Float or a Double.
func (v Value) Float() float64 { return v.float }

// Bool returns the truth value of a Boolean.
func (v Value) Bool() bool { return v.truth }

// Moment returns the moment of a date or time.
func (v Value) Moment() Moment { return v.moment }

// Months returns the months of a duration.
func (v Value) Months() int64 { return v.months }

// Term returns the term, nil where v is unbound. A calculated one has the lexical
// form of Canonical.
func (v Value) Term() rdf.Term {
	switch {
	case v.term != nil || v.kind == Unbound:
		return v.term
	case v.kind == String:
		return graph.String(v.text)
	}
	return graph.Typed(string(v.appendCanonical(nil)), v.kind.datatype())
}

// Canonical returns the canonical lexical form of the datatype, which is the one of
// the term where the datatype is not known: 2 for integers, 1.0E1 for doubles. A
// decimal has a point, as in 2.0: that is the canonical form of XSD 1.0, which SPARQL
// 1.1 was written for, and the one that SPARQL and Turtle read as a decimal again.
func (v Value) Canonical() string {
	switch v.kind {
	case Unbound, Blank, IRI, String, LangString, Other:
		return v.text
	}
	return string(v.appendCanonical(nil))
}

func (v Value) appendCanonical(b []byte) []byte {
	switch {
	case v.kind == Boolean:
		return strconv.AppendBool(b, v.truth)
	case v.kind == Integer:
		return v.number.append(b)
	case v.kind == Decimal:
		if b = v.number.append(b); v.number.IsInteger() {
			b = append(b, ".0"...)
		}
		return b
	case v.kind == Float:
		return appendFloat(b, v.float, 32)
	case v.kind == Double:
		return appendFloat(b, v.float, 64)
	case v.kind.isMoment():
		return v.moment.append(b, v.kind)
	case v.kind.isDuration():
		return v.appendDuration(b)
	default:
		return append(b, v.text...)
	}
}

// IsLimit tells whether an error ends the query, and is not one of an expression.
func IsLimit(err error) bool { return err != nil && errors.Is(err, ErrLimit) }
