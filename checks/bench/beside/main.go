// Beside measures reads while a command loads records through the same server, while
// SPARQL queries are evaluated, or while crawlers walk facets, by hand since it takes a minute or more:
//
//	cd checks/bench && go run ./beside -records 300000
//	cd checks/bench && go run ./beside -queries 2
//	cd checks/bench && go run ./beside -queries 2 -clients 16
//	cd checks/bench && go run ./beside -queries 2 -ask
//	cd checks/bench && go run ./beside -crawlers 500
//
// It makes two files of records, loads the first into a store, serves that with the
// program vitrine, and asks for records at random at a fixed rate, whether or not the
// answers have come, or by some clients that ask as fast as they are answered: for a while
// beside nothing, and then while the program loads the second file through the server, or
// clients ask a query that looks at all that is stored, again and again. It prints the
// latencies of both, their ratios, and what the server and the load used of the
// processors. Requests of a second before either are left out. With -ask it asks for the records
// by look-ups in SPARQL, whose p99 beside one heavy query a processor is to stay below 50 ms.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"vitrine/checks/bench/program"
	"vitrine/checks/generate"
)

// run is what to measure, and where.
type run struct {
	served, records int
	rate            int
	clients         int
	queries         int
	query           string
	ask             bool
	crawlers        int
	alone           time.Duration
	program, folder string
	// serveFlags and loadFlags are further flags of the program.
	serveFlags, loadFlags string
}

func main() {
	r := run{}
	flag.IntVar(&r.served, "served", 30_000, "records that are there and read")
	flag.IntVar(&r.records, "records", 60_000, "records to load")
	flag.IntVar(&r.rate, "rate", 200, "requests a second")
	flag.IntVar(&r.clients, "clients", 0, "clients that ask as fast as they are answered, in place of the rate")
	flag.IntVar(&r.queries, "queries", 0, "clients that ask a query again and again, in place of the load")
	flag.StringVar(&r.query, "query", `SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(REGEX(STR(?o), "q.*x.*z")) }`, "the query")
	flag.BoolVar(&r.ask, "ask", false, "ask whether there are records by ASK queries, in place of reading them")
	flag.IntVar(&r.crawlers, "crawlers", 0, "clients that each walk the facets of searches, a request a second, in place of the load")
	flag.DurationVar(&r.alone, "alone", 15*time.Second, "how long to read beside nothing, and beside queries")
	flag.StringVar(&r.program, "program", "", "the program; it is built from the module beside this one by default")
	flag.StringVar(&r.folder, "folder", "", "where to put files, which are removed; the temporary folder by default")
	flag.StringVar(&r.serveFlags, "serve", "", "further flags of vitrine serve")
	flag.StringVar(&r.loadFlags, "load", "", "further flags of vitrine load")
	flag.Parse()
	if err := r.all(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "beside:", err)
		os.Exit(1)
	}
}

func (r run) all(ctx context.Context) (err error) {
	if r.folder, err = os.MkdirTemp(r.folder, "vitrine-beside-*"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.folder)) }()
	if r.program == "" {
		if r.program, err = program.Build(ctx, r.folder); err != nil {
			return err
		}
	}
	db := filepath.Join(r.folder, "beside.db")
	targets, first, second, err := r.generate()
	if err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, r.program, "load", "--db", db, "--base-url", generate.DefaultBase, first).CombinedOutput(); err != nil {
		return fmt.Errorf("load: %w\n%s", err, out)
	}
	server, err := program.Serve(ctx, r.program, db, strings.Fields(r.serveFlags))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	return r.measure(ctx, server, targets, db, second)
}

