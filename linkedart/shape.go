package linkedart

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Kind is what the value of a member is.
type Kind uint8

// The kinds. A moment is a date as XML Schema writes it, and an object is a part of the record
// or a reference to another one.
const (
	Text Kind = iota
	Number
	Moment
	Object
)

// Shape is what the tables say of the objects of a class at a place in records.
type Shape struct {
	// Class is the class as the context names it.
	Class string
	// Reference tells that the objects are described elsewhere.
	Reference bool
	// Required are the members that each of them has.
	Required []string

	schemas []*jsonschema.Schema
	members func() []Member
}

// Member is a member that objects may have by the tables.
type Member struct {
	Name string
	Kind Kind
	// Many tells that the value is an array.
	Many bool
	// Shapes are those of the objects.
	Shapes []*Shape
}

// Members returns the members that the tables have for the objects, the usual order first. Those
// that a rule takes exception to, and those that say what the object is, are not among them.
func (s *Shape) Members() []Member { return s.members() }

// Member returns the member with the name.
func (s *Shape) Member(name string) (Member, bool) {
	for _, m := range s.Members() {
		if m.Name == name {
			return m, true
		}
	}
	return Member{}, false
}

// Of returns the shape of the objects of a class; nil where the tables have none.
func (m Member) Of(class string) *Shape {
	for _, s := range m.Shapes {
		if s.Class == class {
			return s
		}
	}
	return nil
}

// Shapes are the shapes of records. They may be used by many goroutines.
type Shapes struct {
	records map[string]*jsonschema.Schema
	lock    sync.Mutex
	known   map[shapeKey]*Shape
}

// shapeKey tells shapes apart: by the schema of the place and the class.
type shapeKey struct {
	place *jsonschema.Schema
	class string
}

// NewShapes compiles the schemas.
func NewShapes() (*Shapes, error) {
	records, err := compileSchemas()
	return &Shapes{records: records, known: map[shapeKey]*Shape{}}, err
}

// Record returns the shape of the records of a class at an endpoint; false where it has none.
func (s *Shapes) Record(endpoint, class string) (*Shape, bool) {
	e, ok := EndpointNamed(endpoint)
	if !ok || !e.serves([]string{class}) {
		return nil, false
	}
	return s.shape(s.records[endpoint], class, []*jsonschema.Schema{s.records[endpoint]}), true
}

// shape returns the shape of a class at a place, whose objects are valid against all the schemas.
func (s *Shapes) shape(place *jsonschema.Schema, class string, schemas []*jsonschema.Schema) *Shape {
	s.lock.Lock()
	defer s.lock.Unlock()
	key := shapeKey{place, class}
	if known, ok := s.known[key]; ok {
		return known
	}
	shape := &Shape{Class: class, schemas: schemas}
	for _, schema := range schemas {
		shape.Required = append(shape.Required, schema.Required...)
		if len(schema.AnyOf) == 2 && refuses(schema.AnyOf[1]) {
			shape.Required = append(shape.Required, schema.AnyOf[0].Required...)
		}
		shape.Reference = shape.Reference || strings.HasSuffix(schema.Location, "references.json#/$defs/reference")
	}
	slices.Sort(shape.Required)
	shape.Required = slices.Compact(shape.Required)
	shape.members = sync.OnceValue(func() []Member { return s.read(shape) })
	s.known[key] = shape
	return shape
}

// identity are the members that say what an object is, and those that no record should have.
var identity = []string{"@context", "id", "type", "_links", "_complete"}

// read returns the members of a shape.
func (s *Shapes) read(shape *Shape) []Member {
	of := map[string][]*jsonschema.Schema{}
	for _, schema := range shape.schemas {
		for name, property := range schema.Properties {
			of[name] = append(of[name], property)
		}
	}
	var out []Member
	for name, properties := range of {
		if slices.Contains(identity, name) || slices.ContainsFunc(properties, refuses) {
			continue
		}
		if m, ok := s.member(name, properties[0]); ok {
			out = append(out, m)
		}
	}
	order := members(shape.Class)
	slices.SortFunc(out, func(a, b Member) int {
		return cmp.Or(cmp.Compare(rank(order, a.Name), rank(order, b.Name)), strings.Compare(a.Name, b.Name))
	})
	return out
}

