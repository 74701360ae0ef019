package search

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/server/data/search/query"
)

// The crash tests run this test binary again as a child process that writes to
// a store with an index beside it, and is killed by a signal that it cannot
// catch: by itself, after it has committed to the store and before it writes a
// batch to the index; or by its parent, at some other moment.

// childVariable holds the child's folder, seed, and the number of the read
// before which it kills itself.
const childVariable = "VITRINE_TEST_SEARCH_CHILD"

func TestMain(m *testing.M) {
	if task := os.Getenv(childVariable); task != "" {
		if err := child(strings.Split(task, "|")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// suicidal is a store that kills the process at one of its reads, all of which
// the follower makes, between the commit of what it reads and its own batch.
type suicidal struct {
	Store
	reads atomic.Int64
}

func (s *suicidal) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	if s.reads.Add(-1) == 0 {
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {} // until the signal is there
	}
	return s.Store.Get(ctx, name)
}

// child writes records, searches now and then, and says what it has done.
func child(task []string) error {
	seed, err := strconv.ParseUint(task[1], 10, 64)
	if err != nil {
		return err
	}
	last, err := strconv.ParseInt(task[2], 10, 64)
	if err != nil {
		return err
	}
	store, err := boltstore.Open(filepath.Join(task[0], "store.db"), boltstore.Options{Create: true})
	if err != nil {
		return err
	}
	reads := &suicidal{Store: store}
	reads.reads.Store(last)
	x, err := Open(context.Background(), filepath.Join(task[0], "store.db.search"), reads, Options{Interval: time.Millisecond})
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(seed, 5))
	for i := range 60 {
		change := rdfstore.Change{Put: randomRecord(r, fmt.Sprint(r.IntN(20))).refer(fmt.Sprint(r.IntN(20)), "").g}
		if r.IntN(4) == 0 {
			change = remove(fmt.Sprint(r.IntN(20)))
		}
		if _, err := store.Apply(context.Background(), change); err != nil && !errors.Is(err, rdfstore.ErrNotFound) {
			return err
		}
		if i%5 == 0 {
			if _, err := x.Find(context.Background(), query.Query{}, 0, 1); err != nil {
				return err
			}
		}
		os.Stdout.WriteString(strconv.Itoa(i) + "\n")
	}
	return errors.Join(x.Close(), store.Close())
}

// runChild runs a child until it ends, or kills it after some lines. It tells
// whether the child was killed.
func runChild(t *testing.T, dir string, seed uint64, reads int64, lines int) (killed bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s|%d|%d", childVariable, dir, seed, reads), "GORACE=atexit_sleep_ms=0")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n := 0
	for scanner := bufio.NewScanner(out); scanner.Scan(); {
		if n++; n == lines {
			_ = cmd.Process.Kill()
		}
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	killed = errors.As(err, &exit) && !exit.Exited()
	if err != nil && !killed {
		t.Fatalf("the child failed by itself: %v\n%s", err, &stderr)
	}
	return killed
}

// TestKilled kills children again and again over one store, and checks each time
// that the index catches up with the store.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(11, 12))
	kills, late := 0, 0
	for round := range 8 {
		// Odd rounds die between the store's commit and the index's batch.
		reads, lines := int64(0), 1+r.IntN(50)
		if round%2 == 1 {
			reads, lines = 1+r.Int64N(30), 0
		}
		if runChild(t, dir, uint64(round), reads, lines) {
			kills++
		}
		if catchesUp(t, dir) {
			late++
		}
	}
	if kills < 6 || late < 4 {
		t.Errorf("of 8 children %d were killed, and %d left an index that was behind", kills, late)
	}
}

// catchesUp opens what a child left behind and compares the index with a scan.
// It tells whether the index was behind the store.
func catchesUp(t *testing.T, dir string) bool {
	t.Helper()
	store, err := boltstore.Open(filepath.Join(dir, "store.db"), boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	folder := filepath.Join(dir, "store.db.search")
	e, err := openEngine(filepath.Join(folder, "index"))
	if err != nil {
		t.Fatal(err)
	}
	at, err := e.state()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.close(); err != nil {
		t.Fatal(err)
	}
	last, err := store.LastChange(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(context.Background(), folder, store, Options{})
	if err != nil {
		t.Fatal(err)
	}
	compareNames(t, x, store)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	return at.Last.Seq < last.Seq
}
