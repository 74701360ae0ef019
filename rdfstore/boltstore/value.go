package boltstore

// A value that a table gets begins with room for its seal, so that it is sealed
// where it stands: bbolt keeps it until the commit, and nobody changes it from then
// on.

// newValue returns a value whose payload is still to be appended, of about so many
// bytes.
func newValue(size int) []byte { return make([]byte, sealSize, sealSize+size) }

// valueOf returns a value with a copy of the payload.
func valueOf(payload []byte) []byte { return append(newValue(len(payload)), payload...) }

// tail is a payload but for its head, which the writer alone knows. Room before it
// lets the writer make a value of it that need not be copied.
type tail []byte

// tailRoom is the room before a tail, in bytes. Few heads take more.
const tailRoom = sealSize + 56

// newTail returns a tail that is a copy of the rest of a payload.
func newTail(rest []byte) tail {
	return append(make(tail, tailRoom, tailRoom+len(rest)), rest...)
}

// after returns the value with a head and the tail after it. It lies in the tail's
// memory, as the one before did, which must not be in use any more: a batch is
// tried again only when its transaction has been rolled back.
func (t tail) after(head []byte) []byte {
	start := tailRoom - sealSize - len(head)
	if start < 0 {
		value := append(newValue(len(head)+len(t)-tailRoom), head...)
		return append(value, t[tailRoom:]...)
	}
	copy(t[start+sealSize:], head)
	return t[start:]
}
