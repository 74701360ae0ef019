package memtable

import (
	"encoding/binary"
	"math"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// Checkpoint is how far the tables have what was committed: the index and the names,
// each for itself. The zero value says that nothing of it is flushed, and that nothing
// is being flushed.
type Checkpoint struct {
	Index IndexCheckpoint
	Names NameCheckpoint
}

// isFrozen tells whether changes are being flushed, or their entries are still there.
func (c Checkpoint) isFrozen() bool { return c.Index.UpTo > 0 || c.Names.Frozen > 0 }

// logged is the last entry of the log whose changes are flushed or frozen.
func (c Checkpoint) logged() uint64 { return max(c.Names.Merged, c.Names.Frozen) }

// IndexCheckpoint is how far frozen changes are flushed into the index. The zero value
// says that none are.
type IndexCheckpoint struct {
	// UpTo is the key of the last entry of the pending table that is frozen.
	UpTo uint64
	// Place is that of the last frozen change which is in the index, or LastPlace;
	// those before it are in the index too.
	Place postings.Place
}

// LastPlace is not before any other. Where all frozen changes are flushed, it says
// that their entries hold nothing more, wherever: changes that cancel each other
// out may lie beyond the last one, and the entries go a few at a time.
var LastPlace = postings.List{Kind: math.MaxUint8, Hash: math.MaxUint64}.At(math.MaxUint32, math.MaxUint64)

// IndexCheckpointKey has the checkpoint of the index, in the meta table. There is no
// such entry before changes are flushed for the first time.
var IndexCheckpointKey = []byte("merged")

// Encode returns the payload that stands for the checkpoint.
func (c IndexCheckpoint) Encode() []byte {
	return append(binary.AppendUvarint(nil, c.UpTo), c.Place.Key()...)
}

// NameCheckpoint is how far the log is flushed into the names table. The zero value
// says that nothing of it is.
type NameCheckpoint struct {
	// Merged is the number of the last entry of the log up to which the table
	// has all changes.
	Merged uint64
	// Frozen is that of the last entry whose changes are being flushed, 0 where
	// none are. Those of names up to the given one are in the table.
	Frozen uint64
	Name   string
}

// NameCheckpointKey has the checkpoint of the names, in the meta table. There is no
// such entry before names are flushed for the first time.
var NameCheckpointKey = []byte("named")

// Encode returns the payload that stands for the checkpoint.
func (c NameCheckpoint) Encode() []byte {
	b := binary.AppendUvarint(binary.AppendUvarint(nil, c.Merged), c.Frozen)
	return append(b, c.Name...)
}

// Put writes the parts of a checkpoint that are not as they were before.
func (c Checkpoint) Put(tx *bbolt.Tx, before Checkpoint) error {
	if c.Index != before.Index {
		if err := table.Meta.Put(tx, IndexCheckpointKey, c.Index.Encode()); err != nil {
			return err
		}
	}
	if c.Names != before.Names {
		return table.Meta.Put(tx, NameCheckpointKey, c.Names.Encode())
	}
	return nil
}

// GetCheckpoint reads the checkpoint of a file.
func GetCheckpoint(tx *bbolt.Tx) (c Checkpoint, err error) {
	if c.Index, err = getIndexCheckpoint(tx); err != nil {
		return Checkpoint{}, err
	}
	c.Names, err = getNameCheckpoint(tx)
	return c, err
}

func getIndexCheckpoint(tx *bbolt.Tx) (c IndexCheckpoint, err error) {
	payload, err := table.Meta.Get(tx, IndexCheckpointKey)
	if payload == nil || err != nil {
		return c, err
	}
	f := codec.Fields{Rest: string(payload)}
	c.UpTo = f.Uvarint()
	at := f.Take(postings.PlaceSize)
	if err := f.Err("how far the index is flushed"); err != nil {
		return IndexCheckpoint{}, err
	}
	c.Place, err = postings.PlaceOf([]byte(at))
	return c, err
}

func getNameCheckpoint(tx *bbolt.Tx) (c NameCheckpoint, err error) {
	payload, err := table.Meta.Get(tx, NameCheckpointKey)
	if payload == nil || err != nil {
		return c, err
	}
	return DecodeNameCheckpoint(payload)
}

// DecodeNameCheckpoint reads a checkpoint of the names.
func DecodeNameCheckpoint(payload []byte) (c NameCheckpoint, err error) {
	f := codec.Fields{Rest: string(payload)}
	c.Merged, c.Frozen = f.Uvarint(), f.Uvarint()
	c.Name = f.Take(len(f.Rest))
	return c, f.Err("how far the names are flushed")
}
