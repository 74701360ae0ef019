package record

import (
	"encoding/binary"
	"fmt"
	"math"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// FormatVersion is the version of the layout that docs/store.md describes.
const FormatVersion = 1

// FormatName is what the meta table of every store, of whatever version,
// begins with.
const FormatName = "vitrine store"

var (
	FormatKey   = []byte("format")
	CountersKey = []byte("counters")
	// DerivationKey has the version of the derivation that the relations in the
	// index come from. There is no such entry where there are no relations.
	DerivationKey = []byte("derivation")
	// BaseKey has the base of the store.
	BaseKey = []byte("base")
)

// CreateTables makes the tables of a file that holds nothing yet, whose
// relations will be those of the derivation and whose base is the given one, "" for none.
func CreateTables(tx *bbolt.Tx, d rdfstore.Derivation, base string) error {
	for _, t := range table.All() {
		if err := t.Create(tx); err != nil {
			return err
		}
	}
	if err := table.Meta.Put(tx, FormatKey, FormatPayload()); err != nil {
		return err
	}
	if d.Version != "" {
		if err := table.Meta.Put(tx, DerivationKey, []byte(d.Version)); err != nil {
			return err
		}
	}
	if err := table.Meta.Put(tx, BaseKey, []byte(base)); err != nil {
		return err
	}
	return table.Meta.Put(tx, CountersKey, (&Counters{}).Encode())
}

func FormatPayload() []byte { return binary.AppendUvarint([]byte(FormatName), FormatVersion) }

// GetDerivation returns the version of the derivation that the relations in
// the index come from, "" where there are none.
func GetDerivation(tx *bbolt.Tx) (string, error) {
	payload, err := table.Meta.Get(tx, DerivationKey)
	return string(payload), err
}

// GetBase returns the base of the store, "" where it has none.
func GetBase(tx *bbolt.Tx) (string, error) {
	payload, err := table.Meta.Get(tx, BaseKey)
	return string(payload), err
}

// HasBase tells whether there is an entry for the base, which every store has.
func HasBase(tx *bbolt.Tx) bool { return tx.Bucket([]byte(table.Meta.Name)).Get(BaseKey) != nil }

// GetFormat returns the format version of the file. The error wraps
// boltfile.ErrFormat where it is no store.
func GetFormat(tx *bbolt.Tx) (int, error) {
	foreign := fmt.Errorf("%w: it is a bbolt file of something else", boltfile.ErrFormat)
	meta := tx.Bucket([]byte(table.Meta.Name))
	if meta == nil {
		return 0, foreign
	}
	value := meta.Get(FormatKey)
	if len(value) < table.SealSize+len(FormatName) || string(value[table.SealSize:][:len(FormatName)]) != FormatName {
		return 0, foreign
	}
	payload, _, err := table.Meta.Open(FormatKey, value)
	if err != nil {
		return 0, err
	}
	version, _ := binary.Uvarint(payload[len(FormatName):])
	return int(min(version, math.MaxInt32)), nil
}

// Counters are the numbers that a store keeps of itself.
type Counters struct {
	// Graphs and classes are how many numbers were given to graphs and to
	// classes; numbers count from 1 and are never given again.
	Graphs, Classes uint64
	// Entities and triples are how many there are now.
	Entities, Triples uint64
}

func GetCounters(tx *bbolt.Tx) (*Counters, error) {
	payload, err := table.Meta.Get(tx, CountersKey)
	if err != nil {
		return nil, err
	}
	f := codec.Fields{Rest: string(payload)}
	c := &Counters{Graphs: f.Uvarint(), Classes: f.Uvarint(), Entities: f.Uvarint(), Triples: f.Uvarint()}
	return c, f.Err("the counters of the store")
}

// Put adds to a batch that the counters are stored.
func (c *Counters) Put(b *table.Batch) { b.Put(table.Meta, CountersKey, c.Encode()) }

func (c *Counters) Encode() []byte {
	var b []byte
	for _, n := range []uint64{c.Graphs, c.Classes, c.Entities, c.Triples} {
		b = binary.AppendUvarint(b, n)
	}
	return b
}
