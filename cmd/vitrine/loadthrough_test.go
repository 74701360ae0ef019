package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// controlled opens a store and lets commands use it over its control socket.
func controlled(t *testing.T) (db string, store *boltstore.Store) {
	t.Helper()
	return controlledWith(t, slog.DiscardHandler, func(context.Context, time.Duration, bool) {})
}

// controlledWith is controlled, with a handler of the messages of the control socket, and
// with what has changes give way.
func controlledWith(t *testing.T, messages slog.Handler, giveWay func(context.Context, time.Duration, bool)) (db string, store *boltstore.Store) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	dir, err := os.MkdirTemp("", "v") // a path that leaves room for a socket
	if err != nil {
		t.Fatal(err)
	}
	db = filepath.Join(dir, "a.db")
	relations, err := derivation()
	if err != nil {
		t.Fatal(err)
	}
	store, err = boltstore.Open(db, boltstore.Options{Create: true, Derivation: relations})
	if err != nil {
		t.Fatal(err)
	}
	stop, err := controlFlag{}.start(context.Background(), db, store, nil, giveWay, slog.New(messages))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(stop(), store.Close(), os.RemoveAll(dir)); err != nil {
			t.Error(err)
		}
	})
	return db, store
}

// people are so many records, one a line.
func people(n int) io.Reader {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"person/%d","type":"Person"}`+"\n", i)
	}
	return strings.NewReader(b.String())
}

func records(t *testing.T, store rdfstore.Store) uint64 {
	t.Helper()
	classes, err := store.Classes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(classes) == 0 {
		return 0
	}
	return classes[0].Count
}

// told is a slog.Handler that calls a function at each message.
type told struct {
	slog.Handler
	tell func()
}

func (told) Enabled(context.Context, slog.Level) bool { return true }

func (h told) Handle(context.Context, slog.Record) error {
	h.tell()
	return nil
}

func TestABrokenLoadThroughAServerSaysWhatIsIn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// The server tells of the first records that it stores.
	db, store := controlledWith(t, told{slog.DiscardHandler, cancel}, func(context.Context, time.Duration, bool) {})
	load := []string{"load", "--db", db, "--validate", "off", "--format", "jsonl", "-"}
	status, stdout, stderr := runVitrine(ctx, &interrupting{}, load...)
	stored := records(t, store)
	if stored == 0 || stored%togetherThrough != 0 {
		t.Errorf("%d records are stored", stored)
	}
	want := fmt.Sprintf("interrupted; the first %d records were stored, up to https://data.museum.example/person/%[1]d (standard input:%[1]d)\nhint: the same command again goes on from there", stored)
	if status != statusFailed || stdout != "" || !strings.Contains(stderr, want) {
		t.Errorf("status %d, stdout %q, stderr %q, want %q", status, stdout, stderr, want)
	}
	// The same again stores the rest.
	status, stdout, stderr = runVitrine(t.Context(), people(int(stored)+1), load...)
	if status != statusOK || !strings.Contains(stdout, fmt.Sprintf("%d unchanged", stored)) || records(t, store) != stored+1 {
		t.Errorf("status %d, %s%s; %d records", status, stdout, stderr, records(t, store))
	}
}

// TestALoadThroughAServerGivesWay after each part, unless it is to go at full speed.
func TestALoadThroughAServerGivesWay(t *testing.T) {
	var gaveWay, gently atomic.Int32
	db, store := controlledWith(t, slog.DiscardHandler, func(_ context.Context, _ time.Duration, gentle bool) {
		gaveWay.Add(1)
		if gentle {
			gently.Add(1)
		}
	})
	for _, test := range []struct {
		flags                 []string
		records, want, gently int32
	}{
		{nil, 2*togetherThrough - 1, 2, 0},
		{[]string{"--full-speed"}, 3*togetherThrough - 1, 0, 0},
		{[]string{"--gentle"}, 4*togetherThrough - 1, 4, 4},
	} {
		gaveWay.Store(0)
		gently.Store(0)
		load := append([]string{"load", "--db", db, "--validate", "off", "--format", "jsonl", "-"}, test.flags...)
		status, stdout, stderr := runVitrine(t.Context(), people(int(test.records)), load...)
		if status != statusOK || records(t, store) != uint64(test.records) {
			t.Fatalf("%v: status %d, %s%s; %d records", test.flags, status, stdout, stderr, records(t, store))
		}
		if gaveWay.Load() != test.want || gently.Load() != test.gently {
			t.Errorf("%v: it gave way %d times, want %d, %d of them gently", test.flags, gaveWay.Load(), test.want, gently.Load())
		}
	}
}

func TestAnAtomicLoadThroughAServerStoresAllOrNone(t *testing.T) {
	db, store := controlled(t)
	load := []string{"load", "--db", db, "--atomic", "--validate", "off", "--format", "jsonl", "-"}
	status, _, stderr := runVitrine(t.Context(), people(20_001), load...)
	if status != statusFailed || !strings.Contains(stderr, "too many records to store all or none of them: the limit is 20000 records") ||
		!strings.Contains(stderr, "; nothing was stored\nhint: leave --atomic out") || records(t, store) != 0 {
		t.Errorf("status %d, %s; %d records", status, stderr, records(t, store))
	}
	status, stdout, stderr := runVitrine(t.Context(), people(9000), load...)
	if last, err := store.LastChange(t.Context()); err != nil || status != statusOK || last.Seq != 9000 || !strings.Contains(stdout, " 9000 new") {
		t.Errorf("status %d, %s%s; %v", status, stdout, stderr, err)
	}
}
