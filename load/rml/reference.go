package rml

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/antchfx/xmlquery"
	"github.com/antchfx/xpath"
	"github.com/knakk/rdf"
	"github.com/theory/jsonpath"

	"vitrine/rdfstore/graph"
)

// record is one record of a source: a value of JSON, a row of CSV, or a node of XML.
type record any

// value is what a reference finds: a text, and the datatype that it has by nature, the zero
// IRI for none.
type value struct {
	text     string
	datatype rdf.IRI
}

// reference finds values in a record.
type reference interface {
	values(record) ([]value, error)
}

// newReference reads a reference of a formulation.
func newReference(text, formulation string) (reference, error) {
	switch formulation {
	case "JSONPath":
		path, err := parsePath(text)
		if err != nil {
			return nil, err
		}
		return jsonReference{path}, nil
	case "CSV":
		return csvReference(text), nil
	case "XPath":
		path, err := xpath.Compile(text)
		if err != nil {
			return nil, fmt.Errorf("%q is no XPath: %w", text, err)
		}
		return xmlReference{path}, nil
	}
	return nil, fmt.Errorf("references by %q are not read; JSONPath, CSV and XPath are", formulation)
}

// parsePath reads a JSONPath. A name alone is read as $.name, as mappings of the older RML
// write it.
func parsePath(text string) (*jsonpath.Path, error) {
	path, err := jsonpath.Parse(text)
	if err == nil {
		return path, nil
	}
	if short, shortErr := jsonpath.Parse("$." + text); shortErr == nil && !strings.HasPrefix(text, "$") {
		return short, nil
	}
	return nil, fmt.Errorf("%q is no JSONPath: %w", text, err)
}

type jsonReference struct{ path *jsonpath.Path }

func (r jsonReference) values(of record) ([]value, error) {
	var values []value
	for _, found := range r.path.Select(of) {
		switch v := found.(type) {
		case nil:
		case string:
			values = append(values, value{text: v})
		case bool:
			values = append(values, value{strconv.FormatBool(v), graph.XSDBoolean})
		case json.Number:
			values = append(values, number(v))
		default:
			return nil, fmt.Errorf("%s leads to an object or a list, and not to a value", r.path)
		}
	}
	return values, nil
}

// number returns a number of JSON as a literal of XML Schema: an integer, or a double in
// its canonical form.
func number(n json.Number) value {
	text := n.String()
	if !strings.ContainsAny(text, ".eE") {
		return value{text, graph.XSDInteger}
	}
	f, err := n.Float64()
	if err != nil || math.IsInf(f, 0) {
		return value{text, graph.XSDDouble}
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'E', -1, 64), "E")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	power, _ := strconv.Atoi(exponent)
	return value{mantissa + "E" + strconv.Itoa(power), graph.XSDDouble}
}

type csvReference string

func (r csvReference) values(of record) ([]value, error) {
	row, _ := of.(map[string]any)
	cell, ok := row[string(r)].(string)
	switch {
	case !ok:
		return nil, fmt.Errorf("there is no column %q", string(r))
	case cell == "":
		return nil, nil
	}
	return []value{{text: cell}}, nil
}

type xmlReference struct{ path *xpath.Expr }

func (r xmlReference) values(of record) ([]value, error) {
	node, ok := of.(*xmlquery.Node)
	if !ok {
		return nil, nil
	}
	var values []value
	switch found := r.path.Evaluate(xmlquery.CreateXPathNavigator(node)).(type) {
	case *xpath.NodeIterator:
		for found.MoveNext() {
			if text := strings.TrimSpace(found.Current().Value()); text != "" {
				values = append(values, value{text: text})
			}
		}
	case string:
		values = append(values, value{text: found})
	case float64:
		values = append(values, value{text: strconv.FormatFloat(found, 'f', -1, 64)})
	case bool:
		values = append(values, value{text: strconv.FormatBool(found)})
	}
	return values, nil
}
