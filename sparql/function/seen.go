package function

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/knakk/rdf"
)

// seeds are two hash functions, other ones in each process, so that nobody can make terms for
// which they agree.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// Digest is 128 bits of a row of terms, in which nil stands for what is unbound: that two of ten
// million rows agree in them has a chance of one in 10^24.
type Digest [2]uint64

// DigestBytes is how many bytes a digest has.
const DigestBytes = 16

// DigestOf returns the digest of a row. All rows that are compared are of one length.
func DigestOf(row ...rdf.Term) (d Digest) {
	for _, term := range row {
		for i, seed := range seeds {
			h := d[i]*0x9E3779B97F4A7C15 ^ maphash.Comparable(seed, term)
			d[i] = h ^ h>>32
		}
	}
	return d
}

// Append appends the bytes of a digest.
func (d Digest) Append(b []byte) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, d[0]), d[1])
}

// Seen tells rows of terms that came before from others, by their digests.
type Seen map[Digest]struct{}

// SeenBytes is about how many bytes are kept of a row.
const SeenBytes = 48

// Has tells whether a row came before.
func (s Seen) Has(d Digest) bool {
	_, has := s[d]
	return has
}

// Add adds a row, and tells whether it is new.
func (s Seen) Add(d Digest) (isNew bool) {
	before := len(s)
	s[d] = struct{}{}
	return len(s) > before
}
