package main

import (
	"errors"
	"os"
	"path/filepath"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

type checkCommand struct {
	sharedFlag
	jsonFlag
}

func (checkCommand) Help() string {
	return `Reads the whole file, verifies its checksums, and checks that graphs, index, classes
and log agree. Each fault is reported on one line. The exit status is 1 if there are
faults. The store is not changed. While a server has the store, a copy is checked, which
takes as much disk space beside the store as the store does.

Examples:

    vitrine check --db museum.db`
}

func (c *checkCommand) Run(a *app) error {
	if err := onlyFile(c.DB, "a database is checked by PostgreSQL's own means: data checksums, pg_checksums and pg_amcheck (docs/scale.md); records are verified as they are read, all of them by vitrine dump"); err != nil {
		return err
	}
	if err := exists(c.DB); err != nil {
		return err
	}
	relations, err := derivation()
	if err != nil {
		return err
	}
	path, remove, err := c.checkable(a)
	if err != nil {
		return err
	}
	return errors.Join(c.check(a, path, relations), remove())
}

// checkable returns the path of the file to check: the store, or a copy of it if a server
// has it. The function removes the copy.
func (c *checkCommand) checkable(a *app) (path string, remove func() error, err error) {
	served, err := c.server(a.ctx, c.DB)
	if err != nil {
		return "", nil, err
	}
	if served == nil {
		return c.DB, func() error { return nil }, nil
	}
	defer served.Close()
	a.say("a server has %s open; checking a copy of it", c.DB)
	folder, err := os.MkdirTemp(filepath.Dir(c.DB), ".vitrine-check-*")
	if err != nil {
		return "", nil, err
	}
	remove = func() error { return os.RemoveAll(folder) }
	path = filepath.Join(folder, filepath.Base(c.DB))
	if _, err = backup(a.ctx, showing(a, served, c.DB), path); err != nil {
		return "", nil, errors.Join(err, remove())
	}
	return path, remove, nil
}

// check checks the file at the path.
func (c *checkCommand) check(a *app, path string, relations rdfstore.Derivation) error {
	faults, found := 0, []string{}
	var writing error
	working := a.working("checking " + c.DB)
	err := boltstore.Check(a.ctx, path, relations, func(f boltstore.Fault) {
		working.clear()
		faults++
		if c.JSON {
			found = append(found, f.String())
		} else {
			writing = errors.Join(writing, a.print("%s", f))
		}
	})
	working.stop()
	if c.JSON && (err == nil || errors.Is(err, rdfstore.ErrCorrupt)) {
		writing = a.printJSON(checkResult{c.DB, found})
	}
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
	if c.JSON {
		return nil
	}
	return a.print("%s: no faults", c.DB)
}

// checkResult is what a check prints as JSON.
type checkResult struct {
	File   string   `json:"file"`
	Faults []string `json:"faults"`
}
