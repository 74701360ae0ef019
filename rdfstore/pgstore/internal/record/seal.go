package record

import (
	_ "embed" // the dictionary
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/klauspost/compress/zstd"

	"vitrine/rdfstore"
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
	return &Sealer{encoder, decoder, crc32.MakeTable(crc32.Castagnoli)}, nil
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

// Close lets go of what the sealer holds.
func (s *Sealer) Close() { s.decoder.Close() }

func (s *Sealer) sum(key, compressed []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, s.table), s.table, compressed)
}
