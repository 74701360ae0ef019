package bulk

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
)

// startBuilder starts a file beside a store that there is not. When the test ends,
// nothing may be left but what was finished.
func startBuilder(t *testing.T, ctx context.Context) (*builder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	b, err := newBuilder(ctx, path, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.abandon(); err != nil && !errors.Is(err, berrors.ErrDatabaseNotOpen) {
			t.Errorf("abandon: %v", err)
		}
		files, err := filepath.Glob(path + "*")
		if err != nil || len(files) > 1 || len(files) == 1 && files[0] != path {
			t.Errorf("left: %v, %v", files, err)
		}
	})
	return b, path
}

// randomEntries are entries in the order of their keys, some larger than the arena.
func randomEntries(r *rand.Rand, n int) []table.Entry {
	all := make([]table.Entry, n)
	for i := range all {
		size := r.IntN(200)
		if r.IntN(500) == 0 {
			size = arenaBytes + r.IntN(arenaBytes)
		}
		all[i] = table.Entry{Key: fmt.Appendf(nil, "%08d", 3*i+r.IntN(3)), Value: bytes.Repeat([]byte{byte(i)}, size)}
	}
	return all
}

// fill puts entries into all tables, those of the index and of the counts in turn.
func fill(b *builder, entries []table.Entry) error {
	for _, t := range table.All() {
		for _, e := range entries {
			if t == table.Counts {
				break
			}
			err := b.put(t, e.Key, e.Value)
			if t == table.Index && err == nil {
				err = b.put(table.Counts, e.Key, e.Value)
			}
			if err != nil {
				return err
			}
		}
		if err := b.end(t); err != nil {
			return err
		}
	}
	return nil
}

func TestBuilder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 5000} {
		b, path := startBuilder(t, t.Context())
		want := randomEntries(r, n)
		if err := fill(b, want); err != nil {
			t.Fatal(err)
		}
		if err := b.finish(); err != nil {
			t.Fatal(err)
		}
		db, err := boltfile.Open(path, boltfile.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		err = db.View(func(tx *bbolt.Tx) error {
			for _, tab := range table.All() {
				if err := sameEntries(tx, tab, want); err != nil {
					t.Errorf("%d entries: table %s: %v", n, tab.Name, err)
				}
			}
			return nil
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Error(err)
		}
	}
}

// sameEntries walks a table, which looks at each seal and each link.
func sameEntries(tx *bbolt.Tx, tab table.Table, want []table.Entry) error {
	s, err := tab.Scan(tx)
	if err != nil {
		return err
	}
	k, payload, err := s.First()
	for _, e := range want {
		if err != nil || !bytes.Equal(k, e.Key) || !bytes.Equal(payload, e.Value) {
			return fmt.Errorf("%q stands where %q is wanted: %w", k, e.Key, err)
		}
		k, payload, err = s.Next()
	}
	if k != nil || err != nil {
		return fmt.Errorf("%q stands at the end: %w", k, err)
	}
	return nil
}

// fillOn puts entries until there is an error, which comes at the latest with finish.
func fillOn(b *builder) error {
	value := make([]byte, 1<<10)
	for i := range uint64(1 << 16) {
		if err := b.put(table.Graphs, binary.BigEndian.AppendUint64(nil, i), value); err != nil {
			return err
		}
	}
	return b.finish()
}

func TestBuilderCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b, _ := startBuilder(t, ctx)
	cancel()
	if err := fillOn(b); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestBuilderAbandoned(t *testing.T) {
	for n := range 10 {
		b, path := startBuilder(t, t.Context())
		for i := range 1000 * n {
			if err := b.put(table.Graphs, table.NumberKey(uint64(i)), make([]byte, 1<<10)); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.abandon(); err != nil {
			t.Error(err)
		}
		b.done = true
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("an abandoned file has the name of the store: %v", err)
		}
	}
}

// TestBuilderCannotWrite lets the limit of the file be reached.
func TestBuilderCannotWrite(t *testing.T) {
	b, _ := startBuilder(t, t.Context())
	b.db.MaxSize = 1 << 20
	if err := fillOn(b); !errors.Is(err, berrors.ErrMaxSizeReached) {
		t.Errorf("error %v, want that the file is too large", err)
	}
}
