package table

import (
	"hash/crc32"
	"testing"
)

// TestChecksum compares the checksum of a value with that of all its parts.
func TestChecksum(t *testing.T) {
	for _, table := range All() {
		all := append([]byte{table.tag}, "the key and the rest"...)
		if got, want := table.checksum(all[1:8], all[8:]), crc32.Checksum(all, castagnoli); got != want {
			t.Errorf("%s: the checksum is %x, want %x", table.Name, got, want)
		}
	}
}
