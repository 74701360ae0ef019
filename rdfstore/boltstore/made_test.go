package boltstore_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

// The moments at which a child that makes a store is killed: while it has read so many
// sevenths of the graphs, when it has read all, when all is written, and when the file has
// its name.
const (
	momentRead = 7 + iota
	momentWritten
	momentNamed
	moments
)

// childMakes makes a store, and waits at the moment until it is killed.
func childMakes(mode, path string, moment int) error {
	at := func(now int) {
		if now == moment {
			chatter()
		}
	}
	graphs := loaded(1)
	reading := func(yield func(*graph.Graph, error) bool) {
		for i, g := range graphs {
			at(i * 7 / len(graphs))
			if !yield(g, nil) {
				return
			}
		}
		at(momentRead)
	}
	o := boltstore.BulkOptions{Derivation: derivation, Memory: 32 << 10, Progress: func(p boltstore.BulkProgress) {
		if p.Writing && p.Written == 1 {
			at(momentWritten)
		}
	}}
	var err error
	if mode == "make by load" {
		_, err = boltstore.BulkLoad(context.Background(), path, reading, o)
	} else {
		err = boltstore.Restore(context.Background(), path, histories(reading), o)
	}
	if err == nil {
		at(momentNamed)
	}
	return err
}

// histories yields graphs as they are after their creation.
func histories(graphs iter.Seq2[*graph.Graph, error]) iter.Seq2[rdfstore.History, error] {
	return func(yield func(rdfstore.History, error) bool) {
		seq, now := uint64(0), time.Unix(1, 0).UTC()
		for g, err := range graphs {
			seq++
			e := rdfstore.LogEntry{Seq: seq, Name: g.Name, Kind: rdfstore.Created, Class: slices.Concat(g.Classes(), []rdf.IRI{{}})[0], Time: now}
			h := rdfstore.History{Name: g.Name, Entries: []rdfstore.LogEntry{e}, Entity: &rdfstore.Entity{Graph: g, Version: seq, Created: now, Modified: now}}
			if !yield(h, err) {
				return
			}
		}
	}
}

// TestKilledMaking kills a child that makes a store at each moment. There is no file of
// the name before it is complete, and the next attempt succeeds and leaves nothing else.
func TestKilledMaking(t *testing.T) {
	want := storetest.Model()
	putAll(t, want, loaded(1))
	for _, mode := range []string{"make by load", "make by restore"} {
		for moment := range moments {
			t.Run(fmt.Sprintf("%s, moment %d", mode, moment), func(t *testing.T) {
				path := newPath(t)
				if slices.Contains(crash(t, mode, path, uint64(moment), 1), "done") {
					t.Fatal("the child was not killed")
				}
				if moment < momentNamed {
					if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
						t.Errorf("there is a file that is not complete: %v", err)
					}
					if !slices.Contains(crash(t, mode, path, moments, -1), "done") {
						t.Error("the next attempt failed")
					}
				}
				left(t, path)
				checkClean(t, path)
				compareGraphs(t, open(t, path), want)
			})
		}
	}
}

// TestWhatIsLeftIsRemoved leaves what a process leaves that is killed while a file gets its
// name, and a store that another process fills.
func TestWhatIsLeftIsRemoved(t *testing.T) {
	path := newPath(t)
	other, err := boltstore.Open(path+".vitrine-tmp-new", boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	load := func() error {
		_, err := boltstore.BulkLoad(t.Context(), path, each(loaded(1)), boltstore.BulkOptions{Derivation: derivation})
		return err
	}
	if err := load(); !errors.Is(err, boltstore.ErrLocked) {
		t.Errorf("%v, want ErrLocked", err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if err := load(); err != nil {
		t.Fatal(err)
	}
	left(t, path)
	if err := os.Link(path, path+".vitrine-tmp-new.vitrine-tmp-1"); err != nil {
		t.Fatal(err)
	}
	if err := boltstore.Restore(t.Context(), path, histories(each(nil)), boltstore.BulkOptions{Derivation: derivation}); !errors.Is(err, rdfstore.ErrNotEmpty) {
		t.Errorf("%v, want ErrNotEmpty", err)
	}
	left(t, path)
	checkClean(t, path)
}
