package rdfstore_test

import (
	"fmt"
	"testing"

	"vitrine/rdfstore"
)

func TestIsMissing(t *testing.T) {
	for _, test := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{rdfstore.ErrNotFound, true},
		{rdfstore.ErrDeleted, true},
		{fmt.Errorf("read: %w", &rdfstore.DeletedError{Version: 2}), true},
		{rdfstore.ErrClosed, false},
		{&rdfstore.ChangeError{Err: rdfstore.ErrPrecondition}, false},
	} {
		if got := rdfstore.IsMissing(test.err); got != test.want {
			t.Errorf("%v: %v, want %v", test.err, got, test.want)
		}
	}
}