// rank is where a name is in an order; those that it has not come last.
func rank(order []string, name string) int {
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

// member returns the member with the name, whose value a schema describes.
func (s *Shapes) member(name string, property *jsonschema.Schema) (Member, bool) {
	m := Member{Name: name}
	switch name {
	case beginOfBegin, endOfBegin, beginOfEnd, endOfEnd:
		m.Kind = Moment
		return m, true
	}
	value := property
	for _, branch := range branches(property) {
		for _, schema := range branch {
			if schema.Items2020 != nil {
				m.Many, value = true, schema.Items2020
			}
		}
	}
	alternatives := s.alternatives(value)
	if len(alternatives) > 0 {
		m.Kind, m.Shapes = Object, alternatives
		return m, true
	}
	for _, schema := range all(value) {
		if schema.Types == nil {
			continue
		}
		switch kinds := schema.Types.ToStrings(); {
		case slices.Contains(kinds, "string"):
			return m, true
		case slices.Contains(kinds, "number"):
			m.Kind = Number
			return m, true
		}
	}
	return m, false
}

// alternatives returns the shapes of the objects at a place.
func (s *Shapes) alternatives(place *jsonschema.Schema) []*Shape {
	var out []*Shape
	for _, schemas := range branches(place) {
		for _, class := range classes(schemas) {
			if !slices.ContainsFunc(out, func(o *Shape) bool { return o.Class == class }) {
				out = append(out, s.shape(place, class, schemas))
			}
		}
	}
	return out
}

// classes returns the classes that all schemas take without exception.
func classes(schemas []*jsonschema.Schema) []string {
	var out []string
	for _, schema := range schemas {
		property := schema.Properties["type"]
		if property == nil {
			continue
		}
		named := namedBy(property)
		if named == nil {
			continue
		}
		if out == nil {
			out = named
		}
		out = slices.DeleteFunc(slices.Clone(out), func(class string) bool { return !slices.Contains(named, class) })
	}
	return slices.DeleteFunc(slices.Clone(out), func(class string) bool {
		return slices.ContainsFunc(schemas, func(schema *jsonschema.Schema) bool { return excepts(schema.Properties["type"], class) })
	})
}

// excepts tells whether a rule takes exception to a class.
func excepts(property *jsonschema.Schema, class string) bool {
	return property != nil && len(property.AnyOf) > 0 && property.AnyOf[0].Not != nil && slices.Contains(namedBy(property.AnyOf[0].Not), class)
}

// namedBy returns the values of a schema for a class, nil where it takes any.
func namedBy(property *jsonschema.Schema) []string {
	var out []string
	switch {
	case property.Const != nil:
		out = texts([]any{*property.Const})
	case property.Enum != nil:
		out = texts(property.Enum.Values)
	}
	if len(property.AnyOf) > 0 && property.AnyOf[0].Const != nil {
		return texts([]any{*property.AnyOf[0].Const})
	}
	return out
}

// branches returns the alternatives of a schema, each as the schemas that hold of it together: its
// conditions tell classes apart, so that one branch of all of them is taken.
// Those that a rule takes exception to are left out.
func branches(s *jsonschema.Schema) [][]*jsonschema.Schema {
	if refuses(s) {
		return nil
	}
	own := all(s)
	var out [][]*jsonschema.Schema
	isSwitch := false
	for _, part := range own {
		for _, next := range []*jsonschema.Schema{part.Then, part.Else} {
			if next == nil {
				continue
			}
			isSwitch = true
			for _, branch := range branches(next) {
				out = append(out, slices.Concat(own, branch))
			}
		}
	}
	if isSwitch {
		return out
	}
	return [][]*jsonschema.Schema{own}
}

// all returns a schema with those that it refers to, which hold as well.
func all(s *jsonschema.Schema) []*jsonschema.Schema {
	out := []*jsonschema.Schema{s}
	if s.Ref != nil {
		out = append(out, all(s.Ref)...)
	}
	for _, inner := range s.AllOf {
		out = append(out, all(inner)...)
	}
	return out
}

// refuses tells whether a rule takes exception to whatever a schema is of.
func refuses(s *jsonschema.Schema) bool {
	return slices.ContainsFunc(all(s), func(part *jsonschema.Schema) bool { return part.Bool != nil && !*part.Bool })
}
