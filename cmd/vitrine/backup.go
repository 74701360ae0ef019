package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"vitrine/rdfstore/atomicfile"
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
	n, err := backup(a.ctx, a.showing(source, c.DB), c.File)
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
func (a *app) showing(store copyable, db string) copyable { return &shownCopy{store, a, db} }

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

// copyable is a store that copies itself while it is in use.
type copyable interface {
	// Backup writes a copy of the store as it is at one moment, and returns how
	// many bytes that took.
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// backup copies the store into a new file, which gets its name at the end.
func backup(ctx context.Context, store copyable, name string) (n int64, err error) {
	file, err := os.CreateTemp(filepath.Dir(name), ".vitrine-backup-*")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	n, err = store.Backup(ctx, file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return n, err
	}
	// Unlike a rename, a link never replaces a file.
	if err := os.Link(file.Name(), name); err != nil {
		return n, err
	}
	return n, errors.Join(os.Remove(file.Name()), atomicfile.SyncDir(filepath.Dir(name)))
}
