package readcmd

import (
	"context"
	"errors"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/remote"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

type DumpCommand struct {
	storeopen.AnyStoreFlag
	storeopen.ContextsFlag
	Format  string `default:"nquads" help:"Format: nquads, trig or jsonl (default: ${default}); or versions: every version of every record, with when, who and why, as JSON Lines (docs/versions.md)."`
	Recover bool   `help:"Write what can still be read of a damaged store, and report what cannot."`
}

func (DumpCommand) Help() string {
	return `Records are written in the order of their URIs, all as they were at one moment. The
same records always give the same bytes. jsonl keeps the order and nesting of
each record; nquads and trig keep its RDF only. Beside a server that has the store,
--format versions makes a copy of it first, in the folder for temporary files (TMPDIR).

Examples:

    vitrine dump --db museum.db > museum.nq

    vitrine dump --db museum.db --format jsonl | gzip > museum.jsonl.gz

    vitrine dump --db museum.db | vitrine load --db copy.db --base-url https://data.museum.example/ --format nquads -

    vitrine dump --server https://data.museum.example/ --format jsonl > museum.jsonl

    vitrine dump --db museum.db --format versions > history.jsonl

    vitrine dump --db damaged.db --recover --format jsonl > rescued.jsonl`
}

func (c *DumpCommand) Run(a *console.App) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	if c.Format == versionsFormat {
		return c.versions(a, r, service)
	}
	format, err := console.FormatNamed(c.Format, dataset.Formats(r.Formats))
	if err != nil {
		return err
	}
	if service != nil {
		return c.fromService(a, service, format)
	}
	if c.Recover {
		if err := storeopen.OnlyFile(c.DB, "restore the database from a copy, or leave --recover out"); err != nil {
			return err
		}
	}
	store, err := c.Shared().Opened(a.Ctx, boltstore.Options{ReadOnly: true, Recover: c.Recover})
	if err != nil {
		return err
	}
	// A bar among the records would be no help.
	bar := console.NewProgressBar(a.Stderr, a.Terminal && !console.IsTerminal(a.Stdout))
	entities, unreadable := store.Graphs(a.Ctx, ""), 0
	if c.Recover {
		entities = readable(a.Ctx, store, func(name rdf.IRI, err error) {
			unreadable++
			bar.Clear()
			a.Say("%s cannot be read: %s", name, err)
		})
	}
	entities = shown(entities, bar, countRecords(a.Ctx, store))
	err = dataset.Write(a.Stdout, rdfstore.Graphs(entities), format)
	bar.Clear()
	if err := storeopen.Closing(store, err); err != nil {
		return err
	}
	if unreadable > 0 {
		return console.StatusError(console.StatusPartly)
	}
	return nil
}

// fromService writes the dump of a service.
func (c *DumpCommand) fromService(a *console.App, service *remote.Client, format *serialize.Format) error {
	defer service.Close()
	if c.Recover {
		return console.Usage("stop the server first, or recover a backup", "--recover needs the store itself, not a server that has it")
	}
	return storeopen.HintedService(service.Dump(a.Ctx, a.Stdout, format.Extensions[0]))
}

// readable yields the readable records of a damaged store, and calls unreadable for
// each of the others.
func readable(ctx context.Context, store rdfstore.Store, unreadable func(rdf.IRI, error)) iter.Seq2[*rdfstore.Entity, error] {
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

// countRecords returns how many records a store has, 0 if it does not say.
func countRecords(ctx context.Context, store rdfstore.Store) uint64 {
	classes, err := store.Classes(ctx)
	if err != nil || len(classes) == 0 {
		return 0 // only the time that is left is not shown
	}
	return classes[0].Count
}

// shown yields records, and shows how many of so many there were.
func shown(entities iter.Seq2[*rdfstore.Entity, error], bar *console.ProgressBar, total uint64) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		n := uint64(0)
		for entity, err := range entities {
			if !yield(entity, err) {
				return
			}
			n++
			bar.Records(n, float64(n)/float64(total))
		}
	}
}
