package storeopen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"sync"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

// DraftsOf names the store of the drafts of a store: a file beside it, or another schema of its
// database.
func DraftsOf(db string) string {
	if !pgstore.IsAddress(db) {
		return db + ".drafts"
	}
	u, err := url.Parse(db)
	if err != nil {
		return db // which does not open
	}
	q := u.Query()
	q.Set("schema", cmp.Or(q.Get("schema"), "vitrine")+"_drafts")
	u.RawQuery = q.Encode()
	return u.String()
}

// Drafts is the store of the drafts of a store. It is open only while it is used, so that commands
// can copy a file beside a server.
type Drafts struct {
	// DB names the store of the records, which has the Base, the Derivation and the retention.
	DB         string
	Base       string
	Derivation rdfstore.Derivation
	Keep       rdfstore.Retention
	Logger     *slog.Logger

	mu sync.Mutex
}

// draftsTimeout is how long a draft waits for a command that copies the file.
const draftsTimeout = 5 * time.Second

// Use does work on the store, which is made where it is to be. The error wraps rdfstore.ErrNotFound
// where there is none.
func (d *Drafts) Use(ctx context.Context, make bool, work func(rdfstore.Store) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	store, err := d.open(ctx, make)
	if isMissing(err) {
		return rdfstore.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("open the store of drafts: %w", err)
	}
	return Closing(store, work(store))
}

func (d *Drafts) open(ctx context.Context, make bool) (rdfstore.Store, error) {
	name := DraftsOf(d.DB)
	if pgstore.IsAddress(d.DB) {
		if make {
			if _, err := pgstore.Init(ctx, name, d.Derivation, d.Base); err != nil {
				return nil, err
			}
		}
		return OpenDatabase(ctx, name, pgstore.Options{Derivation: d.Derivation, Keep: d.Keep, Logger: d.Logger})
	}
	o := boltstore.Options{Create: make, Base: d.Base, Derivation: d.Derivation, Keep: d.Keep, Logger: d.Logger, LockTimeout: draftsTimeout}
	return OpenForWriting(ctx, name, o, func(message string) { d.Logger.Info(message) }, nil)
}

// BackupWithDrafts copies a store, and its drafts beside it; the copy of the store comes last.
func BackupWithDrafts(ctx context.Context, write CopyFunc, db, name string) (n int64, err error) {
	drafts, err := boltstore.Open(DraftsOf(db), boltstore.Options{ReadOnly: true, LockTimeout: draftsTimeout})
	if isMissing(err) {
		return Backup(ctx, write, name)
	}
	if err == nil {
		_, err = Backup(ctx, drafts.Backup, DraftsOf(name))
		err = Closing(drafts, err)
	}
	if err != nil {
		return 0, err
	}
	if n, err = Backup(ctx, write, name); err != nil {
		err = errors.Join(err, os.Remove(DraftsOf(name)))
	}
	return n, err
}

// HasDrafts tells whether a store has ever had drafts.
func HasDrafts(ctx context.Context, db string) (bool, error) {
	store, err := SharedFlag{DB: DraftsOf(db)}.Opened(ctx, boltstore.Options{ReadOnly: true})
	if isMissing(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, store.Close()
}

func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, pgstore.ErrNoStore)
}
