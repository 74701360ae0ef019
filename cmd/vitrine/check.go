package main

import (
	"errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

type checkCommand struct {
	storeFlag
}

func (checkCommand) Help() string {
	return `Reads the whole file, verifies its checksums, and checks that graphs, index, classes
and log agree. Each fault is reported on one line. The exit status is 1 if there are
faults. The store is not changed.

Examples:

    vitrine check --db museum.db`
}

func (c *checkCommand) Run(a *app) error {
	if err := exists(c.DB); err != nil {
		return err
	}
	relations, err := derivation()
	if err != nil {
		return err
	}
	faults := 0
	var writing error
	err = boltstore.Check(a.ctx, c.DB, relations, func(f boltstore.Fault) {
		faults++
		writing = errors.Join(writing, a.print("%s", f))
	})
	switch {
	case writing != nil:
		return writing
	case faults > 0 && errors.Is(err, rdfstore.ErrCorrupt):
		a.say("%s in %s", count(faults, "fault"), c.DB)
		a.hint("restore the file from a backup, or save what can still be read: vitrine dump --recover --db " + c.DB)
		return statusError(statusFailed)
	case err != nil:
		return err
	}
	return a.print("%s: no faults", c.DB)
}
