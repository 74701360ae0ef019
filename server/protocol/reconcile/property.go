package reconcile

import (
	"cmp"
	"slices"

	"vitrine/linkedart/reading"
)

// property is what candidates are compared by, and tables extended with. Its id is the path of
// Linked Art's terms that leads to it.
type property struct {
	thing
	// classes are those whose entities have it, none for all.
	classes []reading.Class
	values  func(root reading.Node) []value
}

// value is a value of a property: an entity by its IRI with its name, a text, or a span of time.
type value struct {
	IRI, Text string
	Span      *reading.TimeSpan
}

var (
	people  = []reading.Class{reading.ClassPerson}
	groups  = []reading.Class{reading.ClassGroup}
	agents  = []reading.Class{reading.ClassPerson, reading.ClassGroup}
	places  = []reading.Class{reading.ClassPlace}
	objects = []reading.Class{reading.ClassHumanMadeObject}
	works   = []reading.Class{reading.ClassVisualItem, reading.ClassLinguisticObject, reading.ClassPropositionalObject, reading.ClassDigitalObject, reading.ClassSet}
	events  = []reading.Class{reading.ClassActivity, reading.ClassEvent, reading.ClassPeriod}
	types   = []reading.Class{reading.ClassType, reading.ClassMaterial, reading.ClassLanguage, reading.ClassCurrency, reading.ClassMeasurementUnit}
)

// properties are all that there are.
func properties() []property {
	return []property{
		named("identified_by", "Identifier", nil, identifiers),
		named("equivalent", "The same elsewhere", nil, nodes(reading.Equivalent)),
		named("classified_as", "Classification", nil, nodes(reading.ClassifiedAs)),
		named("referred_to_by", "Description", nil, statements),
		named("born.timespan", "Born", people, spans(reading.Born)),
		named("born.took_place_at", "Born in", people, nodes(reading.Born, reading.TookPlaceAt)),
		named("died.timespan", "Died", people, spans(reading.Died)),
		named("died.took_place_at", "Died in", people, nodes(reading.Died, reading.TookPlaceAt)),
		named("formed_by.timespan", "Founded", groups, spans(reading.FormedBy)),
		named("residence", "Residence", agents, nodes(reading.Residence)),
		named("member_of", "Member of", agents, nodes(reading.ActorMemberOf)),
		named("produced_by.timespan", "Made", objects, spans(reading.ProducedBy)),
		named("produced_by.carried_out_by", "Made by", objects, nodes(reading.ProducedBy, reading.CarriedOutBy)),
		named("produced_by.took_place_at", "Made in", objects, nodes(reading.ProducedBy, reading.TookPlaceAt)),
		named("made_of", "Material", objects, nodes(reading.MadeOf)),
		named("current_owner", "Current owner", objects, nodes(reading.CurrentOwner)),
		named("current_location", "Current location", objects, nodes(reading.CurrentLocation)),
		named("created_by.timespan", "Created", works, spans(reading.CreatedBy)),
		named("created_by.carried_out_by", "Created by", works, nodes(reading.CreatedBy, reading.CarriedOutBy)),
		named("timespan", "Date", events, ownSpans),
		named("took_place_at", "Place", events, nodes(reading.TookPlaceAt)),
		named("carried_out_by", "Carried out by", events, nodes(reading.CarriedOutBy)),
		named("part_of", "Part of", places, wholes),
		named("defined_by", "Coordinates, as Well-Known Text", places, geometries),
		named("broader", "Broader", types, wholes),
	}
}

func named(id, name string, classes []reading.Class, values func(reading.Node) []value) property {
	return property{thing{ID: id, Name: name}, classes, values}
}

// propertyOf returns the property with the id.
func propertyOf(id string) (property, bool) {
	all := properties()
	i := slices.IndexFunc(all, func(p property) bool { return p.ID == id })
	if i < 0 {
		return property{}, false
	}
	return all[i], true
}

// along are the nodes that a path leads to, by way of the parts of activities, too.
func along(root reading.Node, path ...reading.Property) []reading.Node {
	found := []reading.Node{root}
	for _, p := range path {
		var next []reading.Node
		for _, n := range found {
			for _, part := range n.WithParts(3) {
				next = append(next, part.Nodes(p)...)
			}
		}
		found = next
	}
	return found
}

func nodes(path ...reading.Property) func(reading.Node) []value {
	return func(root reading.Node) (out []value) {
		for _, n := range along(root, path...) {
			out = append(out, value{IRI: n.IRI(), Text: labelOf(n)})
		}
		return out
	}
}

// labelOf is what a record calls what it refers to, its IRI where it does not say.
func labelOf(n reading.Node) string {
	if names := n.Names(); n.Label() == "" && len(names) > 0 {
		return names[0].Content
	}
	return cmp.Or(n.Label(), n.IRI())
}

func spans(path ...reading.Property) func(reading.Node) []value {
	return func(root reading.Node) (out []value) {
		for _, n := range along(root, path...) {
			out = append(out, ownSpans(n)...)
		}
		return out
	}
}

func ownSpans(n reading.Node) (out []value) {
	for _, part := range n.WithParts(3) {
		for _, span := range part.TimeSpans() {
			out = append(out, value{Span: &span})
		}
	}
	return out
}

func wholes(root reading.Node) (out []value) {
	for _, n := range root.Wholes() {
		out = append(out, value{IRI: n.IRI(), Text: labelOf(n)})
	}
	return out
}

func identifiers(root reading.Node) []value { return contents(root.Identifiers()) }

func statements(root reading.Node) []value { return contents(root.Statements()) }

func contents(names []reading.Name) (out []value) {
	for _, n := range names {
		out = append(out, value{Text: n.Content})
	}
	return out
}

func geometries(root reading.Node) (out []value) {
	for _, text := range root.Geometries() {
		out = append(out, value{Text: text})
	}
	return out
}
