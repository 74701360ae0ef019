package query

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/lru"
)

// maxCacheBytes bounds what each of the caches of records and relations takes.
const maxCacheBytes = 8 << 20

// maxCachedOfWalk is how many records a walk adds to a cache: one of many records would
// push out what others come by again and again.
const maxCachedOfWalk = 2048

// entrySize is about what an entry of a cache takes besides its value, in bytes.
const entrySize = 64

// caches have what queries made of records, by the version of the entity. No two states of
// any entities have the same version, so nothing is ever out of date. The values never
// change.
type caches struct {
	records *lru.Cache[uint64, *codec.Record]
	// related are the relations of entities that were asked for by a relation.
	related *lru.Cache[uint64, relations]
}

func newCaches() caches {
	return caches{
		records: lru.New(maxCacheBytes, func(_ uint64, r *codec.Record) int { return entrySize + r.Size() }),
		related: lru.New(maxCacheBytes, func(_ uint64, r relations) int { return entrySize + r.size() }),
	}
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

// read reads a record. keep tells whether to keep it, or it has been read before; otherwise it may
// share the room, which may be nil.
func (e *Engine) read(payload []byte, keep bool, room *codec.Room) (*codec.Record, error) {
	if !keep { // a long walk finds few of its records there
		return codec.ReadIn(payload, e.dict, room)
	}
	version := codec.VersionOf(payload)
	if r, ok := e.caches.records.Get(version); ok {
		return r, nil
	}
	r, err := codec.Read(payload, e.dict)
	if err == nil {
		e.caches.records.Set(version, r)
	}
	return r, err
}

// relationsOf returns the relations of the entity of a record, or has derived them before.
// keep tells whether to keep them.
func (e *Engine) relationsOf(payload []byte, keep bool) (relations, error) {
	version := codec.VersionOf(payload)
	if r, ok := e.caches.related.Get(version); ok {
		return r, nil
	}
	entity, err := codec.Decode(payload, e.dict)
	if err != nil {
		return relations{}, err
	}
	r := relations{entity.Graph.Name, e.derivation.Of(entity.Graph)}
	if !keep {
		return r, nil
	}
	if r, err = r.alone(); err == nil {
		e.caches.related.Set(version, r)
	}
	return r, err
}
