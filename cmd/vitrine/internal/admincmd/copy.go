package admincmd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/storecopy"
)

type CopyCommand struct {
	From   string `required:"" placeholder:"FILE" help:"The store to copy: a store file, or the address of a store in PostgreSQL."`
	To     string `required:"" placeholder:"FILE" help:"The store to fill: a file that does not exist, or the address of a store in PostgreSQL that is empty or not there."`
	Memory int64  `default:"256" placeholder:"MIB" help:"Memory for sorting, in MiB (default: ${default})."`
	console.JSONFlag
}

func (CopyCommand) Help() string {
	return `Copies a store with all that it knows: its base URL, records, versions, times, the log of
changes, which records were deleted, and the drafts of corrections. Links, ETags and the change feed are the same afterwards, so
that a server can go on with the copy. The copy is complete or not there, and at the end
both are read and compared, entry by entry.

No server may have a store file open meanwhile; copy a backup of it instead. Servers on a
database go on; what they write after the copy has begun is not in it.

Examples:

    vitrine copy --from museum.db --to postgres://vitrine@db.museum.example/museum

    vitrine copy --from postgres://vitrine@db.museum.example/museum --to museum.db`
}

// maxCopyTime is how old the snapshot of the source may become.
const maxCopyTime = 7 * 24 * time.Hour

func (c *CopyCommand) Run(a *console.App) error {
	start := time.Now()
	relations, err := storeopen.Derivation()
	if err != nil {
		return err
	}
	drafts, err := storeopen.HasDrafts(a.Ctx, c.From)
	if err != nil {
		return err
	}
	if drafts {
		of := *c
		of.From, of.To = storeopen.DraftsOf(c.From), storeopen.DraftsOf(c.To)
		if _, err := of.copy(a, relations); err != nil {
			return fmt.Errorf("copy the drafts: %w", err)
		}
	}
	copied, err := c.copy(a, relations)
	if err != nil {
		return err
	}
	copied.Seconds = time.Since(start).Seconds()
	return c.Report(a, copied, "copied %s, %s and %s in %s; both stores were read and are the same",
		console.Count(copied.Records, "record"), console.Count(copied.Deleted, "deletion"), console.Count(int(copied.Changes), "change"), time.Since(start).Round(time.Millisecond))
}

// copy copies one store.
func (c *CopyCommand) copy(a *console.App, relations rdfstore.Derivation) (copied *copiedCounts, err error) {
	store, err := openWhole(a.Ctx, c.From)
	if err != nil {
		return nil, err
	}
	defer func() { err = storeopen.Closing(store, err) }()
	from, err := storecopy.Open(a.Ctx, store, c.scratch(), c.Memory<<20/2)
	if err != nil {
		return nil, err
	}
	defer func() { err = storeopen.Closing(from, err) }()
	base, err := store.Base(a.Ctx)
	if err != nil {
		return nil, err
	}
	copied = &copiedCounts{Changes: from.At().Seq}
	a.Begin("copying")
	err = c.fill(a.Ctx, relations, base, copied.counting(from.Histories(a.Ctx)))
	if err != nil {
		return nil, c.explained(a.Ctx, err)
	}
	a.Begin("comparing")
	err = c.compare(a.Ctx, from)
	return copied, err
}

// copiedCounts are what a copy prints as JSON.
type copiedCounts struct {
	Records int     `json:"records"`
	Deleted int     `json:"deleted"`
	Changes uint64  `json:"changes"`
	Seconds float64 `json:"seconds"`
}

// counting yields the histories and counts them.
func (n *copiedCounts) counting(histories iter.Seq2[rdfstore.History, error]) iter.Seq2[rdfstore.History, error] {
	return func(yield func(rdfstore.History, error) bool) {
		for h, err := range histories {
			switch {
			case err != nil:
			case h.Entity != nil:
				n.Records++
			default:
				n.Deleted++
			}
			if !yield(h, err) {
				return
			}
		}
	}
}

