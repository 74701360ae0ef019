package boltstore

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/wal"
)

// TestLogFails puts into a store whose write-ahead log cannot be written any more: the
// store takes no more writes, and what it had acknowledged is there when it is opened
// again.
func TestLogFails(t *testing.T) {
	path := small(t)
	s := openTest(t, path)
	put := func(name string) error {
		_, err := s.Apply(t.Context(), labelled(name, "of "+name))
		return err
	}
	if err := put("x:kept"); err != nil {
		t.Fatal(err)
	}
	if log, err := wal.Read(logPath(path)); err != nil || log == nil || len(log.Batches) != 1 {
		t.Fatalf("the log is %v, %v, want one with a batch", log, err)
	}
	if err := s.writer.commitLog.log.Close(); err != nil {
		t.Fatal(err)
	}
	if err := put("x:lost"); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Apply: %v, want ErrClosed", err)
	}
	if err := put("x:later"); err == nil || s.Health().Writable {
		t.Errorf("the store takes writes: %v", err)
	}
	if _, err := s.Get(t.Context(), testIRI("x:kept")); err != nil {
		t.Error(err)
	}
	_ = s.Close() // The log is closed already.
	s = openTest(t, path)
	if e, err := s.Get(t.Context(), testIRI("x:kept")); err != nil || !e.Graph.Equal(labelled("x:kept", "of x:kept").Put) {
		t.Errorf("what was acknowledged is %+v, %v", e, err)
	}
	if err := put("x:lost"); err != nil {
		t.Error(err)
	}
}

// TestFailedCommits fails commits whose batch is in the log, one while it is made and one
// while its tables are written: nothing of them is there when the store is opened again.
func TestFailedCommits(t *testing.T) {
	path := small(t)
	s := openUnwritten(t, path)
	failed := errors.New("failed")
	for _, name := range []string{"x:1", "x:2", "x:3", "x:4"} {
		tx, before := beginCommit(t, s)
		requests := []*request{asked(t, labelled(name, "of "+name))}
		if _, err := s.writer.prepareCommit(tx, before, requests, make([]result, 1)); err != nil {
			t.Fatal(err)
		}
		if name == "x:4" {
			if err := errors.Join(s.writer.commitLog.revoke(), tx.Rollback()); err != nil {
				t.Fatal(err)
			}
			continue
		}
		err := s.writer.commitLog.commit(func() error {
			if name == "x:2" {
				return errors.Join(failed, tx.Rollback())
			}
			return tx.Commit()
		})
		if (name == "x:2") != errors.Is(err, failed) {
			t.Fatalf("%s: %v", name, err)
		}
		if err == nil {
			s.versions.Store(nil)
		}
	}
	log, err := wal.Read(logPath(path))
	if err != nil || log == nil || len(log.Batches) != 2 {
		t.Fatalf("the log is %v, %v, want one with two batches", log, err)
	}
}

// TestKilledBetweenLogAndCommit leaves a file as a process does that is killed when the log has
// ended and the commit with the list of free pages has not been made.
func TestKilledBetweenLogAndCommit(t *testing.T) {
	path := small(t)
	s := openTest(t, path)
	for _, label := range []string{"one", "two"} {
		if _, err := s.Apply(t.Context(), labelled("x:1", label)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.writer.commitLog.end(); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(t.TempDir(), "left.db")
	content, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(left, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := boltfile.FreePages(left); !errors.Is(err, boltfile.ErrNoFreelist) {
		t.Fatalf("the free pages: %v, want ErrNoFreelist", err)
	}
	for range 2 {
		if faults, err := faultsOf(t, left); err != nil {
			t.Errorf("Check: %v, %v", faults, err)
		}
		again := openTest(t, left)
		if _, err := again.Apply(t.Context(), labelled("x:1", "three")); err != nil {
			t.Error(err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
	if n, err := boltfile.FreePages(left); n == 0 || err != nil {
		t.Errorf("%d free pages, %v, after it was closed", n, err)
	}
}

func asked(t *testing.T, c rdfstore.Change) *request {
	t.Helper()
	changes, err := prepare([]rdfstore.Change{c})
	if err != nil {
		t.Fatal(err)
	}
	return &request{changes: changes, done: make(chan result, 1)}
}
