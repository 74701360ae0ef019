package memtable

import (
	"encoding/binary"
	"math"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// loader reads the entries of the pending table into memory. Whenever it has
// read many, it makes one list of them, so that it takes no more memory than what
// they come to.
type loader struct {
	mark Checkpoint
	// frozen and later are lists of changes, oldest first.
	frozen, later [][]postings.Change
	// entries is how many entries hold the later changes, and written how many
	// those were.
	entries, written int
	// unmerged is how many changes have been read since the lists were made one.
	unmerged int
}

// maxUnmerged is how many changes are read before they are made one list.
const maxUnmerged = 1 << 20

// read reads all entries up to a key. It stops where goOn, which is told how many
// changes were read, says no, and tells whether it came to the end.
func (r *loader) read(tx *bbolt.Tx, upTo uint64, goOn func(changes int) bool) (end bool, err error) {
	if r.mark, err = GetCheckpoint(tx); err != nil {
		return false, err
	}
	s, err := table.Pending.Scan(tx)
	if err != nil {
		return false, err
	}
	read := 0
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		if !goOn(read) {
			return false, nil
		}
		seq, err := table.KeyNumber(table.Pending, k)
		if err != nil {
			return false, err
		}
		if seq > upTo {
			break
		}
		n, err := r.add(seq, k, payload)
		if err != nil {
			return false, err
		}
		read += n
	}
	return err == nil, err
}

// add takes up an entry and returns the number of its changes.
func (r *loader) add(seq uint64, key, payload []byte) (n int, err error) {
	changes, err := DecodeEntry(key, payload)
	if err != nil {
		return 0, err
	}
	if seq > r.mark.UpTo {
		r.later = append(r.later, changes)
		r.entries++
		r.written += len(changes)
	} else {
		r.frozen = append(r.frozen, postings.NewRun(changes).After(r.mark.Place))
	}
	if r.unmerged += len(changes); r.unmerged < maxUnmerged {
		return len(changes), nil
	}
	return len(changes), r.mergeLists()
}

// mergeLists makes one list of the frozen changes and one of the later ones.
func (r *loader) mergeLists() error {
	r.unmerged = 0
	for _, lists := range []*[][]postings.Change{&r.frozen, &r.later} {
		changes, err := postings.MergeChanges(*lists)
		if err != nil {
			return err
		}
		if *lists = nil; len(changes) > 0 {
			*lists = [][]postings.Change{changes}
		}
	}
	return nil
}

// pending returns what was read.
func (r *loader) pending() (*Memtable, error) {
	if err := r.mergeLists(); err != nil {
		return nil, err
	}
	p := &Memtable{Checkpoint: r.mark, Entries: r.entries, Written: r.written}
	for _, changes := range r.frozen {
		p.Frozen = []postings.Run{postings.NewRun(changes)}
	}
	for _, changes := range r.later {
		p.Active = []postings.Run{postings.NewRun(changes)}
	}
	return p, nil
}

// loadChanges reads the changes that are not in the index.
func loadChanges(tx *bbolt.Tx, n Names) (*Memtable, error) {
	r := &loader{}
	if _, err := r.read(tx, math.MaxUint64, func(int) bool { return true }); err != nil {
		return nil, err
	}
	p, err := r.pending()
	if err != nil {
		return nil, err
	}
	return p.WithNames(n), nil
}

// Unloaded are changes that stand in the pending table when a store is first asked
// about the index. Reading many of them takes a while, so another goroutine does;
// until it is done, a pattern finds those of its lists in the table. Nothing is
// merged until then, so the entries stay.
type Unloaded struct {
	mark Checkpoint
	// last is the key of the last entry.
	last uint64
	// done is closed when they have been read. Then read has them, or err says why
	// not.
	Done     chan struct{}
	Memtable *Memtable
	Err      error
}

// Open reads the changes that are not in the index, where there are few.
// Where there are more than so many, they are unread, for the store to read.
func Open(tx *bbolt.Tx, n Names, most int) (*Memtable, error) {
	r := &loader{}
	end, err := r.read(tx, math.MaxUint64, func(changes int) bool { return changes <= most })
	if err != nil {
		return nil, err
	}
	if !end {
		s, err := table.Pending.Scan(tx)
		if err != nil {
			return nil, err
		}
		k, _, err := s.Last()
		if err != nil {
			return nil, err
		}
		last, err := table.KeyNumber(table.Pending, k)
		u := &Unloaded{mark: r.mark, last: last, Done: make(chan struct{})}
		return &Memtable{Names: n, Checkpoint: r.mark, Unloaded: u}, err
	}
	p, err := r.pending()
	if err != nil {
		return nil, err
	}
	return p.WithNames(n), nil
}

