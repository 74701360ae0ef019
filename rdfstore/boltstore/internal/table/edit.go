package table

import "go.etcd.io/bbolt"

// Edit is one change of an entry of a table.
type Edit struct {
	Kind    EditKind
	Key     []byte
	Payload []byte
	// Link is that of an entry whose payload is replaced.
	Link uint32
}

// EditKind is what an Edit does: it puts an entry, replaces the payload of one that
// is there, or deletes one.
type EditKind uint8

// The kinds of edit.
const (
	PutEntry EditKind = iota
	ReplaceEntry
	DeleteEntry
)

// Apply carries out changes of a table.
func (t Table) Apply(tx *bbolt.Tx, edits []Edit) error {
	s, err := t.Scan(tx)
	for _, e := range edits {
		if err != nil {
			return err
		}
		switch e.Kind {
		case ReplaceEntry:
			err = s.Replace(e.Key, e.Link, e.Payload)
		case DeleteEntry:
			err = t.Delete(tx, e.Key)
		default:
			err = t.Put(tx, e.Key, e.Payload)
		}
	}
	return err
}
