package main

import (
	"bufio"
	"context"
	"errors"
	"io"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/serialize"
)

type dumpCommand struct {
	storeFlag
	contextsFlag
	Format string `default:"nquads" help:"Format: nquads, trig or jsonl (default: ${default})."`
}

func (dumpCommand) Help() string {
	return `The records come in the order of their URIs, as they were at one moment, and the
same records always give the same bytes. jsonl keeps the order and nesting of
each record; nquads and trig keep what RDF can say.

Examples:

    vitrine dump --db museum.db > museum.nq

    vitrine dump --db museum.db --format jsonl | gzip > museum.jsonl.gz

    vitrine dump --db museum.db | vitrine load --db copy.db --format nquads -`
}

func (c *dumpCommand) Run(a *app) error {
	r, err := c.rooms()
	if err != nil {
		return err
	}
	format, err := formatNamed(c.Format, datasets(r.formats))
	if err != nil {
		return err
	}
	store, err := openStore(c.DB, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return closing(store, dump(a.ctx, a.stdout, store, format))
}

// datasets returns the formats in which many records can be written.
func datasets(t serialize.Table) serialize.Table {
	var out serialize.Table
	for _, f := range t.Writable() {
		if f.Dataset {
			out = append(out, f)
		}
	}
	return out
}

// dump writes every record of the store.
func dump(ctx context.Context, w io.Writer, store rdfstore.Store, format *serialize.Format) error {
	out := bufio.NewWriterSize(w, 1<<16)
	encoder := format.NewEncoder(out)
	for entity, err := range store.Graphs(ctx, "") {
		if err == nil {
			err = encoder.Encode(entity.Graph)
		}
		if err != nil {
			return errors.Join(err, out.Flush())
		}
	}
	return errors.Join(encoder.Close(), out.Flush())
}
