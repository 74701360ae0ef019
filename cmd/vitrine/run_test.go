package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
)

// runVitrine carries out a command line inside the test's own process.
func runVitrine(ctx context.Context, stdin io.Reader, args ...string) (status int, stdout, stderr string) {
	var out, messages bytes.Buffer
	status = run(ctx, args, stdin, &out, &messages)
	return status, out.String(), messages.String()
}

// interrupting is an endless file of records that ends the context after some.
type interrupting struct {
	after, n int
	cancel   context.CancelFunc
	rest     strings.Reader
}

func (r *interrupting) Read(p []byte) (int, error) {
	if r.rest.Len() == 0 {
		if r.n++; r.n == r.after {
			r.cancel()
		}
		r.rest.Reset(fmt.Sprintf(`{"@context":"https://linked.art/ns/v1/linked-art.json","id":"person/%d","type":"Person"}`+"\n", r.n))
	}
	return r.rest.Read(p)
}

func TestAnInterruptedLoadStoresNothing(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	for _, after := range []int{10, 6000} { // while records are held, and in bulk
		db := filepath.Join(t.TempDir(), "a.db")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		status, stdout, stderr := runVitrine(ctx, &interrupting{after: after, cancel: cancel},
			"load", "--db", db, "--base-url", "https://data.museum.example/", "--validate", "off", "--format", "jsonl", "-")
		if status != console.StatusFailed || stdout != "" || stderr != "vitrine: interrupted; nothing was stored\n" {
			t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
		}
		if names, err := os.ReadDir(filepath.Dir(db)); err != nil || len(names) > 0 {
			t.Errorf("the folder of the store holds %v; %v", names, err)
		}
	}
}

// failingWriter takes so many bytes and no more.
type failingWriter struct{ room int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, io.ErrShortWrite
	}
	w.room -= len(p)
	return len(p), nil
}

// TestResultsThatCannotBeWrittenAreAFailure runs commands whose output goes to
// a full disk.
func TestResultsThatCannotBeWrittenAreAFailure(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	db := filepath.Join(t.TempDir(), "a.db")
	if status, _, stderr := runVitrine(t.Context(), nil, "load", "--db", db, "--base-url", "https://data.museum.example/", "--validate", "off", "../../data/place"); status != console.StatusOK {
		t.Fatal(stderr)
	}
	for _, args := range [][]string{
		{"dump", "--db", db},
		{"dump", "--db", db, "--format", "jsonl"},
		{"get", "--db", db, "place/delft"},
		{"stats", "--db", db},
		{"check", "--db", db},
		{"validate", "../../data/place"},
		{"version"},
		{"context", "list"},
	} {
		var messages bytes.Buffer
		status := run(t.Context(), args, nil, &failingWriter{room: 10}, &messages)
		if status != console.StatusFailed || !strings.Contains(messages.String(), "short write") {
			t.Errorf("%v: status %d, %s", args, status, messages.String())
		}
	}
}
