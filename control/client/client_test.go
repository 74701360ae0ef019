package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/control"
	"vitrine/control/client"
	"vitrine/control/wire"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/serialize/formattest"
)

// backedUp is a store whose backup is a text.
type backedUp struct {
	rdfstore.Store
	text string
	err  error
}

func (b *backedUp) Backup(_ context.Context, w io.Writer) (int64, error) {
	n, err := io.WriteString(w, b.text)
	return int64(n), errors.Join(err, b.err)
}

// answerTwice writes a query twice with what is said of it, and fails where it is "fail".
func answerTwice(_ context.Context, q wire.Query, out io.Writer) error {
	for range 2 {
		if _, err := fmt.Fprintf(out, "%s %s %s %t\n", q.Text, q.Base, q.Format, q.Explain); err != nil {
			return err
		}
	}
	if q.Text == "fail" {
		return fmt.Errorf("too many results: %w", graph.ErrTooLarge)
	}
	return nil
}

// serve serves the store on a control socket until the test or end ends.
func serve(t *testing.T, store control.Store) (socket string, end func()) {
	t.Helper()
	return serveGivingWay(t, store, func(context.Context, time.Duration, bool) {})
}

// serveGivingWay is serve, where changes give way by a function.
func serveGivingWay(t *testing.T, store control.Store, giveWay func(context.Context, time.Duration, bool)) (socket string, end func()) {
	t.Helper()
	dir, err := os.MkdirTemp("", "v") // t.TempDir is too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket = filepath.Join(dir, "a.sock")
	logger := slog.New(slog.DiscardHandler)
	l, err := control.Listen(socket, logger)
	if err != nil {
		t.Fatal(err)
	}
	s := &control.Server{Store: store, Logger: logger, Program: "test",
		Query: answerTwice, GiveWay: giveWay,
		Statistics: func(context.Context) (any, error) { return map[string]int{"records": 3}, nil }}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	stopped := false
	end = func() {
		cancel()
		if !stopped {
			stopped = true
			if err := <-ended; err != nil {
				t.Errorf("the server ended: %v", err)
			}
		}
	}
	t.Cleanup(end)
	return socket, end
}

func open(t *testing.T, socket string) *client.Store {
	t.Helper()
	s, err := client.Open(t.Context(), socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func record(n int) *graph.Graph {
	name := formattest.IRI(fmt.Sprintf("https://museum.example/%03d", n))
	return &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: graph.Type, Obj: formattest.IRI("x:Thing")}}}
}

