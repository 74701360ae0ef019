package admincmd

import (
	"os"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/boltstore"
)

type CompactCommand struct {
	storeopen.StoreFlag
	storeopen.KeepFlag
	console.JSONFlag
}

func (CompactCommand) Help() string {
	return `Rewrites the store without the empty space that changes have left, and replaces the
file. If it is interrupted, the store is unchanged. It needs as much free disk
space as the store takes, and no other process may have the store open.

Examples:

    vitrine compact --db museum.db`
}

func (c *CompactCommand) Run(a *console.App) error {
	if err := storeopen.OnlyFile(c.DB, "PostgreSQL reclaims space itself, by autovacuum"); err != nil {
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
	working := a.Working("compacting " + c.DB)
	err = boltstore.Compact(a.Ctx, c.DB, relations, c.Keep())
	working.Stop()
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
