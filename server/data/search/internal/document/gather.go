package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/internal/words"
)

// Text is what is indexed of one entity. All of it comes from the entity's own
// graph.
type Text struct {
	Labels, Names, Types, Statements []string
	Identifiers                      []string
	// References are the entities that the record refers to, those that count most
	// first. Given are the labels that the record gives them.
	References []string
	Given      map[string]string
	// Values are those of the facets and filters, by field.
	Values map[string][]string
	// Begin is the key of the earliest date, "" where there is none.
	Begin string
	// Free tells that anyone may use it by what its record says, and Shown are the URIs of the
	// visual items that it shows, whose records may say so too.
	Free  bool
	Shown []string
}

// Read collects the text of an entity: its labels; the contents of its names,
// identifiers and statements, and its own content, which a text has; its
// classes; its classifications, with the labels that they are given; what it refers
// to; and what it can be filtered by.
func Read(g *graph.Graph) Text {
	root := reading.Read(g).Root()
	c := gatherer{root: root, left: MaxEntity}
	// What counts most comes first, should there be more than is indexed.
	out := c.named()
	out.Values, out.Given = map[string][]string{}, map[string]string{}
	for _, class := range g.Classes() {
		out.Values[fields.Class] = append(out.Values[fields.Class], class.String())
	}
	for _, node := range root.Kinds() {
		out.Types = append(out.Types, c.literals(node, reading.Property(graph.Label.String()))...)
	}
	out.Statements = c.literals(root, reading.Content)
	for _, node := range root.Nodes(reading.ReferredToBy) {
		out.Statements = append(out.Statements, c.literals(node, reading.Content)...)
	}
	for _, node := range c.dated() {
		for _, span := range node.Nodes(reading.Timespan) {
			for _, name := range span.Nodes(reading.IdentifiedBy) {
				out.Statements = append(out.Statements, c.literals(name, reading.Content)...)
			}
		}
	}
	c.facets(&out)
	out.refer(g)
	return out
}

// ReadNames is Read for what other records are found by: the labels, names and identifiers, and
// whether anyone may use it.
func ReadNames(g *graph.Graph) Text {
	c := gatherer{root: reading.Read(g).Root(), left: MaxEntity}
	out := c.named()
	out.Free = c.free()
	return out
}

// gatherer reads one record.
type gatherer struct {
	root reading.Node
	// left is how many bytes of text may still be taken.
	left int
}

// literals returns the values of a property, as far as they are indexed.
func (c *gatherer) literals(node reading.Node, property reading.Property) []string {
	var out []string
	for _, literal := range node.Literals(property) {
		if c.left > words.Max {
			value := words.Clip(literal.String(), min(words.MaxText, c.left))
			c.left -= len(value)
			out = append(out, value)
		}
	}
	return out
}

// named collects the labels, names and identifiers.
func (c *gatherer) named() (out Text) {
	out.Labels = c.literals(c.root, reading.Property(graph.Label.String()))
	for _, node := range c.root.Nodes(reading.IdentifiedBy) {
		if node.Is(reading.ClassIdentifier) {
			out.Identifiers = append(out.Identifiers, identifiers(node)...)
		} else {
			out.Names = append(out.Names, c.literals(node, reading.Content)...)
		}
	}
	return out
}

// identifiers returns the contents of an identifier.
func identifiers(node reading.Node) []string {
	var out []string
	for _, literal := range node.Literals(reading.Content) {
		if len(literal.String()) <= MaxIdentifier {
			out = append(out, literal.String())
		}
	}
	return out
}

// maxValues is the number of values of one facet of an entity.
const maxValues = 64

