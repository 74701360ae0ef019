package harvest

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// TestLockElsewhere does not ask a publisher whose feed a run on another machine has.
func TestLockElsewhere(t *testing.T) {
	asked := ""
	_, err := Run(t.Context(), Options{
		Feed: "https://data.museum.example/-/activity", StateFile: filepath.Join(t.TempDir(), "state.json"),
		Lock: func(_ context.Context, feed string) (func(), error) {
			asked = feed
			return nil, ErrBusy
		},
	})
	if !errors.Is(err, ErrBusy) || asked != "https://data.museum.example/-/activity" {
		t.Errorf("%v, after a lock of %q", err, asked)
	}
}
