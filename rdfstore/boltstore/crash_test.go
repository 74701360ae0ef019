package boltstore_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/storetest"
	"vitrine/checks/thorough"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

// The crash tests run this test binary again as a child process that works on
// a store and says on its standard output what it has done, and kill it there
// and then with a signal that it cannot catch.

const (
	// childVariable holds the child's mode, file and seed.
	childVariable = "VITRINE_TEST_CRASH_CHILD"
	// roundsVariable is the number of rounds.
	roundsVariable = "VITRINE_TEST_CRASH_ROUNDS"
)

func TestMain(m *testing.M) {
	if task := os.Getenv(childVariable); task != "" {
		child(strings.Split(task, "|"))
	}
	os.Exit(m.Run())
}

// child does what the task says: mode, file, seed.
func child(task []string) {
	seed, err := strconv.ParseUint(task[2], 10, 64)
	if err == nil {
		switch task[0] {
		case "write":
			err = childWrites(task[1], seed)
		case "load":
			go chatter()
			_, err = boltstore.BulkLoad(context.Background(), task[1], each(loaded(seed)), boltstore.BulkOptions{Derivation: derivation, Memory: 32 << 10})
		case "compact":
			go chatter()
			err = boltstore.Compact(context.Background(), task[1], derivation, rdfstore.Retention{})
		case "derive":
			go chatter()
			err = boltstore.Rederive(context.Background(), task[1], other, nil)
		case "make by load", "make by restore":
			err = childMakes(task[0], task[1], int(seed))
		case "fill":
			err = childFillsDisk(task[1], seed)
		case "load full":
			err = childLoadsIntoFullDisk(task[1], seed)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("done")
	os.Exit(0)
}

// chatter writes lines as long as the child lives, so that the parent can kill
// it at any moment by counting them. It computes something in between, to
// leave the parent time to read.
func chatter() {
	for block := make([]byte, 64<<10); ; {
		sum := sha256.Sum256(block)
		copy(block, sum[:])
		os.Stdout.WriteString("working\n")
	}
}

// mostChatter is the largest number of lines after which a child is killed. It
// is usually done after a quarter or half as many.
const mostChatter = 1 << 12

// The writing child has clients that write at the same time, each its own
// entities, and each a request after the other.
const (
	clients           = 4
	entitiesPerClient = 8
	requestsPerClient = 60
)

// requests are what a client asks for, one Apply after the other.
func requests(seed uint64, client int) [][]rdfstore.Change {
	r := rand.New(rand.NewPCG(seed, uint64(client)))
	all := make([][]rdfstore.Change, requestsPerClient)
	for i := range all {
		for range 1 + r.IntN(3) {
			n := client*entitiesPerClient + r.IntN(entitiesPerClient)
			c := rdfstore.Change{Put: storetest.Random(r, n)}
			switch r.IntN(12) {
			case 0, 1, 2, 3:
				c = rdfstore.Change{Delete: entity(n)}
			case 4:
				c = rdfstore.Change{Purge: entity(n)}
			}
			all[i] = append(all[i], c)
		}
	}
	return all
}

// childWrites acknowledges each request with a line of the client's number.
func childWrites(path string, seed uint64) error {
	s, err := boltstore.Open(path, boltstore.FlushOften(boltstore.Options{Create: true, Derivation: derivation}))
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			for _, changes := range requests(seed, client) {
				_, err := s.Apply(context.Background(), changes...)
				if err != nil && !errors.Is(err, rdfstore.ErrNotFound) {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				// One write, so that lines of several clients do not mix.
				os.Stdout.WriteString(strconv.Itoa(client) + "\n")
			}
		})
	}
	group.Wait()
	return s.Close()
}

// loaded are the graphs of a bulk load.
func loaded(seed uint64) []*graph.Graph {
	return randomGraphs(rand.New(rand.NewPCG(seed, 99)), 20, 80)
}

// childEnvironment tells a child what to do. The race detector's pause at the
// end of a process is of no use here.
func childEnvironment(mode, path string, seed uint64) []string {
	return append(os.Environ(), fmt.Sprintf("%s=%s|%s|%d", childVariable, mode, path, seed), "GORACE=atexit_sleep_ms=0")
}

