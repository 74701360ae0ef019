package main

import (
	"os"

	"vitrine/rdfstore/boltstore"
)

type compactCommand struct {
	storeFlag
	jsonFlag
}

func (compactCommand) Help() string {
	return `Rewrites the store without the empty space that changes have left, and replaces the
file. If it is interrupted, the store is unchanged. It needs as much free disk
space as the store takes, and no other process may have the store open.

Examples:

    vitrine compact --db museum.db`
}

func (c *compactCommand) Run(a *app) error {
	if err := onlyFile(c.DB, "PostgreSQL reclaims space itself, by autovacuum"); err != nil {
		return err
	}
	before, err := size(c.DB)
	if err != nil {
		return err
	}
	relations, err := derivation()
	if err != nil {
		return err
	}
	working := a.working("compacting " + c.DB)
	err = boltstore.Compact(a.ctx, c.DB, relations)
	working.stop()
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
	return c.report(a, result, "%s: %d bytes before, %d bytes now", c.DB, before, after)
}

// size returns the size of a store, in bytes.
func size(path string) (int64, error) {
	if err := exists(path); err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
