package admincmd

import (
	"errors"
	"os"
	"path/filepath"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

type CheckCommand struct {
	storeopen.SharedFlag
	console.JSONFlag
}

func (CheckCommand) Help() string {
	return `Reads the whole file, verifies its checksums, and checks that graphs, index, classes
and log agree. Each fault is reported on one line. The exit status is 1 if there are
faults. The store is not changed. While a server has the store, a copy is checked, which
takes as much disk space beside the store as the store does.

Examples:

    vitrine check --db museum.db`
}

func (c *CheckCommand) Run(a *console.App) error {
	if err := storeopen.OnlyFile(c.DB, "a database is checked by PostgreSQL's own means: data checksums, pg_checksums and pg_amcheck (docs/scale.md); records are verified as they are read, all of them by vitrine dump"); err != nil {
		return err
	}
	if err := storeopen.Exists(c.DB); err != nil {
		return err
	}
	relations, err := storeopen.Derivation()
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
func (c *CheckCommand) checkable(a *console.App) (path string, remove func() error, err error) {
	served, err := c.LocalServer(a.Ctx, c.DB)
	if err != nil {
		return "", nil, err
	}
	if served == nil {
		return c.DB, func() error { return nil }, nil
	}
	defer served.Close()
	a.Say("a server has %s open; checking a copy of it", c.DB)
	folder, err := os.MkdirTemp(filepath.Dir(c.DB), ".vitrine-check-*")
	if err != nil {
		return "", nil, err
	}
	remove = func() error { return os.RemoveAll(folder) }
	path = filepath.Join(folder, filepath.Base(c.DB))
	if _, err = storeopen.Backup(a.Ctx, showing(a, served, c.DB), path); err != nil {
		return "", nil, errors.Join(err, remove())
	}
	return path, remove, nil
}

// check checks the file at the path.
func (c *CheckCommand) check(a *console.App, path string, relations rdfstore.Derivation) error {
	faults, found := 0, []string{}
	var writing error
	a.Begin("checking " + c.DB)
	err := boltstore.Check(a.Ctx, path, relations, func(f boltstore.Fault) {
		faults++
		if c.JSON {
			found = append(found, f.String())
		} else {
			writing = errors.Join(writing, a.Print("%s", f))
		}
	})
	if c.JSON && (err == nil || errors.Is(err, rdfstore.ErrCorrupt)) {
		writing = a.PrintJSON(checkResult{c.DB, found})
	}
	switch {
	case writing != nil:
		return writing
	case faults > 0 && errors.Is(err, rdfstore.ErrCorrupt):
		a.Say("%s in %s", console.Count(faults, "fault"), c.DB)
		a.Hint("restore the file from a backup, or save what can still be read: vitrine dump --recover --db " + c.DB)
		return console.StatusError(console.StatusFailed)
	case err != nil:
		return err
	}
	if c.JSON {
		return nil
	}
	return a.Print("%s: no faults", c.DB)
}

// checkResult is what a check prints as JSON.
type checkResult struct {
	File   string   `json:"file"`
	Faults []string `json:"faults"`
}