func TestQuery(t *testing.T) {
	socket, _ := serve(t, &backedUp{Store: memstore.New()})
	s := open(t, socket)
	long := strings.Repeat("x", 3<<20)
	for _, q := range []wire.Query{{Text: "ASK {}", Base: "x:", Format: "json"}, {Text: long, Explain: true}} {
		var got strings.Builder
		want := fmt.Sprintf("%s %s %s %t\n", q.Text, q.Base, q.Format, q.Explain)
		if err := s.Query(t.Context(), q, &got); err != nil || got.String() != want+want {
			t.Errorf("%.20q: %.100q, %v", q.Text, got.String(), err)
		}
	}
	var got strings.Builder
	if err := s.Query(t.Context(), wire.Query{Text: "fail"}, &got); !errors.Is(err, graph.ErrTooLarge) || err.Error() != "too many results: "+graph.ErrTooLarge.Error() || got.Len() == 0 {
		t.Errorf("%v after %q", err, got.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Query(ctx, wire.Query{}, &got); !errors.Is(err, context.Canceled) {
		t.Errorf("a command that has ended: %v", err)
	}
}

func TestAServedStoreIsAStore(t *testing.T) {
	plain := memstore.New()
	socket, _ := serve(t, &backedUp{Store: plain, text: strings.Repeat("copy", 1<<20)})
	s, ctx := open(t, socket), t.Context()

	var changes []rdfstore.Change
	for n := range 300 {
		changes = append(changes, rdfstore.Change{Put: record(n)})
	}
	outcomes, err := s.Apply(ctx, changes...)
	if err != nil || len(outcomes) != 300 || outcomes[299].Kind != rdfstore.Created || outcomes[299].Version != 300 {
		t.Fatalf("%d outcomes, %v", len(outcomes), err)
	}
	if _, err := s.Apply(ctx, rdfstore.Change{Delete: record(7).Name}); err != nil {
		t.Fatal(err)
	}
	entity, err := s.Get(ctx, record(8).Name)
	want, _ := plain.Get(ctx, record(8).Name)
	if err != nil || !entity.Graph.Equal(want.Graph) || entity.Version != want.Version || !entity.Created.Equal(want.Created) || !entity.Modified.Equal(want.Modified) {
		t.Errorf("got %+v, %v; want %+v", entity, err, want)
	}
	if _, err := s.Get(ctx, record(999).Name); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("a record that never was: %v", err)
	}
	var deleted *rdfstore.DeletedError
	if _, err := s.Get(ctx, record(7).Name); !errors.As(err, &deleted) || deleted.Version != 301 {
		t.Errorf("a deleted record: %v", err)
	}
	for after := range uint64(3) {
		var got, want []rdfstore.LogEntry
		for entry, err := range s.Changes(ctx, after) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, entry)
		}
		for entry := range plain.Changes(ctx, after) {
			want = append(want, entry)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the log after %d is %v, want %v", after, got, want)
		}
	}
	last, err := s.LastChange(ctx)
	if wantLast, _ := plain.LastChange(ctx); err != nil || last != wantLast {
		t.Errorf("the last change is %+v, %v; want %+v", last, err, wantLast)
	}
	var copied bytes.Buffer
	if n, err := s.Backup(ctx, &copied); err != nil || n != 4<<20 || copied.String() != strings.Repeat("copy", 1<<20) {
		t.Errorf("a backup of %d bytes, %v", n, err)
	}
	if n, err := s.Count(ctx); err != nil || n != 299 {
		t.Errorf("%d records, %v", n, err)
	}
	var statistics map[string]int
	if err := s.Statistics(ctx, &statistics); err != nil || statistics["records"] != 3 {
		t.Errorf("statistics %v, %v", statistics, err)
	}
}

// TestChangesGiveWay unless they are to go at full speed.
func TestChangesGiveWay(t *testing.T) {
	var gaveWay, gently atomic.Int32
	socket, _ := serveGivingWay(t, &backedUp{Store: memstore.New()}, func(_ context.Context, worked time.Duration, gentle bool) {
		if worked <= 0 {
			t.Errorf("the changes took %v", worked)
		}
		gaveWay.Add(1)
		if gentle {
			gently.Add(1)
		}
	})
	for n, test := range []struct {
		fullSpeed, gentle bool
		gaveWay, gently   int32
	}{{false, false, 1, 0}, {false, true, 1, 1}, {true, false, 0, 0}} {
		s := open(t, socket)
		s.FullSpeed, s.Gentle = test.fullSpeed, test.gentle
		gaveWay.Store(0)
		gently.Store(0)
		outcomes, err := s.Apply(t.Context(), rdfstore.Change{Put: record(n)})
		if err != nil || len(outcomes) != 1 {
			t.Fatalf("%v, %v", outcomes, err)
		}
		if gaveWay.Load() != test.gaveWay || gently.Load() != test.gently {
			t.Errorf("%+v: it gave way %d times, gently %d", test, gaveWay.Load(), gently.Load())
		}
	}
}

func TestWalksBeginWhereAsked(t *testing.T) {
	plain := memstore.New()
	for n := range 10 {
		if _, err := plain.Apply(t.Context(), rdfstore.Change{Put: record(n)}); err != nil {
			t.Fatal(err)
		}
	}
	socket, _ := serve(t, &backedUp{Store: plain})
	s := open(t, socket)
	var names, graphs []string
	for name, err := range s.Entities(t.Context(), record(6).Name.String()) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.String()[len("https://museum.example/"):])
	}
	for e, err := range s.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if graphs = append(graphs, e.Graph.Name.String()); len(graphs) == 2 {
			break // a walk may end early
		}
	}
	if got := strings.Join(names, " "); got != "007 008 009" || len(graphs) != 2 {
		t.Errorf("names %q, %d graphs", got, len(graphs))
	}
}

