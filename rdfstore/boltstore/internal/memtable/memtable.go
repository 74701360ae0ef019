// Package memtable holds what the tables of a store lack: changes of the index and of
// names that were committed and not flushed yet. A Memtable never changes; each
// method that adds to it or takes from it returns another, so that readers need no
// lock.
//
// A commit writes its changes of the index to the pending table, and those of names
// stand in the log: both are there to be read when the store is opened again. Sorted
// runs of changes are compacted in the background, frozen when there are many, and
// flushed in order of the index or of the names; a Checkpoint in the meta table says
// how far that is.
//
// The package decides nothing: when to freeze, flush or compact is for the writer of
// the store. It starts no goroutines.
package memtable

import (
	"encoding/binary"
	"math"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Memtable is what the tables lack, as of one commit: the changes of the names
// and those of the index. It never changes.
//
// A commit writes its changes of the index, those of each graph as one entry of
// the pending table, which is read into memory once. So it need not touch the many
// blocks of the index that they belong to; readers see the index and the changes
// together. Where there are many changes, they are frozen and flushed in the order
// of the index, so that each block takes up many of them.
type Memtable struct {
	Names Names
	// frozen are the changes that are being flushed, oldest first. Once some are
	// merged, the rest is one run.
	Frozen []postings.Run
	// later are the changes after those, oldest first. Each run is more than
	// twice as long as the next, but for the fresh ones at the end, which have not
	// been compacted: those of each graph that the last commits wrote.
	Active []postings.Run
	Fresh  int
	// freezes is how often later changes have become frozen ones.
	Freezes int
	// entries is how many entries of the pending table hold the later changes, and
	// written how many changes those are, of which some may cancel each other out.
	Entries, Written int
	Checkpoint       Checkpoint
	// unread are changes before all of these that are still to be read into
	// memory, nil where there are none.
	Unloaded *Unloaded
}

// Checkpoint is how far the flushing of frozen changes is. The zero value says that
// none are being flushed.
type Checkpoint struct {
	// upTo is the key of the last entry of the pending table that is frozen.
	UpTo uint64
	// place is that of the last frozen change which is in the index, or lastPlace;
	// those before it are in the index too.
	Place postings.Place
}

// Len returns the number of changes in memory.
func (p *Memtable) Len() int {
	n := 0
	for _, l := range p.Runs() {
		n += l.Len()
	}
	return n
}

// Add returns p with more changes of the index. Those of each list are in order.
func (p *Memtable) Add(lists [][]postings.Change) *Memtable {
	after := *p
	after.Active = slices.Clip(p.Active)
	for _, changes := range lists {
		after.Active = append(after.Active, postings.NewRun(changes))
		after.Written += len(changes)
	}
	after.Fresh += len(lists)
	after.Entries += len(lists)
	return &after
}

// MergeRuns returns the changes of runs, oldest first, as one list.
func MergeRuns(layers []postings.Run) ([]postings.Change, error) {
	var lists [][]postings.Change
	for _, l := range layers {
		lists = append(lists, l.Changes[l.Start:])
	}
	return postings.MergeChanges(lists)
}

// Freeze returns p with all changes of the index frozen, of which the last
// stands in the given entry. None are frozen yet.
func (p *Memtable) Freeze(upTo uint64) *Memtable {
	return &Memtable{Names: p.Names, Frozen: p.Active, Freezes: p.Freezes + 1, Checkpoint: Checkpoint{UpTo: upTo}}
}

// Flushed returns p without the frozen changes that a flush has taken.
func (p *Memtable) Flushed(b *Flush) *Memtable {
	after := *p
	after.Frozen, after.Checkpoint.Place = nil, LastPlace
	if rest := b.Frozen; b.Changes < rest.Len() {
		rest.Start += b.Changes
		after.Frozen, after.Checkpoint.Place = []postings.Run{rest}, rest.Changes[rest.Start-1].Place
	}
	return &after
}

// LastPlace is not before any other. Where all frozen changes are merged, it says
// that their entries hold nothing more, wherever: changes that cancel each other
// out may lie beyond the last one, and the entries go a few at a time.
var LastPlace = postings.List{Kind: math.MaxUint8, Hash: math.MaxUint64}.At(math.MaxUint32, math.MaxUint64)

// WithNames returns p with other changes of names.
func (p *Memtable) WithNames(n Names) *Memtable {
	after := *p
	after.Names = n
	return &after
}

// WithCheckpoint returns p with another checkpoint.
func (p *Memtable) WithCheckpoint(m Checkpoint) *Memtable {
	after := *p
	after.Checkpoint = m
	return &after
}

// Runs returns all changes, oldest first.
func (p *Memtable) Runs() []postings.Run {
	if len(p.Frozen) == 0 {
		return p.Active
	}
	return append(slices.Clip(p.Frozen), p.Active...)
}

// CheckpointKey has the checkpoint, in the meta table. There is no such entry before
// changes are merged for the first time.
var CheckpointKey = []byte("merged")

func (m Checkpoint) Encode() []byte {
	return append(binary.AppendUvarint(nil, m.UpTo), m.Place.Key()...)
}

func GetCheckpoint(tx *bbolt.Tx) (m Checkpoint, err error) {
	payload, err := table.Meta.Get(tx, CheckpointKey)
	if payload == nil || err != nil {
		return Checkpoint{}, err
	}
	f := table.Fields{Rest: string(payload)}
	m.UpTo = f.Uvarint()
	at := f.Take(postings.PlaceSize)
	if err := f.Err("how far the index is merged"); err != nil {
		return Checkpoint{}, err
	}
	m.Place, err = postings.PlaceOf([]byte(at))
	return m, err
}

// Load reads what the tables lack.
func Load(tx *bbolt.Tx) (*Memtable, error) {
	n, err := LoadNames(tx)
	if err != nil {
		return nil, err
	}
	return loadChanges(tx, n)
}

// AppendEntry appends the payload of an entry of the pending table: the number of
// a graph and its changes.
func AppendEntry(b []byte, graph uint64, changes []postings.Change) []byte {
	return AppendChanges(binary.AppendUvarint(b, graph), changes)
}

// DecodeEntry reads an entry of the pending table.
func DecodeEntry(key, payload []byte) ([]postings.Change, error) {
	graph, n := binary.Uvarint(payload)
	if n <= 0 {
		return nil, table.Pending.Corrupt(key, "the changes do not decode")
	}
	changes, err := decodeChanges(key, payload[n:])
	OfGraph(changes, graph)
	return changes, err
}

// OfGraph makes changes those of a graph.
func OfGraph(changes []postings.Change, id uint64) {
	for i := range changes {
		changes[i].Graph = id
	}
}

// AppendChanges appends the changes of one graph, whose number is not written:
// for each kind of list its letter, the number of the changes and the changes,
// each with its place as in a block of the index, in graph 0. The two numbers
// follow where they are others than 0 and 1.
func AppendChanges(b []byte, changes []postings.Change) []byte {
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].Kind == changes[0].Kind {
			n++
		}
		b = binary.AppendUvarint(append(b, byte(changes[0].Kind)), uint64(n))
		before := postings.Place{Kind: changes[0].Kind}
		for _, c := range changes[:n] {
			usual := c.From == 0 && c.To == 1
			c.Graph = 0
			b = postings.AppendPlace(b, before, c.Place, !usual)
			if !usual {
				b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.From)), uint64(c.To))
			}
			before = c.Place
		}
		changes = changes[n:]
	}
	return b
}

