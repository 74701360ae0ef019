package memtable

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Unloaded are the changes that stand in the file when a store is first asked
// something: those of names in the log, those of the index in the pending table.
// Loading many of them takes a while, so another goroutine does. Until it is done, who
// asks for one name or for some lists finds theirs in the file, and who asks for more
// loads them. Nothing is flushed until then, so all transactions find the same.
//
// It is the one thing of a memtable that changes; its methods may be called by many
// goroutines.
type Unloaded struct {
	checkpoint Checkpoint
	// last is the last entry of the log then, and lastEntry that of the pending table.
	last, lastEntry uint64
	// Done is for the store to close when it has called Load, and Err what that
	// returned.
	Done     chan struct{}
	Err      error
	names    once[nameChanges]
	postings once[postingChanges]
}

// nameChanges are changes of names, those that are being flushed and later ones.
type nameChanges struct{ frozen, active []NameChange }

// postingChanges are those of the index. The active ones stand in so many entries,
// which brought so many changes.
type postingChanges struct {
	frozen, active   postings.Run
	entries, written int
}

// once is what is loaded once, by whoever comes first.
type once[T any] struct {
	mu     sync.Mutex
	loaded atomic.Bool
	value  T
	err    error
}

// errStopped is the error of loading that was told to stop, which may begin again.
var errStopped = errors.New("loading was stopped")

func (o *once[T]) get(load func() (T, error)) (T, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.loaded.Load() {
		return o.value, o.err
	}
	value, err := load()
	if !errors.Is(err, errStopped) {
		o.value, o.err = value, err
		o.loaded.Store(true)
	}
	return value, err
}

// always says that loading goes on.
func always() bool { return true }

// Open returns what the tables lack. It reads none of it.
func Open(tx *bbolt.Tx) (*Memtable, error) {
	c, err := GetCheckpoint(tx)
	if err != nil {
		return nil, err
	}
	last, err := table.Log.LastKey(tx)
	if err != nil {
		return nil, err
	}
	// Damage there is for those to meet who ask for postings.
	pending, err := table.Pending.LastKey(tx)
	if pending == 0 && err == nil && c.Names.Merged >= last {
		return &Memtable{Checkpoint: c}, nil
	}
	u := &Unloaded{checkpoint: c, last: last, lastEntry: max(last, pending), Done: make(chan struct{})}
	return &Memtable{Checkpoint: c, Unloaded: u}, nil
}

// Load returns what the tables lack, all of it in memory.
func Load(tx *bbolt.Tx) (*Memtable, error) {
	m, err := Open(tx)
	if err != nil || m.Unloaded == nil {
		return m, err
	}
	if err := m.Unloaded.Load(tx, always); err != nil {
		return nil, err
	}
	return m.Loaded()
}

// Load loads what has not been loaded, as long as goOn says so; otherwise the error is
// rdfstore.ErrClosed. What cannot be loaded for another reason, Loaded tells.
func (u *Unloaded) Load(tx *bbolt.Tx, goOn func() bool) error {
	_, err := u.loadNames(tx)
	_, failed := u.loadPostings(tx, goOn)
	if errors.Is(failed, errStopped) {
		return rdfstore.ErrClosed
	}
	return errors.Join(err, failed)
}

// Loaded returns m with the changes that were unloaded and have been loaded. Where
// Load was told to stop, the error is rdfstore.ErrClosed.
func (m *Memtable) Loaded() (*Memtable, error) {
	u := m.Unloaded
	if !u.names.loaded.Load() || !u.postings.loaded.Load() {
		return nil, cmp.Or(u.Err, rdfstore.ErrClosed)
	}
	if err := errors.Join(u.names.err, u.postings.err); err != nil {
		return nil, err
	}
	names, changes, after := u.names.value, u.postings.value, *m
	after.Unloaded, after.Frozen = nil, nil
	if r := (Run{changes.frozen, names.frozen}); r.Len() > 0 {
		after.Frozen = []Run{r}
	}
	if r := (Run{changes.active, names.active}); r.Len() > 0 {
		after.Active = append([]Run{r}, m.Active...)
	}
	after.Entries += max(changes.entries, int(u.last-min(u.last, u.checkpoint.logged())))
	after.Written += changes.written
	// What is being compacted meanwhile does not know of these.
	after.freezes++
	return &after, nil
}

// IsDone tells whether Done is closed.
func (u *Unloaded) IsDone() bool {
	select {
	case <-u.Done:
		return true
	default:
		return false
	}
}

// loadNames loads the changes of names.
func (u *Unloaded) loadNames(tx *bbolt.Tx) (nameChanges, error) {
	return u.names.get(func() (nameChanges, error) {
		var frozen, active []NameChange
		err := u.eachName(tx, func(seq uint64, key, payload []byte) error {
			kind, name, graph, err := record.DecodeLogName(key, payload)
			switch {
			case err != nil || kind == rdfstore.Updated:
				return err
			case seq <= u.checkpoint.Names.Frozen:
				frozen = append(frozen, NameChange{name, graph})
			default:
				active = append(active, NameChange{name, graph})
			}
			return nil
		})
		if err != nil {
			return nameChanges{}, err
		}
		n := nameChanges{sortNames(frozen), sortNames(active)}
		done, found := searchName(n.frozen, u.checkpoint.Names.Name)
		if found {
			done++
		}
		n.frozen = n.frozen[done:]
		return n, nil
	})
}

