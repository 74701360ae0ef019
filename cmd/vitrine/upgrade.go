package main

import (
	"vitrine/rdfstore/boltstore"
)

type upgradeCommand struct {
	storeFlag
}

func (upgradeCommand) Help() string {
	return `Writes a store that an earlier version of vitrine has made anew in the format of
this one, and puts it in place of the old file. Records, versions, the log of
changes and what is known of deleted records are kept. If it is interrupted, the
store is as it was. It needs as much free space as the store takes, and the store
to itself. Earlier versions do not read it any more: keep a copy to go back to.

serve, load and harvest do the same before they begin; commands that only read
name this one.

Examples:

    cp museum.db museum-before.db
    vitrine upgrade --db museum.db`
}

func (c *upgradeCommand) Run(a *app) error {
	if err := exists(c.DB); err != nil {
		return err
	}
	relations, err := derivation()
	if err != nil {
		return err
	}
	bar := newProgressBar(a.stderr, a.terminal)
	bar.begin(func() int64 { return 0 })
	store, err := openForWriting(a.ctx, c.DB, boltstore.Options{Derivation: relations}, a.tell, bar.rewrite)
	bar.end()
	if err != nil {
		return err
	}
	stats, err := store.Stats(a.ctx)
	if err = closing(store, err); err != nil {
		return err
	}
	return a.print("%s: format version %d, %s", c.DB, stats.Format, count(int(stats.Entities), "record"))
}
