package sitemap

import (
	"sort"
	"time"
)

// Division divides names, in byte order, into parts. A part keeps its number while it is
// split, so that an address stays that of the same names or the first half of them.
type Division struct {
	parts []Part
	next  int
}

// Part is the names after one name, up to the next part's.
type Part struct {
	// Number is that in the address of the part.
	Number int
	// After and Until are the names between which it lies: After is not in it, Until is;
	// the last part has "", and no end.
	After, Until string
	// Count is about how many names it has.
	Count int64
	// Changed is when something in it last changed, zero where nobody knows, and Position
	// counts the changes: that of the last.
	Changed  time.Time
	Position uint64
}

// NewDivision returns one part with all names.
func NewDivision() *Division {
	return &Division{parts: []Part{{Number: 1}}, next: 2}
}

// Parts are the parts in order of their names. They are not to be changed.
func (d *Division) Parts() []Part { return d.parts }

// ByNumber returns the part with the number.
func (d *Division) ByNumber(number int) (Part, bool) {
	for _, part := range d.parts {
		if part.Number == number {
			return part, true
		}
	}
	return Part{}, false
}

// Append ends the last part after a name, and adds another one. Names come in order.
func (d *Division) Append(until string, count int64) {
	last := &d.parts[len(d.parts)-1]
	last.Until, last.Count = until, count
	d.parts = append(d.parts, Part{Number: d.next, After: until})
	d.next++
}

// Grow adds to the number of names in the last part.
func (d *Division) Grow(count int64) { d.parts[len(d.parts)-1].Count += count }

// Note keeps account of a change of a name, which adds so many names: 1, 0 or -1.
func (d *Division) Note(name string, position uint64, at time.Time, added int64) {
	part := &d.parts[d.index(name)]
	part.Count += added
	part.Position = position
	if at.After(part.Changed) {
		part.Changed = at
	}
}

// index is where the part of a name is.
func (d *Division) index(name string) int {
	return sort.Search(len(d.parts)-1, func(i int) bool { return name <= d.parts[i].Until })
}

// Oversized is a part with more names than so many, if there is one.
func (d *Division) Oversized(count int64) (Part, bool) {
	for _, part := range d.parts {
		if part.Count > count {
			return part, true
		}
	}
	return Part{}, false
}

// Split divides the part with the number after a name in it, the name at so many.
func (d *Division) Split(number int, at string, count int64) {
	for i, part := range d.parts {
		if part.Number != number {
			continue
		}
		second := part
		second.Number, second.After, second.Count = d.next, at, max(part.Count-count, 0)
		d.next++
		d.parts[i].Until, d.parts[i].Count = at, count
		d.parts = append(d.parts[:i+1], append([]Part{second}, d.parts[i+1:]...)...)
		return
	}
}