// sortNames returns changes in order, the last that was made of each name.
func sortNames(changes []NameChange) []NameChange {
	lists := make([][]NameChange, len(changes))
	for i := range changes {
		lists[i] = changes[i : i+1]
	}
	sorted, _ := nameRule.Lists(lists) // newer ones win, which is no error
	return sorted
}

// eachName calls take for each entry of the log that the names table lacks.
func (u *Unloaded) eachName(tx *bbolt.Tx, take func(seq uint64, key, payload []byte) error) error {
	s, err := table.Log.Scan(tx)
	if err != nil {
		return err
	}
	k, payload, err := s.Seek(table.NumberKey(u.checkpoint.Names.Merged + 1))
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		seq, err := table.KeyNumber(table.Log, k)
		if err != nil || seq > u.last {
			return err
		}
		if err := take(seq, k, payload); err != nil {
			return err
		}
	}
	return err
}

// graphID returns the number of the graph that the log says a name has, false where
// it says nothing.
func (u *Unloaded) graphID(tx *bbolt.Tx, name string) (graph uint64, ok bool, err error) {
	if u.names.loaded.Load() {
		n, err := u.names.value, u.names.err
		graph, ok = findName([]Run{{Names: n.frozen}, {Names: n.active}}, name)
		return graph, ok, err
	}
	wanted := []byte(name)
	err = u.eachName(tx, func(_ uint64, key, payload []byte) error {
		// The name stands at the end of an entry.
		if !bytes.HasSuffix(payload, wanted) {
			return nil
		}
		kind, logged, id, err := record.DecodeLogName(key, payload)
		if err == nil && logged == name && kind != rdfstore.Updated {
			graph, ok = id, true
		}
		return err
	})
	return graph, ok, err
}

// maxUnmerged is how many changes are loaded before they are made one list, so that
// loading takes no more memory than what they come to.
const maxUnmerged = 1 << 20

// loadPostings loads the changes of the index.
func (u *Unloaded) loadPostings(tx *bbolt.Tx, goOn func() bool) (postingChanges, error) {
	return u.postings.get(func() (p postingChanges, err error) {
		var frozen, active [][]postings.Change
		unmerged := 0
		err = u.eachEntry(tx, func(seq uint64, key, payload []byte) error {
			if !goOn() {
				return errStopped
			}
			changes, err := DecodeEntry(key, payload)
			if err != nil {
				return err
			}
			if seq <= u.checkpoint.Index.UpTo {
				frozen = append(frozen, u.unflushed(changes))
			} else {
				active = append(active, changes)
				p.entries++
				p.written += len(changes)
			}
			if unmerged += len(changes); unmerged < maxUnmerged {
				return nil
			}
			unmerged = 0
			return errors.Join(mergeLists(&frozen), mergeLists(&active))
		})
		if err = errors.Join(err, mergeLists(&frozen), mergeLists(&active)); err != nil {
			return postingChanges{}, err
		}
		p.frozen, p.active = postings.NewRun(slices.Concat(frozen...)), postings.NewRun(slices.Concat(active...))
		return p, nil
	})
}

// mergeLists makes one list of some.
func mergeLists(lists *[][]postings.Change) error {
	changes, err := postings.MergeChanges(*lists)
	*lists = [][]postings.Change{changes}
	return err
}

// unflushed returns those of frozen changes that are not in the index.
func (u *Unloaded) unflushed(changes []postings.Change) []postings.Change {
	return postings.NewRun(changes).After(u.checkpoint.Index.Place)
}

// eachEntry calls take for each entry of the pending table.
func (u *Unloaded) eachEntry(tx *bbolt.Tx, take func(seq uint64, key, payload []byte) error) error {
	s, err := table.Pending.Scan(tx)
	if err != nil {
		return err
	}
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		seq, err := table.KeyNumber(table.Pending, k)
		if err != nil || seq > u.lastEntry {
			return err
		}
		if err := take(seq, k, payload); err != nil {
			return err
		}
	}
	return err
}

// postingsOf returns the changes of the index, oldest first: those of some lists at
// least, or all where none are named.
func (u *Unloaded) postingsOf(tx *bbolt.Tx, lists []postings.Part) ([]postings.Run, error) {
	if u.postings.loaded.Load() || len(lists) == 0 {
		p, err := u.loadPostings(tx, always)
		return []postings.Run{p.frozen, p.active}, err
	}
	var found [][]postings.Change
	err := u.eachEntry(tx, func(seq uint64, key, payload []byte) error {
		changes, err := changesOf(lists, key, payload)
		if err == nil && seq <= u.checkpoint.Index.UpTo {
			changes = u.unflushed(changes)
		}
		if len(changes) > 0 {
			found = append(found, changes)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all, err := postings.MergeChanges(found)
	return []postings.Run{postings.NewRun(all)}, err
}
