// Large measures a store of many records, by hand since it takes long:
//
//	cd checks/bench && go run ./large -records 5000000
//
// It makes the records, loads them with the program vitrine, puts a million new
// ones by 32 clients, and reads at random. Of the puts it prints a line for each
// tenth: where flushing keeps pace with them, the puts a second do not fall and
// what is not flushed does not grow from one line to the next. 5 million records
// are some 100 million quads; they take 8 GB of disk and about 20 minutes.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"vitrine/checks/bench/corpus"
	"vitrine/checks/generate"
	ldcontext "vitrine/context"
	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

// run is what to measure, and where.
type run struct {
	records, puts, clients, reads int
	folder                        string
}

func main() {
	r := run{}
	flag.IntVar(&r.records, "records", 100_000, "records to load")
	flag.IntVar(&r.puts, "puts", 1_000_000, "new records to put after that")
	flag.IntVar(&r.clients, "clients", 32, "clients that put")
	flag.IntVar(&r.reads, "reads", 200_000, "records to read at random after that")
	flag.StringVar(&r.folder, "folder", "", "where to put files, which are removed; the temporary folder by default")
	flag.Parse()
	if err := r.all(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "large:", err)
		os.Exit(1)
	}
}

func (r run) all(ctx context.Context) (err error) {
	if r.folder, err = os.MkdirTemp(r.folder, "vitrine-large-*"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.folder)) }()
	db := filepath.Join(r.folder, "large.db")
	if err := r.load(db); err != nil {
		return err
	}
	table, err := links.New(ldcontext.New(nil))
	if err != nil {
		return err
	}
	start := time.Now()
	s, err := boltstore.Open(db, boltstore.Options{Derivation: table.Derivation()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	fmt.Printf("opened in %v\n", time.Since(start).Round(time.Microsecond))
	if err := r.read(ctx, s); err != nil {
		return err
	}
	if err := r.put(ctx, s); err != nil {
		return err
	}
	if err := r.read(ctx, s); err != nil {
		return err
	}
	return size(db, s)
}

// load makes the records and loads them with the program.
func (r run) load(db string) error {
	start := time.Now()
	lines := filepath.Join(r.folder, "records.jsonl")
	if err := r.generate(lines); err != nil {
		return err
	}
	info, err := os.Stat(lines)
	if err != nil {
		return err
	}
	fmt.Printf("made %d records, %d MB, in %v\n", r.records, info.Size()>>20, time.Since(start).Round(time.Millisecond))
	program, err := r.build()
	if err != nil {
		return err
	}
	load := exec.Command(program, "load", "--db", db, "--base-url", "https://data.museum.example/", lines)
	start = time.Now()
	out, err := load.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", load, err, out)
	}
	took := time.Since(start)
	state := load.ProcessState
	peak := int64(0)
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		peak = usage.Maxrss >> 10 // Linux counts in KiB
	}
	fmt.Printf("loaded in %v, %.0f records/s; processor %v, peak memory %d MB\n", took.Round(time.Millisecond),
		float64(r.records)/took.Seconds(), (state.UserTime() + state.SystemTime()).Round(time.Millisecond), peak)
	if info, err = os.Stat(db); err != nil {
		return err
	}
	fmt.Printf("the file has %d MB\n", info.Size()>>20)
	return os.Remove(lines)
}

func (r run) generate(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	for record := range generate.Records(generate.Options{Records: r.records, Seed: 1}) {
		if _, err = out.Write(append(record, '\n')); err != nil {
			break
		}
	}
	return errors.Join(err, out.Flush(), file.Close())
}

// build builds the program out of the module that this one is beside.
func (r run) build() (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "vitrine").Output()
	if err != nil {
		return "", fmt.Errorf("find the module vitrine; run this in checks/bench: %w", err)
	}
	program := filepath.Join(r.folder, "vitrine")
	build := exec.Command("go", "build", "-o", program, "./cmd/vitrine")
	build.Dir = strings.TrimSpace(string(root))
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build vitrine: %w\n%s", err, out)
	}
	return program, nil
}

