package wal

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// BlockSize is what records and the header begin at multiples of, in bytes, so that
// no write touches a block with a record that is durable.
const BlockSize = 4096

// magic begins the header. Its last character is the version of the layout.
const magic = "vitrine wal 1"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// MaxBase bounds the size of a base, in bytes: a header is one sector, so that it
// is on disk whole or not at all.
const MaxBase = 512 - len(magic) - 8 - 2 - 4

// appendHeader appends the header: magic, generation and length of the base, eight
// and two bytes little-endian, the base, and a checksum of all of these.
func appendHeader(b []byte, generation uint64, base []byte) []byte {
	start := len(b)
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint64(b, generation)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(base)))
	b = append(b, base...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// decodeHeader reads a header; ok is false where there is none.
func decodeHeader(b []byte) (generation uint64, base []byte, ok bool) {
	rest, ok := bytes.CutPrefix(b, []byte(magic))
	if !ok || len(rest) < 8+2 {
		return 0, nil, false
	}
	length := int(binary.LittleEndian.Uint16(rest[8:]))
	end := len(magic) + 8 + 2 + length
	if length > MaxBase || len(b) < end+4 || binary.LittleEndian.Uint32(b[end:]) != crc32.Checksum(b[:end], castagnoli) {
		return 0, nil, false
	}
	return binary.LittleEndian.Uint64(rest), rest[8+2:][:length], true
}

// recordHead is the length of what comes before the batch in a record: a checksum
// of all that follows, the generation of the header, the number of the record from 1
// on and the length of the batch.
const recordHead = 4 + 8 + 4 + 4

// room returns space for a record with a batch of a length, up to the end of its
// last block.
func room(b []byte, length int) []byte {
	size := (recordHead + length + BlockSize - 1) / BlockSize * BlockSize
	if cap(b) < size {
		return make([]byte, size, size+size/2)
	}
	b = b[:size]
	clear(b)
	return b
}

// putRecord writes a record into the space for it.
func putRecord(b []byte, generation uint64, number uint32, batch []byte) {
	binary.LittleEndian.PutUint64(b[4:], generation)
	binary.LittleEndian.PutUint32(b[12:], number)
	binary.LittleEndian.PutUint32(b[16:], uint32(len(batch)))
	copy(b[recordHead:], batch)
	binary.LittleEndian.PutUint32(b, crc32.Checksum(b[4:recordHead+len(batch)], castagnoli))
}

// decodeRecord reads the record at the start of b and returns how many bytes it
// takes; ok is false where there is none of the generation.
func decodeRecord(b []byte, generation uint64) (number uint32, batch []byte, size int, ok bool) {
	if len(b) < recordHead || binary.LittleEndian.Uint64(b[4:]) != generation {
		return 0, nil, 0, false
	}
	length := int64(binary.LittleEndian.Uint32(b[16:]))
	if length > int64(len(b)-recordHead) {
		return 0, nil, 0, false
	}
	end := recordHead + int(length)
	if binary.LittleEndian.Uint32(b) != crc32.Checksum(b[4:end], castagnoli) {
		return 0, nil, 0, false
	}
	return binary.LittleEndian.Uint32(b[12:]), b[recordHead:end], (end + BlockSize - 1) / BlockSize * BlockSize, true
}
