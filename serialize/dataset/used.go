package dataset

import (
	"crypto/sha256"
	"strconv"
	"strings"
)

// used remembers the graph names and the blank node labels of the graphs that
// are behind, in little room: 16 bytes for a name, and for a label too unless
// it ends in a number, as most do that programs make; 64 of those share one
// entry.
type used struct {
	names    map[digest]struct{}
	labels   map[digest]struct{}
	numbered map[block]uint64
}

type digest [16]byte

// block stands for the labels that are prefix and a number from 64*n to 64*n+63.
type block struct {
	prefix string
	n      uint64
}

func newUsed() *used {
	return &used{names: map[digest]struct{}{}, labels: map[digest]struct{}{}, numbered: map[block]uint64{}}
}

func (u *used) addName(name string) { u.names[digestOf(name)] = struct{}{} }

func (u *used) hasName(name string) bool {
	_, ok := u.names[digestOf(name)]
	return ok
}

func (u *used) addLabel(label string) {
	if b, bit, ok := numberedLabel(label); ok {
		u.numbered[b] |= bit
		return
	}
	u.labels[digestOf(label)] = struct{}{}
}

func (u *used) hasLabel(label string) bool {
	if b, bit, ok := numberedLabel(label); ok {
		return u.numbered[b]&bit != 0
	}
	_, ok := u.labels[digestOf(label)]
	return ok
}

func digestOf(s string) digest {
	sum := sha256.Sum256([]byte(s))
	return digest(sum[:16])
}

// numberedLabel splits a label into its block and the bit that stands for it
// there. Labels with a leading zero or a large number are not of that kind.
func numberedLabel(label string) (b block, bit uint64, ok bool) {
	prefix := strings.TrimRight(label, "0123456789")
	digits := label[len(prefix):]
	if digits == "" || len(digits) > 18 || len(prefix) > 16 || digits[0] == '0' && len(digits) > 1 {
		return block{}, 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return block{}, 0, false
	}
	return block{prefix: strings.Clone(prefix), n: n / 64}, 1 << (n % 64), true
}