// kinds is how many different records are put.
const kinds = 256

// put puts new records, a tenth at a time.
func (r run) put(ctx context.Context, s *boltstore.Store) error {
	fmt.Println("puts            puts/s     p50        p99        longest    not flushed")
	made := make([][]*corpus.Record, r.clients)
	for i := range made {
		var err error
		if made[i], err = corpus.Records(ctx, kinds); err != nil {
			return err
		}
	}
	var next atomic.Int64
	start := time.Now()
	for tenth := range 10 {
		next.Store(int64(r.puts) * int64(tenth) / 10)
		until := int64(r.puts) * int64(tenth+1) / 10
		times, took, err := r.tenth(ctx, s, made, &next, until)
		if err != nil {
			return err
		}
		if len(times) > 0 {
			fmt.Printf("%-15d %-10.0f %-10v %-10v %-10v %d\n", until, float64(len(times))/took.Seconds(),
				at(times, 50), at(times, 99), at(times, 100), s.Health().Unflushed)
		}
	}
	fmt.Printf("%d puts by %d clients: %.0f puts/s\n", r.puts, r.clients, float64(r.puts)/time.Since(start).Seconds())
	return nil
}

// tenth puts records up to a number, and returns how long each took and all
// together.
func (r run) tenth(ctx context.Context, s *boltstore.Store, made [][]*corpus.Record, next *atomic.Int64, until int64) ([]time.Duration, time.Duration, error) {
	var mu sync.Mutex
	var all []time.Duration
	var failed error
	var clients sync.WaitGroup
	start := time.Now()
	for _, records := range made {
		clients.Go(func() {
			times, err := putAll(ctx, s, records, next, until)
			mu.Lock()
			defer mu.Unlock()
			all, failed = append(all, times...), errors.Join(failed, err)
		})
	}
	clients.Wait()
	took := time.Since(start)
	slices.Sort(all)
	return all, took, failed
}

// putAll puts one record after the other, up to a number.
func putAll(ctx context.Context, s *boltstore.Store, records []*corpus.Record, next *atomic.Int64, until int64) ([]time.Duration, error) {
	var times []time.Duration
	for i := next.Add(1) - 1; i < until; i = next.Add(1) - 1 {
		g, err := records[i%kinds].Graph(i)
		if err != nil {
			return times, err
		}
		start := time.Now()
		if _, err := s.Apply(ctx, rdfstore.Change{Put: g}); err != nil {
			return times, err
		}
		times = append(times, time.Since(start))
	}
	return times, nil
}

// at returns the time within which so many of 100 are done.
func at(sorted []time.Duration, percent int) time.Duration {
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)].Round(time.Microsecond)
}

// read reads records at random, one after the other.
func (r run) read(ctx context.Context, s *boltstore.Store) error {
	random := rand.New(rand.NewPCG(1, 1))
	times := make([]time.Duration, 0, r.reads)
	for range r.reads {
		name, err := graph.IRI(corpus.ID(random.IntN(r.records)))
		if err != nil {
			return err
		}
		start := time.Now()
		if _, err := s.Get(ctx, name); err != nil {
			return err
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	fmt.Printf("%d reads at random: p50 %v, p99 %v, longest %v\n", r.reads, at(times, 50), at(times, 99), at(times, 100))
	return nil
}

// size tells what the file takes for a quad.
func size(db string, s *boltstore.Store) error {
	quads, err := s.Count(context.Background(), rdfstore.Pattern{})
	if err != nil {
		return err
	}
	info, err := fs.Stat(os.DirFS(filepath.Dir(db)), filepath.Base(db))
	if err != nil {
		return err
	}
	fmt.Printf("%d quads in %d MB, %.1f bytes a quad\n", quads, info.Size()>>20, float64(info.Size())/float64(quads))
	return nil
}
