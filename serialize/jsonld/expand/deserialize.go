package expand

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// deserializer runs the Deserialize JSON-LD to RDF algorithm (JSON-LD 1.1 API
// section 8.1.2, https://www.w3.org/TR/json-ld11-api/#algorithm-6); the numbers
// in the comments of its methods are those of the steps. Where the algorithm
// leaves out what is not well-formed, there is an error.
type deserializer struct {
	number NumberLiteral
	lose   func(pointer, reason string) error
	out    []rdf.Triple
	issued int
}

// NumberLiteral makes the literal of a JSON number (section 8.2.2, steps 10 to
// 12). The datatype is zero where the document gives none.
type NumberLiteral func(text string, datatype rdf.IRI) (rdf.Literal, error)

// Triples returns the triples of one of the graphs. What JSON-LD can say and RDF
// cannot (@index, @direction, a blank node as predicate) is given to lose, and
// left out where that returns nil. The error says which IRI or literal is
// ill-formed.
func (m *NodeMap) Triples(name string, number NumberLiteral, lose func(pointer, reason string) error) ([]rdf.Triple, error) {
	d := &deserializer{number: number, lose: lose}
	g := m.graphs[name]
	for _, id := range g.order { // 1.3
		if err := d.node(g.byID[id]); err != nil {
			return nil, err
		}
	}
	return d.out, nil
}

// Empty reports whether the graph states nothing.
func (m *NodeMap) Empty(name string) bool {
	for _, node := range m.graphs[name].byID {
		for _, key := range node.keys {
			if list, ok := node.values[key].([]any); ok && len(list) > 0 {
				return false
			}
		}
	}
	return true
}

func (d *deserializer) node(node *Object) error {
	id, _ := node.text("@id")
	subject, err := resource(id) // 1.3.1
	if err != nil {
		return err
	}
	if index, ok := node.text("@index"); ok {
		if err := d.lose("", "@index "+strconv.Quote(index)+" of "+id+" has no place in RDF and would be lost"); err != nil {
			return err
		}
	}
	for _, property := range node.keys { // 1.3.2
		if property == "@id" || property == "@index" {
			continue
		}
		values, _ := node.Get(property).([]any)
		if property == "@type" { // 1.3.2.1
			for _, class := range values {
				name, _ := class.(string)
				object, err := resource(name)
				if err != nil {
					return err
				}
				d.state(subject, graph.Type, object.(rdf.Object))
			}
			continue
		}
		if len(values) == 0 {
			continue
		}
		if strings.HasPrefix(property, "_:") { // 1.3.2.3
			if err := d.lose("", "a property that is a blank node has no place in RDF and would be lost"); err != nil {
				return err
			}
			continue
		}
		predicate, err := graph.ParseIRI(property) // 1.3.2.4
		if err != nil {
			return fmt.Errorf("the property %q: %w", property, err)
		}
		for _, value := range values { // 1.3.2.5
			object, err := d.object(value.(*Object))
			if err != nil {
				return err
			}
			d.state(subject, predicate, object)
		}
	}
	return nil
}

func (d *deserializer) state(s rdf.Subject, p rdf.IRI, o rdf.Object) {
	d.out = append(d.out, rdf.Triple{Subj: s, Pred: p, Obj: o})
}

// resource returns the node with the identifier.
func resource(id string) (rdf.Subject, error) {
	if label, ok := strings.CutPrefix(id, "_:"); ok {
		return graph.Blank(label)
	}
	return graph.ParseIRI(id)
}

// object is the Object to RDF Conversion algorithm (section 8.2.2).
func (d *deserializer) object(item *Object) (rdf.Object, error) {
	if items, ok := item.Get("@list").([]any); ok { // 3
		return d.list(items)
	}
	if !item.Has("@value") { // 1, 2
		id, _ := item.text("@id")
		node, err := resource(id)
		if err != nil {
			return nil, err
		}
		return node.(rdf.Object), nil
	}
	for _, key := range []string{"@direction", "@index"} {
		if item.Has(key) {
			if err := d.lose("", key+" of the value "+shown(item.Get("@value"))+" has no place in RDF and would be lost"); err != nil {
				return nil, err
			}
		}
	}
	return d.literal(item)
}

// literal is the part of the algorithm about value objects: steps 4 to 15.
func (d *deserializer) literal(item *Object) (rdf.Object, error) {
	value := item.Get("@value")       // 4
	name, typed := item.text("@type") // 5
	if name == "@json" {              // 8
		text, err := Canonical(value)
		return graph.Typed(text, graph.JSON), err
	}
	var datatype rdf.IRI
	if typed { // 6
		var err error
		if datatype, err = graph.ParseIRI(name); err != nil {
			return nil, fmt.Errorf("the type of the value %s: %w", shown(value), err)
		}
	}
	switch value := value.(type) {
	case bool: // 9
		if !typed {
			datatype = graph.XSDBoolean
		}
		return graph.Typed(strconv.FormatBool(value), datatype), nil
	case Number: // 10, 11
		literal, err := d.number(string(value), datatype)
		if err != nil {
			return nil, fmt.Errorf("the number %s is beyond what xsd:double holds; write it as a string", value)
		}
		return literal, nil
	case string:
		if language, ok := item.text("@language"); ok { // 7, 14
			return tagged(value, language)
		}
		if !typed { // 12
			datatype = graph.XSDString
		}
		return graph.Typed(value, datatype), nil // 15
	}
	return nil, fmt.Errorf("%w: %s is no literal", graph.ErrTerm, shown(value))
}

func tagged(text, language string) (rdf.Object, error) {
	literal, err := graph.Tagged(text, language)
	if err != nil {
		return nil, err
	}
	return literal, nil
}

// list is the List Conversion algorithm (section 8.4.2).
func (d *deserializer) list(items []any) (rdf.Object, error) {
	if len(items) == 0 { // 1
		return graph.Nil, nil
	}
	nodes := make([]rdf.Blank, len(items)) // 2
	for i := range nodes {
		nodes[i], _ = rdf.NewBlank("l" + strconv.Itoa(d.issued))
		d.issued++
	}
	for i, item := range items { // 3
		object, err := d.object(item.(*Object)) // 3.2
		if err != nil {
			return nil, err
		}
		d.state(nodes[i], graph.First, object) // 3.3
		rest := rdf.Object(graph.Nil)
		if i+1 < len(nodes) {
			rest = nodes[i+1]
		}
		d.state(nodes[i], graph.Rest, rest) // 3.4
	}
	return nodes[0], nil // 4
}

// shown returns a value for a message.
func shown(value any) string {
	text := AppendJSON(nil, value)
	const longest = 60
	if len(text) > longest {
		return strings.ToValidUTF8(string(text[:longest]), "") + "…"
	}
	return string(text)
}
