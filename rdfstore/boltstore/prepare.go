package boltstore

import (
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// preparedChange is a change on its way to the writer, with what the caller could
// work out for it.
type preparedChange struct {
	rdfstore.Change
	// ready is nil where the writer has to work it out.
	ready *ready
	// before is what the file held of the name in the state that the request was
	// prepared in.
	before memtable.Stored
}

// ready is what a graph comes to in the file.
type ready struct {
	// changes are those of the index where the graph is new, after room for those
	// of its classes, and encoded are they as the pending table has them. The
	// numbers of the graph and of the classes are not known yet.
	changes []postings.Change
	encoded table.Tail
	classes int
	// record is what follows the head of its record.
	record table.Tail
}

// workspace is memory to prepare graphs in, one after the other. What is kept of
// them is copied out of it, in as much memory as it takes.
type workspace struct {
	graph           record.Numbered
	postings        []postings.Posting
	record, encoded []byte
}

// A workspace is kept that has room for no more than so many triples and for a
// record of so many bytes.
const (
	maxTriplesKept = 4096
	maxRecordKept  = 128 << 10
)

// prepare checks the graphs of some changes and returns the changes with each
// graph as it will be read again: every triple once, and literals as package
// graph makes them.
func (s *Store) prepare(changes []rdfstore.Change) ([]preparedChange, error) {
	w, ok := s.workspaces.Get().(*workspace)
	if !ok {
		w = new(workspace)
	}
	defer s.release(w)
	all := make([]preparedChange, len(changes))
	for i, c := range changes {
		all[i].Change = c
		if c.Put == nil {
			continue
		}
		if err := w.graph.Normalise(c.Put); err != nil {
			return nil, &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		all[i].Put, all[i].ready = w.graph.Graph, s.makeReady(w)
	}
	return all, nil
}

// lookUp adds to changes what the file holds of their names, and returns the
// number of the commit it holds it after. It returns 0 where that cannot be
// read: the writer will find the same and say so.
func (s *Store) lookUp(changes []preparedChange) (commit int) {
	err := s.guard(func() error {
		tx, m, err := s.begin()
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		for i, c := range changes {
			if changes[i].before, err = m.Entity(tx, s.dict, c.Name()); err != nil {
				return err
			}
		}
		commit = tx.ID()
		return nil
	})
	if err != nil {
		return 0
	}
	return commit
}

// release keeps a workspace for the next graphs, unless a large one has made it
// large.
func (s *Store) release(w *workspace) {
	if cap(w.graph.Ends) > maxTriplesKept || cap(w.record) > maxRecordKept {
		return
	}
	w.graph.Forget()
	s.workspaces.Put(w)
}

// makeReady works out what the graph in a workspace comes to, nil where that takes
// numbers which the dictionary has not given yet: only the writer gives them.
func (s *Store) makeReady(w *workspace) *ready {
	n, given := &w.graph, &record.Given{Dictionary: s.dict}
	var err error
	if w.postings, err = (postings.Indexer{Dict: given, Derivation: s.derivation}).AppendPostings(w.postings[:0], n, 0); err != nil || given.Missing {
		return nil
	}
	if w.record, err = record.EncodeBody(w.record[:0], n, given); err != nil || given.Missing {
		return nil
	}
	r := &ready{record: table.NewTail(w.record), classes: len(n.Classes())}
	r.changes = make([]postings.Change, r.classes, r.classes+len(w.postings))
	for _, p := range w.postings {
		r.changes = append(r.changes, postings.Change{Place: p.Place, From: 0, To: p.N})
	}
	w.encoded = memtable.AppendChanges(w.encoded[:0], r.changes[r.classes:])
	r.encoded = table.NewTail(w.encoded)
	return r
}

// with returns the changes where those of the classes and the graph's number are
// known.
func (r *ready) with(classes []postings.Change, graph uint64) []postings.Change {
	copy(r.changes[:r.classes], classes)
	memtable.OfGraph(r.changes, graph)
	return r.changes
}
