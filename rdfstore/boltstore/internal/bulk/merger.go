package bulk

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/extsort"
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
	items, err := l.sorter.Sorted()
	if err != nil {
		return err
	}
	b, err := newBuilder(ctx, l.Path, l.Target)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.abandon()) }()
	m := &merger{ctx: ctx, load: l, builder: b, items: items, indexNumber: tableNumber(table.Index)}
	if err := m.all(); err != nil {
		return err
	}
	l.result.Entries = b.entries
	l.progress.Writing, l.progress.Written = true, 1
	l.report()
	return b.finish()
}

// merger merges the tables of the old file with the sorted items.
type merger struct {
	ctx     context.Context
	load    *Job
	builder *builder
	items   *extsort.Iterator
	// key and value are the next item, nil at the end.
	key, value []byte
	read       uint64
	// indexNumber is that of the index, which most items are of.
	indexNumber byte
}

// advance goes to the next item.
func (m *merger) advance() (err error) {
	if m.key, m.value, err = m.items.Next(); errors.Is(err, io.EOF) {
		m.key, m.value, err = nil, nil, nil
	}
	if err != nil {
		return err
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
	if m.key == nil || m.key[0] != tableNumber(t) {
		return table.Entry{}, false
	}
	return table.Entry{Key: m.key[1:], Value: m.value}, true
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
		case t == table.Log:
			err = m.log()
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
	if m.key != nil {
		return fmt.Errorf("build store: an item of table %d is left over", m.key[0])
	}
	if err := m.own(); err != nil {
		return err
	}
	return m.ctx.Err()
}

// own writes the tables that are held in memory.
func (m *merger) own() error {
	err := codec.DictionaryBlocks(m.load.Dict.Snapshot(), 0, func(key, payload []byte) error {
		return m.builder.put(table.Dictionary, key, payload)
	})
	if err != nil {
		return err
	}
	entries := []table.Entry{{Key: record.BaseKey, Value: []byte(m.load.Base)}, {Key: record.CountersKey, Value: m.load.counters.Encode()}}
	if version := m.load.derived(); version != "" {
		entries = append(entries, table.Entry{Key: record.DerivationKey, Value: []byte(version)})
	}
	entries = append(entries, table.Entry{Key: record.FormatKey, Value: record.FormatPayload()})
	for _, e := range entries {
		if err := m.builder.put(table.Meta, e.Key, e.Value); err != nil {
			return err
		}
	}
	return errors.Join(m.builder.end(table.Dictionary), m.builder.end(table.Meta))
}

// log writes the old entries of the log, and then the items, which are blocks of one entry each.
func (m *merger) log() error {
	w := record.LogWriter{Put: func(key, payload []byte) error { return m.builder.put(table.Log, key, payload) }}
	add := func(key, payload []byte) error {
		all, err := record.DecodeLogBlock(key, payload)
		for _, e := range all {
			err = errors.Join(err, w.Add(e))
		}
		return err
	}
	s, err := table.Log.Scan(m.load.tx)
	if err != nil {
		return err
	}
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		if err := add(k, payload); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	for it, ok := m.here(table.Log); ok; it, ok = m.here(table.Log) {
		if err := errors.Join(add(it.Key, it.Value), m.advance()); err != nil {
			return err
		}
	}
	return w.Flush()
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
	case table.Tombstones, table.Classes, table.Past:
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
	for old, err := range m.load.kept() {
		if err != nil {
			return err
		}
		changed, err := m.changesUpTo(w, old)
		if err == nil && !changed {
			err = w.Add(old)
		}
		if err != nil {
			return err
		}
	}
	for m.key != nil && m.key[0] == m.indexNumber {
		c, err := m.change()
		if err == nil {
			err = m.applyChange(w, c, 0)
		}
		if err != nil {
			return err
		}
	}
	err := w.Flush()
	// Each posting counts, not the blocks they are packed in.
	m.builder.entries += w.N - w.Blocks
	return err
}

// changesUpTo writes what changes make of the postings up to one of the old file, and
// tells whether one of them is of that.
func (m *merger) changesUpTo(w *postings.BlockWriter, old postings.Posting) (bool, error) {
	for m.key != nil && m.key[0] == m.indexNumber {
		c, err := m.change()
		if err != nil {
			return false, err
		}
		switch order := c.Compare(&old.Place); {
		case order > 0:
			return false, nil
		case order == 0:
			return true, m.applyChange(w, c, old.N)
		}
		if err := m.applyChange(w, c, 0); err != nil {
			return false, err
		}
	}
	return false, nil
}

// change reads the next item, which is of the index.
func (m *merger) change() (c postings.Change, err error) {
	c.Place, err = postings.PlaceOf(m.key[1:])
	from, n := binary.Uvarint(m.value)
	to, _ := binary.Uvarint(m.value[max(n, 0):])
	c.From, c.To = uint32(from), uint32(to)
	return c, err
}

// applyChange writes what a change makes of a posting, of which the old file has n
// triples, and goes on to the next item.
func (m *merger) applyChange(w *postings.BlockWriter, c postings.Change, n uint32) error {
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
