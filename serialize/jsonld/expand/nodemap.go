package expand

import (
	"context"
	"slices"
	"strconv"
	"strings"

	ldcontext "vitrine/context"
	"vitrine/serialize"
)

// defaultGraph is the name of the default graph in a node map.
const defaultGraph = "@default"

// NodeMap holds the nodes of a document by graph and identifier (JSON-LD 1.1 API
// section 7.2), both in the order of their first appearance in the document.
type NodeMap struct {
	graphs map[string]*nodes
	// Names are the names of the graphs, "@default" first.
	Names []string
}

type nodes struct {
	byID  map[string]*Object
	order []string
}

func (m *NodeMap) graph(name string) *nodes {
	g := m.graphs[name]
	if g == nil {
		g = &nodes{byID: map[string]*Object{}}
		m.graphs[name] = g
		m.Names = append(m.Names, name)
	}
	return g
}

func (g *nodes) node(id string) *Object {
	n := g.byID[id]
	if n == nil {
		n = NewObject()
		n.Set("@id", id)
		g.byID[id] = n
		g.order = append(g.order, id)
	}
	return n
}

// mapper runs the Node Map Generation algorithm (JSON-LD 1.1 API section 7.2.2,
// https://www.w3.org/TR/json-ld11-api/#algorithm-5); the numbers in the comments
// of its methods are those of the steps.
type mapper struct {
	ctx    context.Context
	result *NodeMap
	// labels are the blank node identifiers by those of the document.
	labels map[string]string
	issued int
}

// Map makes the node map of a document in expanded form.
func Map(ctx context.Context, expanded []any) (*NodeMap, error) {
	m := &mapper{ctx: ctx, result: &NodeMap{graphs: map[string]*nodes{}}, labels: map[string]string{}}
	m.result.graph(defaultGraph)
	return m.result, m.generate(expanded, target{graph: defaultGraph})
}

// target is where the algorithm puts what it finds.
type target struct {
	graph string
	// subject is the active subject, empty for none; where reference is not
	// nil the subject is pointed to by what is found.
	subject   string
	reference *Object
	property  string
	list      *Object
}

// blank is the Generate Blank Node Identifier algorithm (section 7.4) with the
// identifier, which is empty for a new node.
func (m *mapper) blank(id string) string {
	if label, ok := m.labels[id]; ok && id != "" { // 1
		return label
	}
	label := "_:b" + strconv.Itoa(m.issued) // 2
	m.issued++                              // 3
	if id != "" {                           // 4
		m.labels[id] = label
	}
	return label // 5
}

// relabelled returns an IRI as it is and a blank node identifier under its new
// label.
func (m *mapper) relabelled(id string) string {
	if strings.HasPrefix(id, "_:") {
		return m.blank(id)
	}
	return id
}

// generate is the algorithm.
func (m *mapper) generate(element any, t target) error {
	if items, ok := element.([]any); ok { // 1
		for _, item := range items { // 1.1
			if err := m.generate(item, t); err != nil {
				return err
			}
		}
		return nil
	}
	object, ok := element.(*Object) // 2
	if !ok {
		return nil
	}
	if err := m.ctx.Err(); err != nil {
		return err
	}
	if types, ok := object.Get("@type").([]any); ok { // 3
		for i, class := range types {
			if class, ok := class.(string); ok {
				types[i] = m.relabelled(class)
			}
		}
	}
	switch {
	case object.Has("@value"): // 4
		m.add(t, object, true)
		return nil
	case object.Has("@list"): // 5
		result := NewObject() // 5.1
		result.Set("@list", []any{})
		inner := t
		inner.list = result
		if err := m.generate(object.Get("@list"), inner); err != nil { // 5.2
			return err
		}
		m.add(t, result, false) // 5.3, 5.4
		return nil
	}
	return m.node(object, t)
}

// add puts a value, a list or a reference where it belongs: into the list, or
// under the property of the subject, where once says so only if it is not there
// yet.
func (m *mapper) add(t target, value *Object, once bool) {
	switch {
	case t.list != nil:
		t.list.add("@list", value)
	case t.property != "":
		addOnce(m.result.graph(t.graph).node(t.subject), t.property, value, once)
	}
}

func addOnce(node *Object, property string, value *Object, once bool) {
	if once {
		for _, have := range array(node.Get(property)) {
			if have, ok := have.(*Object); ok && equal(have, value) {
				return
			}
		}
	}
	node.add(property, value)
}

// equal reports whether two value objects or references are the same.
func equal(a, b *Object) bool {
	if a.Len() != b.Len() || a.Has("@list") {
		return false
	}
	return !slices.ContainsFunc(a.keys, func(key string) bool {
		return !b.Has(key) || !isScalar(a.values[key]) || a.values[key] != b.values[key]
	})
}

// node is step 6.
func (m *mapper) node(object *Object, t target) error {
	id, ok := object.text("@id")
	if ok { // 6.1
		id = m.relabelled(id)
	} else { // 6.2
		id = m.blank("")
	}
	node := m.result.graph(t.graph).node(id) // 6.3, 6.4
	switch {
	case t.reference != nil: // 6.5
		addOnce(node, t.property, t.reference, true)
	case t.property != "": // 6.6
		reference := NewObject()
		reference.Set("@id", id)
		m.add(t, reference, true)
	}
	for _, class := range array(object.Get("@type")) { // 6.7
		if class != nil && !contains(node.Get("@type"), class) {
			node.add("@type", class)
		}
	}
	if index, ok := object.text("@index"); ok { // 6.8
		if have, ok := node.text("@index"); ok && have != index {
			return &serialize.SyntaxError{Format: "jsonld", Code: string(ldcontext.ConflictingIndexes),
				Reason: "the node " + id + " has two values of @index, " + strconv.Quote(have) + " and " + strconv.Quote(index)}
		}
		node.Set("@index", index)
	}
	return m.members(object, id, t.graph)
}

// members is steps 6.9 to 6.12.
func (m *mapper) members(object *Object, id, graph string) error {
	if inverse, ok := object.Get("@reverse").(*Object); ok { // 6.9
		reference := NewObject() // 6.9.1
		reference.Set("@id", id)
		for _, property := range inverse.keys { // 6.9.3
			inner := target{graph: graph, subject: id, reference: reference, property: property}
			if err := m.generate(inverse.Get(property), inner); err != nil {
				return err
			}
		}
	}
	if object.Has("@graph") { // 6.10
		m.result.graph(id)
		if err := m.generate(object.Get("@graph"), target{graph: id}); err != nil {
			return err
		}
	}
	if object.Has("@included") { // 6.11
		if err := m.generate(object.Get("@included"), target{graph: graph}); err != nil {
			return err
		}
	}
	for _, property := range object.keys { // 6.12
		if property[0] == '@' {
			continue
		}
		inner := target{graph: graph, subject: id, property: m.relabelled(property)} // 6.12.1
		if err := m.generate(object.Get(property), inner); err != nil {              // 6.12.3
			return err
		}
	}
	return nil
}

func contains(list, value any) bool {
	items, _ := list.([]any)
	return slices.Contains(items, value)
}
