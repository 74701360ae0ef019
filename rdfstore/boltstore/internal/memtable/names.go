package memtable

import (
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// NameChange says which graph a name has: its number, 0 for none.
type NameChange struct {
	Name  string
	Graph uint64
}

// nameRule says how changes of names are merged: the newer wins.
var nameRule = table.MergeRule[NameChange]{
	Compare: func(a, b *NameChange) int { return strings.Compare(a.Name, b.Name) },
	Join:    func(_, newer *NameChange) (NameChange, bool, error) { return *newer, true, nil },
}

// searchName returns the number of the first change whose name is not less than
// the given one, and whether it is that name's.
func searchName(run []NameChange, name string) (int, bool) {
	return slices.BinarySearchFunc(run, name, func(c NameChange, name string) int { return strings.Compare(c.Name, name) })
}

// findName returns the number of the graph that the newest of some runs says a name
// has, and false where none says.
func findName(runs []Run, name string) (graph uint64, ok bool) {
	for i := len(runs) - 1; i >= 0; i-- {
		names := runs[i].Names
		if len(names) == 0 {
			continue
		}
		if n, found := searchName(names, name); found {
			return names[n].Graph, true
		}
	}
	return 0, false
}

// GraphID returns the number of the graph with the name, 0 where there is none.
func (m *Memtable) GraphID(tx *bbolt.Tx, name string) (uint64, error) {
	return m.GraphIDIn(tx, nil, name)
}

// GraphIDIn does the same with a walk of the table of names that is open already, nil
// where none is.
func (m *Memtable) GraphIDIn(tx *bbolt.Tx, names *table.Scan, name string) (uint64, error) {
	if name == "" {
		return 0, nil
	}
	for _, runs := range [][]Run{m.Active, m.Frozen} {
		if id, ok := findName(runs, name); ok {
			return id, nil
		}
	}
	if names == nil {
		var err error
		if names, err = table.Names.Scan(tx); err != nil {
			return 0, err
		}
	}
	payload, err := names.Get([]byte(name))
	if payload == nil || err != nil {
		return 0, err
	}
	return decodeGraphNumber(name, payload)
}

// Names are the changes of names in a memtable.
type Names struct {
	// runs are those in memory, oldest first.
	runs [][]NameChange
}

// Names returns the changes of names alone.
func (m *Memtable) Names() Names {
	n := Names{}
	for _, runs := range [][]Run{m.Frozen, m.Active} {
		for _, r := range runs {
			if len(r.Names) > 0 {
				n.runs = append(n.runs, r.Names)
			}
		}
	}
	return n
}

// NameIterator walks the names that there are, in byte order: those of the table, as
// the changes make them that it lacks.
type NameIterator struct{ merged *table.Merged[NameChange] }

// Iterator returns a walk that begins at the first name that is greater than after.
func (n Names) Iterator(tx *bbolt.Tx, after string) (*NameIterator, error) {
	s, err := table.Names.Scan(tx)
	if err != nil {
		return nil, err
	}
	// No name has a byte 0, so this is the least after the name.
	first := after + "\x00"
	base := &storedNames{scan: s}
	if err := base.take(s.Seek([]byte(first))); err != nil {
		return nil, err
	}
	var rest [][]NameChange
	for _, run := range n.runs {
		if at, _ := searchName(run, first); at < len(run) {
			rest = append(rest, run[at:])
		}
	}
	return &NameIterator{table.NewMerged(&nameRule, base, rest)}, nil
}

// Next returns the next name and the number of its graph; the name "" is the
// end.
func (w *NameIterator) Next() (name string, graph uint64, err error) {
	for {
		c, err := w.merged.Next()
		if c == nil || err != nil {
			return "", 0, err
		}
		if c.Graph > 0 {
			return c.Name, c.Graph, nil
		}
	}
}

// storedNames is the names table as a base of a merge.
type storedNames struct {
	scan *table.Scan
	// head is the current name, nil at the end.
	head *NameChange
}

func (s *storedNames) Head() (*NameChange, error) { return s.head, nil }

func (s *storedNames) Next() error { return s.take(s.scan.Next()) }

// take makes an entry the current one.
func (s *storedNames) take(key, payload []byte, err error) error {
	if s.head = nil; key == nil || err != nil {
		return err
	}
	name := string(key)
	graph, err := decodeGraphNumber(name, payload)
	s.head = &NameChange{name, graph}
	return err
}

// decodeGraphNumber reads an entry of the names table.
func decodeGraphNumber(name string, payload []byte) (uint64, error) {
	f := codec.Fields{Rest: string(payload)}
	id := f.Uvarint()
	if id == 0 {
		f.Broken = true
	}
	return id, f.Err("the number of " + name)
}
