package table

// A value that a table gets begins with room for its seal, so that it is sealed
// where it stands: bbolt keeps it until the commit, and it does not change from then
// on.

// NewValue returns a value whose payload is still to be appended, of about so many
// bytes.
func NewValue(size int) []byte { return make([]byte, SealSize, SealSize+size) }

// ValueOf returns a value with a copy of the payload.
func ValueOf(payload []byte) []byte { return append(NewValue(len(payload)), payload...) }