// scratch is where the names of a store are sorted.
func (CopyCommand) scratch() extsort.Scratch { return extsort.Folder("", "vitrine-copy-") }

// openWhole opens a store for reading all of it.
func openWhole(ctx context.Context, db string) (rdfstore.Store, error) {
	if pgstore.IsAddress(db) {
		return storeopen.OpenDatabase(ctx, db, pgstore.Options{ReadOnly: true, SnapshotAge: maxCopyTime})
	}
	store, err := storeopen.OpenStore(db, boltstore.Options{ReadOnly: true, SnapshotAge: maxCopyTime})
	if errors.Is(err, boltstore.ErrLocked) {
		err = console.Hinted(err, "stop the server, or copy a backup of its store: vitrine backup --db "+db+" FILE")
	}
	return store, err
}

// fill puts the histories into the store that is to be filled.
func (c *CopyCommand) fill(ctx context.Context, relations rdfstore.Derivation, base string, histories iter.Seq2[rdfstore.History, error]) error {
	if !pgstore.IsAddress(c.To) {
		if _, err := os.Lstat(c.To); err == nil {
			return rdfstore.ErrNotEmpty
		}
		return boltstore.Restore(ctx, c.To, histories, boltstore.BulkOptions{Memory: c.Memory << 20, Derivation: relations, Base: base})
	}
	if _, err := pgstore.Init(ctx, c.To, relations, base); err != nil {
		return err
	}
	store, err := storeopen.OpenDatabase(ctx, c.To, pgstore.Options{Derivation: relations})
	if err != nil {
		return err
	}
	empty, err := store.Base(ctx)
	if err == nil && empty != base {
		err = fmt.Errorf("the empty store has the base URL %s, not %s", empty, base)
	}
	if err != nil {
		return storeopen.Closing(store, err)
	}
	fillable, err := store.Fillable(ctx)
	switch {
	case err != nil:
	case !fillable:
		err = rdfstore.ErrNotEmpty
	default:
		err = store.Restore(ctx, histories, pgstore.BulkOptions{Memory: c.Memory << 20})
	}
	return storeopen.Closing(store, err)
}

// explained adds to the error of a copy what there is, and what to do.
func (c *CopyCommand) explained(ctx context.Context, err error) error {
	to := c.To
	if pgstore.IsAddress(to) {
		to = pgstore.Redacted(to)
	}
	switch {
	case errors.Is(err, rdfstore.ErrNotEmpty) && pgstore.IsAddress(c.To):
		return console.Hinted(fmt.Errorf("%s: %w, or its tables belong to another role; nothing was copied", to, rdfstore.ErrNotEmpty), "name another schema with ?schema=NAME")
	case errors.Is(err, rdfstore.ErrNotEmpty):
		return console.Hinted(fmt.Errorf("%s already exists; nothing was copied", to), "choose another file name")
	case errors.Is(err, rdfstore.ErrUncertain):
		return console.Hinted(err, "look with: vitrine get --db "+to+" ID")
	case ctx.Err() != nil:
		return errors.New("interrupted; nothing was copied")
	}
	return fmt.Errorf("nothing was copied: %w", err)
}

// compare reads both stores.
func (c *CopyCommand) compare(ctx context.Context, from *storecopy.Source) error {
	store, err := openWhole(ctx, c.To)
	if err != nil {
		return err
	}
	to, err := storecopy.Open(ctx, store, c.scratch(), c.Memory<<20/2)
	if err == nil {
		err = storeopen.Closing(to, storecopy.Compare(ctx, from, to))
	}
	var different *storecopy.DifferenceError
	if errors.As(err, &different) {
		err = console.Hinted(fmt.Errorf("the copy differs: %w", err), "do not use the copy; check the source with: vitrine check")
	}
	return storeopen.Closing(store, err)
}
