package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/loadcmd"
	"vitrine/cmd/vitrine/internal/servecmd"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// controlled opens a store and serves it, also to commands over its control socket.
func controlled(t *testing.T) (db string, store *boltstore.Store) {
	t.Helper()
	return controlledWith(t, slog.DiscardHandler)
}

// controlledWith is controlled, with a handler of the messages of the server.
func controlledWith(t *testing.T, messages slog.Handler) (db string, store *boltstore.Store) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	dir, err := os.MkdirTemp("", "v") // a path that leaves room for a socket
	if err != nil {
		t.Fatal(err)
	}
	c := servecmd.ServeCommand{DB: filepath.Join(dir, "a.db"), BaseFlag: storeopen.BaseFlag{BaseURL: data.Base}, WritingFlags: servecmd.WritingFlags{Validate: "off"}}
	logger := slog.New(messages)
	r, err := c.Dependencies()
	if err != nil {
		t.Fatal(err)
	}
	store, err = boltstore.Open(c.DB, boltstore.Options{Create: true, Derivation: r.Links.Derivation()})
	if err != nil {
		t.Fatal(err)
	}
	config, err := c.ServerConfig(r, logger, store)
	if err = errors.Join(err, c.WritingFlags.Configure(&config, r, "", "")); err != nil {
		t.Fatal(err)
	}
	handler, _, err := c.NewHandler(config, logger)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- handler.Serve(ctx, listener) }()
	stop, err := servecmd.StartControl(ctx, c.ControlFlag, c.DB, store, handler, logger)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := stop()
		end()
		if err := errors.Join(err, <-served, store.Close(), os.RemoveAll(dir)); err != nil {
			t.Error(err)
		}
	})
	return c.DB, store
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

// told is a slog.Handler that calls a function at each message about a record.
type told struct {
	slog.Handler
	tell func()
}

func (told) Enabled(context.Context, slog.Level) bool { return true }

func (h told) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "write" {
		h.tell()
	}
	return nil
}

func TestABrokenLoadThroughAServerSaysWhatIsIn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// The server tells of the first records that it stores.
	db, store := controlledWith(t, told{slog.DiscardHandler, cancel})
	load := []string{"load", "--db", db, "--validate", "off", "--format", "jsonl", "-"}
	status, stdout, stderr := runVitrine(ctx, &interrupting{}, load...)
	stored := records(t, store)
	if stored == 0 || stored%loadcmd.TogetherInUse != 0 {
		t.Errorf("%d records are stored", stored)
	}
	want := fmt.Sprintf("interrupted; %d records were stored, up to https://data.museum.example/person/%[1]d (standard input:%[1]d)\nhint: the same command again goes on from there", stored)
	if status != console.StatusFailed || stdout != "" || !strings.Contains(stderr, want) {
		t.Errorf("status %d, stdout %q, stderr %q, want %q", status, stdout, stderr, want)
	}
	// The same again stores the rest.
	status, stdout, stderr = runVitrine(t.Context(), people(int(stored)+1), load...)
	if status != console.StatusOK || !strings.Contains(stdout, fmt.Sprintf("%d unchanged", stored)) || records(t, store) != stored+1 {
		t.Errorf("status %d, %s%s; %d records", status, stdout, stderr, records(t, store))
	}
}

func TestAnAtomicLoadThroughAServerStoresAllOrNone(t *testing.T) {
	db, store := controlled(t)
	load := []string{"load", "--db", db, "--atomic", "--validate", "off", "--format", "jsonl", "-"}
	label := strings.Repeat("a", 1<<20)
	var long strings.Builder
	for i := range 65 {
		fmt.Fprintf(&long, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"person/%d","type":"Person","_label":%q}`+"\n", i, label)
	}
	status, _, stderr := runVitrine(t.Context(), strings.NewReader(long.String()), load...)
	if status != console.StatusFailed || !strings.Contains(stderr, "too many records to store all or none of them: the service answers 413") ||
		!strings.Contains(stderr, "; nothing was stored\nhint: leave --atomic") || records(t, store) != 0 {
		t.Errorf("status %d, %s; %d records", status, stderr, records(t, store))
	}
	var stdout string
	status, stdout, stderr = runVitrine(t.Context(), people(2000), load...)
	if last, err := store.LastChange(t.Context()); err != nil || status != console.StatusOK || last.Seq != 2000 || !strings.Contains(stdout, " 2000 new") {
		t.Errorf("status %d, %s%s; %v", status, stdout, stderr, err)
	}
}
