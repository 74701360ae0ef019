package reference

import (
	"bytes"

	"vitrine/sparql/value"
)

// Compare compares values by their order keys.
func Compare(a, b value.Value) int {
	var x, y [64]byte
	return bytes.Compare(value.AppendOrderKey(x[:0], a), value.AppendOrderKey(y[:0], b))
}
