package table

import "encoding/binary"

// NumberKey is a key that is a number: eight bytes big-endian.
func NumberKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// After returns the least key after a name: none has a byte 0.
func After(name string) []byte { return append([]byte(name), 0) }

// KeyNumber reads a key that is a number.
func KeyNumber(t Table, key []byte) (uint64, error) {
	if len(key) != 8 {
		return 0, t.Corrupt(key, "the key is of a wrong length")
	}
	return binary.BigEndian.Uint64(key), nil
}
