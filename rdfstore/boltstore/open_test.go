package boltstore_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

func TestLocked(t *testing.T) {
	path := newPath(t)
	s := open(t, path)
	for _, readOnly := range []bool{false, true} {
		_, err := boltstore.Open(path, boltstore.Options{Derivation: derivation, ReadOnly: readOnly, LockTimeout: 1})
		if !errors.Is(err, boltstore.ErrLocked) || !strings.Contains(err.Error(), path) {
			t.Errorf("second Open, read-only %v: %v, want ErrLocked and the path", readOnly, err)
		}
	}
	if err := boltstore.Check(t.Context(), path, derivation, nil); !errors.Is(err, boltstore.ErrLocked) {
		t.Errorf("Check of an open store: %v, want ErrLocked", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	readers := make([]*boltstore.Store, 2)
	for i := range readers {
		var err error
		if readers[i], err = boltstore.Open(path, boltstore.Options{Derivation: derivation, ReadOnly: true}); err != nil {
			t.Fatalf("reader %d: %v", i, err)
		}
		defer readers[i].Close()
	}
	if _, err := boltstore.Open(path, boltstore.Options{Derivation: derivation, LockTimeout: 1}); !errors.Is(err, boltstore.ErrLocked) {
		t.Errorf("Open for writing beside readers: %v, want ErrLocked", err)
	}
	checkClean(t, path)
}

func TestReadOnly(t *testing.T) {
	path := newPath(t)
	if _, err := boltstore.Open(path, boltstore.Options{Derivation: derivation, ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Open of no file: %v, want ErrNotExist", err)
	}
	g := storetest.Random(rand.New(rand.NewPCG(1, 1)), 1)
	s := open(t, path)
	putAll(t, s, randomGraphs(rand.New(rand.NewPCG(1, 1)), 1, 2))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err = boltstore.Open(path, boltstore.Options{Derivation: derivation, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if e, err := s.Get(t.Context(), g.Name); err != nil || !e.Graph.Equal(g) {
		t.Errorf("Get: %v, %v", e, err)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Delete: g.Name}); err == nil {
		t.Error("a store that is open for reading takes a write")
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("reading changed the file: %v", err)
	}
}

func TestReopened(t *testing.T) {
	path, model := newPath(t), storetest.Model()
	r := rand.New(rand.NewPCG(2, 2))
	for range 12 {
		s := open(t, path)
		for range 15 {
			c := storetest.RandomChange(r, 25)
			_, err := s.Apply(t.Context(), c)
			if _, wantErr := model.Apply(t.Context(), c); (err == nil) != (wantErr == nil) {
				t.Fatalf("Apply: %v, want %v", err, wantErr)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	checkClean(t, path)
	storetest.Compare(t, open(t, path), model)
}

func TestMaxBytes(t *testing.T) {
	path, model := newPath(t), storetest.Model()
	const limit = 512 << 10
	s, err := boltstore.Open(path, boltstore.FlushOften(boltstore.Options{Create: true, Derivation: derivation, MaxBytes: limit}))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	full := false
	for i := 0; i < 100_000 && !full; i++ {
		c := rdfstore.Change{Put: storetest.Random(r, i)}
		if _, err = s.Apply(t.Context(), c); err != nil {
			full = true
		} else if _, err := model.Apply(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if !full || !strings.Contains(err.Error(), path) {
		t.Errorf("the store outgrew its limit, or: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > limit {
		t.Errorf("the file has %d bytes, the limit is %d", info.Size(), limit)
	}
	checkClean(t, path)
	s = open(t, path)
	for _, store := range []rdfstore.Store{s, model} {
		putAll(t, store, randomGraphs(rand.New(rand.NewPCG(4, 4)), 200_000, 200_020))
	}
	compareGraphs(t, s, model)
}

// TestBackup copies a store while others write; the copy must be a store as it
// was at one moment.
func TestBackup(t *testing.T) {
	path := newPath(t)
	s := open(t, path)
	r := rand.New(rand.NewPCG(5, 5))
	var log []rdfstore.Change
	write := func() {
		c := storetest.RandomChange(r, 40)
		c.If = rdfstore.Precondition{}
		out, err := s.Apply(t.Context(), c)
		if err == nil && out[0].Kind != rdfstore.Unchanged {
			log = append(log, c)
		} else if err != nil && !errors.Is(err, rdfstore.ErrNotFound) {
			t.Errorf("Apply: %v", err)
		}
	}
	for range 100 {
		write()
	}
	ctx, cancel := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	writer.Go(func() {
		for ctx.Err() == nil {
			write()
		}
	})
	var copies []bytes.Buffer
	for range 5 {
		var b bytes.Buffer
		if n, err := s.Backup(t.Context(), &b); err != nil || n != int64(b.Len()) {
			t.Errorf("Backup: %d bytes of %d, %v", n, b.Len(), err)
		}
		copies = append(copies, b)
	}
	cancel()
	writer.Wait()
	for i := range copies {
		backup := newPath(t)
		if err := os.WriteFile(backup, copies[i].Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		checkClean(t, backup)
		restored := open(t, backup)
		last, err := restored.LastChange(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		model := storetest.Model()
		for _, c := range log[:last.Seq] {
			if _, err := model.Apply(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		compareGraphs(t, restored, model)
		storetest.CompareVersions(t, restored, model, false)
	}
}

func TestBackupFails(t *testing.T) {
	s := open(t, newPath(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Backup(ctx, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: %v", err)
	}
	broken := errors.New("the writer is broken")
	if _, err := s.Backup(t.Context(), brokenWriter{broken}); err == nil || !strings.Contains(err.Error(), broken.Error()) {
		t.Errorf("with a broken writer: %v", err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestStats(t *testing.T) {
	path := newPath(t)
	s := open(t, path)
	graphs := randomGraphs(rand.New(rand.NewPCG(6, 6)), 0, 100)
	putAll(t, s, graphs)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Delete: graphs[0].Name}); err != nil {
		t.Fatal(err)
	}
	triples := uint64(0)
	for _, g := range graphs[1:] {
		triples += uint64(len(g.Triples))
	}
	stats, err := s.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if stats.Entities != 99 || stats.Triples != triples || stats.Changes != 101 || stats.Tombstones != 1 || stats.Path != path {
		t.Errorf("stats %+v; want 99 entities, %d triples, 101 changes, 1 tombstone", stats, triples)
	}
	sum := stats.Free
	for _, table := range stats.Tables {
		sum += table.Bytes
		if table.Name == "graphs" && table.Entries != 99 {
			t.Errorf("table graphs has %d entries, want 99", table.Entries)
		}
	}
	if sum > stats.Bytes || stats.Free < 0 {
		t.Errorf("the tables and the free pages have %d bytes, the file %d", sum, stats.Bytes)
	}
}
