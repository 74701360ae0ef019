package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"vitrine/load"
	"vitrine/rdfstore/boltstore"
)

type loadCommand struct {
	storeFlag
	baseFlag
	contextsFlag
	reportFlags
	Format  string `placeholder:"NAME" help:"Format of every file, whatever its name; needed for standard input."`
	Lenient bool   `help:"Load records with keys that no context defines, without these keys, and report what was dropped."`
	Strict  bool   `help:"Store nothing if a single record would be refused."`
	admissionFlags
	Memory int64    `default:"256" placeholder:"MIB" help:"Memory for sorting when a great many records are loaded, in MiB (default: ${default})."`
	Path   []string `arg:"" help:"File, folder, or - for standard input."`
}

func (loadCommand) Help() string {
	return `The extension of a file tells its format: .json and .jsonld hold one record in
JSON-LD, .jsonl one a line; .nq, .nt, .ttl, .trig and .rdf hold RDF. Files may be
compressed as .gz or .zst. Folders are read in the order of their names; other
files in them are skipped and counted.

A record that cannot be kept whole, or that has errors, is refused with its file
and line. The other records are stored, and the exit status is 3. Errors that the
stored record has as well are only warnings. --validate warn stores records with
errors; --allow RULE accepts the errors of a rule. If two records have the same id, the
second is refused. Loading a record again replaces it. An interrupted load stores
nothing.

Of the findings, 20 a rule are shown, followed by a table that counts all of them;
--report writes all of them to a file.

Examples:

    vitrine load --db museum.db --base-url https://data.museum.example/ records/

    vitrine load --db museum.db objects.jsonl.gz people.ttl

    zcat dump.nq.gz | vitrine load --db museum.db --format nquads -`
}

func (c *loadCommand) Run(a *app) error {
	r, err := c.dependencies()
	if err != nil {
		return err
	}
	plan, err := c.plan(a, r)
	if err != nil {
		return err
	}
	defer plan.cleanUp()
	if c.Strict {
		if err := plan.rehearse(a.ctx, c.DB); err != nil {
			return errors.Join(err, plan.told.close())
		}
	}
	store, err := openForWriting(a.ctx, c.DB, boltstore.Options{Create: true, Derivation: plan.derivation}, a.tell, plan.bar.rewrite)
	if err != nil {
		return err
	}
	plan.check.use(store)
	start := time.Now()
	counts, report, err := plan.store(a.ctx, store, c)
	if err = errors.Join(err, plan.told.close()); err != nil {
		return err
	}
	if err := a.print("%s", summary(counts, report, time.Since(start))); err != nil {
		return err
	}
	if report.Refused > 0 {
		return statusError(statusPartly)
	}
	return nil
}

// summary says what a load came to.
func summary(c load.Counts, r load.Report, took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "loaded %s, %s in %s: %d new, %d replaced, %d unchanged; %d refused",
		count(r.Records, "record"), count(r.Quads, "quad"), took.Round(time.Millisecond), c.Created, c.Updated, c.Unchanged, r.Refused)
	if r.Dropped > 0 {
		fmt.Fprintf(&b, ", %s dropped", count(r.Dropped, "key"))
	}
	return b.String()
}

// count returns a number with its noun.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
