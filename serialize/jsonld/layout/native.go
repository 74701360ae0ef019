package layout

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// NativeForm tells how to write a literal as a JSON string, number or boolean
// that stands for exactly this literal where no type is coerced.
func NativeForm(l rdf.Literal) (Op, bool) {
	switch l.DataType {
	case graph.XSDString:
		return Text, true
	case graph.XSDBoolean:
		return Bool, l.String() == "true" || l.String() == "false"
	}
	_, ok := ShortNumber(l)
	return Number, ok
}
