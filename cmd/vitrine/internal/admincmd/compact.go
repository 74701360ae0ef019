package admincmd

import (
	"os"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

type CompactCommand struct {
	storeopen.StoreFlag
	storeopen.KeepFlag
	console.JSONFlag
}

func (CompactCommand) Help() string {
	return `Rewrites the store without the empty space that changes have left, and replaces the
file. If it is interrupted, the store is unchanged. It needs as much free disk
space as the store takes, and no other process may have the store open. Past states go
that --keep-versions does not name; in a database nothing else is done, beside its servers.

Examples:

    vitrine compact --db museum.db

    vitrine compact --db museum.db --keep-versions 90d`
}

func (c *CompactCommand) Run(a *console.App) error {
	if pgstore.IsAddress(c.DB) && c.Keep() != (rdfstore.Retention{}) {
		return c.prune(a)
	}
	if err := storeopen.OnlyFile(c.DB, "PostgreSQL reclaims space itself, by autovacuum; --keep-versions removes past states"); err != nil {
		return err
	}
	before, err := size(c.DB)
	if err != nil {
		return err
	}
	relations, err := storeopen.Derivation()
	if err != nil {
		return err
	}
	a.Begin("compacting " + c.DB)
	err = boltstore.Compact(a.Ctx, c.DB, relations, c.Keep())
	if err != nil {
		return err
	}
	after, err := size(c.DB)
	if err != nil {
		return err
	}
	result := struct {
		File   string `json:"file"`
		Before int64  `json:"bytesBefore"`
		Bytes  int64  `json:"bytes"`
	}{c.DB, before, after}
	return c.Report(a, result, "%s: %d bytes before, %d bytes now", c.DB, before, after)
}

// prune removes the past states of a store in a database that are kept no longer.
func (c *CompactCommand) prune(a *console.App) error {
	relations, err := storeopen.Derivation()
	if err != nil {
		return err
	}
	store, err := storeopen.OpenDatabase(a.Ctx, c.DB, pgstore.Options{Derivation: relations, Keep: c.Keep()})
	if err != nil {
		return err
	}
	removed, err := store.Prune(a.Ctx)
	if err = storeopen.Closing(store, err); err != nil {
		return err
	}
	result := struct {
		Store   string `json:"store"`
		Removed int64  `json:"removed"`
	}{pgstore.Redacted(c.DB), removed}
	return c.Report(a, result, "%s: %s removed", result.Store, console.Count(int(removed), "past version"))
}

// size returns the size of a store, in bytes.
func size(path string) (int64, error) {
	if err := storeopen.Exists(path); err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