// decodeChanges reads the changes of one graph.
func decodeChanges(key, payload []byte) ([]postings.Change, error) {
	broken := func() ([]postings.Change, error) { return nil, table.Pending.Corrupt(key, "the changes do not decode") }
	changes := make([]postings.Change, 0, len(payload)/8)
	for len(payload) > 0 {
		at := postings.Place{Kind: postings.ListKind(payload[0])}
		number, n := binary.Uvarint(payload[1:])
		if n <= 0 || number > uint64(len(payload)) {
			return broken()
		}
		payload = payload[1+n:]
		for range number {
			c, rest, ok := nextChange(at, payload)
			if !ok || c.Graph != 0 || len(changes) > 0 && c.Compare(&changes[len(changes)-1].Place) <= 0 {
				return broken()
			}
			at, payload = c.Place, rest
			changes = append(changes, c)
		}
	}
	return changes, nil
}

// nextChange reads a change after the one at a place.
func nextChange(at postings.Place, payload []byte) (c postings.Change, rest []byte, ok bool) {
	head, n := binary.Uvarint(payload)
	if n <= 0 {
		return c, nil, false
	}
	c.To = 1
	if c.Place, payload, ok = postings.NextPlace(at, head, payload[n:]); !ok || head&4 == 0 {
		return c, payload, ok
	}
	from, n := binary.Uvarint(payload)
	to, m := binary.Uvarint(payload[max(n, 0):])
	if n <= 0 || m <= 0 || from == to || max(from, to) > 1<<32-1 {
		return c, nil, false
	}
	c.From, c.To = uint32(from), uint32(to)
	return c, payload[n+m:], true
}

// DropEntries removes entries of the pending table, the oldest first, up to a
// key and up to a number, and tells whether none is left up to that key.
func DropEntries(tx *bbolt.Tx, upTo uint64, most int) (done bool, err error) {
	s, err := table.Pending.Scan(tx)
	if err != nil {
		return false, err
	}
	var drop [][]byte
	k, _, err := s.First()
	for ; k != nil && err == nil && len(drop) < most; k, _, err = s.Next() {
		seq, err := table.KeyNumber(table.Pending, k)
		if err != nil {
			return false, err
		}
		if seq > upTo {
			done = true
			break
		}
		drop = append(drop, table.NumberKey(seq))
	}
	if err != nil || len(drop) == 0 {
		return err == nil, err
	}
	done, link := done || k == nil, table.LinkTo(k)
	for _, key := range drop {
		if err := s.Bucket.Delete(key); err != nil {
			return false, err
		}
	}
	return done, s.Replace(table.HeadKey, link, nil)
}

// Flush is what some of the frozen changes, from the first on, come to.
type Flush struct {
	// frozen are all frozen changes, as one run, and changes is how many of them
	// are in the flush.
	Frozen        postings.Run
	Changes       int
	index, counts []table.Edit
	Err           error
}

func (b *Flush) Prepare(tx *bbolt.Tx, changes []postings.Change, most int) error {
	u, err := postings.NewUpdate(tx)
	if err != nil {
		return err
	}
	for cut := false; !cut && b.Changes < len(changes) && len(u.Edits) < most; {
		var n int
		if n, cut, err = u.Block(changes[b.Changes:]); err != nil {
			return err
		}
		b.Changes += n
	}
	b.index = u.Edits
	b.counts, err = u.Counts.Edits()
	return err
}

// Write writes the flush.
func (b *Flush) Write(tx *bbolt.Tx) error {
	if err := table.Index.Apply(tx, b.index); err != nil {
		return err
	}
	return table.Counts.Apply(tx, b.counts)
}
