package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	berrors "go.etcd.io/bbolt/errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// prepareRequest makes a request of changes as Apply does.
func prepareRequest(t *testing.T, s *Store, changes ...rdfstore.Change) *request {
	t.Helper()
	prepared, err := prepare(changes)
	if err != nil {
		t.Fatal(err)
	}
	return &request{changes: prepared, after: s.lookUp(prepared), done: make(chan result, 1)}
}

// TestRequestAtFault has three requests share a commit, of which one cannot be
// carried out for a reason that shows late: it alone fails, and names its change.
func TestRequestAtFault(t *testing.T) {
	var faulty string
	derivation := rdfstore.Derivation{Version: "1", Of: func(g *graph.Graph) []rdfstore.Related {
		if g.Name.String() == faulty {
			panic("a fault")
		}
		return nil
	}}
	for name, test := range map[string]struct {
		options Options
		change  rdfstore.Change
		is      func(err error) bool
	}{
		"a bug": {
			Options{Create: true, Derivation: derivation}, labelled("x:2", "two"),
			func(err error) bool { var bug *BugError; return errors.As(err, &bug) },
		},
		"no room": {
			Options{Create: true, Derivation: derivation, MaxBytes: 1 << 20}, labelled("x:2", strings.Repeat("two ", 1<<20)),
			func(err error) bool {
				return errors.Is(err, rdfstore.ErrFull) && errors.Is(err, berrors.ErrMaxSizeReached)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			test.options.Logger = slog.New(slog.NewTextHandler(&log, nil))
			path := filepath.Join(t.TempDir(), "store.db")
			s, err := Open(path, test.options)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Apply(t.Context(), labelled("x:2", "before")); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if s, err = openAsItIs(path, test.options); err != nil {
				t.Fatal(err)
			}
			s.derivation = derivation
			defer s.Close()
			first := prepareRequest(t, s, labelled("x:1", "one"))
			second := prepareRequest(t, s, test.change)
			third := prepareRequest(t, s, labelled("x:3", "three"))
			if name == "a bug" {
				faulty = "x:2"
			}
			s.writer.commit([]*request{first, second, third})
			faulty = ""
			for _, r := range []*request{first, third} {
				if err := (<-r.done).err; err != nil {
					t.Errorf("a request that is not at fault: %v", err)
				}
			}
			var change *rdfstore.ChangeError
			if err := (<-second.done).err; !test.is(err) || !errors.As(err, &change) || change.Index != 0 || change.Name.String() != "x:2" {
				t.Errorf("the request at fault: %v, want a ChangeError about x:2", err)
			}
			if name == "a bug" && strings.Count(log.String(), "stack=") != 1 {
				t.Errorf("the log has the stack not once:\n%s", log.String())
			}
			if !s.Health().Writable {
				t.Error("the store takes no more writes")
			}
		})
	}
}

// newCountingLog returns a log and a function that tells how many errors it has.
func newCountingLog() (*slog.Logger, func() int64) {
	w := &countingWriter{}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelError})), w.n.Load
}

// countingWriter counts what is written to it.
type countingWriter struct{ n atomic.Int64 }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.n.Add(1)
	return len(p), nil
}

// TestBackgroundErrors has merging fail while no request comes: the store says so
// once, goes on trying, and says when it works again.
func TestBackgroundErrors(t *testing.T) {
	log, errorsLogged := newCountingLog()
	s, err := openAsItIs(filepath.Join(t.TempDir(), "store.db"), Options{Create: true, Derivation: toClasses, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if h := s.Health(); !h.Writable || h.Background != nil || h.Unflushed != 0 {
		t.Errorf("a new store: %+v", h)
	}
	for range 3 {
		s.background(fmt.Errorf("no space left"))
	}
	if h := s.Health(); h.Background == nil || h.BackgroundSince.IsZero() || !h.Writable {
		t.Errorf("merging fails: %+v", h)
	}
	s.background(nil)
	if h := s.Health(); h.Background != nil {
		t.Errorf("merging works again: %+v", h)
	}
	for range 3 {
		_ = s.stop(errors.New("input/output error"))
	}
	if h := s.Health(); h.Writable || h.NotWritable == nil || h.NotWritableSince.IsZero() {
		t.Errorf("writing has stopped: %+v", h)
	}
	if n := errorsLogged(); n != 2 {
		t.Errorf("the log has %d errors, want 2", n)
	}
	if s.writer.idle() != nil {
		t.Error("a store that takes no more writes has something to do")
	}
}

// TestStoppedWriting writes to a store after a failure that leaves unknown what is
// on the disk. It says so once and goes on reading.
func TestStoppedWriting(t *testing.T) {
	log, errorsLogged := newCountingLog()
	s, err := Open(filepath.Join(t.TempDir(), "store.db"), Options{Create: true, Derivation: toClasses, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 2 {
		if _, err := s.Apply(t.Context(), labelled("x:1", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	for s.versions.Load().after.Fresh > 0 {
		runtime.Gosched()
	}
	_ = s.stop(errors.New("input/output error"))
	for range 3 {
		if _, err := s.Apply(t.Context(), labelled("x:1", "more")); err == nil || !strings.Contains(err.Error(), "opened again") {
			t.Errorf("Apply: %v, want that the store is to be opened again", err)
		}
	}
	if n := errorsLogged(); n != 1 {
		t.Errorf("the log has %d errors, want 1", n)
	}
	if e, err := s.Get(t.Context(), testIRI("x:1")); err != nil || e == nil {
		t.Errorf("Get: %v, %v", e, err)
	}
}
