package function

import (
	"encoding/hex"
	"hash"
	"io"

	"vitrine/sparql/value"
)

// hashFunction is a function of a string without a language tag: the digest of its
// UTF-8 in hexadecimal digits, in lower case.
func hashFunction(name string, algorithm func() hash.Hash) Function {
	return unary(name, func(v value.Value) (value.Value, error) {
		if v.Kind() != value.String {
			return value.Value{}, value.ErrType
		}
		digest := algorithm()
		io.WriteString(digest, v.Text()) // a hash takes all that is written
		return value.NewString(hex.EncodeToString(digest.Sum(nil))), nil
	})
}