func TestAChangeThatFailsIsNamed(t *testing.T) {
	plain := memstore.New()
	socket, _ := serve(t, &backedUp{Store: plain})
	s := open(t, socket)
	_, err := s.Apply(t.Context(), rdfstore.Change{Put: record(1)}, rdfstore.Change{Put: record(2), If: rdfstore.Precondition{Present: true}})
	var change *rdfstore.ChangeError
	if !errors.As(err, &change) || change.Index != 1 || !errors.Is(err, rdfstore.ErrPrecondition) || errors.Is(err, client.ErrUnknown) {
		t.Errorf("got %v", err)
	}
	if _, err := plain.Get(t.Context(), record(1).Name); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("the other change was made: %v", err)
	}
}

func TestTooManyChangesAreRefusedAndNoneIsMade(t *testing.T) {
	plain := memstore.New()
	socket, _ := serve(t, &backedUp{Store: plain})
	changes := make([]rdfstore.Change, 3*wire.MaxChanges)
	for i := range changes {
		changes[i] = rdfstore.Change{Put: record(i)}
	}
	_, err := open(t, socket).Apply(t.Context(), changes...)
	if !errors.Is(err, graph.ErrTooLarge) || errors.Is(err, client.ErrUnknown) {
		t.Errorf("got %v", err)
	}
	if last, _ := plain.LastChange(t.Context()); last.Seq != 0 {
		t.Errorf("%d changes were made", last.Seq)
	}
}

func TestABackupThatFailsIsNotTakenForOne(t *testing.T) {
	socket, _ := serve(t, &backedUp{Store: memstore.New(), text: "half", err: rdfstore.ErrCorrupt})
	if _, err := open(t, socket).Backup(t.Context(), io.Discard); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("got %v", err)
	}
}

func TestAnInterruptedCommandStillHearsWhatBecameOfItsChanges(t *testing.T) {
	plain := memstore.New()
	ctx, cancel := context.WithCancel(t.Context())
	socket, _ := serve(t, &hooked{Store: &backedUp{Store: plain}, before: cancel})
	outcomes, err := open(t, socket).Apply(ctx, rdfstore.Change{Put: record(1)})
	if err != nil || len(outcomes) != 1 {
		t.Errorf("%v, %v", outcomes, err)
	}
	if _, err := open(t, socket).Apply(ctx, rdfstore.Change{Put: record(2)}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestALostConnectionLeavesItUnknown(t *testing.T) {
	socket, _ := serve(t, &hooked{Store: &backedUp{Store: memstore.New()}, before: func() { panic("the server is killed") }})
	s := open(t, socket)
	_, err := s.Apply(t.Context(), rdfstore.Change{Put: record(1)})
	if !errors.Is(err, client.ErrLost) || !errors.Is(err, client.ErrUnknown) {
		t.Errorf("got %v", err)
	}
}

// hooked calls a function before it makes changes.
type hooked struct {
	control.Store
	before func()
}

func (h *hooked) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	h.before()
	return h.Store.Apply(ctx, changes...)
}

func TestTheEndOfTheServerWaitsForWhatIsStored(t *testing.T) {
	plain := memstore.New()
	var end func()
	ended := make(chan struct{})
	h := &hooked{Store: &backedUp{Store: plain}, before: func() {
		go func() { end(); close(ended) }()
	}}
	var socket string
	socket, end = serve(t, h)
	s := open(t, socket)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: record(1)}); err != nil {
		t.Errorf("got %v", err)
	}
	<-ended
	if _, err := client.Open(t.Context(), socket); !errors.Is(err, client.ErrNoServer) {
		t.Errorf("after the end: %v", err)
	}
}

func TestOpenSaysWhyThereIsNone(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "missing"), file, strings.Repeat("a", 200)} {
		if _, err := client.Open(t.Context(), path); !errors.Is(err, client.ErrNoServer) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
