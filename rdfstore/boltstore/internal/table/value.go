package table

// A value that a table gets begins with room for its seal, so that it is sealed
// where it stands: bbolt keeps it until the commit, and nobody changes it from then
// on.

// NewValue returns a value whose payload is still to be appended, of about so many
// bytes.
func NewValue(size int) []byte { return make([]byte, SealSize, SealSize+size) }

// ValueOf returns a value with a copy of the payload.
func ValueOf(payload []byte) []byte { return append(NewValue(len(payload)), payload...) }

// Tail is a payload but for its head, which the writer alone knows. Room before it
// lets the writer make a value of it that need not be copied.
type Tail []byte

// TailRoom is the room before a tail, in bytes. Few heads take more.
const TailRoom = SealSize + 56

// NewTail returns a tail that is a copy of the rest of a payload.
func NewTail(rest []byte) Tail {
	return append(make(Tail, TailRoom, TailRoom+len(rest)), rest...)
}

// After returns the value with a head and the tail after it. It lies in the tail's
// memory, as the one before did, which must not be in use any more: a batch is
// tried again only when its transaction has been rolled back.
func (t Tail) After(head []byte) []byte {
	start := TailRoom - SealSize - len(head)
	if start < 0 {
		value := append(NewValue(len(head)+len(t)-TailRoom), head...)
		return append(value, t[TailRoom:]...)
	}
	copy(t[start+SealSize:], head)
	return t[start:]
}
