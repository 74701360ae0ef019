package memtable

import (
	"encoding/binary"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// NameChange says which graph a name has: its number, 0 for none.
type NameChange struct {
	Name  string
	Graph uint64
}

// Names are the changes that the names table lacks, as of one commit. Nothing is
// written for them: they are what the end of the log says. Each list is in order
// of the names and never changes.
type Names struct {
	// frozen is what is left of the changes that are being flushed into the table.
	Frozen []NameChange
	// later are the changes after those, and recent the changes after these: few
	// enough to be copied with every commit.
	Later, Recent []NameChange
	Checkpoint    NameCheckpoint
}

// MaxRecent is how many changes are recent.
const MaxRecent = 512

// NameCheckpoint is how far the log is merged into the names table. The zero value
// says that nothing of it is.
type NameCheckpoint struct {
	// merged is the number of the last entry of the log up to which the table
	// has all changes.
	Merged uint64
	// frozen is that of the last entry whose changes are being flushed, 0 where
	// none are. Those of names up to the given one are in the table.
	Frozen uint64
	Name   string
}

// lists returns the lists of changes, newest first.
func (n *Names) lists() [3][]NameChange { return [...][]NameChange{n.Recent, n.Later, n.Frozen} }

// Find returns the number of the graph that a name has, and false where that is
// for the table to say.
func (n *Names) Find(name string) (graph uint64, ok bool) {
	for _, list := range n.lists() {
		if i, found := searchName(list, name); found {
			return list[i].Graph, true
		}
	}
	return 0, false
}

// searchName returns the number of the first change whose name is not less than
// the given one, and whether it is that name's.
func searchName(list []NameChange, name string) (int, bool) {
	return slices.BinarySearchFunc(list, name, func(c NameChange, name string) int { return strings.Compare(c.Name, name) })
}

// Add returns n with more changes, which are in order.
func (n Names) Add(changes []NameChange) Names {
	n.Recent = MergeNames(n.Recent, changes)
	if len(n.Recent) > MaxRecent {
		n.Later, n.Recent = MergeNames(n.Later, n.Recent), nil
	}
	return n
}

// Freeze returns n with all changes frozen, of which the last stands in the
// given entry of the log. None are frozen yet.
func (n Names) Freeze(last uint64) Names {
	changes := MergeNames(n.Later, n.Recent)
	if len(changes) == 0 {
		return Names{Checkpoint: NameCheckpoint{Merged: last}}
	}
	return Names{Frozen: changes, Checkpoint: NameCheckpoint{Merged: n.Checkpoint.Merged, Frozen: last}}
}

// Flushed returns n without the first frozen changes.
func (n Names) Flushed(changes int) Names {
	n.Checkpoint.Name = n.Frozen[changes-1].Name
	if n.Frozen = n.Frozen[changes:]; len(n.Frozen) == 0 {
		n.Frozen, n.Checkpoint = nil, NameCheckpoint{Merged: n.Checkpoint.Frozen}
	}
	return n
}

// MergeNames returns the changes that older ones and newer ones come to.
func MergeNames(older, newer []NameChange) []NameChange {
	switch {
	case len(newer) == 0:
		return older
	case len(older) == 0:
		return newer
	}
	merged := make([]NameChange, 0, len(older)+len(newer))
	for len(newer) > 0 {
		i, found := searchName(older, newer[0].Name)
		merged = append(append(merged, older[:i]...), newer[0])
		if found {
			i++
		}
		older, newer = older[i:], newer[1:]
	}
	return append(merged, older...)
}

// SortNames puts changes in order, the last that was made of each name.
func SortNames(changes []NameChange) []NameChange {
	// Keeping the order of equal ones in a slice in place would take twice as long.
	last := make(map[string]uint64, len(changes))
	for _, c := range changes {
		last[c.Name] = c.Graph
	}
	kept := changes[:0]
	for name, graph := range last {
		kept = append(kept, NameChange{name, graph})
	}
	slices.SortFunc(kept, func(a, b NameChange) int { return strings.Compare(a.Name, b.Name) })
	return kept
}

// NameCheckpointKey has the checkpoint, in the meta table. There is no such entry before names
// are merged for the first time.
var NameCheckpointKey = []byte("named")

func (m NameCheckpoint) Encode() []byte {
	b := binary.AppendUvarint(binary.AppendUvarint(nil, m.Merged), m.Frozen)
	return append(b, m.Name...)
}

func GetNameCheckpoint(tx *bbolt.Tx) (m NameCheckpoint, err error) {
	payload, err := table.Meta.Get(tx, NameCheckpointKey)
	if payload == nil || err != nil {
		return NameCheckpoint{}, err
	}
	return DecodeNameMark(payload)
}

func DecodeNameMark(payload []byte) (m NameCheckpoint, err error) {
	f := table.Fields{Rest: string(payload)}
	m.Merged, m.Frozen = f.Uvarint(), f.Uvarint()
	m.Name = f.Take(len(f.Rest))
	return m, f.Err("how far the names are merged")
}

// LoadNames reads the changes that the names table lacks.
func LoadNames(tx *bbolt.Tx) (n Names, err error) {
	if n.Checkpoint, err = GetNameCheckpoint(tx); err != nil {
		return n, err
	}
	s, err := table.Log.Scan(tx)
	if err != nil {
		return n, err
	}
	k, payload, err := s.Seek(table.NumberKey(n.Checkpoint.Merged + 1))
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		seq, err := table.KeyNumber(table.Log, k)
		if err != nil {
			return n, err
		}
		kind, name, graph, err := record.DecodeLogName(k, payload)
		if err != nil {
			return n, err
		}
		change := NameChange{name, graph}
		switch {
		case kind == rdfstore.Updated:
		case seq <= n.Checkpoint.Frozen:
			n.Frozen = append(n.Frozen, change)
		default:
			n.Later = append(n.Later, change)
		}
	}
	if err != nil {
		return n, err
	}
	n.Frozen, n.Later = SortNames(n.Frozen), SortNames(n.Later)
	done, found := searchName(n.Frozen, n.Checkpoint.Name)
	if found {
		done++
	}
	n.Frozen = n.Frozen[done:]
	return n, nil
}

// FlushNames writes changes, which are in order, into the names table.
func FlushNames(tx *bbolt.Tx, changes []NameChange) error {
	var puts []table.Entry
	for _, c := range changes {
		if c.Graph > 0 {
			puts = append(puts, table.Entry{Key: []byte(c.Name), Value: binary.AppendUvarint(table.NewValue(binary.MaxVarintLen64), c.Graph)})
			continue
		}
		if err := table.Names.Delete(tx, []byte(c.Name)); err != nil {
			return err
		}
	}
	return table.Names.Insert(tx, puts)
}
