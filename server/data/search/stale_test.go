package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/server/data/search/query"
)

// TestThrownAway spoils an index in many ways, or its store, and checks that it
// is built anew, with a line in the log that says why.
func TestThrownAway(t *testing.T) {
	filled := func(label string) *memstore.Store {
		store := memstore.New()
		for i := range 5 {
			put(t, store, newRecord(fmt.Sprint(i), "E21_Person").label(label))
		}
		return store
	}
	files := func(t *testing.T, dir, pattern string) []string {
		names, err := filepath.Glob(filepath.Join(dir, "index", pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("no file %s: %v", pattern, err)
		}
		return names
	}
	change := func(pattern string, edit func([]byte) []byte) func(*testing.T, string, *memstore.Store) *memstore.Store {
		return func(t *testing.T, dir string, s *memstore.Store) *memstore.Store {
			for _, name := range files(t, dir, pattern) {
				text, err := os.ReadFile(name)
				if err == nil {
					err = os.WriteFile(name, edit(text), 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			return s
		}
	}
	flip := func(at func(n int) int) func([]byte) []byte {
		return func(text []byte) []byte { text[at(len(text))] ^= 0x40; return text }
	}
	tests := map[string]func(*testing.T, string, *memstore.Store) *memstore.Store{
		"a bit at the beginning": change("*.zap", flip(func(int) int { return 0 })),
		"a bit in the middle":    change("*.zap", flip(func(n int) int { return n / 2 })),
		"a bit in the footer":    change("*.zap", flip(func(n int) int { return n - 9 })),
		"cut off":                change("*.zap", func(text []byte) []byte { return text[:len(text)/2] }),
		"an empty part":          change("*.zap", func([]byte) []byte { return nil }),
		"an empty root":          change("root.bolt", func(text []byte) []byte { return make([]byte, len(text)) }),
		"a root of nonsense":     change("root.bolt", func([]byte) []byte { return bytes.Repeat([]byte("nonsense"), 9000) }),
		"a part is gone": func(t *testing.T, dir string, s *memstore.Store) *memstore.Store {
			for _, name := range files(t, dir, "*.zap") {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
			return s
		},
		"another store": func(*testing.T, string, *memstore.Store) *memstore.Store { return filled("amber") },
		"a shorter log": func(t *testing.T, _ string, s *memstore.Store) *memstore.Store {
			store := memstore.New()
			put(t, store, newRecord("0", "E21_Person").label("amber"))
			return store
		},
		"another version": func(t *testing.T, dir string, s *memstore.Store) *memstore.Store {
			e, err := openEngine(filepath.Join(dir, "index"))
			if err != nil {
				t.Fatal(err)
			}
			if err := e.scorch.SetInternal([]byte(stateKey), []byte(`{"version":0}`)); err != nil {
				t.Fatal(err)
			}
			if err := e.close(); err != nil {
				t.Fatal(err)
			}
			return s
		},
	}
	// Where a part cannot be opened at all, the library goes back to the state
	// before it, and the index goes on from there.
	earlier := map[string]bool{"cut off": true, "an empty part": true, "a part is gone": true}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			store, dir := filled("amber"), t.TempDir()
			x, err := Open(context.Background(), dir, store, Options{})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, x, store)
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			store = spoil(t, dir, store)
			var log lines
			compare(t, opened(t, dir, store, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}), store)
			if !earlier[name] && !strings.Contains(log.String(), "the search index is built anew") {
				t.Errorf("no line tells of it: %s", &log)
			}
		})
	}
}

// TestRestoredBackup goes back to an earlier state of a store and writes on: the
// log has an entry of the same number, but another one.
func TestRestoredBackup(t *testing.T) {
	store, dir := memstore.New(), t.TempDir()
	put(t, store, newRecord("1", "E21_Person").label("amber"))
	put(t, store, newRecord("2", "E21_Person").label("coral"))
	first := logOf(t, store)
	x, err := Open(context.Background(), dir, store, Options{})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, x, store)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	restored := memstore.New()
	put(t, restored, newRecord("1", "E21_Person").label("amber"))
	put(t, restored, newRecord("3", "E21_Person").label("pearl"))
	put(t, restored, newRecord("4", "E21_Person").label("opal"))
	// Its first entry is that of the store.
	backup := &otherLog{restored, first[:1]}
	var log lines
	compare(t, opened(t, dir, backup, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}), restored)
	if !strings.Contains(log.String(), "entry 2 of the store's log is another one") {
		t.Errorf("the log says %s", &log)
	}
}

func logOf(t *testing.T, store Store) []rdfstore.LogEntry {
	t.Helper()
	var out []rdfstore.LogEntry
	for e, err := range store.Changes(context.Background(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// otherLog is a store whose log begins with given entries.
type otherLog struct {
	Store
	begin []rdfstore.LogEntry
}

func (s *otherLog) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for e, err := range s.Store.Changes(ctx, after) {
			if err == nil && e.Seq <= uint64(len(s.begin)) {
				e = s.begin[e.Seq-1]
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// TestDamagedWhileOpen cuts off the files of an index that is in use: the search
// that notices fails, the index is built anew, and searches go on.
func TestDamagedWhileOpen(t *testing.T) {
	store, dir := memstore.New(), t.TempDir()
	put(t, store, newRecord("1", "E21_Person").label("amber"))
	var log lines
	x := opened(t, dir, store, Options{Interval: time.Hour, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	compare(t, x, store)
	_, anew := x.progress.watch()
	names, err := filepath.Glob(filepath.Join(dir, "index", "*.zap"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		if err := os.Truncate(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	q, _ := query.ParseText("amber")
	if _, err := x.Find(context.Background(), q, 0, 1); !errors.Is(err, ErrStale) {
		t.Fatalf("%v, want that the index is damaged", err)
	}
	<-anew
	compare(t, x, store)
	if !strings.Contains(log.String(), "the search index is built anew") {
		t.Errorf("the log says %s", &log)
	}
}

// TestFolder checks that nothing but the index's own folder is ever removed, and
// that a folder that cannot be made is an error.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	keep := filepath.Join(dir, "keep.txt")
	if err := os.WriteFile(keep, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	x := opened(t, dir, memstore.New(), Options{})
	_, anew := x.progress.watch()
	x.damaged.Store(true)
	x.nudge()
	<-anew
	if text, err := os.ReadFile(keep); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := Open(context.Background(), keep, memstore.New(), Options{}); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// TestBusy opens an index that is open: it is refused, and stays as it is.
func TestBusy(t *testing.T) {
	store, dir := memstore.New(), t.TempDir()
	put(t, store, newRecord("1", "E21_Person").label("amber"))
	x := opened(t, dir, store, Options{})
	if _, err := Open(t.Context(), dir, store, Options{}); !errors.Is(err, ErrBusy) {
		t.Errorf("a second one: %v", err)
	}
	if got := found(t, x, "amber"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, store, Options{})
}
