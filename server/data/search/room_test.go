package search

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/checks/memstore"
	"vitrine/server/data/search/query"
)

// TestFullDisk changes the store while the file system of the index is full: searches go on
// with what the index has, its files stay, and it is brought up to date when there is room.
func TestFullDisk(t *testing.T) {
	store, dir := memstore.New(), t.TempDir()
	var full atomic.Bool
	x := opened(t, dir, store, Options{MaxWait: time.Hour, Interval: time.Millisecond, room: func(string) (uint64, uint64, bool) {
		if full.Load() {
			return 0, 1 << 30, true
		}
		return 1 << 30, 1 << 30, true
	}})
	put(t, store, newRecord("1", "E21_Person").label("amber"))
	if got := found(t, x, "amber"); len(got) != 1 {
		t.Fatalf("found %v", got)
	}
	mark := filepath.Join(x.dir, "mark")
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	full.Store(true)
	put(t, store, newRecord("2", "E21_Person").label("amber"))
	// The search would wait for an hour.
	hits, err := x.Find(context.Background(), query.Query{}, 0, 10)
	if err != nil || hits.Total != 1 || !x.Full() {
		t.Errorf("with a full disk: %d results, %v, full: %v", hits.Total, err, x.Full())
	}
	full.Store(false)
	for x.Full() {
		x.nudge()
	}
	if got := found(t, x, "amber"); len(got) != 2 {
		t.Errorf("with room again, found %v", got)
	}
	if _, err := os.Stat(mark); err != nil {
		t.Errorf("the index was made anew: %v", err)
	}
}
