// Package record writes and reads what a row of an entity holds of its graph: a record that
// stands alone, by package codec, sealed: compressed by Zstandard (RFC 8878), with a checksum
// before it.
//
// Bytes that are not what was written give an error that wraps rdfstore.ErrCorrupt. The
// package knows no database.
package record

import (
	_ "embed" // the dictionary
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// dictionary are texts that records are likely to have. Frames name it by its id; it
// never changes, since stored records are read with it. Another one gets another id.
//
//go:embed dictionary.txt
var dictionary []byte

const (
	dictionaryID = 1
	// sealFormat is the first byte of what is stored.
	sealFormat = 1
	sealSize   = 1 + crc32.Size
	// maxEncoding is the length of the longest encoding that is read, in bytes.
	maxEncoding = 1 << 32
)

// Sealer seals encodings and opens them again. Many goroutines may use one.
type Sealer struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
	table   *crc32.Table
	// texts has the predicates of the records that were read.
	texts atomic.Pointer[codec.Dictionary]
}

// NewSealer returns a sealer.
func NewSealer() (*Sealer, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(dictionaryID, dictionary), zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(2), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(dictionaryID, dictionary), zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxEncoding))
	if err != nil {
		return nil, err
	}
	s := &Sealer{encoder: encoder, decoder: decoder, table: crc32.MakeTable(crc32.Castagnoli)}
	s.texts.Store(&codec.Dictionary{})
	return s, nil
}

// Seal returns what is stored of an encoding in the row of the key, which Open asks for
// again: bytes that stand in another row do not open.
func (s *Sealer) Seal(key, encoding []byte) []byte {
	b := make([]byte, sealSize, sealSize+len(encoding)/3+64)
	b[0] = sealFormat
	b = s.encoder.EncodeAll(encoding, b)
	binary.BigEndian.PutUint32(b[1:], s.sum(key, b[sealSize:]))
	return b
}

// Open returns the encoding that was sealed.
func (s *Sealer) Open(key, sealed []byte) ([]byte, error) {
	if len(sealed) < sealSize || sealed[0] != sealFormat {
		return nil, fmt.Errorf("%w: a record is not in a form that this program reads", rdfstore.ErrCorrupt)
	}
	if binary.BigEndian.Uint32(sealed[1:]) != s.sum(key, sealed[sealSize:]) {
		return nil, fmt.Errorf("%w: the checksum of a record is wrong", rdfstore.ErrCorrupt)
	}
	encoding, err := s.decoder.DecodeAll(sealed[sealSize:], nil)
	if err != nil {
		return nil, fmt.Errorf("%w: a record does not decompress: %w", rdfstore.ErrCorrupt, err)
	}
	return encoding, nil
}

// Graph returns the graph with the name of an encoding.
func (s *Sealer) Graph(name rdf.IRI, encoding []byte) (*graph.Graph, error) {
	return codec.DecodeAlone(name, encoding, s.dictionary())
}

// Record returns the record of the graph with the name from its encoding.
func (s *Sealer) Record(name rdf.IRI, encoding []byte) (*codec.Record, error) {
	return codec.ReadAlone(name, encoding, s.dictionary())
}

// dictionary returns that of the predicates. One that has become large makes room for another;
// the records that were read with it keep it.
func (s *Sealer) dictionary() *codec.Dictionary {
	d := s.texts.Load()
	if len(d.Snapshot()) < codec.MaxShared {
		return d
	}
	s.texts.CompareAndSwap(d, &codec.Dictionary{})
	return s.texts.Load()
}

// Close lets go of what the sealer holds.
func (s *Sealer) Close() { s.decoder.Close() }

func (s *Sealer) sum(key, compressed []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, s.table), s.table, compressed)
}
