package query

import (
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/graph"
)

// maxKept bounds what each of the caches of an engine takes, in bytes.
const maxKept = 8 << 20

// maxKeptOfWalk is how many records a walk adds to a cache: one of many records would
// push out what others come by again and again.
const maxKeptOfWalk = 2048

// kept is what queries made of graphs that they came by, by the version of the entity. No
// two states of any entities have the same version, so nothing is ever out of date; what
// was not asked for lately goes first. The values never change.
type kept[V any] struct {
	mu sync.RWMutex
	// young are those that were asked for lately, and old those before; the young become
	// the old when they take half of what there is room for.
	young, old map[uint64]V
	// size is what the young take, and most what young and old may, in bytes.
	size, most int
	// sizeOf is about what a value takes, in bytes.
	sizeOf func(V) int
}

// entrySize is about what an entry takes besides its value, in bytes.
const entrySize = 64

func newKept[V any](most int, sizeOf func(V) int) *kept[V] {
	return &kept[V]{most: most, sizeOf: sizeOf}
}

// get returns the value of a version, if there is one.
func (k *kept[V]) get(version uint64) (V, bool) {
	k.mu.RLock()
	v, ok := k.young[version]
	if ok {
		k.mu.RUnlock()
		return v, true
	}
	v, ok = k.old[version]
	k.mu.RUnlock()
	if ok {
		k.put(version, v)
	}
	return v, ok
}

// put keeps a value, unless it takes too much of the room.
func (k *kept[V]) put(version uint64, v V) {
	size := entrySize + k.sizeOf(v)
	if size > k.most/8 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.young[version]; ok {
		return
	}
	if k.size+size > k.most/2 {
		k.young, k.old, k.size = nil, k.young, 0
	}
	if k.young == nil {
		k.young = map[uint64]V{}
	}
	k.young[version] = v
	k.size += size
}

// relations are the relations in which the entity of the name stands.
type relations struct {
	name  rdf.IRI
	stood []rdfstore.Related
}

func (r relations) size() int {
	n := 64 + len(r.name.String())
	for _, one := range r.stood {
		n += 24 + len(one.To.String())
	}
	return n
}

// alone returns the same without the texts of the record, which would stay in memory.
func (r relations) alone() (relations, error) {
	out := relations{stood: make([]rdfstore.Related, len(r.stood))}
	var err error
	if out.name, err = clone(r.name); err != nil {
		return out, err
	}
	for i, one := range r.stood {
		if out.stood[i].To, err = clone(one.To); err != nil {
			return out, err
		}
		out.stood[i].By = one.By
	}
	return out, nil
}

func clone(iri rdf.IRI) (rdf.IRI, error) { return graph.IRI(strings.Clone(iri.String())) }

// readRecord reads a record, or has read it before. keep tells whether to keep it.
func (e *Engine) readRecord(payload []byte, keep bool) (*record.Record, error) {
	version := record.VersionInRecord(payload)
	if r, ok := e.records.get(version); ok {
		return r, nil
	}
	r, err := record.ReadRecord(payload, e.dict)
	if err == nil && keep {
		e.records.put(version, r)
	}
	return r, err
}

// readLean reads a record as a whole, or has read it before, and keeps it with the terms
// that are made of it.
func (e *Engine) readLean(payload []byte) (*record.Lean, error) {
	version := record.VersionInRecord(payload)
	if l, ok := e.leans.get(version); ok {
		return l, nil
	}
	l, err := record.ReadLean(payload, e.dict)
	if err == nil {
		l.KeepTerms()
		e.leans.put(version, l)
	}
	return l, err
}

// readLeanOfWalk reads a record that a walk comes by, or has read it before. keep tells
// whether to keep it; otherwise it may share the room.
func (e *Engine) readLeanOfWalk(payload []byte, keep bool, room *record.Room) (*record.Lean, error) {
	version := record.VersionInRecord(payload)
	if l, ok := e.leans.get(version); ok {
		return l, nil
	}
	if !keep {
		return record.ReadLeanIn(payload, e.dict, room)
	}
	l, err := record.ReadLean(payload, e.dict)
	if err == nil {
		e.leans.put(version, l)
	}
	return l, err
}

// relationsOf returns the relations of the entity of a record, or has derived them before.
// keep tells whether to keep them.
func (e *Engine) relationsOf(payload []byte, keep bool) (relations, error) {
	version := record.VersionInRecord(payload)
	if r, ok := e.related.get(version); ok {
		return r, nil
	}
	entity, err := record.Decode(payload, e.dict)
	if err != nil {
		return relations{}, err
	}
	r := relations{entity.Graph.Name, e.derivation.Of(entity.Graph)}
	if !keep {
		return r, nil
	}
	if r, err = r.alone(); err == nil {
		e.related.put(version, r)
	}
	return r, err
}
