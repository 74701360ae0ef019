package function

import (
	"hash/maphash"

	"github.com/knakk/rdf"
)

// seeds are two hash functions, other ones in each process, so that nobody can make terms for
// which they agree.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// Seen tells rows of terms that came before from others. It keeps 128 bits of each: that two of
// ten million rows agree in them has a chance of one in 10^24. The zero value has seen nothing.
type Seen struct{ rows map[[2]uint64]struct{} }

// SeenBytes is about how many bytes are kept of a row.
const SeenBytes = 48

// Add adds a row, in which nil stands for what is unbound, and tells whether it is new. All rows
// are of one length.
func (s *Seen) Add(row ...rdf.Term) (isNew bool) {
	var sum [2]uint64
	for _, term := range row {
		for i, seed := range seeds {
			h := sum[i]*0x9E3779B97F4A7C15 ^ maphash.Comparable(seed, term)
			sum[i] = h ^ h>>32
		}
	}
	if _, again := s.rows[sum]; again {
		return false
	}
	if s.rows == nil {
		s.rows = map[[2]uint64]struct{}{}
	}
	s.rows[sum] = struct{}{}
	return true
}
