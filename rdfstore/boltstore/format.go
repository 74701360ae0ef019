package boltstore

import (
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// formatVersion is the version of the layout that docs/store.md describes. A
// store of another version is refused, never guessed at.
const formatVersion = 4

// formatName is what the meta table of every store, of whatever version,
// begins with.
const formatName = "vitrine store"

var (
	formatKey   = []byte("format")
	countersKey = []byte("counters")
	// derivationKey has the version of the derivation that the relations in the
	// index come from. There is no such entry where there are no relations.
	derivationKey = []byte("derivation")
)

// createTables makes the tables of a file that holds nothing yet, whose
// relations will be those of the derivation.
func createTables(tx *bbolt.Tx, d rdfstore.Derivation) error {
	for _, t := range table.All() {
		if err := t.Create(tx); err != nil {
			return err
		}
	}
	if err := table.Meta.Put(tx, formatKey, formatPayload()); err != nil {
		return err
	}
	if d.Version != "" {
		if err := table.Meta.Put(tx, derivationKey, []byte(d.Version)); err != nil {
			return err
		}
	}
	return (&counters{}).put(tx)
}

func formatPayload() []byte { return binary.AppendUvarint([]byte(formatName), formatVersion) }

// getDerivation returns the version of the derivation that the relations in
// the index come from, "" where there are none.
func getDerivation(tx *bbolt.Tx) (string, error) {
	payload, err := table.Meta.Get(tx, derivationKey)
	return string(payload), err
}

// checkFormat tells whether the file is a store of this version.
func checkFormat(tx *bbolt.Tx) error {
	meta := tx.Bucket([]byte(table.Meta.Name))
	if meta == nil {
		return fmt.Errorf("%w: it is a bbolt file of something else", rdfstore.ErrFormat)
	}
	value := meta.Get(formatKey)
	if len(value) < table.SealSize+len(formatName) || string(value[table.SealSize:][:len(formatName)]) != formatName {
		return fmt.Errorf("%w: it is a bbolt file of something else", rdfstore.ErrFormat)
	}
	payload, _, err := table.Meta.Open(formatKey, value)
	if err != nil {
		return err
	}
	version, _ := binary.Uvarint(payload[len(formatName):])
	if version > formatVersion {
		return fmt.Errorf("%w: its format is version %d, this program reads version %d; use a newer vitrine", rdfstore.ErrFormat, version, formatVersion)
	}
	if version < formatVersion {
		return fmt.Errorf("%w: its format is version %d, this program reads version %d; dump it with the vitrine that wrote it and load the dump", rdfstore.ErrFormat, version, formatVersion)
	}
	return nil
}

// counters are the numbers that a store keeps of itself.
type counters struct {
	// graphs and classes are how many numbers were given to graphs and to
	// classes; numbers count from 1 and are never given again.
	graphs, classes uint64
	// entities and triples are how many there are now.
	entities, triples uint64
}

func getCounters(tx *bbolt.Tx) (*counters, error) {
	payload, err := table.Meta.Get(tx, countersKey)
	if err != nil {
		return nil, err
	}
	f := table.Fields{Rest: string(payload)}
	c := &counters{graphs: f.Uvarint(), classes: f.Uvarint(), entities: f.Uvarint(), triples: f.Uvarint()}
	return c, f.Err("the counters of the store")
}

func (c *counters) put(tx *bbolt.Tx) error { return table.Meta.Put(tx, countersKey, c.encode()) }

func (c *counters) encode() []byte {
	var b []byte
	for _, n := range []uint64{c.graphs, c.classes, c.entities, c.triples} {
		b = binary.AppendUvarint(b, n)
	}
	return b
}
