package framing

import (
	"math"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// makeNative writes the typed values below a node as numbers and booleans of JSON where JSON-LD
// reads the same literals from them.
func makeNative(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			makeNative(item)
		}
	case map[string]any:
		text, isText := value["@value"].(string)
		if !isText {
			for _, member := range value {
				makeNative(member)
			}
			return
		}
		if native, ok := native(text, textOf(value["@type"])); ok {
			value["@value"] = native
			delete(value, "@type")
		}
	}
}

// native returns a literal as a number or boolean of JSON.
func native(text, datatype string) (any, bool) {
	if datatype == graph.XSDBoolean.String() {
		return text == "true", text == "true" || text == "false"
	}
	iri, err := graph.IRI(datatype)
	if datatype == "" || err != nil {
		return nil, false
	}
	short, ok := layout.ShortNumber(rdf.NewTypedLiteral(text, iri))
	if !ok {
		return nil, false
	}
	number, err := strconv.ParseFloat(short, 64)
	return number, err == nil && math.Abs(number) < 1<<53
}
