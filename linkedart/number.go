package linkedart

import (
	"regexp"
	"strings"
)

// numericTypes are the datatypes of XML Schema Definition Language 1.1 Part 2
// whose values are numbers, with the lexical forms of the finite ones.
var numericTypes = map[string]*regexp.Regexp{
	"decimal": decimalForm, "double": doubleForm, "float": doubleForm,
	"integer": integerForm, "long": integerForm, "int": integerForm, "short": integerForm, "byte": integerForm,
	"nonNegativeInteger": integerForm, "positiveInteger": integerForm,
	"nonPositiveInteger": integerForm, "negativeInteger": integerForm,
	"unsignedLong": integerForm, "unsignedInt": integerForm, "unsignedShort": integerForm, "unsignedByte": integerForm,
}

var (
	integerForm = regexp.MustCompile(`^[+-]?[0-9]+$`)
	decimalForm = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
	doubleForm  = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
)

const xsd = "http://www.w3.org/2001/XMLSchema#"

// isNumber reports whether a value object under the key is a number of RDF. A
// JSON number stands for an xsd:integer or an xsd:double in canonical form
// (JSON-LD 1.1 API section 8.2.2); 24.50 in Turtle is neither, and written so
// that it is kept: {"@type": "xsd:decimal", "@value": "24.50"}.
func isNumber(key string, object map[string]any) bool {
	switch key {
	case "value", "lower_value_limit", "upper_value_limit":
	default:
		return false
	}
	datatype, ok := object["type"].(string)
	if !ok {
		datatype, ok = object["@type"].(string)
	}
	text, isText := object["@value"].(string)
	if !ok || !isText || len(object) != 2 {
		return false
	}
	name, short := strings.CutPrefix(datatype, "xsd:")
	if !short {
		if name, ok = strings.CutPrefix(datatype, xsd); !ok {
			return false
		}
	}
	form := numericTypes[name]
	return form != nil && form.MatchString(text)
}
