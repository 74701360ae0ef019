package rml

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/knakk/rdf"

	"vitrine/serialize/turtle"
)

// maxMapping bounds a mapping, in bytes.
const maxMapping = 16 << 20

// Mapping is a mapping that was read.
type Mapping struct {
	triplesMaps []*triplesMap
}

// triplesMap says what the records of a source become.
type triplesMap struct {
	name    rdf.Term
	source  logicalSource
	base    string
	subject *termMap
	classes []rdf.IRI
	graphs  []*termMap
	// pairs are the predicate-object maps.
	pairs []predicateObjectMap
}

type predicateObjectMap struct {
	predicates, objects, graphs []*termMap
	references                  []*referencingMap
}

// referencingMap has the subjects of another triples map as objects.
type referencingMap struct {
	parentName rdf.Term
	parent     *triplesMap
	conditions []condition
}

// condition joins the records in which both maps have a common value.
type condition struct{ child, parent *termMap }

// logicalSource is a file and what of it is a record.
type logicalSource struct {
	path, formulation, iterator string
}

// Parse reads a mapping in Turtle. base is the IRI of the mapping.
func Parse(ctx context.Context, r io.Reader, base string) (*Mapping, error) {
	d := &description{objects: map[rdf.Term]map[string][]rdf.Object{}}
	for t, err := range turtle.Read(ctx, r, base, maxMapping) {
		if err != nil {
			return nil, err
		}
		d.add(t)
	}
	m := &Mapping{}
	byName := map[rdf.Term]*triplesMap{}
	for _, subject := range d.subjects {
		if len(d.of(subject, "logicalSource")) == 0 {
			continue
		}
		t, err := d.triplesMap(subject)
		if err != nil {
			return nil, fmt.Errorf("triples map %s: %w", subject, err)
		}
		byName[subject] = t
		m.triplesMaps = append(m.triplesMaps, t)
	}
	if len(m.triplesMaps) == 0 {
		return nil, errors.New("the mapping has no triples map with an rml:logicalSource")
	}
	return m, m.link(byName)
}

// link finds the triples maps that others refer to.
func (m *Mapping) link(byName map[rdf.Term]*triplesMap) error {
	for _, t := range m.triplesMaps {
		for _, pair := range t.pairs {
			for _, r := range pair.references {
				if r.parent = byName[r.parentName]; r.parent == nil {
					return fmt.Errorf("triples map %s: there is no parent triples map %s", t.name, r.parentName)
				}
				if len(r.conditions) == 0 && r.parent.source != t.source {
					return fmt.Errorf("triples map %s: the parent %s is of another source, and there is no rml:joinCondition", t.name, r.parentName)
				}
			}
		}
	}
	return nil
}

func (d *description) triplesMap(node rdf.Subject) (*triplesMap, error) {
	t := &triplesMap{name: node}
	var err error
	if t.source, err = d.logicalSource(node); err != nil {
		return nil, err
	}
	if base := d.of(node, "baseIRI"); len(base) > 0 {
		t.base = base[0].String()
	}
	subjects, err := d.termMaps(node, "subject", inSubject, t.source)
	if err != nil {
		return nil, err
	}
	if len(subjects) != 1 {
		return nil, fmt.Errorf("there are %d subject maps; there has to be one", len(subjects))
	}
	t.subject = subjects[0]
	if maps := d.of(node, "subjectMap"); len(maps) == 1 {
		for _, class := range d.of(maps[0], "class") {
			iri, ok := class.(rdf.IRI)
			if !ok {
				return nil, fmt.Errorf("the class %s is no IRI", class)
			}
			t.classes = append(t.classes, iri)
		}
		if t.graphs, err = d.termMaps(maps[0], "graph", inGraph, t.source); err != nil {
			return nil, err
		}
	}
	for _, pair := range d.of(node, "predicateObjectMap") {
		of, err := d.pair(pair, t.source)
		if err != nil {
			return nil, err
		}
		t.pairs = append(t.pairs, of)
	}
	return t, nil
}

// logicalSource reads the source of a triples map.
func (d *description) logicalSource(node rdf.Term) (s logicalSource, err error) {
	sources := d.of(node, "logicalSource")
	if len(sources) != 1 {
		return s, errors.New("there is more than one rml:logicalSource")
	}
	for _, f := range d.of(sources[0], "referenceFormulation") {
		s.formulation = local(f)
	}
	for _, i := range d.of(sources[0], "iterator") {
		s.iterator = i.String()
	}
	of := d.of(sources[0], "source")
	if len(of) != 1 {
		return s, errors.New("the logical source has no rml:source")
	}
	if literal, ok := of[0].(rdf.Literal); ok {
		s.path = literal.String()
		return s, nil
	}
	paths := d.of(of[0], "path")
	if len(paths) != 1 {
		return s, errors.New("the source has no rml:path; files are read, and no databases or services")
	}
	s.path = paths[0].String()
	return s, nil
}

// pair reads a predicate-object map.
func (d *description) pair(node rdf.Object, source logicalSource) (p predicateObjectMap, err error) {
	if p.predicates, err = d.termMaps(node, "predicate", inPredicate, source); err != nil {
		return p, err
	}
	if p.graphs, err = d.termMaps(node, "graph", inGraph, source); err != nil {
		return p, err
	}
	for _, object := range d.of(node, "object") {
		p.objects = append(p.objects, &termMap{constant: object, position: inObject})
	}
	for _, object := range d.of(node, "objectMap") {
		if parents := d.of(object, "parentTriplesMap"); len(parents) > 0 {
			r, err := d.reference(object, parents[0], source)
			if err != nil {
				return p, err
			}
			p.references = append(p.references, r)
			continue
		}
		m, err := d.termMap(object, inObject, source)
		if err != nil {
			return p, err
		}
		p.objects = append(p.objects, m)
	}
	if len(p.predicates) == 0 || len(p.objects)+len(p.references) == 0 {
		return p, errors.New("a predicate-object map has no predicate or no object")
	}
	return p, nil
}

// reference reads a referencing object map.
func (d *description) reference(node, parent rdf.Object, source logicalSource) (*referencingMap, error) {
	r := &referencingMap{parentName: parent}
	for _, join := range d.of(node, "joinCondition") {
		child, err := d.joinSide(join, "child", source)
		if err != nil {
			return nil, err
		}
		parent, err := d.joinSide(join, "parent", d.sourceOf(r.parentName))
		if err != nil {
			return nil, err
		}
		r.conditions = append(r.conditions, condition{child, parent})
	}
	return r, nil
}

// sourceOf returns the source of another triples map, of which faults are said where that
// is read.
func (d *description) sourceOf(node rdf.Term) logicalSource {
	s, _ := d.logicalSource(node)
	return s
}

// joinSide reads one side of a join condition.
func (d *description) joinSide(join rdf.Object, name string, source logicalSource) (*termMap, error) {
	for _, reference := range d.of(join, name) {
		m := &termMap{position: inObject, termType: "Literal"}
		var err error
		m.parts, err = parseReference(reference.String(), source.formulation)
		return m, err
	}
	for _, node := range d.of(join, name+"Map") {
		return d.termMap(node, inObject, source)
	}
	return nil, fmt.Errorf("a join condition has no rml:%s", name)
}
