// Package storecopy reads all that a store holds, with versions, log and deletions, name by
// name, so that an empty store of any engine can be filled with it, and compares two
// stores. It changes nothing, and knows no engine.
package storecopy

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/graph"
)

// Source is a store as it was at one moment.
type Source struct {
	store    rdfstore.Store
	snapshot rdfstore.Snapshot
	scratch  extsort.Scratch
	memory   int64
}

// Open takes a snapshot of a store. Sorting takes about memory bytes, and temporary files
// of about 100 bytes for each entry of the log. Whoever opens it closes it.
func Open(ctx context.Context, store rdfstore.Store, scratch extsort.Scratch, memory int64) (*Source, error) {
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return &Source{store, snapshot, scratch, memory}, nil
}

// At returns the newest entry of the log.
func (s *Source) At() rdfstore.LogEntry { return s.snapshot.At() }

// Close lets go of the snapshot.
func (s *Source) Close() error { return s.snapshot.Close() }

// Histories yields all that the store holds, in byte order of the names.
func (s *Source) Histories(ctx context.Context) iter.Seq2[rdfstore.History, error] {
	return func(yield func(rdfstore.History, error) bool) {
		if err := s.histories(ctx, yield); err != nil {
			yield(rdfstore.History{}, err)
		}
	}
}

// errStop means that whoever takes histories wants no more.
var errStop = errors.New("no more")

func (s *Source) histories(ctx context.Context, yield func(rdfstore.History, error) bool) (err error) {
	sorter := extsort.New(ctx, s.scratch, s.memory)
	defer func() {
		if err = errors.Join(err, sorter.Close()); errors.Is(err, errStop) {
			err = nil
		}
	}()
	if err := s.sortLog(ctx, sorter); err != nil {
		return err
	}
	entries, err := sorter.Sorted()
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(s.snapshot.Graphs(ctx, ""))
	defer stop()
	m := &merging{entries: entries, graphs: next}
	if err := m.nextEntry(); err != nil {
		return err
	}
	if err := m.nextEntity(); err != nil {
		return err
	}
	for m.entry != nil || m.entity != nil {
		h, err := m.history()
		if err != nil {
			return err
		}
		if len(h.Entries) > 1 {
			h.States = s.states(ctx, &h)
		}
		if !yield(h, nil) {
			return errStop
		}
	}
	return nil
}

// sortLog gives the sorter the entries of the log by name, each name's in their order.
func (s *Source) sortLog(ctx context.Context, sorter *extsort.Sorter) error {
	last := s.At().Seq
	if last == 0 {
		return nil
	}
	seq := uint64(0)
	for e, err := range s.store.Changes(ctx, 0) {
		if err != nil {
			return err
		}
		if seq++; e.Seq != seq {
			return fmt.Errorf("%w: entry %d of the log comes after entry %d", rdfstore.ErrCorrupt, e.Seq, seq-1)
		}
		if err := sorter.Add([]byte(e.Name.String()), appendEntry(nil, e)); err != nil {
			return err
		}
		if seq == last {
			return nil
		}
	}
	return fmt.Errorf("%w: the log ends with entry %d in place of %d", rdfstore.ErrCorrupt, seq, last)
}

// states yields the past states of a history. The oldest may be removed from the store meanwhile.
func (s *Source) states(ctx context.Context, h *rdfstore.History) iter.Seq2[*rdfstore.Entity, error] {
	name, entries := h.Name, h.Entries[:len(h.Entries)-1]
	return func(yield func(*rdfstore.Entity, error) bool) {
		var some []*rdfstore.Entity
		begun := false
		for _, e := range entries {
			if e.Kind == rdfstore.Deleted {
				continue
			}
			if len(some) == 0 {
				var err error
				if some, err = s.pastFrom(ctx, name, e.Seq); err != nil {
					yield(nil, err)
					return
				}
			}
			switch {
			case len(some) > 0 && some[0].Version == e.Seq:
				if !yield(some[0], nil) {
					return
				}
				some, begun = some[1:], true
			case begun:
				yield(nil, fmt.Errorf("%w: version %d of %s, a past state, is missing", rdfstore.ErrCorrupt, e.Seq, name))
				return
			}
		}
	}
}

