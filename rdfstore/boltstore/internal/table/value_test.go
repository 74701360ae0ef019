package table

import (
	"bytes"
	"hash/crc32"
	"testing"
)

// TestTailAfterHeads puts heads of all lengths before one tail.
func TestTailAfterHeads(t *testing.T) {
	rest := []byte("the rest")
	tail := NewTail(rest)
	for _, n := range []int{0, 1, 30, TailRoom - SealSize, TailRoom - SealSize + 1, 2 * TailRoom, 2, 0} {
		head := bytes.Repeat([]byte{byte(n)}, n)
		value := tail.After(head)
		Pending.SealValue(NumberKey(1), 7, value)
		want := append(head, rest...)
		payload, link, err := Pending.Open(NumberKey(1), value)
		if err != nil || link != 7 || !bytes.Equal(payload, want) {
			t.Errorf("a head of %d bytes gives %q, link %d, %v; want %q", n, payload, link, err, want)
		}
		if sealed := Pending.Seal(NumberKey(1), 7, want); !bytes.Equal(value, sealed) {
			t.Errorf("a head of %d bytes gives %x, want %x", n, value, sealed)
		}
	}
}

// TestChecksum compares the checksum of a value with that of all its parts.
func TestChecksum(t *testing.T) {
	for _, table := range All() {
		all := append([]byte{table.tag}, "the key and the rest"...)
		if got, want := table.checksum(all[1:8], all[8:]), crc32.Checksum(all, castagnoli); got != want {
			t.Errorf("%s: the checksum is %x, want %x", table.Name, got, want)
		}
	}
}
