package rdfstore_test

import (
	"errors"
	"testing"

	"vitrine/rdfstore"
)

func TestPreconditionCheck(t *testing.T) {
	for _, test := range []struct {
		p       rdfstore.Precondition
		version uint64
		holds   bool
	}{
		{rdfstore.Precondition{}, 0, true},
		{rdfstore.Precondition{}, 3, true},
		{rdfstore.Precondition{Absent: true}, 0, true},
		{rdfstore.Precondition{Absent: true}, 3, false},
		{rdfstore.Precondition{Present: true}, 0, false},
		{rdfstore.Precondition{Present: true}, 3, true},
		{rdfstore.Precondition{Version: 3}, 0, false},
		{rdfstore.Precondition{Version: 3}, 3, true},
		{rdfstore.Precondition{Version: 3}, 4, false},
	} {
		if err := test.p.Check(test.version); (err == nil) != test.holds || err != nil && !errors.Is(err, rdfstore.ErrPrecondition) {
			t.Errorf("%+v of version %d: %v", test.p, test.version, err)
		}
	}
}
