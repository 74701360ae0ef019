package pgstore_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// crashVariable names the environment variable with a command that kills the server of
// the tests and starts it again.
const crashVariable = "VITRINE_TEST_POSTGRES_CRASH"

// newKill returns what kills the server of the tests and starts it again, and skips the test
// where it may not be killed.
func newKill(t *testing.T) (kill func()) {
	t.Helper()
	command := strings.Fields(os.Getenv(crashVariable))
	if len(command) == 0 {
		t.Skip("left out: it needs a PostgreSQL server that may be killed; make postgres starts one")
	}
	return func() {
		t.Helper()
		if text, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Errorf("kill the server: %v: %s", err, text)
		}
	}
}

// TestKilledServer kills the server while writers write. What was acknowledged is there,
// what was refused is not, and the log has no gaps.
func TestKilledServer(t *testing.T) {
	kill := newKill(t)
	rounds, err := strconv.Atoi(os.Getenv("VITRINE_TEST_CRASH_ROUNDS"))
	if err != nil {
		rounds = 2
	}
	t.Run("direct", func(t *testing.T) {
		s, _ := pgstoretest.New(t, pgstore.Options{})
		killUnderWriters(t, s, rounds, kill)
	})
	t.Run("pooled", func(t *testing.T) {
		s, _ := newPooled(t, pgstore.Options{})
		killUnderWriters(t, s, min(rounds, 3), kill)
	})
}

// killUnderWriters kills the server again and again while writers write.
func killUnderWriters(t *testing.T, s *pgstore.Store, rounds int, kill func()) {
	const writers = 8
	ended := make(chan struct{})
	kept := make([]acknowledged, writers)
	var group sync.WaitGroup
	for i := range writers {
		kept[i] = acknowledged{}
		group.Go(func() { kept[i].write(t, s, i, ended) })
	}
	for round := range rounds {
		kill()
		// Some more writes, so that there is something to kill.
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:between", fmt.Sprint(round))}); err != nil {
			t.Errorf("after the server is back: %v", err)
		}
	}
	close(ended)
	group.Wait()
	total := 0
	for _, a := range kept {
		total += a.compare(t, s)
	}
	last := uint64(0)
	for e, err := range s.Changes(t.Context(), 0) {
		if err != nil || e.Seq != last+1 {
			t.Fatalf("entry %d after %d, %v", e.Seq, last, err)
		}
		last = e.Seq
		if past, err := s.Past(t.Context(), e.Name, e.Seq); err != nil {
			t.Errorf("version %d of %s is %v, %v", e.Seq, e.Name, past, err)
		}
	}
	t.Logf("%d acknowledged, %d in the log", total, last)
}

// acknowledged has the states of which a writer was told the version.
type acknowledged map[uint64]*graph.Graph

// write changes a few entities, again and again until the end.
func (a acknowledged) write(t *testing.T, s rdfstore.Store, writer int, ended <-chan struct{}) {
	for n := 0; ; n++ {
		select {
		case <-ended:
			return
		default:
		}
		g := place(t, fmt.Sprintf("x:%d/%d", writer, n%3), fmt.Sprint(n))
		out, err := s.Apply(t.Context(), rdfstore.Change{Put: g})
		switch {
		case err == nil:
			a[out[0].Version] = g
		case !errors.Is(err, rdfstore.ErrUncertain) && !errors.Is(err, rdfstore.ErrUnavailable):
			t.Errorf("%s: %v", g.Name, err)
		}
	}
}

// compare looks for what was acknowledged, as it is or was, and returns how much that is. Each
// state that there was is there.
func (a acknowledged) compare(t *testing.T, s rdfstore.Store) int {
	for version, g := range a {
		if e, err := s.Past(t.Context(), g.Name, version); err != nil || !e.Graph.Equal(g) {
			t.Errorf("%s of version %d was acknowledged; there is %v, %v", g.Name, version, e, err)
		}
	}
	return len(a)
}
