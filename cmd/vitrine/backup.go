package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"vitrine/rdfstore/boltstore"
)

type backupCommand struct {
	sharedFlag
	jsonFlag
	File string `arg:"" help:"File to write; it must not exist."`
}

func (backupCommand) Help() string {
	return `Writes a copy of the store as it is at one moment. The copy is a complete store; 'vitrine
restore' puts it in the place of the store. The copy gets its name only when it is
complete. A running server can make backups itself: see --backup-dir of
'vitrine serve'.

Examples:

    vitrine backup --db museum.db backups/museum-2026-11-21.db

    vitrine check --db backups/museum-2026-11-21.db`
}

func (c *backupCommand) Run(a *app) error {
	if _, err := os.Lstat(c.File); err == nil {
		return &hintedError{fmt.Errorf("%s already exists", c.File), "choose another file name; a backup never replaces a file"}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := onlyFile(c.DB, "copy a database with PostgreSQL's own means, such as pg_dump or pg_basebackup (docs/scale.md)"); err != nil {
		return err
	}
	source, closeSource, err := c.source(a.ctx)
	if err != nil {
		return err
	}
	n, err := backup(a.ctx, showing(a, source, c.DB), c.File)
	if err = errors.Join(err, closeSource()); err != nil {
		return err
	}
	result := struct {
		File  string `json:"file"`
		Bytes int64  `json:"bytes"`
	}{c.File, n}
	return c.report(a, result, "%s: %d bytes", c.File, n)
}

// source returns what makes the copy: the server that has the store, or the file.
func (c *backupCommand) source(ctx context.Context) (source copyable, close func() error, err error) {
	served, err := c.server(ctx, c.DB)
	if err != nil {
		return nil, nil, err
	}
	if served != nil {
		return served, served.Close, nil
	}
	store, err := openStore(c.DB, boltstore.Options{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	return store, store.Close, nil
}

// showing is a store whose backup is shown as it goes, on a terminal.
func showing(a *app, store copyable, db string) copyable { return &shownCopy{store, a, db} }

type shownCopy struct {
	store copyable
	app   *app
	db    string
}

func (s *shownCopy) Backup(ctx context.Context, w io.Writer) (int64, error) {
	bar := newProgressBar(s.app.stderr, s.app.terminal)
	bar.begin(func() int64 { return 0 })
	defer bar.end()
	total := int64(0)
	if info, err := os.Stat(s.db); err == nil {
		total = info.Size()
	}
	return s.store.Backup(ctx, &countingWriter{w: w, bar: bar, total: total})
}
