package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/server/data/search/query"
)

// vocabulary are the words that random records are made of.
var vocabulary = strings.Fields("amber beryl coral delft ebony faience gold horn ivory jade lapis marble niello opal pearl quartz")

// randomRecord makes a record of random words in random places.
func randomRecord(r *rand.Rand, name string, extra ...string) *builder {
	b := newRecord(name, "E22_Human-Made_Object")
	for range 1 + r.IntN(4) {
		var some []string
		for range 1 + r.IntN(3) {
			some = append(some, vocabulary[r.IntN(len(vocabulary))])
		}
		text := strings.Join(append(some, extra...), " ")
		switch r.IntN(4) {
		case 0:
			b.label(text)
		case 1:
			b.name(text)
		case 2:
			b.statement(text)
		default:
			b.classified(painting, text)
		}
	}
	return b
}

// scan returns the names of the store's entities whose literals hold all words,
// by brute force.
func scan(t testing.TB, store rdfstore.Store, words ...string) []string {
	t.Helper()
	names := []string{}
	for e, err := range store.Graphs(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		have := map[string]bool{}
		for _, triple := range e.Graph.Triples {
			if literal, ok := triple.Obj.(rdf.Literal); ok {
				for _, word := range strings.Fields(literal.String()) {
					have[word] = true
				}
			}
		}
		if !slices.ContainsFunc(words, func(word string) bool { return !have[word] }) {
			names = append(names, strings.TrimPrefix(e.Graph.Name.String(), base))
		}
	}
	return names
}

// compare checks that the index finds what a scan of the store finds, for every
// word and for pairs.
func compare(t testing.TB, x *Index, store rdfstore.Store) {
	t.Helper()
	for i, word := range vocabulary {
		other := vocabulary[(i*7+3)%len(vocabulary)]
		if got, want := found(t, x, word), scan(t, store, word); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
		if got, want := found(t, x, word+" "+other), scan(t, store, word, other); !slices.Equal(got, want) {
			t.Errorf("%s %s: %v, want %v", word, other, got, want)
		}
	}
	if got, want := found(t, x, ""), scan(t, store); !slices.Equal(got, want) {
		t.Errorf("everything: %v, want %v", got, want)
	}
}

// TestInStep has clients that write and delete at once. Each finds at any time
// what it wrote, and never what it deleted; in the end the index equals a scan.
func TestInStep(t *testing.T) {
	store := memstore.New()
	x := opened(t, t.TempDir(), store, Options{Interval: time.Millisecond, MaxWait: time.Minute})
	const seed = 7
	var group sync.WaitGroup
	for client := range 4 {
		group.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(client)))
			there := map[string]bool{}
			for round := range 25 {
				name := fmt.Sprintf("%d/%d", client, r.IntN(6))
				mark := fmt.Sprintf("client%dround%d", client, round)
				if there[name] && r.IntN(3) == 0 {
					apply(t, store, remove(name))
					there[name] = false
				} else {
					put(t, store, randomRecord(r, name, mark))
					there[name] = true
					if got := found(t, x, mark); !slices.Equal(got, []string{name}) {
						t.Errorf("%s: %v, want %s", mark, got, name)
					}
				}
				got := found(t, x, fmt.Sprintf("client%d*", client))
				var want []string
				for name, present := range there {
					if present {
						want = append(want, name)
					}
				}
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("client %d: %v, want %v", client, got, want)
				}
			}
		})
	}
	group.Wait()
	compare(t, x, store)
}

// TestGoesOn closes an index, changes the store, and opens it again: it follows
// from where it was.
func TestGoesOn(t *testing.T) {
	store, dir := memstore.New(), t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	write := func(from, to int) {
		for i := from; i < to; i++ {
			put(t, store, randomRecord(r, fmt.Sprint(i)))
		}
	}
	write(0, 40)
	reads := &countingStore{Store: store}
	for round := range 3 {
		before := reads.gets.Load()
		x, err := Open(context.Background(), dir, reads, Options{})
		if err != nil {
			t.Fatal(err)
		}
		compare(t, x, store)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if got, want := reads.gets.Load()-before, []int64{40, 15, 15}[round]; got != want {
			t.Errorf("round %d: %d entities were read, want %d", round, got, want)
		}
		if _, err := x.Find(context.Background(), query.Query{}, 0, 1); err == nil {
			t.Error("a closed index finds something")
		}
		write(30+10*round, 44+10*round)
		apply(t, store, remove(fmt.Sprint(round)))
	}
}

