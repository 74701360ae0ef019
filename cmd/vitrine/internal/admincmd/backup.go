package admincmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/boltstore"
)

type BackupCommand struct {
	storeopen.SharedFlag
	console.JSONFlag
	File string `arg:"" help:"File to write; it must not exist."`
}

func (BackupCommand) Help() string {
	return `Writes a copy of the store as it is at one moment. The copy is a complete store; 'vitrine
restore' puts it in the place of the store. The drafts of corrections, if there are any, are
copied into a file of the same name with .drafts. The copy gets its name only when it is complete. A running server can make backups itself: see --backup-dir of
'vitrine serve'.

Examples:

    vitrine backup --db museum.db backups/museum-2026-11-21.db

    vitrine check --db backups/museum-2026-11-21.db`
}

func (c *BackupCommand) Run(a *console.App) error {
	for _, file := range []string{c.File, storeopen.DraftsOf(c.File)} {
		if _, err := os.Lstat(file); err == nil {
			return console.Hinted(fmt.Errorf("%s already exists", file), "choose another file name; a backup never replaces a file")
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := storeopen.OnlyFile(c.DB, "copy a database with PostgreSQL's own means, such as pg_dump or pg_basebackup (docs/scale.md)"); err != nil {
		return err
	}
	source, closeSource, err := c.source(a.Ctx)
	if err != nil {
		return err
	}
	n, err := storeopen.BackupWithDrafts(a.Ctx, showing(a, source, c.DB), c.DB, c.File)
	if err = errors.Join(err, closeSource()); err != nil {
		return err
	}
	result := struct {
		File  string `json:"file"`
		Bytes int64  `json:"bytes"`
	}{c.File, n}
	return c.Report(a, result, "%s: %d bytes", c.File, n)
}

// source returns what makes the copy: the server that has the store, or the file.
func (c *BackupCommand) source(ctx context.Context) (source storeopen.Copyable, close func() error, err error) {
	served, err := c.LocalServer(ctx, c.DB)
	if err != nil {
		return nil, nil, err
	}
	if served != nil {
		return served, served.Close, nil
	}
	store, err := storeopen.OpenStore(c.DB, boltstore.Options{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	return store, store.Close, nil
}

// showing returns the Backup of a store, which shows how far it is on a terminal.
func showing(a *console.App, store storeopen.Copyable, db string) storeopen.CopyFunc {
	return func(ctx context.Context, w io.Writer) (int64, error) {
		bar := console.NewProgressBar(a.Stderr, a.Terminal)
		defer bar.Clear()
		total := int64(0)
		if info, err := os.Stat(db); err == nil {
			total = info.Size()
		}
		return store.Backup(ctx, &console.CountingWriter{W: w, Bar: bar, Total: total})
	}
}
