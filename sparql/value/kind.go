package value

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Kind is what a value is: a kind of term, and for literals the datatype. The
// types that are derived from xsd:integer are Integer, by type substitution
// (section 17.1).
type Kind uint8

// The kinds.
const (
	Unbound Kind = iota
	Blank
	IRI
	// The numbers, each promoted to those that follow (section 17.1; xsd:integer
	// is derived from xsd:decimal).
	Integer
	Decimal
	Float
	Double
	Boolean
	String
	LangString
	DateTime
	Date
	Time
	GYear
	GYearMonth
	GMonth
	GMonthDay
	GDay
	Duration
	YearMonthDuration
	DayTimeDuration
	// Other is a literal whose value is not known.
	Other
)

// IsLiteral tells whether the kind is one of literals.
func (k Kind) IsLiteral() bool { return k >= Integer }

// IsNumeric tells whether the kind is one of numbers.
func (k Kind) IsNumeric() bool { return Integer <= k && k <= Double }

func (k Kind) isExact() bool    { return k == Integer || k == Decimal }
func (k Kind) isMoment() bool   { return DateTime <= k && k <= GDay }
func (k Kind) isDuration() bool { return Duration <= k && k <= DayTimeDuration }

// xsd is the namespace of the datatypes.
const xsd = "http://www.w3.org/2001/XMLSchema#"

// datatypeNames has the local name of the datatype of each kind from Integer on.
var datatypeNames = [...]string{
	Integer: "integer", Decimal: "decimal", Float: "float", Double: "double", Boolean: "boolean", String: "string",
	DateTime: "dateTime", Date: "date", Time: "time", GYear: "gYear", GYearMonth: "gYearMonth", GMonth: "gMonth",
	GMonthDay: "gMonthDay", GDay: "gDay", Duration: "duration", YearMonthDuration: "yearMonthDuration", DayTimeDuration: "dayTimeDuration",
}

// datatypes has the datatype of each kind of literals that are calculated.
var datatypes = func() (table [len(datatypeNames)]rdf.IRI) {
	for kind, name := range datatypeNames {
		if name != "" {
			table[kind], _ = rdf.NewIRI(xsd + name) // fails for no name of the table
		}
	}
	return table
}()

func (k Kind) datatype() rdf.IRI { return datatypes[k] }

// KindOf returns the kind of the literals of a datatype: Other where it is not
// known. Types derived from xsd:integer are Integer.
func KindOf(datatype string) Kind {
	if datatype == graph.LangString.String() {
		return LangString
	}
	name, ok := strings.CutPrefix(datatype, xsd)
	if !ok {
		return Other
	}
	if _, derived := (Exact{}).fits(name); derived {
		return Integer
	}
	return kindNamed(name)
}

// kindNamed returns the kind of a datatype of XSD by its local name. A switch, and
// not a map, since every literal that is looked at comes by here.
func kindNamed(name string) Kind {
	switch name {
	case "string":
		return String
	case "integer":
		return Integer
	case "decimal":
		return Decimal
	case "double":
		return Double
	case "float":
		return Float
	case "boolean":
		return Boolean
	case "dateTime":
		return DateTime
	case "date":
		return Date
	case "time":
		return Time
	case "gYear":
		return GYear
	case "gYearMonth":
		return GYearMonth
	case "gMonth":
		return GMonth
	case "gMonthDay":
		return GMonthDay
	case "gDay":
		return GDay
	case "duration":
		return Duration
	case "yearMonthDuration":
		return YearMonthDuration
	case "dayTimeDuration":
		return DayTimeDuration
	}
	return Other
}
