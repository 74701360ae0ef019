package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/bench/corpus"
	"vitrine/checks/bench/questions"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// readers is the number of clients that read at once.
const readers = 16

// read reads records at random, once to have them in memory and then again.
func (r run) read(ctx context.Context, s *boltstore.Store) error {
	for _, what := range []string{"for the first time", "again"} {
		times, took, err := together(readers, r.reads/readers, func(client, i int, timed func(func() error) error) error {
			random := rand.New(rand.NewPCG(uint64(client), uint64(i)))
			name, err := graph.IRI(corpus.ID(random.IntN(r.records)))
			if err != nil {
				return err
			}
			return timed(func() error {
				_, err := s.Get(ctx, name)
				return err
			})
		})
		if err != nil {
			return err
		}
		fmt.Printf("%d reads at random by %d clients, %s: p50 %v, p99 %v, longest %v; %.0f/s\n", len(times), readers, what,
			at(times, 50), at(times, 99), at(times, 100), float64(len(times))/took.Seconds())
	}
	return nil
}

// together has clients do something so many times each, and returns how long each time took,
// sorted, and all.
func together(clients, times int, do func(client, i int, timed func(func() error) error) error) ([]time.Duration, time.Duration, error) {
	took := make([][]time.Duration, clients)
	failed := make(chan error, clients)
	var group sync.WaitGroup
	start := time.Now()
	for client := range clients {
		group.Go(func() {
			timed := func(do func() error) error {
				start := time.Now()
				err := do()
				took[client] = append(took[client], time.Since(start))
				return err
			}
			for i := range times {
				if err := do(client, i, timed); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	group.Wait()
	all := time.Since(start)
	close(failed)
	sorted := slices.Concat(took...)
	slices.Sort(sorted)
	return sorted, all, <-failed
}

// at returns the time within which so many of 100 are done.
func at(sorted []time.Duration, percent int) time.Duration {
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)].Round(time.Microsecond)
}

// links lists what refers to the entity, of the first records, that most records refer to.
func (r run) links(ctx context.Context, s *boltstore.Store) error {
	var hottest *rdf.IRI
	var by rdfstore.Relation
	most := uint64(0)
	for k := range min(r.records, 500) {
		name, err := graph.IRI(corpus.ID(k))
		if err != nil {
			return err
		}
		counts, err := s.Relations(ctx, name)
		if err != nil {
			return err
		}
		for _, c := range counts {
			if c.Count > most {
				hottest, by, most = &name, c.Relation, c.Count
			}
		}
	}
	if hottest == nil {
		return fmt.Errorf("no record refers to another")
	}
	start := time.Now()
	if _, err := s.Relations(ctx, *hottest); err != nil {
		return err
	}
	counted := time.Since(start)
	fmt.Printf("%s: %d records in one relation, counted in %v\n", *hottest, most, counted.Round(time.Microsecond))
	for _, skip := range []uint64{0, most / 2, most - 100} {
		start := time.Now()
		n := 0
		for _, err := range s.Related(ctx, *hottest, by, skip) {
			if err != nil {
				return err
			}
			if n++; n == 100 {
				break
			}
		}
		fmt.Printf("%d of them after %d: %v\n", n, skip, time.Since(start).Round(time.Microsecond))
	}
	return nil
}

// longestQuery bounds the time of one query.
const longestQuery = 5 * time.Minute

// queries answers each query of a museum twice.
func (r run) queries(ctx context.Context, s *boltstore.Store) error {
	library := &questions.Library{Store: s, Samples: dataset.NewSamples()}
	for _, q := range questions.Museum {
		var took [2]time.Duration
		n := 0
		for i := range took {
			bounded, cancel := context.WithTimeout(ctx, longestQuery)
			start := time.Now()
			var err error
			n, err = library.Answer(bounded, q)
			took[i] = time.Since(start).Round(time.Microsecond)
			cancel()
			if err != nil {
				fmt.Printf("query %s: %v after %v\n", q.Name, err, took[i])
				break
			}
		}
		fmt.Printf("query %s: %d results in %v, then %v\n", q.Name, n, took[0], took[1])
	}
	return nil
}
