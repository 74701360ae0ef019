package bulk

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"vitrine/rdfstore/boltstore/internal/guard"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// build writes the new file out of the old one and what the sorter has.
func (l *Job) build(ctx context.Context) (err error) {
	for iri, c := range l.classes.Changed {
		var payload []byte
		if c.Entities > 0 {
			payload = c.Encode()
		}
		if err := l.add(table.Classes, []byte(iri.String()), payload); err != nil {
			return err
		}
	}
	b, err := newBuilder(ctx, l.Path)
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(l.sorter.Sorted())
	defer stop()
	m := &merger{ctx: ctx, load: l, builder: b, pull: next}
	if err := m.all(); err != nil {
		return errors.Join(err, b.abandon())
	}
	l.result.Entries = b.entries
	l.progress.Writing, l.progress.Written = true, 1
	l.report()
	return b.finish(l.Path, l.release)
}

// merger merges the tables of the old file with the sorted items.
type merger struct {
	ctx     context.Context
	load    *Job
	builder *builder
	pull    func() (table.Entry, error, bool)
	// item is the next item, nil at the end.
	item *table.Entry
	read uint64
}

// advance goes to the next item.
func (m *merger) advance() error {
	kv, err, ok := m.pull()
	if err != nil {
		return err
	}
	m.item = nil
	if ok {
		m.item = &kv
	}
	m.read++
	if m.read%(1<<16) == 0 {
		m.load.progress.Writing = true
		m.load.progress.Written = float64(m.read) / float64(m.load.items)
		m.load.report()
		return m.ctx.Err()
	}
	return nil
}

// here returns the next item of a table; its key is that in the table.
func (m *merger) here(t table.Table) (table.Entry, bool) {
	if m.item == nil || m.item.Key[0] != tableNumber(t) {
		return table.Entry{}, false
	}
	return table.Entry{Key: m.item.Key[1:], Value: m.item.Value}, true
}

func (m *merger) all() error {
	if err := m.advance(); err != nil {
		return err
	}
	for _, t := range table.All() {
		var err error
		switch {
		case t == table.Meta, t == table.Dictionary:
			continue
		case t == table.Counts, t == table.Pending:
		case t == table.Index:
			err = m.index()
		case t == table.Names:
			err = m.names()
		case t == table.Log && m.load.From < record.FormatVersion:
			err = m.oldLog()
		case t == table.Classes && m.load.From < record.FormatVersion:
			err = m.entries(t, noEntries)
		default:
			err = m.table(t)
		}
		if err == nil {
			err = m.builder.end(t)
		}
		if err != nil {
			return err
		}
	}
	if m.item != nil {
		return fmt.Errorf("build store: an item of table %d is left over", m.item.Key[0])
	}
	if err := m.own(); err != nil {
		return err
	}
	return m.ctx.Err()
}

// own writes the tables that are held in memory. They are read whenever the store
// is opened, so they get the first pages of the file, with what else the last
// commit writes: reading pages far apart would take longer.
func (m *merger) own() error {
	if err := m.builder.useReserved(); err != nil {
		return err
	}
	err := record.DictionaryBlocks(m.load.Dict.Snapshot(), 0, func(key, payload []byte) error {
		return m.builder.put(table.Dictionary, key, payload)
	})
	if err != nil {
		return err
	}
	entries := []table.Entry{{Key: record.CountersKey, Value: m.load.counters.Encode()}}
	if version := m.load.derived(); version != "" {
		entries = append(entries, table.Entry{Key: record.DerivationKey, Value: []byte(version)})
	}
	entries = append(entries, table.Entry{Key: record.FormatKey, Value: record.FormatPayload()}, table.Entry{Key: memtable.NameCheckpointKey, Value: memtable.NameCheckpoint{Merged: m.load.seq}.Encode()})
	for _, e := range entries {
		if err := m.builder.put(table.Meta, e.Key, e.Value); err != nil {
			return err
		}
	}
	return errors.Join(m.builder.end(table.Dictionary), m.builder.end(table.Meta))
}

