package main

import (
	"vitrine/rdfstore/boltstore"
)

type upgradeCommand struct {
	storeFlag
	jsonFlag
}

func (upgradeCommand) Help() string {
	return `Converts a store of an earlier version of vitrine to the format of this version,
and replaces the file. Records, versions, the log of changes and the information
about deleted records are kept. If it is interrupted, the store is unchanged. It
needs as much free disk space as the store takes, and no other process may have the
store open. Earlier versions cannot read the upgraded store, so keep a copy if you
may need to go back.

serve, load and harvest upgrade a store before they begin; commands that only read
fail and ask for this command.

Examples:

    cp museum.db museum-before.db
    vitrine upgrade --db museum.db`
}

func (c *upgradeCommand) Run(a *app) error {
	if err := onlyFile(c.DB, "bring the tables of a database to this version with: vitrine db migrate"); err != nil {
		return err
	}
	if err := exists(c.DB); err != nil {
		return err
	}
	relations, err := derivation()
	if err != nil {
		return err
	}
	bar := newProgressBar(a.stderr, a.terminal)
	bar.begin(func() int64 { return 0 })
	store, err := openForWriting(a.ctx, c.DB, boltstore.Options{Derivation: relations}, a.notify, bar.rewrite)
	bar.end()
	if err != nil {
		return err
	}
	stats, err := store.Stats(a.ctx)
	if err = closing(store, err); err != nil {
		return err
	}
	result := struct {
		File    string `json:"file"`
		Format  int    `json:"format"`
		Records uint64 `json:"records"`
	}{c.DB, stats.Format, stats.Entities}
	return c.report(a, result, "%s: format version %d, %s", c.DB, stats.Format, count(int(stats.Entities), "record"))
}