// countingStore counts the entities that are read.
type countingStore struct {
	Store
	gets atomic.Int64
}

func (s *countingStore) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	if strings.HasPrefix(name.String(), base) {
		s.gets.Add(1)
	}
	return s.Store.Get(ctx, name)
}

// TestManyChanges checks batches that end in the middle of the log.
func TestManyChanges(t *testing.T) {
	store := memstore.New()
	r := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		var changes []rdfstore.Change
		for i := range 700 {
			changes = append(changes, rdfstore.Change{Put: randomRecord(r, fmt.Sprint(i)).g})
		}
		apply(t, store, changes...)
	}
	x := opened(t, t.TempDir(), store, Options{})
	compare(t, x, store)
	if last, err := store.LastChange(context.Background()); err != nil || x.Covered() != last.Seq {
		t.Errorf("%d of %d changes are covered, %v", x.Covered(), last.Seq, err)
	}
}

// askedStore counts the questions about the end of its log.
type askedStore struct {
	Store
	asked atomic.Int64
}

func (s *askedStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	s.asked.Add(1)
	return s.Store.LastChange(ctx)
}

// TestQuestionsOfEnd checks that the end of the log, a round trip over a database, is asked
// for by the batch and not by the record: before each and after it, and once more to see
// that there is nothing left.
func TestQuestionsOfEnd(t *testing.T) {
	store := memstore.New()
	r := rand.New(rand.NewPCG(5, 6))
	changes := make([]rdfstore.Change, 400)
	for i := range changes {
		changes[i].Put = randomRecord(r, fmt.Sprint(i)).g
	}
	apply(t, store, changes...)
	counted := &askedStore{Store: store}
	x, err := Open(context.Background(), t.TempDir(), counted, Options{Interval: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	rounds := int64(3)
	for i := range rounds {
		// Other names, which those that refer to them are indexed with.
		for i := range changes[:40] {
			changes[i].Put = randomRecord(r, fmt.Sprint(i)).g
		}
		apply(t, store, changes[:40]...)
		if hits, err := x.Find(context.Background(), query.Query{}, 0, 1); err != nil || hits.Total != 400 {
			t.Errorf("round %d: %d found, %v", i, hits.Total, err)
		}
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	batches := int64(x.generation.Load())
	// A search asks as well, wakes the follower, and may do so while that still works.
	if asked, most := counted.asked.Load(), 2*batches+4*rounds+2; batches == 0 || asked > most {
		t.Errorf("the end of the log was asked for %d times in %d batches, want at most %d", asked, batches, most)
	}
}

// heldStore does not hand out entities until it is released.
type heldStore struct {
	Store
	release chan struct{}
}

func (s *heldStore) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	select {
	case <-s.release:
		return s.Store.Get(ctx, name)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestPatience checks that a search does not wait for ever, says how far the
// index has come, and heeds the end of its request.
func TestPatience(t *testing.T) {
	store := memstore.New()
	put(t, store, newRecord("1", "E21_Person").label("amber"), newRecord("2", "E21_Person").label("amber"))
	held := &heldStore{store, make(chan struct{})}
	x := opened(t, t.TempDir(), held, Options{MaxWait: time.Millisecond})
	_, err := x.Find(context.Background(), query.Query{}, 0, 1)
	var behind *BehindError
	if !errors.As(err, &behind) || behind.Covered != 0 || behind.Last != 2 {
		t.Errorf("%v, want 0 of 2 changes", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x.options.MaxWait = time.Hour
	if _, err := x.Find(ctx, query.Query{}, 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the request's end", err)
	}
	close(held.release)
	if got := found(t, x, "amber"); len(got) != 2 {
		t.Errorf("found %v", got)
	}
}

// TestCloseWhileBehind checks that a follower in the middle of its work ends.
func TestCloseWhileBehind(t *testing.T) {
	store := memstore.New()
	put(t, store, newRecord("1", "E21_Person").label("amber"))
	x, err := Open(context.Background(), t.TempDir(), &heldStore{store, make(chan struct{})}, Options{MaxWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	waiting := make(chan error)
	go func() {
		_, err := x.Find(context.Background(), query.Query{}, 0, 1)
		waiting <- err
	}()
	if err := errors.Join(x.Close(), x.Close()); err != nil {
		t.Error(err)
	}
	if err := <-waiting; !errors.Is(err, ErrClosed) {
		t.Errorf("%v, want ErrClosed", err)
	}
}

// lines is a log that may be written and read at once.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
