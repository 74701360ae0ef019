package search

import (
	"context"
	"testing"
)

// TestTheFollowerPausesUnlessASearchWaits counts the pauses after documents.
func TestTheFollowerPausesUnlessASearchWaits(t *testing.T) {
	pauses := 0
	x := &Index{pause: func(context.Context) { pauses++ }}
	x.rest(t.Context())
	if pauses != 1 {
		t.Errorf("%d pauses while nobody waits, want 1", pauses)
	}
	x.waiting.Add(1)
	x.rest(t.Context())
	if pauses != 1 {
		t.Error("it pauses while a search waits")
	}
	x.waiting.Add(-1)
	x.rest(t.Context())
	if pauses != 2 {
		t.Error("it does not pause after the search")
	}
}