// names merges the names.
func (m *merger) names() error {
	if m.load.From < record.FormatVersion {
		return m.entries(table.Names, noEntries)
	}
	w, err := memtable.NewNameIterator(m.load.tx, &m.load.pending.Names, "")
	if err != nil {
		return err
	}
	return m.entries(table.Names, func() ([]byte, []byte, error) {
		name, id, err := w.Next()
		if name == "" || err != nil {
			return nil, nil, err
		}
		return []byte(name), binary.AppendUvarint(nil, id), nil
	})
}

// table merges a table that has all its entries in the old file.
func (m *merger) table(t table.Table) error {
	s, err := t.Scan(m.load.tx)
	if err != nil {
		return err
	}
	next := s.First
	return m.entries(t, func() (k, payload []byte, err error) {
		k, payload, err = next()
		next = s.Next
		return k, payload, err
	})
}

// noEntries is the end of the old entries of a table.
func noEntries() (k, payload []byte, err error) { return nil, nil, nil }

// entries merges the old entries of a table. An item stands in place of the one
// with its key.
func (m *merger) entries(t table.Table, next func() (k, payload []byte, err error)) error {
	k, payload, err := next()
	for {
		if err != nil {
			return err
		}
		it, ok := m.here(t)
		if k == nil && !ok {
			return nil
		}
		if !ok || k != nil && bytes.Compare(k, it.Key) < 0 {
			if err := m.builder.put(t, k, payload); err != nil {
				return err
			}
			k, payload, err = next()
			continue
		}
		if bytes.Equal(k, it.Key) {
			k, payload, err = next()
			if err != nil {
				return err
			}
		}
		if err := m.put(t, it); err != nil {
			return err
		}
	}
}

// put writes an item and goes on to the next.
func (m *merger) put(t table.Table, it table.Entry) error {
	payload, keep := it.Value, true
	switch t {
	case table.Tombstones:
		keep = false
	case table.Classes:
		keep = len(payload) > 0
	}
	key := bytes.Clone(it.Key)
	if keep {
		if err := m.builder.put(t, key, payload); err != nil {
			return err
		}
	}
	if err := m.advance(); err != nil {
		return err
	}
	if again, ok := m.here(t); ok && t == table.Names && bytes.Equal(again.Key, key) {
		return duplicate(key)
	}
	return nil
}

// index merges the index, and writes the lengths of its long lists.
func (m *merger) index() error {
	w := &postings.BlockWriter{Put: m.builder.put}
	next, stop := iter.Pull2(guard.Pulled(m.load.Path, m.load.kept()))
	defer stop()
	old, err, more := next()
	for err == nil {
		c, ok, err := m.change()
		if err != nil {
			return err
		}
		switch {
		case !more && !ok:
			// Each posting counts, not the blocks they are packed in.
			err := w.Flush()
			m.builder.entries += w.N - w.Blocks
			return err
		case !ok || more && old.Compare(&c.Place) < 0:
			if err := w.Add(old); err != nil {
				return err
			}
		default:
			same := more && old.Place == c.Place
			if err := m.applyChange(w, c, same, old.N); err != nil {
				return err
			}
			if !same {
				continue
			}
		}
		if old, err, more = next(); err != nil {
			return err
		}
	}
	return err
}

// change returns the next item of the index, false where there is none.
func (m *merger) change() (c postings.Change, ok bool, err error) {
	it, ok := m.here(table.Index)
	if !ok {
		return c, false, nil
	}
	c.Place, err = postings.PlaceOf(it.Key)
	f := table.Fields{Rest: string(it.Value)}
	c.From, c.To = uint32(f.Uvarint()), uint32(f.Uvarint())
	return c, true, err
}

// applyChange writes what a change makes of a posting, which the old file may
// have, and goes on to the next item.
func (m *merger) applyChange(w *postings.BlockWriter, c postings.Change, stored bool, n uint32) error {
	if !stored {
		n = 0
	}
	if err := c.Expects(n); err != nil {
		return err
	}
	if c.To > 0 {
		if err := w.Add(postings.Posting{Place: c.Place, N: c.To}); err != nil {
			return err
		}
	}
	return m.advance()
}