// crash runs a child and kills it after some lines, and returns the lines that
// it wrote before it died. A child that is done sooner ends by itself.
func crash(t *testing.T, mode, path string, seed uint64, lines int) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = childEnvironment(mode, path, seed)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := readLines(out, func(n int) {
		if n == lines {
			_ = cmd.Process.Kill()
		}
	})
	if err := cmd.Wait(); err != nil && stderr.Len() > 0 {
		t.Fatalf("the child failed by itself: %v\n%s", err, stderr.String())
	}
	return said
}

// readLines reads all lines and calls seen with their number after each.
func readLines(r io.Reader, seen func(n int)) []string {
	var lines []string
	for scanner := bufio.NewScanner(r); scanner.Scan(); {
		lines = append(lines, scanner.Text())
		seen(len(lines))
	}
	return lines
}

func rounds(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv(roundsVariable))
	if err != nil {
		return thorough.Rounds(12, 30)
	}
	t.Logf("%d rounds in all", n)
	return n
}

// TestKilledWriting kills a child that puts, deletes and purges. Every request that it
// acknowledged must be there, and of each client at most the one request that
// was under way beside.
func TestKilledWriting(t *testing.T) {
	path := newPath(t)
	models := make([]*memstore.Store, clients)
	for i := range models {
		models[i] = storetest.Model()
	}
	seed := rand.Uint64()
	for round := range rounds(t) * 2 / 5 {
		seed++
		r := rand.New(rand.NewPCG(seed, 1))
		acknowledged := make([]int, clients)
		for _, line := range crash(t, "write", path, seed, 1+r.IntN(clients*requestsPerClient)) {
			if client, err := strconv.Atoi(line); err == nil {
				acknowledged[client]++
			}
		}
		checkClean(t, path)
		s := open(t, path)
		for client, n := range acknowledged {
			applyTo(t, models[client], requests(seed, client), 0, n)
			if holds(t, s, models[client], client) {
				continue
			}
			applyTo(t, models[client], requests(seed, client), n, n+1)
			if !holds(t, s, models[client], client) {
				t.Errorf("round %d, seed %d: client %d had %d requests acknowledged, and the store holds something else", round, seed, client, n)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			return
		}
	}
}

// applyTo carries out some of the requests on a model.
func applyTo(t *testing.T, model *memstore.Store, all [][]rdfstore.Change, from, to int) {
	t.Helper()
	for _, changes := range all[from:min(to, len(all))] {
		if _, err := model.Apply(t.Context(), changes...); err != nil && !errors.Is(err, rdfstore.ErrNotFound) {
			t.Fatal(err)
		}
	}
}

// holds tells whether a store has what the model has of a client's entities.
func holds(t *testing.T, s rdfstore.Store, model *memstore.Store, client int) bool {
	t.Helper()
	for i := range entitiesPerClient {
		name := entity(client*entitiesPerClient + i)
		got, err := s.Get(t.Context(), name)
		want, wantErr := model.Get(t.Context(), name)
		if (err == nil) != (wantErr == nil) || errors.Is(err, rdfstore.ErrDeleted) != errors.Is(wantErr, rdfstore.ErrDeleted) {
			return false
		}
		if err == nil && !got.Graph.Equal(want.Graph) || !slices.EqualFunc(pastOf(t, s, name), pastOf(t, model, name), samePast) {
			return false
		}
	}
	return true
}

// past is a version of an entity.
type past struct {
	kind   rdfstore.Kind
	purged bool
	// state is nil for a deletion.
	state *rdfstore.Entity
}

// pastOf returns the versions that a store has of a name, newest first.
func pastOf(t *testing.T, s rdfstore.Store, name rdf.IRI) (all []past) {
	t.Helper()
	for e, err := range s.Versions(t.Context(), name, 0) {
		if err != nil {
			t.Fatal(err)
		}
		state, err := s.Past(t.Context(), name, e.Seq)
		if err != nil && !errors.Is(err, rdfstore.ErrDeleted) {
			t.Fatal(err)
		}
		all = append(all, past{e.Kind, e.Purged, state})
	}
	return all
}

// samePast compares two versions but for their numbers and times.
func samePast(a, b past) bool {
	return a.kind == b.kind && a.purged == b.purged && (a.state == nil) == (b.state == nil) && (a.state == nil || a.state.Graph.Equal(b.state.Graph))
}

// TestKilledBuilding kills a child that loads in bulk, compacts or derives the
// relations anew. The store must be as it was or complete, and the next attempt
// must succeed and leave nothing behind.
func TestKilledBuilding(t *testing.T) {
	seed := rand.Uint64()
	killed, completed := 0, 0
	for round := range rounds(t) * 3 / 5 {
		seed++
		mode := []string{"load", "compact", "derive"}[round%3]
		t.Run(fmt.Sprintf("%s, seed %d", mode, seed), func(t *testing.T) {
			if killBuilding(t, mode, seed) {
				killed++
			} else {
				completed++
			}
		})
	}
	t.Logf("%d children were killed, %d were done before", killed, completed)
	if killed == 0 && completed > 15 {
		t.Error("no child was killed: the test tests nothing")
	}
}

func killBuilding(t *testing.T, mode string, seed uint64) (killed bool) {
	r := rand.New(rand.NewPCG(seed, 1))
	path, before, after := newPath(t), storetest.Model(), storetest.Model()
	s := open(t, path)
	for _, store := range []rdfstore.Store{s, before, after} {
		putAll(t, store, randomGraphs(rand.New(rand.NewPCG(seed, 2)), 0, 40))
	}
	if mode == "load" {
		putAll(t, after, loaded(seed))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	x := r.Float64()
	said := crash(t, mode, path, seed, 1+int(x*x*mostChatter))
	done := slices.Contains(said, "done")
	checkClean(t, path)
	derived(t, path, mode)
	s = open(t, path)
	last, err := s.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := before
	if complete, err := after.LastChange(t.Context()); err != nil || last.Seq == complete.Seq {
		want = after
	} else if mode == "load" && done {
		t.Error("the child was done, and the store is as before")
	}
	compareGraphs(t, s, want)
	storetest.CompareVersions(t, s, want, false)
	storetest.CompareRelations(t, s, want)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(crash(t, mode, path, seed, -1), "done") {
		t.Errorf("the next attempt failed")
	}
	left(t, path)
	checkClean(t, path)
	derived(t, path, mode)
	s = open(t, path)
	compareGraphs(t, s, after)
	storetest.CompareVersions(t, s, after, false)
	return !done
}

// derived brings a store back to the relations of the suite, where a child has
// derived others.
func derived(t *testing.T, path, mode string) {
	t.Helper()
	if mode != "derive" {
		return
	}
	if err := boltstore.Check(t.Context(), path, other, func(f boltstore.Fault) { t.Errorf("fault: %v", f) }); err != nil {
		t.Errorf("Check with the new derivation: %v", err)
	}
	if err := boltstore.Rederive(t.Context(), path, derivation, nil); err != nil {
		t.Fatal(err)
	}
}

// compareGraphs compares the entities of two stores.
func compareGraphs(t *testing.T, got, want rdfstore.Store) {
	t.Helper()
	n := 0
	for e, err := range want.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if other, err := got.Get(t.Context(), e.Graph.Name); err != nil || !other.Graph.Equal(e.Graph) || other.Version != e.Version {
			t.Errorf("%s: %v, or another state", e.Graph.Name, err)
		}
	}
	if classes, err := got.Classes(t.Context()); err != nil || classes[0].Count != uint64(n) {
		t.Errorf("%v, %v; want %d entities", classes, err, n)
	}
}

// TestCreatedWhole kills a child that creates a store.
func TestCreatedWhole(t *testing.T) {
	path := newPath(t)
	crash(t, "write", path, 1, 1)
	checkClean(t, path)
	closeStore(t, open(t, path))
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) != 1 {
		t.Errorf("files %v, %v", files, err)
	}
}