// facets collects what an entity can be filtered by.
func (c *gatherer) facets(out *Text) {
	add := func(field string, nodes ...reading.Node) {
		for _, node := range nodes {
			if iri := node.IRI(); iri != "" && len(out.Values[field]) < maxValues && !slices.Contains(out.Values[field], iri) {
				out.Values[field] = append(out.Values[field], iri)
			}
		}
	}
	add(fields.ClassifiedAs, c.root.Kinds()...)
	add(fields.MemberOf, c.root.Nodes(reading.MemberOf)...)
	add(fields.Material, c.root.Nodes(reading.MadeOf)...)
	for _, making := range c.makings() {
		add(fields.Maker, making.Nodes(reading.CarriedOutBy)...)
		add(fields.MadeAt, making.Nodes(reading.TookPlaceAt)...)
	}
	spans := c.dated()
	for _, node := range spans {
		add(fields.Place, node.Nodes(reading.TookPlaceAt)...)
	}
	for _, node := range c.root.Nodes(reading.EncounteredBy) {
		add(fields.Place, node.Nodes(reading.TookPlaceAt)...)
	}
	add(fields.Place, c.root.Nodes(reading.CurrentLocation)...)
	add(fields.Place, c.root.Nodes(reading.Residence)...)
	add(fields.Place, c.root.Nodes(reading.PlacePartOf)...)
	add(fields.Whole, c.root.Nodes(reading.PlacePartOf)...)
	add(fields.Whole, c.root.Nodes(reading.Broader)...)
	if c.root.Is(reading.ClassSet) {
		add(fields.Whole, c.root.Nodes(reading.MemberOf)...)
	}
	c.dates(out, spans)
	if c.pictured() {
		out.Values[fields.Picture] = []string{"yes"}
	}
	out.Free = c.free()
	for _, node := range c.root.Nodes(reading.Shows) {
		if iri := node.IRI(); iri != "" && len(out.Shown) < maxValues {
			out.Shown = append(out.Shown, iri)
		}
	}
	out.Values[fields.Objects] = c.objects()
	out.Values[fields.Cell] = cellsOf(c.root)
}

// freeLicences are what the URIs of licences and statements begin with by which anyone may
// use a work for any purpose, without its scheme: Creative Commons (public domain, BY,
// BY-SA) and RightsStatements.org (no copyright).
var freeLicences = []string{"creativecommons.org/publicdomain/", "creativecommons.org/licenses/by/", "creativecommons.org/licenses/by-sa/", "rightsstatements.org/vocab/NoC-"}

// free tells whether the entity or a picture of it is under a right that says that anyone
// may use it.
func (c *gatherer) free() bool {
	of := slices.Concat([]reading.Node{c.root}, c.root.Nodes(reading.Shows), c.root.Nodes(reading.DigitallyShownBy))
	for _, p := range []reading.Property{reading.Representation, reading.Shows} {
		for _, shown := range c.root.Nodes(p) {
			of = append(of, shown.Nodes(reading.DigitallyShownBy)...)
		}
	}
	for _, node := range of {
		for _, right := range node.Nodes(reading.SubjectTo) {
			for _, kind := range append(right.Kinds(), right) {
				_, rest, _ := strings.Cut(kind.IRI(), "://")
				if slices.ContainsFunc(freeLicences, func(licence string) bool { return strings.HasPrefix(rest, licence) }) {
					return true
				}
			}
		}
	}
	return false
}

// dated are the nodes of which the time and the place are those of the entity: itself, its
// beginning and its end.
func (c *gatherer) dated() []reading.Node {
	out := []reading.Node{c.root}
	for _, p := range []reading.Property{reading.Born, reading.FormedBy, reading.Died, reading.DissolvedBy} {
		out = append(out, c.root.Nodes(p)...)
	}
	return append(out, c.makings()...)
}

// makings are the productions and creations of the entity, with their parts.
func (c *gatherer) makings() []reading.Node {
	return withParts(append(c.root.Nodes(reading.ProducedBy), c.root.Nodes(reading.CreatedBy)...))
}

// maxMakings is the number of activities of an entity, with their parts, that are looked at.
const maxMakings = 64

// withParts are activities and their parts.
func withParts(out []reading.Node) []reading.Node {
	for i := 0; i < len(out) && len(out) < maxMakings; i++ {
		for _, part := range out[i].Nodes(reading.ActivityPart) {
			if len(out) < maxMakings && !slices.Contains(out, part) {
				out = append(out, part)
			}
		}
	}
	return out[:min(len(out), maxMakings)]
}

// maxObjects is the number of objects of an activity that are found by its words.
const maxObjects = 1000