// IsRead tells whether the changes have been read, or cannot be.
func (u *Unloaded) IsRead() bool {
	select {
	case <-u.Done:
		return true
	default:
		return false
	}
}

// runs returns the changes, those of some lists at least.
func (u *Unloaded) layers(tx *bbolt.Tx, lists []postings.Part) ([]postings.Run, error) {
	if u.IsRead() {
		if u.Err != nil {
			return nil, u.Err
		}
		return u.Memtable.Runs(), nil
	}
	s, err := table.Pending.Scan(tx)
	if err != nil {
		return nil, err
	}
	var found [][]postings.Change
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		seq, err := table.KeyNumber(table.Pending, k)
		if err != nil {
			return nil, err
		}
		if seq > u.last {
			break
		}
		changes, err := changesOf(lists, k, payload)
		if err != nil {
			return nil, err
		}
		if seq <= u.mark.UpTo {
			changes = postings.NewRun(changes).After(u.mark.Place)
		}
		if len(changes) > 0 {
			found = append(found, changes)
		}
	}
	if err != nil {
		return nil, err
	}
	all, err := postings.MergeChanges(found)
	return []postings.Run{postings.NewRun(all)}, err
}

// changesOf returns those changes of an entry of the pending table that are of
// some lists. It looks at no more of the entry than it has to.
func changesOf(lists []postings.Part, key, payload []byte) (found []postings.Change, err error) {
	broken := func() ([]postings.Change, error) { return nil, table.Pending.Corrupt(key, "the changes do not decode") }
	last := postings.ListKind(0)
	for _, l := range lists {
		last = max(last, l.Kind)
	}
	graph, n := binary.Uvarint(payload)
	if n <= 0 {
		return broken()
	}
	for payload = payload[n:]; len(payload) > 0; {
		at := postings.Place{Kind: postings.ListKind(payload[0])}
		number, n := binary.Uvarint(payload[1:])
		if n <= 0 || number > uint64(len(payload)) {
			return broken()
		}
		if at.Kind > last {
			break
		}
		payload = payload[1+n:]
		wanted := slices.ContainsFunc(lists, func(l postings.Part) bool { return l.Kind == at.Kind })
		for ; number > 0; number-- {
			if !wanted {
				if payload = skipChange(payload); payload == nil {
					return broken()
				}
				continue
			}
			c, rest, ok := nextChange(at, payload)
			if !ok {
				return broken()
			}
			at, payload = c.Place, rest
			for i := range lists {
				if lists[i].Hash == c.Hash && lists[i].Has(c.Place) {
					c.Graph = graph
					found = append(found, c)
					break
				}
			}
		}
	}
	return found, nil
}

// skipChange returns what follows a change, nil where the change is not whole.
func skipChange(payload []byte) []byte {
	head, n := binary.Uvarint(payload)
	if n <= 0 {
		return nil
	}
	numbers := head & 3
	if head&4 != 0 {
		numbers += 2
	}
	for payload = payload[n:]; numbers > 0; numbers-- {
		i := 0
		for i < len(payload) && payload[i] >= 0x80 {
			i++
		}
		if i == len(payload) {
			return nil
		}
		payload = payload[i+1:]
	}
	if payload == nil {
		return []byte{}
	}
	return payload
}

// RunsOf returns the changes of the index, those of some lists at least, oldest
// first, as of a transaction.
func (p *Memtable) RunsOf(tx *bbolt.Tx, lists ...postings.Part) ([]postings.Run, error) {
	if p.Unloaded == nil {
		return p.Runs(), nil
	}
	before, err := p.Unloaded.layers(tx, lists)
	if err != nil {
		return nil, err
	}
	return append(slices.Clip(before), p.Runs()...), nil
}

// Loaded returns p with the unread changes, which have been read.
func (p *Memtable) Loaded() *Memtable {
	read, after := p.Unloaded.Memtable, *p
	after.Unloaded, after.Frozen = nil, read.Frozen
	after.Active = slices.Concat(read.Active, p.Active)
	after.Entries += read.Entries
	after.Written += read.Written
	// What is being compacted meanwhile does not know of these.
	after.Freezes++
	return &after
}

// Load reads them, as long as goOn says so.
func (u *Unloaded) Load(tx *bbolt.Tx, goOn func() bool) error {
	r := &loader{}
	if _, err := r.read(tx, u.last, func(int) bool { return goOn() }); err != nil {
		return err
	}
	var err error
	u.Memtable, err = r.pending()
	return err
}
