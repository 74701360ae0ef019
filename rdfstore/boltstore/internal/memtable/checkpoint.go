package memtable

import (
	"encoding/binary"
	"math"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// Checkpoint is how far frozen changes are flushed into the index. The zero value
// says that nothing is being flushed.
type Checkpoint struct {
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

// CheckpointKey has the checkpoint, in the meta table. There is no such entry before
// changes are flushed for the first time.
var CheckpointKey = []byte("merged")

// Encode returns the payload that stands for the checkpoint.
func (c Checkpoint) Encode() []byte {
	return append(binary.AppendUvarint(nil, c.UpTo), c.Place.Key()...)
}

// Put writes a checkpoint unless it is as it was before.
func (c Checkpoint) Put(tx *bbolt.Tx, before Checkpoint) error {
	if c == before {
		return nil
	}
	return table.Meta.Put(tx, CheckpointKey, c.Encode())
}

// GetCheckpoint reads the checkpoint of a file.
func GetCheckpoint(tx *bbolt.Tx) (c Checkpoint, err error) {
	payload, err := table.Meta.Get(tx, CheckpointKey)
	if payload == nil || err != nil {
		return c, err
	}
	f := codec.Fields{Rest: string(payload)}
	c.UpTo = f.Uvarint()
	at := f.Take(postings.PlaceSize)
	if err := f.Err("how far the index is flushed"); err != nil {
		return Checkpoint{}, err
	}
	c.Place, err = postings.PlaceOf([]byte(at))
	return c, err
}
