package eval

import (
	"encoding/binary"

	"github.com/knakk/rdf"

	"vitrine/sparql/function"
	"vitrine/sparql/plan"
)

// distinct leaves out rows that came before.
func (x *execution) distinct(s *plan.Distinct, next continuation) continuation {
	var seen *seenRows
	row := make([]rdf.Term, len(s.Vars))
	inner := x.compile(s.Inner, func() error {
		for i, v := range s.Vars {
			row[i] = x.row[v]
		}
		isNew, err := seen.add(row)
		if !isNew || err != nil {
			return err
		}
		return next()
	})
	return func() error {
		seen = &seenRows{x: x, seen: function.Seen{}}
		defer seen.release()
		if err := inner(); err != nil || seen.rest == nil {
			return err
		}
		x.release(seen.size)
		seen.seen, seen.size = nil, 0
		return seen.rest.firstOfEach(len(row), function.DigestBytes, func(row []rdf.Term) error {
			return x.with(s.Vars, row, next)
		})
	}
}

// seenRows are the digests of rows that were given. Where they take too much, the rows that were
// not given before go to disk, and are compared at the end.
type seenRows struct {
	x    *execution
	seen function.Seen
	size int64
	rest *diskRows
	// number counts the rows on disk.
	number uint64
	key    []byte
}

// add adds a row, and tells whether it is new; one on disk is not.
func (s *seenRows) add(row []rdf.Term) (isNew bool, err error) {
	if err := s.x.checkCancelled(); err != nil {
		return false, err
	}
	digest := function.DigestOf(row...)
	if s.rest != nil {
		if s.seen.Has(digest) {
			return false, nil
		}
		s.key = binary.BigEndian.AppendUint64(digest.Append(s.key[:0]), s.number)
		s.number++
		return false, s.rest.add(s.key, row)
	}
	if !s.seen.Add(digest) {
		return false, nil
	}
	s.size += function.SeenBytes
	err = s.x.keep(function.SeenBytes)
	if s.x.goToDisk(s.size, err) {
		s.rest, err = s.x.newDiskRows()
	}
	return true, err
}

func (s *seenRows) release() {
	s.x.release(s.size)
	s.rest.close()
}
