package boltstore

import (
	"encoding/binary"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// nameChange says which graph a name has: its number, 0 for none.
type nameChange struct {
	name  string
	graph uint64
}

// names are the changes that the names table lacks, as of one commit. Nothing is
// written for them: they are what the end of the log says. Each list is in order
// of the names and never changes.
type names struct {
	// frozen is what is left of the changes that are being merged into the table.
	frozen []nameChange
	// later are the changes after those, and recent the changes after these: few
	// enough to be copied with every commit.
	later, recent []nameChange
	mark          nameMark
}

// maxRecent is how many changes are recent.
const maxRecent = 512

// nameMark is how far the log is merged into the names table. The zero value
// says that nothing of it is.
type nameMark struct {
	// merged is the number of the last entry of the log up to which the table
	// has all changes.
	merged uint64
	// frozen is that of the last entry whose changes are being merged, 0 where
	// none are. Those of names up to the given one are in the table.
	frozen uint64
	name   string
}

// lists returns the lists of changes, newest first.
func (n *names) lists() [3][]nameChange { return [...][]nameChange{n.recent, n.later, n.frozen} }

// find returns the number of the graph that a name has, and false where that is
// for the table to say.
func (n *names) find(name string) (graph uint64, ok bool) {
	for _, list := range n.lists() {
		if i, found := searchName(list, name); found {
			return list[i].graph, true
		}
	}
	return 0, false
}

// searchName returns the number of the first change whose name is not less than
// the given one, and whether it is that name's.
func searchName(list []nameChange, name string) (int, bool) {
	return slices.BinarySearchFunc(list, name, func(c nameChange, name string) int { return strings.Compare(c.name, name) })
}

// add returns n with more changes, which are in order.
func (n names) add(changes []nameChange) names {
	n.recent = mergeNames(n.recent, changes)
	if len(n.recent) > maxRecent {
		n.later, n.recent = mergeNames(n.later, n.recent), nil
	}
	return n
}

// freeze returns n with all changes frozen, of which the last stands in the
// given entry of the log. None are frozen yet.
func (n names) freeze(last uint64) names {
	changes := mergeNames(n.later, n.recent)
	if len(changes) == 0 {
		return names{mark: nameMark{merged: last}}
	}
	return names{frozen: changes, mark: nameMark{merged: n.mark.merged, frozen: last}}
}

// merged returns n without the first frozen changes.
func (n names) merged(changes int) names {
	n.mark.name = n.frozen[changes-1].name
	if n.frozen = n.frozen[changes:]; len(n.frozen) == 0 {
		n.frozen, n.mark = nil, nameMark{merged: n.mark.frozen}
	}
	return n
}

// mergeNames returns the changes that older ones and newer ones come to.
func mergeNames(older, newer []nameChange) []nameChange {
	switch {
	case len(newer) == 0:
		return older
	case len(older) == 0:
		return newer
	}
	merged := make([]nameChange, 0, len(older)+len(newer))
	for len(newer) > 0 {
		i, found := searchName(older, newer[0].name)
		merged = append(append(merged, older[:i]...), newer[0])
		if found {
			i++
		}
		older, newer = older[i:], newer[1:]
	}
	return append(merged, older...)
}

// sortNames puts changes in order, the last that was made of each name.
func sortNames(changes []nameChange) []nameChange {
	// Keeping the order of equal ones in a slice in place would take twice as long.
	last := make(map[string]uint64, len(changes))
	for _, c := range changes {
		last[c.name] = c.graph
	}
	kept := changes[:0]
	for name, graph := range last {
		kept = append(kept, nameChange{name, graph})
	}
	slices.SortFunc(kept, func(a, b nameChange) int { return strings.Compare(a.name, b.name) })
	return kept
}

// namedKey has the mark, in the meta table. There is no such entry before names
// are merged for the first time.
var namedKey = []byte("named")

func (m nameMark) encode() []byte {
	b := binary.AppendUvarint(binary.AppendUvarint(nil, m.merged), m.frozen)
	return append(b, m.name...)
}

func getNameMark(tx *bbolt.Tx) (m nameMark, err error) {
	payload, err := table.Meta.Get(tx, namedKey)
	if payload == nil || err != nil {
		return nameMark{}, err
	}
	return decodeNameMark(payload)
}

func decodeNameMark(payload []byte) (m nameMark, err error) {
	f := table.Fields{Rest: string(payload)}
	m.merged, m.frozen = f.Uvarint(), f.Uvarint()
	m.name = f.Take(len(f.Rest))
	return m, f.Err("how far the names are merged")
}

// loadNames reads the changes that the names table lacks.
func loadNames(tx *bbolt.Tx) (n names, err error) {
	if n.mark, err = getNameMark(tx); err != nil {
		return n, err
	}
	s, err := table.Log.Scan(tx)
	if err != nil {
		return n, err
	}
	k, payload, err := s.Seek(table.NumberKey(n.mark.merged + 1))
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		seq, err := table.KeyNumber(table.Log, k)
		if err != nil {
			return n, err
		}
		kind, name, graph, err := record.DecodeLogName(k, payload)
		if err != nil {
			return n, err
		}
		change := nameChange{name, graph}
		switch {
		case kind == rdfstore.Updated:
		case seq <= n.mark.frozen:
			n.frozen = append(n.frozen, change)
		default:
			n.later = append(n.later, change)
		}
	}
	if err != nil {
		return n, err
	}
	n.frozen, n.later = sortNames(n.frozen), sortNames(n.later)
	done, found := searchName(n.frozen, n.mark.name)
	if found {
		done++
	}
	n.frozen = n.frozen[done:]
	return n, nil
}

// carryOutNames writes changes, which are in order, into the names table.
func carryOutNames(tx *bbolt.Tx, changes []nameChange) error {
	var puts []table.Entry
	for _, c := range changes {
		if c.graph > 0 {
			puts = append(puts, table.Entry{Key: []byte(c.name), Value: binary.AppendUvarint(table.NewValue(binary.MaxVarintLen64), c.graph)})
			continue
		}
		if err := table.Names.Delete(tx, []byte(c.name)); err != nil {
			return err
		}
	}
	return table.Names.Insert(tx, puts)
}
