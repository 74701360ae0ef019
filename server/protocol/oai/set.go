package oai

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/describe/brief"
)

// set is a set of records: those of a class, or the members of a set of the collection.
type set struct {
	// spec is its setSpec: the word of Linked Art for the class, or the name of the set in the
	// collection.
	spec, class string
	// of is the set in the collection, the zero IRI for a class.
	of rdf.IRI
}

// sets are the classes.
var sets = []set{
	{spec: "Activity", class: string(reading.ClassActivity)}, {spec: "Currency", class: string(reading.ClassCurrency)}, {spec: "DigitalObject", class: string(reading.ClassDigitalObject)},
	{spec: "Event", class: string(reading.ClassEvent)}, {spec: "Group", class: string(reading.ClassGroup)}, {spec: "HumanMadeObject", class: string(reading.ClassHumanMadeObject)},
	{spec: "Language", class: string(reading.ClassLanguage)}, {spec: "LinguisticObject", class: string(reading.ClassLinguisticObject)}, {spec: "Material", class: string(reading.ClassMaterial)},
	{spec: "MeasurementUnit", class: string(reading.ClassMeasurementUnit)}, {spec: "Period", class: string(reading.ClassPeriod)}, {spec: "Person", class: string(reading.ClassPerson)},
	{spec: "Place", class: string(reading.ClassPlace)}, {spec: "PropositionalObject", class: string(reading.ClassPropositionalObject)}, {spec: "Set", class: string(reading.ClassSet)},
	{spec: "Type", class: string(reading.ClassType)}, {spec: "VisualItem", class: string(reading.ClassVisualItem)},
}

// memberOf begins the setSpec of a set of the collection. What follows is its IRI, below the base
// where it is there, in the characters that a setSpec may have.
const memberOf = "member_of."

func (p *Provider) specOf(of rdf.IRI) string {
	iri := strings.TrimPrefix(of.String(), p.Site.Mapper.Base)
	return memberOf + strings.NewReplacer("~", "~7E", "+", "~20", "%", "~").Replace(url.QueryEscape(iri))
}

func (p *Provider) setOf(spec string) (set, bool) {
	if rest, ok := strings.CutPrefix(spec, memberOf); ok {
		text, err := url.QueryUnescape(strings.ReplaceAll(rest, "~", "%"))
		iri, err2 := graph.IRI(text)
		if err == nil && err2 != nil {
			iri, err2 = graph.IRI(p.Site.Mapper.Base + text)
		}
		return set{spec: spec, of: iri}, errors.Join(err, err2) == nil && len(text) <= graph.MaxIRI
	}
	i := slices.IndexFunc(sets, func(s set) bool { return s.spec == spec })
	if i < 0 {
		return set{}, false
	}
	return sets[i], true
}

// found returns the set of a setSpec that there is.
func (p *Provider) found(ctx context.Context, spec string) (s set, ok bool, err error) {
	if s, ok = p.setOf(spec); ok && s.class == "" {
		ok, err = p.isSet(ctx, s.of)
	}
	return s, ok, err
}

// specs are the setSpecs of a record of a class: that of the class, and those of the sets of the
// collection that its graph, if there is one, says it is in. known keeps which names are those of sets.
func (p *Provider) specs(ctx context.Context, class rdf.IRI, g *graph.Graph, known map[rdf.IRI]bool) (out []string, err error) {
	if s := setOfClass(class); s.spec != "" {
		out = append(out, s.spec)
	}
	if g == nil {
		return out, nil
	}
	for _, t := range g.Triples {
		name, ok := t.Obj.(rdf.IRI)
		if !ok || t.Subj != rdf.Subject(g.Name) || t.Pred.String() != string(reading.MemberOf) {
			continue
		}
		is, asked := known[name]
		if !asked {
			if is, err = p.isSet(ctx, name); err != nil {
				return nil, err
			}
			known[name] = is
		}
		if is {
			out = append(out, p.specOf(name))
		}
	}
	return out, nil
}

// setOfClass is the set of a class, the zero set where there is none.
func setOfClass(class rdf.IRI) set {
	i := slices.IndexFunc(sets, func(s set) bool { return s.class == class.String() })
	if i < 0 {
		return set{}
	}
	return sets[i]
}

// isSet tells whether the store has a set with the name.
func (p *Provider) isSet(ctx context.Context, name rdf.IRI) (bool, error) {
	e, err := p.Store.Get(ctx, name)
	if rdfstore.IsMissing(err) {
		return false, nil
	}
	return err == nil && e.Graph.FirstClass().String() == string(reading.ClassSet), err
}

// members are the records that say that they are in a set of the collection; nil for a class.
func (p *Provider) members(ctx context.Context, s set) (map[rdf.IRI]bool, error) {
	if s.of == (rdf.IRI{}) {
		return nil, nil
	}
	out := map[rdf.IRI]bool{}
	property, err := graph.IRI(string(reading.MemberOf))
	if err != nil {
		return nil, err
	}
	err = p.says(ctx, property, s.of, "", func(name rdf.IRI, _ rdfstore.Cursor) bool {
		out[name] = true
		return true
	})
	return out, err
}

// says calls do with the records that say a property of themselves with a value, after a cursor,
// until it wants no more.
func (p *Provider) says(ctx context.Context, property, value rdf.IRI, after rdfstore.Cursor, do func(rdf.IRI, rdfstore.Cursor) bool) error {
	for match, err := range p.Store.Match(ctx, rdfstore.Pattern{Predicate: property, Object: value}, after) {
		if err != nil {
			return err
		}
		if name, ok := match.Quad.Subj.(rdf.IRI); ok && match.Quad.Ctx == rdf.Context(name) && !do(name, match.Cursor) {
			break
		}
	}
	return nil
}

// listSets writes the classes and then the sets of the collection, from a cursor on.
func (p *Provider) listSets(ctx context.Context, b *answer, after rdfstore.Cursor) error {
	english := p.Site.Languages.English()
	if after == "" {
		for _, s := range sets {
			b.set(s.spec, brief.ClassName(s.class, english))
		}
	}
	class, err := graph.IRI(string(reading.ClassSet))
	if err != nil {
		return err
	}
	count, last, next := 0, after, rdfstore.Cursor("")
	var failed error
	err = p.says(ctx, graph.Type, class, after, func(name rdf.IRI, at rdfstore.Cursor) bool {
		if count++; count > pageSize {
			next = last
			return false
		}
		last = at
		e, err := p.Store.Get(ctx, name)
		if err == nil {
			root := reading.Read(e.Graph).Root()
			title := root.Label()
			if names := root.Names(); len(names) > 0 {
				title = names[0].Content
			}
			b.set(p.specOf(name), cmp.Or(title, name.String()))
		} else if !rdfstore.IsMissing(err) {
			failed = err
		}
		return failed == nil
	})
	if next != "" || after != "" {
		b.element(token, string(next))
	}
	return errors.Join(err, failed)
}

func (b *answer) set(spec, name string) {
	b.text("<set>\n")
	b.element("setSpec", spec)
	b.element("setName", name)
	b.text("</set>\n")
}
