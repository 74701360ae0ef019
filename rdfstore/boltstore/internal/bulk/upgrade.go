package bulk

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// versionOfLog is the first format version whose log says the numbers of graphs.
const versionOfLog = 4

// upgradeAll takes up of all graphs what earlier versions write otherwise: names,
// classes, postings, and the number of the graph in the last entry that the log has
// of it, where the log does not say it. Records, tombstones and the rest of the log are
// as they were.
func (l *Job) upgradeAll(ctx context.Context) error {
	if err := l.Dict.Check(); err != nil {
		return err
	}
	last, err := table.Log.LastKey(l.tx)
	if err != nil {
		return err
	}
	l.seq = last
	before, err := record.GetCounters(l.tx)
	if err != nil {
		return err
	}
	l.counters = &record.Counters{Graphs: before.Graphs, Classes: before.Classes}
	l.classes = postings.NewClassChanger(nil, l.counters)
	l.pending = &memtable.Memtable{}
	err = l.eachGraph(ctx, l.upgrade)
	if err == nil && (l.counters.Entities != before.Entities || l.counters.Triples != before.Triples) {
		err = fmt.Errorf("%w: there are %d entities with %d triples, and it counts %d with %d", rdfstore.ErrCorrupt,
			l.counters.Entities, l.counters.Triples, before.Entities, before.Triples)
	}
	return err
}

// upgrade takes up one graph.
func (l *Job) upgrade(e *rdfstore.Entity, id uint64) error {
	l.counters.Entities++
	l.counters.Triples += uint64(len(e.Graph.Triples))
	number := binary.AppendUvarint(nil, id)
	if err := l.add(table.Names, []byte(e.Graph.Name.String()), number); err != nil {
		return err
	}
	if l.From < versionOfLog {
		if err := l.add(table.Log, table.NumberKey(e.Version), number); err != nil {
			return err
		}
	}
	ps, err := l.indexer().Postings(e.Graph, id)
	if err != nil {
		return err
	}
	changes := postings.Diff(nil, ps)
	for _, iri := range e.Graph.Classes() {
		c := l.classes.Changed[iri]
		if c.ID == 0 {
			l.counters.Classes++
			c = record.Class{IRI: iri, ID: l.counters.Classes}
		}
		c.Entities++
		l.classes.Changed[iri] = c
		changes = append(changes, postings.Change{Place: postings.Members(c).Place(0, id), To: 1})
	}
	return l.addChanges(changes)
}

// oldLog merges a log that does not say the numbers of graphs with those of the graphs that
// its entries led to. What is not known any more is 0.
func (m *merger) oldLog() error {
	s, err := table.Log.Scan(m.load.tx)
	if err != nil {
		return err
	}
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		entry, err := record.DecodeLogEntry3(k, payload)
		if err != nil {
			return err
		}
		var id uint64
		if it, ok := m.here(table.Log); ok && slices.Equal(it.Key, k) {
			id, _ = binary.Uvarint(it.Value)
			if err := m.advance(); err != nil {
				return err
			}
		}
		if err := m.builder.put(table.Log, k, record.AppendLogEntry(nil, entry, id)); err != nil {
			return err
		}
	}
	return err
}