// pastReader is a store that reads several past states of a name at once, as PostgreSQL does.
type pastReader interface {
	// PastFrom returns some of the past states of the name that are kept, in their order, from
	// the first on whose version is not less than the given one; none where there is none.
	PastFrom(ctx context.Context, name rdf.IRI, version uint64) ([]*rdfstore.Entity, error)
}

// pastFrom returns some past states of a name, in their order, of which the first is of the version
// if that is kept.
func (s *Source) pastFrom(ctx context.Context, name rdf.IRI, version uint64) ([]*rdfstore.Entity, error) {
	if r, ok := s.store.(pastReader); ok {
		return r.PastFrom(ctx, name, version)
	}
	e, err := s.store.Past(ctx, name, version)
	if rdfstore.IsMissing(err) {
		return nil, nil
	}
	return []*rdfstore.Entity{e}, err
}

// appendEntry writes an entry but its name.
func appendEntry(b []byte, e rdfstore.LogEntry) []byte {
	b = binary.AppendUvarint(b, e.Seq)
	b = binary.AppendVarint(b, e.Time.UnixNano())
	kind := byte(e.Kind)
	if e.Purged {
		kind |= purged
	}
	b = append(b, kind)
	for _, text := range []string{e.Class.String(), e.Successor.String(), e.Author, e.Message} {
		b = codec.AppendText(b, text)
	}
	return b
}

// purged is the bit of the kind that tells that an entry is of a purge.
const purged = 0x80

func readEntry(name rdf.IRI, b []byte) (rdfstore.LogEntry, error) {
	seq, n := binary.Uvarint(b)
	at, m := binary.Varint(b[n:])
	f := codec.Fields{Rest: string(b[n+m:])}
	kind := f.Take(1)[0]
	e := rdfstore.LogEntry{Seq: seq, Name: name, Kind: rdfstore.Kind(kind &^ purged), Time: time.Unix(0, at).UTC(), Purged: kind&purged != 0}
	for _, iri := range []*rdf.IRI{&e.Class, &e.Successor} {
		text := f.Text()
		if text == "" {
			continue
		}
		var err error
		if *iri, err = graph.IRI(text); err != nil {
			return e, err
		}
	}
	e.Author, e.Message = f.Text(), f.Text()
	return e, f.Err("an entry of the log")
}

// merging brings entries of the log and entities together by name.
type merging struct {
	entries *extsort.Iterator
	graphs  func() (*rdfstore.Entity, error, bool)
	// name and entry are the next entry, nil after the last; entity is the next entity.
	name, entry []byte
	entity      *rdfstore.Entity
}

func (m *merging) nextEntry() (err error) {
	if m.name, m.entry, err = m.entries.Next(); errors.Is(err, io.EOF) {
		m.name, m.entry, err = nil, nil, nil
	}
	return err
}

func (m *merging) nextEntity() (err error) {
	m.entity, err, _ = m.graphs()
	return err
}

// history takes up the entries of the next name and its entity.
func (m *merging) history() (rdfstore.History, error) {
	var h rdfstore.History
	if m.entry == nil {
		return h, fmt.Errorf("%w: the log has no entry about %s", rdfstore.ErrCorrupt, m.entity.Graph.Name)
	}
	var err error
	text := string(m.name)
	if h.Name, err = graph.IRI(text); err != nil {
		return h, err
	}
	for m.entry != nil && string(m.name) == text {
		e, err := readEntry(h.Name, m.entry)
		if err != nil {
			return h, err
		}
		h.Entries = append(h.Entries, e)
		if err := m.nextEntry(); err != nil {
			return h, err
		}
	}
	if m.entity != nil && m.entity.Graph.Name == h.Name {
		h.Entity = m.entity
		if err := m.nextEntity(); err != nil {
			return h, err
		}
	}
	return h, whole(&h)
}

// whole tells whether the log and the entity of a history agree.
func whole(h *rdfstore.History) error {
	last := h.Last()
	switch {
	case h.Entity == nil && last.Kind != rdfstore.Deleted:
		return fmt.Errorf("%w: the log says that %s was %s, and it is not there", rdfstore.ErrCorrupt, h.Name, last.Kind)
	case h.Entity != nil && (last.Kind == rdfstore.Deleted || h.Entity.Version != last.Seq || h.Born() == 0):
		return fmt.Errorf("%w: %s is of version %d, and the log says that it was %s by entry %d", rdfstore.ErrCorrupt, h.Name, h.Entity.Version, last.Kind, last.Seq)
	}
	return nil
}