// measure reads beside nothing and beside the load.
func (r run) measure(ctx context.Context, s *program.Server, targets []string, db, records string) error {
	if err := s.Settle(ctx, 5*time.Minute); err != nil {
		return err
	}
	reads := reader{server: s, targets: targets, rate: r.rate, clients: r.clients, ask: r.ask}
	used := s.Processor()
	alone, err := reads.during(ctx, func() error { time.Sleep(r.alone); return nil })
	if err != nil {
		return err
	}
	fmt.Printf("%d processors\nalone: %s; processor of the server %v\n", runtime.NumCPU(), alone, s.Processor()-used)
	if r.queries > 0 {
		return r.besideQueries(ctx, s, reads, alone)
	}
	if r.crawlers > 0 {
		return r.besideCrawlers(ctx, s, reads, alone)
	}
	used = s.Processor()
	load := exec.CommandContext(ctx, r.program, append(strings.Fields("load --db "+db), append(strings.Fields(r.loadFlags), records)...)...)
	began := time.Now()
	beside, err := reads.during(ctx, func() error {
		if out, err := load.CombinedOutput(); err != nil {
			return fmt.Errorf("load: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		return err
	}
	took := time.Since(began)
	fmt.Printf("beside: %s\nratio of p99: %.2f\n", beside, float64(beside.p99)/float64(alone.p99))
	printBenchmark("load", alone, beside)
	fmt.Printf("load: %v, %.0f records/s; processor of the load %v, of the server %v\n", took.Round(time.Millisecond), float64(r.records)/took.Seconds(),
		(load.ProcessState.UserTime() + load.ProcessState.SystemTime()).Round(time.Millisecond), s.Processor()-used)
	return nil
}

// besideQueries reads beside queries.
func (r run) besideQueries(ctx context.Context, s *program.Server, reads reader, alone latencies) error {
	used, asked := s.Processor(), asker{server: s, query: r.query, clients: r.queries}
	beside, err := reads.during(ctx, func() error { return asked.during(ctx, r.alone) })
	if err != nil {
		return err
	}
	ratio := func(a, b time.Duration) float64 { return float64(a) / float64(b) }
	fmt.Printf("beside: %s; processor of the server %v\n%d queries were answered, %d were not in time\n", beside, s.Processor()-used, asked.answered.Load(), asked.late.Load())
	fmt.Printf("ratio of mean %.2f, median %.2f, p99 %.2f, requests %.2f\n", ratio(beside.mean, alone.mean), ratio(beside.median, alone.median),
		ratio(beside.p99, alone.p99), float64(beside.requests)/float64(alone.requests))
	if r.ask {
		printBenchmark("ask", alone, beside)
	}
	return nil
}

// besideCrawlers reads beside crawlers.
func (r run) besideCrawlers(ctx context.Context, s *program.Server, reads reader, alone latencies) error {
	c := &crawler{server: s, clients: r.crawlers}
	if err := c.find(ctx); err != nil {
		return err
	}
	used := s.Processor()
	beside, err := reads.during(ctx, func() error { return c.during(ctx, r.alone) })
	if err != nil {
		return err
	}
	fmt.Printf("beside: %s; processor of the server %v\n%d searches of %d different ones were answered, %d refused\nratio of p99: %.2f\n", beside, s.Processor()-used,
		c.answered.Load(), len(c.targets), c.refused.Load(), float64(beside.p99)/float64(alone.p99))
	printBenchmark("crawlers", alone, beside)
	return nil
}

// printBenchmark prints the p99 in the benchmark format, for docs/benchmarks.md.
func printBenchmark(name string, alone, beside latencies) {
	fmt.Printf("pkg: vitrine/checks/bench/beside\nBenchmarkBeside/%s 1 %d p99-ns %d alone-p99-ns\n", name, beside.p99.Nanoseconds(), alone.p99.Nanoseconds())
}

// generate makes the records that are served and those that are loaded, and returns the
// targets of requests for the former.
func (r run) generate() (targets []string, first, second string, err error) {
	first, second = filepath.Join(r.folder, "served.jsonl"), filepath.Join(r.folder, "loaded.jsonl")
	if err := write(first, generate.Options{Records: r.served, Seed: 1}, func(record []byte) error {
		var named struct{ ID string }
		err := json.Unmarshal(record, &named)
		targets = append(targets, strings.TrimPrefix(named.ID, generate.DefaultBase))
		return err
	}); err != nil {
		return nil, "", "", err
	}
	// The ids of the second are others, below the same base URL.
	return targets, first, second, write(second, generate.Options{Records: r.records, Seed: 2, Base: generate.DefaultBase + "loaded/"}, func([]byte) error { return nil })
}

func write(path string, o generate.Options, each func([]byte) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	for record := range generate.Records(o) {
		if err = each(record); err != nil {
			break
		}
		if _, err = out.Write(append(record, '\n')); err != nil {
			break
		}
	}
	return errors.Join(err, out.Flush(), file.Close())
}