// handled are the properties that lead from an activity, or a part of it, to what it is about.
var handled = []reading.Property{reading.UsedSpecificObject, reading.TransferredTitleOf, reading.TransferredCustodyOf, reading.Moved, reading.Encountered, reading.Destroyed}

// objects are the URIs of what an activity is about.
func (c *gatherer) objects() (out []string) {
	if !c.root.Is(reading.ClassActivity) && !c.root.Is(reading.ClassEvent) {
		return nil
	}
	seen := map[string]bool{}
	for _, node := range withParts([]reading.Node{c.root}) {
		for _, p := range handled {
			for _, object := range node.Nodes(p) {
				if iri := object.IRI(); iri != "" && !seen[iri] && len(out) < maxObjects {
					seen[iri] = true
					out = append(out, iri)
				}
			}
		}
	}
	return out
}

// pictured tells whether there is a picture of the entity, or it is one.
func (c *gatherer) pictured() bool {
	if len(c.root.Nodes(reading.Representation)) > 0 || len(c.root.Nodes(reading.DigitallyShownBy)) > 0 {
		return true
	}
	for _, shown := range c.root.Nodes(reading.Shows) {
		if len(shown.Nodes(reading.DigitallyShownBy)) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(c.root.Literals(reading.Format), func(format rdf.Literal) bool { return strings.HasPrefix(format.String(), "image/") })
}

// notReferences are the properties that lead to what says nothing of the entity.
var notReferences = map[string]bool{
	graph.Type.String():                   true,
	string(reading.ClassifiedAs):          true,
	string(reading.Equivalent):            true,
	string(reading.Language):              true,
	string(reading.Unit):                  true,
	string(reading.Currency):              true,
	string(reading.ConformsTo):            true,
	string(reading.Representation):        true,
	string(reading.AccessPoint):           true,
	string(reading.DigitallyShownBy):      true,
	string(reading.DigitallyAvailableVia): true,
	string(reading.SubjectOf):             true,
	string(reading.AssignedProperty):      true,
}

// refer collects what the record refers to: first what it was made by, where and of
// what, and what it is; then the rest, in the order of the record.
func (t *Text) refer(g *graph.Graph) {
	seen := map[string]bool{g.Name.String(): true}
	add := func(iri string) {
		if len(t.References) < MaxReferences && !seen[iri] {
			seen[iri] = true
			t.References = append(t.References, iri)
		}
	}
	for _, field := range []string{fields.Maker, fields.ClassifiedAs, fields.Material, fields.Place} {
		for _, iri := range t.Values[field] {
			add(iri)
		}
	}
	for _, iri := range t.Shown {
		add(iri)
	}
	for _, triple := range g.Triples {
		if iri, ok := triple.Obj.(rdf.IRI); ok && !notReferences[triple.Pred.String()] {
			add(iri.String())
		}
	}
	for _, triple := range g.Triples {
		subject, ok := triple.Subj.(rdf.IRI)
		literal, isLiteral := triple.Obj.(rdf.Literal)
		if ok && isLiteral && triple.Pred == rdf.Predicate(graph.Label) && seen[subject.String()] && t.Given[subject.String()] == "" {
			t.Given[subject.String()] = words.Clip(literal.String(), maxCalled)
		}
	}
}

// Called are the names of the entity, those that it has first, then its labels: what it is
// found by in the records that refer to it.
func (t Text) Called() []string {
	var out []string
	left := maxCalled
	for _, values := range [][]string{t.Names, t.Labels} {
		for _, value := range values {
			if left > words.Max {
				value = words.Clip(value, left)
				left -= len(value)
				out = append(out, value)
			}
		}
	}
	return out
}

// SortName is the key that the entity is sorted by among names.
func (t Text) SortName() string {
	for _, values := range [][]string{t.Names, t.Labels, t.Identifiers} {
		for _, value := range values {
			if key := words.Key(strings.Map(words.Separate, words.Clip(value, 4*maxSortKey))); key != "" {
				return words.Clip(key, maxSortKey)
			}
		}
	}
	return ""
}

// yearKey is a year as text that sorts as years do.
func yearKey(year int64) string {
	return fmt.Sprintf("%07d", min(max(year, -5_000_000), 4_999_999)+5_000_000)
}
