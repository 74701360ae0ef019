package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"vitrine/checks/generate"
	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// writers is the number of clients that change records at once.
const writers = 32

// update changes records at random, a tenth at a time, each in one statement.
func (r run) update(ctx context.Context, s *boltstore.Store) error {
	fmt.Println("changes         a second   p50        p99        longest    not flushed")
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	start := time.Now()
	for tenth := range 10 {
		times, took, err := together(writers, r.updates/10/writers, func(client, i int, timed func(func() error) error) error {
			random := rand.New(rand.NewPCG(uint64(tenth)<<32|uint64(client), uint64(i)))
			text := generate.Record(generate.Options{Seed: 1}, random.IntN(r.records))
			label := []byte(`"_label":"`)
			text = bytes.Replace(text, label, fmt.Appendf(label, "%d ", random.IntN(1000)), 1)
			for g, err := range format.Decode(ctx, bytes.NewReader(text), serialize.DecodeOptions{}) {
				if err != nil {
					return err
				}
				if err := timed(func() error {
					_, err := s.Apply(ctx, rdfstore.Change{Put: g})
					return err
				}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		fmt.Printf("%-15d %-10.0f %-10v %-10v %-10v %d\n", r.updates*(tenth+1)/10, float64(len(times))/took.Seconds(),
			at(times, 50), at(times, 99), at(times, 100), s.Health().Unflushed)
	}
	fmt.Printf("%d changes by %d clients: %.0f a second\n", r.updates, writers, float64(r.updates)/time.Since(start).Seconds())
	return nil
}
