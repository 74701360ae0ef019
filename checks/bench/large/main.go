// Large measures a store of very many records, by hand since it takes long:
//
//	cd checks/bench && go run ./large -records 250000 -folder /mnt/large
//	cd checks/bench && go run ./large -records 20000000 -folder /mnt/large
//
// It makes records and loads them with the program through a pipe, opens the store, reads at
// random by 16 clients, lists what refers to the entity that most refer to, answers the queries
// of checks/bench/questions, changes a million records by 32 clients, and has the program compact
// the file, back it up, check it and make the search index. Of the changes it prints a line for
// each tenth: where flushing keeps pace with them, the changes a second do not fall and what is
// not flushed does not grow from one line to the next.
//
// 20 million records are some 410 million quads; they take 18 GB of disk, twice that while they
// are compacted or backed up. With -steps only some is done, on the store that is in the folder.
// docs/benchmarks.md has figures, which large.md keeps.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vitrine/checks/bench/program"
	ldcontext "vitrine/context"
	"vitrine/linkedart/links"
	"vitrine/rdfstore/boltstore"
)

// run is what to measure, and where.
type run struct {
	records, updates, reads, memory int
	folder, program                 string
}

// db is the store file.
func (r run) db() string { return filepath.Join(r.folder, "large.db") }

// step is a part of the run.
type step struct {
	name string
	do   func(context.Context) error
}

func (r run) steps() []step {
	return []step{
		{"load", r.load}, {"open", r.open}, {"read", r.inStore(r.read)}, {"links", r.inStore(r.links)}, {"queries", r.inStore(r.queries)},
		{"update", r.inStore(r.update)}, {"compact", r.compact}, {"backup", r.backup}, {"check", r.check}, {"index", r.index},
	}
}

func main() {
	var r run
	var only string
	flag.IntVar(&r.records, "records", 100_000, "records to load")
	flag.IntVar(&r.updates, "updates", 1_000_000, "changes of records")
	flag.IntVar(&r.reads, "reads", 200_000, "records to read at random")
	flag.IntVar(&r.memory, "memory", 2048, "memory for the load, in MiB")
	flag.StringVar(&r.folder, "folder", "", "where to keep the store; without it, a folder that is removed")
	flag.StringVar(&only, "steps", "", "the steps to do, by name and comma; all by default")
	flag.Parse()
	if err := r.all(context.Background(), only); err != nil {
		fmt.Fprintln(os.Stderr, "large:", err)
		os.Exit(1)
	}
}

// all does the steps, or only some.
func (r run) all(ctx context.Context, only string) error {
	if r.folder == "" {
		folder, err := os.MkdirTemp("", "vitrine-large-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		r.folder = folder
	}
	var err error
	if r.program, err = program.Build(ctx, r.folder); err != nil {
		return err
	}
	for _, s := range r.steps() {
		if only != "" && !slices.Contains(strings.Split(only, ","), s.name) {
			continue
		}
		if err := s.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// inStore returns a step that has the store open.
func (r run) inStore(do func(context.Context, *boltstore.Store) error) func(context.Context) error {
	return func(ctx context.Context) error {
		s, err := r.opened()
		if err != nil {
			return err
		}
		if err := do(ctx, s); err != nil {
			_ = s.Close()
			return err
		}
		return s.Close()
	}
}

func (r run) opened() (*boltstore.Store, error) {
	table, err := links.New(ldcontext.New(nil))
	if err != nil {
		return nil, err
	}
	return boltstore.Open(r.db(), boltstore.Options{Derivation: table.Derivation()})
}

// open tells how long opening the store takes.
func (r run) open(context.Context) error {
	start := time.Now()
	s, err := r.opened()
	if err != nil {
		return err
	}
	fmt.Printf("opened in %v\n", time.Since(start).Round(time.Microsecond))
	return s.Close()
}
