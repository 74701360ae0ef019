package boltstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/query"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

func openTest(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path, Options{Create: true, Derivation: toClasses, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// openUnwritten opens a store without its writer: the test is the writer.
func openUnwritten(t *testing.T, path string) *Store {
	t.Helper()
	s, err := openAsItIs(path, Options{Create: true, Derivation: toClasses, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	s.derivation, s.queries = toClasses, query.New(source{s}, s.dict, toClasses)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// beginCommit begins a transaction as the writer does, and returns the memtable
// before it.
func beginCommit(t *testing.T, s *Store) (*bbolt.Tx, *memtable.Memtable) {
	t.Helper()
	v := s.versions.Load()
	tx, err := s.db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	return tx, v.after
}

func labelled(name, label string) rdfstore.Change {
	n := testIRI(name)
	return rdfstore.Change{Put: &graph.Graph{Name: n, Triples: []rdf.Triple{{Subj: n, Pred: graph.Label, Obj: graph.String(label)}}}}
}

// TestReadersDoNotWait reads while a write transaction is open.
func TestReadersDoNotWait(t *testing.T) {
	s := openTest(t, small(t))
	tx, err := s.db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), testIRI("https://museum.example/object/001")); err != nil {
		t.Errorf("Get: %v", err)
	}
	for _, err := range s.Match(t.Context(), rdfstore.Pattern{}, "") {
		if err != nil {
			t.Errorf("Match: %v", err)
		}
	}
	for _, err := range s.Graphs(t.Context(), "") {
		if err != nil {
			t.Errorf("Graphs: %v", err)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
}

// TestWithdrawn cancels an Apply that waits for another's commit.
func TestWithdrawn(t *testing.T) {
	s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
	tx, err := s.db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	// The writer takes the first request and waits for the transaction. It is
	// so large that no other joins it.
	first := make(chan error)
	taken := &request{changes: []preparedChange{{Change: labelled("x:1", "one")}}, size: maxBatchBytes, done: make(chan result, 1)}
	s.queue.announce()
	if err := s.queue.send(t.Context(), taken); err != nil {
		t.Fatal(err)
	}
	go func() { first <- (<-taken.done).err }()
	ctx, cancel := context.WithCancel(t.Context())
	second := make(chan error)
	go func() {
		_, err := s.Apply(ctx, labelled("x:2", "two"))
		second <- err
	}()
	cancel()
	if err := <-second; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled Apply: %v, want context.Canceled", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-first; err != nil {
		t.Errorf("the other Apply: %v", err)
	}
	if _, err := s.Get(t.Context(), testIRI("x:1")); err != nil {
		t.Errorf("Get of the other: %v", err)
	}
	if _, err := s.Get(t.Context(), testIRI("x:2")); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("Get of the cancelled one: %v, want ErrNotFound", err)
	}
}

// TestDamageStopsNobodyElse writes to a store in which one graph is broken.
func TestDamageStopsNobodyElse(t *testing.T) {
	const broken = "https://museum.example/object/003"
	s := openUnwritten(t, small(t))
	err := s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(table.Graphs.Name)).Put(table.NumberKey(4), []byte("not sealed"))
	})
	if err != nil {
		t.Fatal(err)
	}
	// In one batch and alone.
	batch := []*request{
		{changes: []preparedChange{{Change: labelled("x:1", "new")}}, done: make(chan result, 1)},
		{changes: []preparedChange{{Change: labelled(broken, "new")}}, done: make(chan result, 1)},
		{changes: []preparedChange{{Change: labelled("x:2", "new")}}, done: make(chan result, 1)},
	}
	s.writer.commit(batch)
	for i, r := range batch {
		err := (<-r.done).err
		if i == 1 && (!errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(err.Error(), s.path)) {
			t.Errorf("the broken one: %v, want ErrCorrupt and the path", err)
		}
		if i != 1 && err != nil {
			t.Errorf("another: %v", err)
		}
	}
	s.running.Go(s.writer.run)
	if _, err := s.Apply(t.Context(), labelled("x:3", "new")); err != nil {
		t.Errorf("a later one: %v", err)
	}
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 78 {
		t.Errorf("the log ends with %d, %v; want 78", last.Seq, err)
	}
}

