package bulk

import (
	"encoding/binary"
	"errors"
	"iter"
	"slices"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// add gives the sorter what becomes of an entry of a table.
func (l *Job) add(t table.Table, key, payload []byte) error {
	return l.addItem(tableNumber(t), key, payload)
}

// addLogged adds an entry of the log.
func (l *Job) addLogged(e record.Logged) error {
	return l.add(table.Log, table.NumberKey(e.Seq), record.LogBlock(e))
}

func (l *Job) addItem(table byte, key, payload []byte) error {
	l.key = append(append(l.key[:0], table), key...)
	l.items++
	return l.sorter.Add(l.key, payload)
}

// tableNumber is the place of a table in the order of writing.
func tableNumber(t table.Table) byte {
	for i, other := range table.All() {
		if other == t {
			return byte(i)
		}
	}
	return 0xff
}

// addPostings adds how the postings change from one state of an entity, which may be nil, to
// another, whose graph n is with numbers.
func (l *Job) addPostings(before, after *rdfstore.Entity, n *codec.Numbered, id uint64) error {
	changes, err := l.indexer().Changes(before, n, id)
	if err != nil {
		return err
	}
	classes, err := l.classes.Index(before, after, id)
	if err != nil {
		return err
	}
	return errors.Join(l.addChanges(slices.Values(classes)), l.addChanges(changes))
}

func (l *Job) addChanges(changes iter.Seq[postings.Change]) error {
	number := tableNumber(table.Index)
	var payload [2 * binary.MaxVarintLen32]byte
	for c := range changes {
		counts := binary.AppendUvarint(binary.AppendUvarint(payload[:0], uint64(c.From)), uint64(c.To))
		if err := l.addItem(number, c.Key(), counts); err != nil {
			return err
		}
	}
	return nil
}

func duplicate(name []byte) error {
	iri, err := graph.IRI(string(name))
	if err != nil {
		return table.Names.Corrupt(name, err.Error())
	}
	return &DuplicateError{Name: iri}
}
