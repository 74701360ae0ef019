package admincmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/atomicfile"
	"vitrine/rdfstore/boltstore"
)

// RestoreBackup puts a backup in the place of a store file.
type RestoreBackup struct {
	storeopen.SharedFlag
	console.JSONFlag
	// File is the backup.
	File string
}

// Run restores the backup.
func (c *RestoreBackup) Run(a *console.App) error {
	if err := storeopen.OnlyFile(c.DB, "restore a database with PostgreSQL's own means, such as pg_restore or a recovery to a moment (docs/scale.md)"); err != nil {
		return err
	}
	if err := storeopen.Exists(c.File); err != nil {
		return err
	}
	if err := c.free(a.Ctx); err != nil {
		return err
	}
	drafts, err := storeopen.HasDrafts(a.Ctx, c.File)
	if err != nil {
		return err
	}
	if err := c.checkBackup(a, c.File); err != nil {
		return err
	}
	if drafts {
		if err := c.checkBackup(a, storeopen.DraftsOf(c.File)); err != nil {
			return err
		}
		if _, err := replace(a, storeopen.DraftsOf(c.File), storeopen.DraftsOf(c.DB)); err != nil {
			return err
		}
	}
	kept, err := replace(a, c.File, c.DB)
	if err != nil {
		return err
	}
	result := struct {
		File string `json:"file"`
		Kept string `json:"kept,omitempty"`
	}{c.DB, kept}
	text := ""
	if kept != "" {
		text = "; the store before is " + kept
	}
	return c.Report(a, result, "%s: restored from %s%s", c.DB, c.File, text)
}

// free returns an error if another process has the store. A store that is damaged may be
// replaced.
func (c *RestoreBackup) free(ctx context.Context) error {
	served, err := c.LocalServer(ctx, c.DB)
	if err != nil {
		return err
	}
	if served != nil {
		return errors.Join(console.Hinted(fmt.Errorf("a server has %s open", c.DB), "stop the server first"), served.Close())
	}
	store, err := boltstore.Open(c.DB, boltstore.Options{ReadOnly: true})
	if errors.Is(err, boltstore.ErrLocked) {
		return err
	}
	if err == nil {
		return store.Close()
	}
	return nil
}

// checkBackup returns an error if the backup has faults.
func (c *RestoreBackup) checkBackup(a *console.App, file string) error {
	relations, err := storeopen.Derivation()
	if err != nil {
		return err
	}
	a.Begin("checking " + file)
	err = boltstore.Check(a.Ctx, file, relations, func(f boltstore.Fault) {
		a.Say("%s: %s", file, f)
	})
	if err != nil {
		return console.Hinted(fmt.Errorf("%s is unchanged: check the backup: %w", c.DB, err), "restore an older backup")
	}
	return nil
}

// replace puts a copy of a backup in the place of a store, and returns where the store
// before is, "" where there was none.
func replace(a *console.App, file, db string) (kept string, err error) {
	source, err := boltstore.Open(file, boltstore.Options{ReadOnly: true})
	if err != nil {
		return "", err
	}
	// A restore that was killed has left its copy, under a name that load and compact
	// remove too.
	copied := db + ".vitrine-tmp-restore"
	if err := os.Remove(copied); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", errors.Join(err, source.Close())
	}
	_, err = storeopen.Backup(a.Ctx, showing(a, source, file), copied)
	if err = storeopen.Closing(source, err); err != nil {
		return "", err
	}
	// The link keeps the old file under its new name, so that there is a store all the time.
	kept = db + ".before-" + time.Now().UTC().Format("20060102T150405.000Z")
	if err = os.Link(db, kept); errors.Is(err, fs.ErrNotExist) {
		kept, err = "", nil
	}
	if err == nil {
		err = os.Rename(copied, db)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(copied))
	}
	return kept, atomicfile.SyncDir(filepath.Dir(db))
}
