package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"vitrine/rdfstore"
)

// A difference says how the bytes of one state of a record come from those of another:
//
//	CRC-32C of the result (4 bytes, little-endian), its length, runs
//
// A run is a number of bytes to insert and these bytes, and then, unless the result is complete, a
// number of bytes to copy and where from: the distance, as a signed varint, from the place in the
// other state after the last copy and as many bytes as were inserted. Other numbers are varints.

// ErrDifference is wrapped by the errors of ApplyDifference.
var ErrDifference = errors.New("the difference does not fit")

// maxResult bounds the length of a result: no store has a longer value.
const maxResult = math.MaxInt32

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendDifference appends what makes one state, to, out of another, from.
func AppendDifference(b []byte, from, to []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(to, castagnoli))
	b = binary.AppendUvarint(b, uint64(len(to)))
	d := differ{from: from, to: to, out: b}
	d.run()
	return d.out
}

// ApplyDifference returns the state that a difference makes out of another. The error wraps
// rdfstore.ErrCorrupt and ErrDifference where the difference is none, or is one from another state.
func ApplyDifference(from, difference []byte) ([]byte, error) {
	if len(difference) < crc32.Size {
		return nil, misfit("it has no checksum")
	}
	p := patcher{from: from, rest: difference[crc32.Size:]}
	length := p.uvarint()
	if length > maxResult {
		return nil, misfit("the result is too long")
	}
	// Few results are longer.
	p.to = make([]byte, 0, min(int(length), len(from)+len(difference)))
	for !p.broken && uint64(len(p.to)) < length {
		if p.insert(length); uint64(len(p.to)) < length {
			p.copy(length)
		}
	}
	if p.broken || len(p.rest) > 0 {
		return nil, misfit("it does not decode")
	}
	if crc32.Checksum(p.to, castagnoli) != binary.LittleEndian.Uint32(difference) {
		return nil, misfit("the checksum does not match")
	}
	return p.to, nil
}

func misfit(why string) error {
	return fmt.Errorf("%w: %w: %s", rdfstore.ErrCorrupt, ErrDifference, why)
}

// patcher makes a state out of another.
type patcher struct {
	from, rest, to []byte
	// at is the place in from after the last copy.
	at     int
	broken bool
}

func (p *patcher) fail() { p.broken, p.rest = true, nil }

func (p *patcher) uvarint() uint64 {
	x, n := binary.Uvarint(p.rest)
	if n <= 0 {
		p.fail()
		return 0
	}
	p.rest = p.rest[n:]
	return x
}

// insert carries out the first half of a run.
func (p *patcher) insert(length uint64) {
	n := p.uvarint()
	if n > uint64(len(p.rest)) || n > length-uint64(len(p.to)) {
		p.fail()
		return
	}
	p.to, p.rest = append(p.to, p.rest[:n]...), p.rest[n:]
	p.at += int(n)
}

// copy carries out the second half of a run, which copies something.
func (p *patcher) copy(length uint64) {
	n := p.uvarint()
	distance, read := binary.Varint(p.rest)
	if read <= 0 || n == 0 || n > length-uint64(len(p.to)) {
		p.fail()
		return
	}
	p.rest = p.rest[read:]
	// Neither is longer than a slice, so the sum does not overflow unless the distance does.
	start := int64(p.at) + min(max(distance, -maxResult), maxResult)
	if start < 0 || start > int64(len(p.from)) || n > uint64(len(p.from))-uint64(start) {
		p.fail()
		return
	}
	p.to = append(p.to, p.from[start:][:n]...)
	p.at = int(start) + int(n)
}
