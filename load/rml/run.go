package rml

import (
	"context"
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// maxJoined bounds the records of a source that others are joined to, which are in memory.
const maxJoined = 2_000_000

// Run makes the quads of a mapping and gives them out, in the order of the triples maps and
// of their records; a quad may come again. base is what relative IRIs are resolved
// against, where the mapping says no other.
func (m *Mapping) Run(ctx context.Context, base string, open Open, add func(rdf.Quad) error) error {
	r := &execution{base: base, open: open, add: add, blanks: &blanks{labels: map[string]rdf.Blank{}}}
	for _, t := range m.triplesMaps {
		if err := r.triplesMap(ctx, t); err != nil {
			return fmt.Errorf("triples map %s: %w", t.name, err)
		}
	}
	return nil
}

// execution is one run of a mapping.
type execution struct {
	base   string
	open   Open
	add    func(rdf.Quad) error
	blanks *blanks
}

func (r *execution) maker(t *triplesMap, of record) *maker {
	k := &maker{record: of, base: r.base, blanks: r.blanks}
	if t.base != "" {
		k.base = t.base
	}
	return k
}

// triplesMap makes the quads of one triples map.
func (r *execution) triplesMap(ctx context.Context, t *triplesMap) error {
	joined, err := r.parents(ctx, t)
	if err != nil {
		return err
	}
	for of, err := range t.source.records(ctx, r.open) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.record(t, r.maker(t, of), joined); err != nil {
			return err
		}
	}
	return nil
}

// record makes the quads of one record.
func (r *execution) record(t *triplesMap, k *maker, joined map[*referencingMap]parents) error {
	subjects, err := k.terms(t.subject)
	if err != nil {
		return err
	}
	for _, s := range subjects {
		subject := s.(rdf.Subject) // check refuses literals
		graphs, err := k.graphs(t.graphs)
		if err != nil {
			return err
		}
		for _, class := range t.classes {
			if err := r.quads(subject, []rdf.Object{graph.Type}, []rdf.Object{class}, graphs); err != nil {
				return err
			}
		}
		for _, pair := range t.pairs {
			if err := r.pair(pair, k, subject, graphs, joined); err != nil {
				return err
			}
		}
	}
	return nil
}

// pair makes the quads of a predicate-object map.
func (r *execution) pair(pair predicateObjectMap, k *maker, subject rdf.Subject, graphs []rdf.Context, joined map[*referencingMap]parents) error {
	more, err := k.graphs(pair.graphs)
	if err != nil {
		return err
	}
	graphs = append(append([]rdf.Context{}, graphs...), more...)
	predicates, err := k.all(pair.predicates)
	if err != nil {
		return err
	}
	objects, err := k.all(pair.objects)
	if err != nil {
		return err
	}
	for _, of := range pair.references {
		found, err := r.referenced(of, k, joined[of])
		if err != nil {
			return err
		}
		objects = append(objects, found...)
	}
	return r.quads(subject, predicates, objects, graphs)
}

// quads gives out the quads of terms, in the default graph where there is no other.
func (r *execution) quads(subject rdf.Subject, predicates, objects []rdf.Object, graphs []rdf.Context) error {
	if len(graphs) == 0 {
		graphs = []rdf.Context{nil}
	}
	for _, p := range predicates {
		for _, object := range objects {
			for _, g := range graphs {
				triple := rdf.Triple{Subj: subject, Pred: p.(rdf.Predicate), Obj: object}
				if err := r.add(rdf.Quad{Triple: triple, Ctx: g}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// all returns the terms of several maps.
func (k *maker) all(maps []*termMap) ([]rdf.Object, error) {
	var all []rdf.Object
	for _, m := range maps {
		made, err := k.terms(m)
		if err != nil {
			return nil, err
		}
		all = append(all, made...)
	}
	return all, nil
}

// graphs returns the names of graphs; that of rml:defaultGraph is nil.
func (k *maker) graphs(maps []*termMap) ([]rdf.Context, error) {
	made, err := k.all(maps)
	if err != nil {
		return nil, err
	}
	var graphs []rdf.Context
	for _, name := range made {
		if local(name) == "defaultGraph" {
			graphs = append(graphs, nil)
			continue
		}
		graphs = append(graphs, name.(rdf.Context)) // check refuses literals
	}
	return graphs, nil
}

// parents are the subjects of a parent triples map, by the values that records are joined by.
type parents map[string][]rdf.Object

// parents reads the parents of the references of a triples map that are joined.
func (r *execution) parents(ctx context.Context, t *triplesMap) (map[*referencingMap]parents, error) {
	joined := map[*referencingMap]parents{}
	for _, pair := range t.pairs {
		for _, of := range pair.references {
			if len(of.conditions) == 0 {
				continue
			}
			found, err := r.parentsOf(ctx, of)
			if err != nil {
				return nil, err
			}
			joined[of] = found
		}
	}
	return joined, nil
}

func (r *execution) parentsOf(ctx context.Context, of *referencingMap) (parents, error) {
	found, n := parents{}, 0
	for record, err := range of.parent.source.records(ctx, r.open) {
		if err != nil {
			return nil, err
		}
		if n++; n > maxJoined {
			return nil, fmt.Errorf("%s: more than %d records cannot be joined", of.parent.source.path, maxJoined)
		}
		k := r.maker(of.parent, record)
		keys, err := k.joinKeys(of.conditions, func(c condition) *termMap { return c.parent })
		if err != nil {
			return nil, err
		}
		subjects, err := k.terms(of.parent.subject)
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			found[key] = append(found[key], subjects...)
		}
	}
	return found, nil
}

// referenced returns the objects of a referencing map for a record.
func (r *execution) referenced(of *referencingMap, k *maker, joined parents) ([]rdf.Object, error) {
	if len(of.conditions) == 0 {
		return r.maker(of.parent, k.record).terms(of.parent.subject)
	}
	keys, err := k.joinKeys(of.conditions, func(c condition) *termMap { return c.child })
	if err != nil {
		return nil, err
	}
	var found []rdf.Object
	for _, key := range keys {
		found = append(found, joined[key]...)
	}
	return found, nil
}

// joinKeys returns the values by which a record is joined: one for each combination of the
// values of the conditions.
func (k *maker) joinKeys(conditions []condition, side func(condition) *termMap) ([]string, error) {
	keys := []string{""}
	for _, c := range conditions {
		terms, err := k.terms(side(c))
		if err != nil {
			return nil, err
		}
		var longer []string
		for _, key := range keys {
			for _, t := range terms {
				longer = append(longer, key+"\x00"+strings.ReplaceAll(t.String(), "\x00", "\x00\x00"))
			}
		}
		keys = longer
	}
	return keys, nil
}
