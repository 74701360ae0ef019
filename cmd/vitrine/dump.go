package main

import (
	"context"
	"errors"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

type dumpCommand struct {
	anyStoreFlag
	contextsFlag
	Format  string `default:"nquads" help:"Format: nquads, trig or jsonl (default: ${default})."`
	Recover bool   `help:"Write what can still be read of a damaged store, and report what cannot."`
}

func (dumpCommand) Help() string {
	return `Records are written in the order of their URIs, all as they were at one moment. The
same records always give the same bytes. jsonl keeps the order and nesting of
each record; nquads and trig keep its RDF only.

Examples:

    vitrine dump --db museum.db > museum.nq

    vitrine dump --db museum.db --format jsonl | gzip > museum.jsonl.gz

    vitrine dump --db museum.db | vitrine load --db copy.db --format nquads -

    vitrine dump --server https://data.museum.example/ --format jsonl > museum.jsonl

    vitrine dump --db damaged.db --recover --format jsonl > rescued.jsonl`
}

func (c *dumpCommand) Run(a *app) error {
	r, err := c.dependencies()
	if err != nil {
		return err
	}
	format, err := formatNamed(c.Format, dataset.Formats(r.formats))
	if err != nil {
		return err
	}
	service, err := c.service(a.ctx)
	if err != nil {
		return err
	}
	if service != nil {
		return c.fromService(a, service, format)
	}
	if c.Recover {
		if err := onlyFile(c.DB, "restore the database from a copy, or leave --recover out"); err != nil {
			return err
		}
	}
	store, err := c.shared().opened(a.ctx, boltstore.Options{ReadOnly: true, Recover: c.Recover})
	if err != nil {
		return err
	}
	// A bar among the records would be no help.
	bar := newProgressBar(a.stderr, a.terminal && !isTerminal(a.stdout))
	bar.begin(func() int64 { return 0 })
	entities, unreadable := store.Graphs(a.ctx, ""), 0
	if c.Recover {
		entities = readable(a.ctx, store, func(name rdf.IRI, err error) {
			unreadable++
			bar.clear()
			a.say("%s cannot be read: %s", name, err)
		})
	}
	entities = shown(entities, bar, countRecords(a.ctx, store))
	err = dataset.Write(a.stdout, graphs(entities), format)
	bar.end()
	if err := closing(store, err); err != nil {
		return err
	}
	if unreadable > 0 {
		return statusError(statusPartly)
	}
	return nil
}

// fromService writes the dump of a service.
func (c *dumpCommand) fromService(a *app, service *remote.Client, format *serialize.Format) error {
	defer service.Close()
	if c.Recover {
		return usage("stop the server first, or recover a backup", "--recover needs the store itself, not a server that has it")
	}
	return hintedService(service.Dump(a.ctx, a.stdout, format.Extensions[0]))
}

// readable yields the readable records of a damaged store, and calls unreadable for
// each of the others.
func readable(ctx context.Context, store openedStore, unreadable func(rdf.IRI, error)) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		for name, err := range store.Entities(ctx, "") {
			var entity *rdfstore.Entity
			if err == nil {
				entity, err = store.Get(ctx, name)
				if errors.Is(err, rdfstore.ErrCorrupt) {
					unreadable(name, err)
					continue
				}
			}
			if !yield(entity, err) {
				return
			}
		}
	}
}

// graphs yields the graphs of records.
func graphs(entities iter.Seq2[*rdfstore.Entity, error]) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for entity, err := range entities {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(entity.Graph, nil) {
				return
			}
		}
	}
}

// countRecords returns how many records a store has, 0 if it does not say.
func countRecords(ctx context.Context, store openedStore) uint64 {
	classes, err := store.Classes(ctx)
	if err != nil || len(classes) == 0 {
		return 0 // only the time that is left is not shown
	}
	return classes[0].Count
}

// shown yields records, and shows how many of so many there were.
func shown(entities iter.Seq2[*rdfstore.Entity, error], bar *progressBar, total uint64) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		n := uint64(0)
		for entity, err := range entities {
			if !yield(entity, err) {
				return
			}
			n++
			bar.records(n, float64(n)/float64(total))
		}
	}
}