func TestFailedCommit(t *testing.T) {
	s := openTest(t, small(t))
	failure := errors.New("the disk is gone")
	for _, test := range []struct {
		id    int
		stops bool
	}{{math.MaxInt, false}, {0, true}} {
		tx, before := beginCommit(t, s)
		if err := s.writer.commitFailed(failure, tx, &versions{id: test.id, before: before}); !errors.Is(err, failure) || !strings.Contains(err.Error(), s.path) {
			t.Errorf("the error is %v", err)
		}
		_, err := s.Apply(t.Context(), labelled("x:1", fmt.Sprint(test.id)))
		if test.stops != errors.Is(err, failure) {
			t.Errorf("commit %d failed: a later Apply: %v", test.id, err)
		}
		if _, err := s.Get(t.Context(), testIRI("x:1")); err != nil {
			t.Errorf("Get: %v", err)
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// TestFullDictionary stores graphs beyond what the dictionary takes.
func TestFullDictionary(t *testing.T) {
	s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
	for i := 0; len(s.dict.Snapshot()) < codec.MaxShared; i++ {
		if _, ok := s.dict.Share(codec.PlainText, fmt.Sprint("filler ", i), codec.MaxShared); !ok {
			t.Fatal("the dictionary is full before it should be")
		}
	}
	g, _ := graphOf("https://museum.example/1", "x:p", "text", "en-gb", "x:datatype", "b")
	g.Source.MediaType = "text/unheard-of"
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
	want, err := codec.Normalise(g)
	if err != nil {
		t.Fatal(err)
	}
	path := s.path
	for range 2 {
		if e, err := s.Get(t.Context(), g.Name); err != nil || !e.Graph.Equal(want.Graph) {
			t.Errorf("Get: %v, %v", e, err)
		}
		if n, err := s.Count(t.Context(), rdfstore.Pattern{Object: testIRI("x:datatype")}); err != nil || n == 0 {
			t.Errorf("Count: %d, %v", n, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if faults, err := faultsOf(t, path); err != nil {
			t.Errorf("Check: %v, %v", faults, err)
		}
		s = openTest(t, path)
	}
	if n := len(s.dict.Snapshot()); n > codec.MaxShared+5 {
		t.Errorf("the dictionary has %d texts; only predicates may go beyond %d", n, codec.MaxShared)
	}
}

// TestFullOfPredicates puts a graph with one predicate more than the store takes, in
// one commit with others: it is refused alone, and the others are stored.
func TestFullOfPredicates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openUnwritten(t, path)
	s.dict.Share(codec.IRI, graph.Label.String(), codec.MaxPredicates)
	for i := 0; len(s.dict.Snapshot()) < codec.MaxPredicates; i++ {
		if _, ok := s.dict.Share(codec.IRI, fmt.Sprint("x:p", i), codec.MaxPredicates); !ok {
			t.Fatal("the dictionary is full before it should be")
		}
	}
	beyond := labelled("x:2", "two")
	beyond.Put.Triples[0].Pred = testIRI("x:beyond")
	var batch []*request
	for _, c := range []rdfstore.Change{labelled("x:1", "one"), beyond, labelled("x:3", "three")} {
		prepared, err := prepare([]rdfstore.Change{c})
		if err != nil {
			t.Fatal(err)
		}
		batch = append(batch, &request{changes: prepared, done: make(chan result, 1)})
	}
	s.writer.commit(batch)
	for i, r := range batch {
		var failed *rdfstore.ChangeError
		done := <-r.done
		if i != 1 && done.err != nil {
			t.Errorf("%s: %v", r.changes[0].Name(), done.err)
		}
		if i == 1 && (!errors.Is(done.err, graph.ErrTooLarge) || !errors.As(done.err, &failed) || failed.Name != beyond.Name()) {
			t.Errorf("one predicate too many: %v, want a ChangeError of it with ErrTooLarge", done.err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openTest(t, path)
	if _, err := s.Apply(t.Context(), beyond); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("opened again, one predicate too many: %v, want ErrTooLarge", err)
	}
	if n, err := s.Count(t.Context(), rdfstore.Pattern{Predicate: graph.Label}); err != nil || n != 2 {
		t.Errorf("%d labels, %v; want 2", n, err)
	}
}

// TestManyDeletions deletes whole pages of entries in one transaction.
func TestManyDeletions(t *testing.T) {
	s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
	const n = 3000
	var puts, deletions []rdfstore.Change
	for i := range n {
		name := fmt.Sprintf("https://museum.example/object/%05d", i)
		puts = append(puts, labelled(name, fmt.Sprint(i)))
		deletions = append(deletions, rdfstore.Change{Delete: testIRI(name)})
	}
	for _, changes := range [][]rdfstore.Change{puts, deletions[:n-1], puts, deletions[1:]} {
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
	}
	if e, err := s.Get(t.Context(), testIRI("https://museum.example/object/00000")); err != nil || e.Version != 2*n {
		t.Errorf("Get: %v, %v", e, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if faults, err := faultsOf(t, s.path); err != nil {
		t.Errorf("Check: %v, %v", faults, err)
	}
}

// TestSharedCommit gathers requests that come at the same time and carries
// them out in one commit.
func TestSharedCommit(t *testing.T) {
	const clients = 50
	waiting := &queue{requests: make(chan *request)}
	var group sync.WaitGroup
	newRequest := func(i int) *request {
		return &request{changes: []preparedChange{{Change: labelled(fmt.Sprint("x:", i), "")}}, done: make(chan result, 1)}
	}
	for i := range clients - 1 {
		waiting.announce()
		group.Go(func() {
			if err := waiting.send(t.Context(), newRequest(i)); err != nil {
				t.Error(err)
			}
		})
	}
	waiting.announce()
	batch := waiting.gather(newRequest(clients), 0, time.Hour)
	group.Wait()
	if len(batch) != clients {
		t.Errorf("a batch of %d, want %d", len(batch), clients)
	}
	s := openUnwritten(t, filepath.Join(t.TempDir(), "store.db"))
	before := s.lastCommit()
	s.writer.commit(batch)
	if commits := s.lastCommit() - before; commits != 1 {
		t.Errorf("%d commits, want 1", commits)
	}
	for _, r := range batch {
		if done := <-r.done; done.err != nil || done.outcomes[0].Kind != rdfstore.Created {
			t.Errorf("%s: %+v", r.changes[0].Name(), done)
		}
	}
	if n, err := s.Count(t.Context(), rdfstore.Pattern{}); err != nil || n != clients {
		t.Errorf("Count: %d, %v", n, err)
	}
}

// TestNobodyIsWaitedFor gathers the request of a client alone, and gives up on
// clients that do not come again or do not send what they have announced.
func TestNobodyIsWaitedFor(t *testing.T) {
	for _, test := range []struct {
		expected, announced int
		groupCommitDelay    time.Duration
	}{{1, 0, time.Hour}, {32, 0, 0}, {1, 3, 0}} {
		q := &queue{requests: make(chan *request)}
		for range 1 + test.announced {
			q.announce()
		}
		batch := q.gather(&request{}, test.expected, test.groupCommitDelay)
		if len(batch) != 1 {
			t.Errorf("a batch of %d", len(batch))
		}
		if n := q.expected(len(batch)); n != 1+test.announced {
			t.Errorf("%d are expected then, want %d", n, 1+test.announced)
		}
	}
}

// TestWithdrawnIsNotWaitedFor announces requests that do not come.
func TestWithdrawnIsNotWaitedFor(t *testing.T) {
	// Nobody takes what is sent.
	s := openUnwritten(t, filepath.Join(t.TempDir(), "store.db"))
	ctx, cancel := context.WithCancel(t.Context())
	sent := make(chan error)
	go func() {
		_, err := s.Apply(ctx, labelled("x:1", "one"))
		sent <- err
	}()
	for s.queue.coming.Load() == 0 {
		runtime.Gosched()
	}
	cancel()
	if err := <-sent; !errors.Is(err, context.Canceled) {
		t.Errorf("Apply: %v, want context.Canceled", err)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: &graph.Graph{}}); err == nil {
		t.Error("a graph without a name was put")
	}
	if coming := s.queue.coming.Load(); coming != 0 {
		t.Errorf("%d requests are to come, want none", coming)
	}
}

// TestLookedUpBefore carries out requests that were prepared before another was
// committed.
func TestLookedUpBefore(t *testing.T) {
	s := openUnwritten(t, filepath.Join(t.TempDir(), "store.db"))
	asked := func(c rdfstore.Change) *request {
		changes, err := prepare([]rdfstore.Change{c})
		if err != nil {
			t.Fatal(err)
		}
		return &request{changes: changes, after: s.lookUp(changes), done: make(chan result, 1)}
	}
	create := labelled("x:1", "one")
	create.If.Absent = true
	first, second := asked(create), asked(create)
	other := asked(labelled("x:2", "two"))
	if first.after == 0 || first.after != second.after {
		t.Fatalf("looked up after commits %d and %d, want the same", first.after, second.after)
	}
	s.writer.commit([]*request{first})
	if err := (<-first.done).err; err != nil {
		t.Fatal(err)
	}
	s.writer.commit([]*request{second, other})
	if err := (<-second.done).err; !errors.Is(err, rdfstore.ErrPrecondition) {
		t.Errorf("creating it again: %v, want ErrPrecondition", err)
	}
	if err := (<-other.done).err; err != nil {
		t.Errorf("creating another: %v", err)
	}
	remove := asked(rdfstore.Change{Delete: testIRI("x:1")})
	update := asked(labelled("x:1", "uno"))
	s.writer.commit([]*request{remove, update})
	if err := (<-remove.done).err; err != nil {
		t.Errorf("deleting it: %v", err)
	}
	if r := <-update.done; r.err != nil || r.outcomes[0].Kind != rdfstore.Created {
		t.Errorf("putting it in the same commit: %v, %v; want Created", r.outcomes, r.err)
	}
}
