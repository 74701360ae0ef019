package codec

import (
	"encoding/binary"
	"math/bits"
)

// differ finds what two states have in common. Most states differ from the next in a few places,
// and are long the same before and after each: so it looks first at the place that the last common
// run leads to, and makes a table of places only for a part that this finds nothing of.
type differ struct {
	from, to, out []byte
	// at is the place in from after the last copy, and done that in to.
	at, done int
	// places has a place in from for each hash of the bytes there, plus 1; shift makes a
	// hash a number of it.
	places []uint32
	shift  int
}

const (
	// minCopy is the least number of bytes that is worth a copy.
	minCopy = 8
	// skipAfter is after how many bytes of which nothing is found one more is passed over each time.
	skipAfter = 256
	// tableAfter is for how many bytes nothing is found before a table is made.
	tableAfter = 32
	// maxPlaces bounds the table. A longer state has every nth of its places in it.
	maxPlaces = 1 << 16
)

func (d *differ) run() {
	// What both end with is found from the end, whatever is inserted before it.
	end := len(d.to) - commonSuffix(d.from, d.to)
	for next := 0; next < end; {
		start, n := d.find(next)
		if n < minCopy {
			// The longer nothing was found, the less of what follows is looked at.
			if next += 1 + (next-d.done)/skipAfter; next-d.done > tableAfter && d.places == nil && end-d.done > 2*tableAfter {
				d.makePlaces()
				next = d.done
			}
			continue
		}
		for next > d.done && start > 0 && d.to[next-1] == d.from[start-1] {
			next, start, n = next-1, start-1, n+1
		}
		d.copy(next, start, n)
		next = d.done
	}
	end = max(end, d.done)
	if n := len(d.to) - end; n > 0 {
		d.copy(end, len(d.from)-n, n)
	} else if d.done < end {
		d.insert(end)
	}
}

// insert writes the bytes up to a place that are not written yet.
func (d *differ) insert(end int) {
	d.out = binary.AppendUvarint(d.out, uint64(end-d.done))
	d.out = append(d.out, d.to[d.done:end]...)
	d.at += end - d.done
	d.done = end
}

// copy writes a run: what is not written yet up to a place, and n bytes that are copied from start.
func (d *differ) copy(place, start, n int) {
	d.insert(place)
	d.out = binary.AppendUvarint(d.out, uint64(n))
	d.out = binary.AppendVarint(d.out, int64(start-d.at))
	d.at, d.done = start+n, place+n
}

// find returns where the longest run begins that was found of what stands at a place of to.
func (d *differ) find(next int) (start, n int) {
	if start = d.at + next - d.done; start < len(d.from) {
		n = commonPrefix(d.from[start:], d.to[next:])
	}
	if d.places == nil || len(d.to)-next < minCopy {
		return start, n
	}
	if place := d.places[d.hash(d.to[next:])]; place > 0 {
		if other := commonPrefix(d.from[place-1:], d.to[next:]); other > n {
			return int(place - 1), other
		}
	}
	return start, n
}

// makePlaces makes the table of the places in from.
func (d *differ) makePlaces() {
	size := 1 << bits.Len(uint(min(len(d.from), maxPlaces-1)))
	d.shift = 64 - bits.Len(uint(size-1))
	d.places = make([]uint32, size)
	step := 1 + len(d.from)/maxPlaces
	for i := 0; i+minCopy <= len(d.from); i += step {
		d.places[d.hash(d.from[i:])] = uint32(i) + 1
	}
}

// hash returns the number in the table of the first bytes.
func (d *differ) hash(b []byte) uint64 {
	const prime = 0x9e3779b185ebca87
	return binary.LittleEndian.Uint64(b) * prime >> d.shift
}

// commonPrefix returns how many bytes two texts begin with in common.
func commonPrefix(a, b []byte) int {
	n, end := 0, min(len(a), len(b))
	for ; n+8 <= end; n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < end && a[n] == b[n] {
		n++
	}
	return n
}

// commonSuffix returns how many bytes they end with in common.
func commonSuffix(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
