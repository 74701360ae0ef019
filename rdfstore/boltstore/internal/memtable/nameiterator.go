package memtable

import (
	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
)

// NameIterator walks the names that there are, in byte order: those of the table, as
// the changes make them that it lacks.
type NameIterator struct {
	scan *table.Scan
	// key and payload are where the walk of the table stands; the key is nil at
	// its end.
	key, payload []byte
	// late has what is left of the lists of changes, newest first.
	late [3][]NameChange
}

// NewNameIterator starts a walk at the first name that is greater than after.
func NewNameIterator(tx *bbolt.Tx, n *Names, after string) (*NameIterator, error) {
	s, err := table.Names.Scan(tx)
	if err != nil {
		return nil, err
	}
	// No name has a byte 0, so this is the least after the name.
	first := after + "\x00"
	w := &NameIterator{scan: s, late: n.lists()}
	for i, list := range w.late {
		at, _ := searchName(list, first)
		w.late[i] = list[at:]
	}
	w.key, w.payload, err = s.Seek([]byte(first))
	return w, err
}

// Next returns the next name and the number of its graph; the name "" is the
// end.
func (w *NameIterator) Next() (name string, graph uint64, err error) {
	for name = w.least(); name != ""; name = w.least() {
		if graph, err = w.take(name); err != nil || graph > 0 {
			return name, graph, err
		}
	}
	return "", 0, nil
}

// least returns the least name that is left, "" where none is.
func (w *NameIterator) least() string {
	least := string(w.key)
	for _, list := range w.late {
		if len(list) > 0 && (least == "" || list[0].Name < least) {
			least = list[0].Name
		}
	}
	return least
}

// take goes past a name and returns the number of its graph: what the newest
// change says of it, or the table.
func (w *NameIterator) take(name string) (graph uint64, err error) {
	if string(w.key) == name {
		if graph, err = DecodeGraphNumber(name, w.payload); err != nil {
			return 0, err
		}
		if w.key, w.payload, err = w.scan.Next(); err != nil {
			return 0, err
		}
	}
	for i := range w.late {
		oldest := len(w.late) - 1 - i
		if list := w.late[oldest]; len(list) > 0 && list[0].Name == name {
			graph, w.late[oldest] = list[0].Graph, list[1:]
		}
	}
	return graph, nil
}

// DecodeGraphNumber reads an entry of the names table.
func DecodeGraphNumber(name string, payload []byte) (uint64, error) {
	f := table.Fields{Rest: string(payload)}
	id := f.Uvarint()
	if id == 0 {
		f.Broken = true
	}
	return id, f.Err("the number of " + name)
}
