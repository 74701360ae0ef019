package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/load"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

type LoadCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	storeopen.ChangeFlags
	reportFlags
	console.JSONFlag
	Format  string `placeholder:"NAME" help:"Format of all files, whatever their extensions; required for standard input."`
	Lenient bool   `help:"Accept records with keys that no context defines; drop these keys and report them."`
	Strict  bool   `help:"Store nothing if any record is refused."`
	Atomic  bool   `help:"Store all records or none also through a server, up to its limit for one request."`
	admissionFlags
	Memory int64    `default:"256" placeholder:"MIB" help:"Memory for sorting if very many records are loaded, in MiB (default: ${default})."`
	Path   []string `arg:"" help:"File, folder, or - for standard input."`
}

func (LoadCommand) Help() string {
	return `The extension of a file determines its format: .json and .jsonld hold one record in
JSON-LD, .jsonl one record per line; .nq, .nt, .ttl, .trig and .rdf hold RDF. Files
can be compressed as .gz or .zst. The files of a folder are read in the order of
their names; files of other formats are skipped and counted.

A record that cannot be kept completely is refused, and the message has the file and
the line. The other records are stored, and the exit status is 3. A record that breaks
a rule of the model is stored, and the fault is reported. --validate enforce refuses
records with errors that the stored record does not have as well; --allow RULE accepts
the errors of a rule. If two records have the same id, the second is refused. Loading
a record again replaces it. If the load is interrupted, nothing is stored.

While vitrine serve has the store, the records go through the server, which checks them as
well, by its own flags, and goes on answering: up to 50 records at once, so that an
interrupted load has stored some of them, and says which. The same command again goes on from
there. --atomic stores all or none, up to 64 MiB of them. Such a load goes last where others wait
for a processor, and slows down, to a quarter of its speed at most, while requests to the server wait.

--server loads into a service elsewhere, with a token of the scope admin. The service
checks the records as well, by its own flags. It stores up to 1,000 records at once,
and --atomic or --strict all of them or none, up to its limit for one request.

The first 8 findings are shown, followed by a table that counts all of them, one line a
rule; --report writes all of them to a file.

Examples:

    vitrine load --db museum.db --base-url https://data.museum.example/ records/

    vitrine load --db museum.db objects.jsonl.gz people.ttl

    vitrine load --server https://data.museum.example/ --token-file token records/

    zcat dump.nq.gz | vitrine load --db museum.db --format nquads -`
}

func (c *LoadCommand) Run(a *console.App) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, !pgstore.IsAddress(c.DB)); err != nil {
		return err
	}
	plan, err := c.plan(a, r)
	if err != nil {
		return err
	}
	return c.load(a, r, plan)
}

// load carries out a plan.
func (c *LoadCommand) load(a *console.App, r *storeopen.Dependencies, plan *loadPlan) error {
	defer plan.cleanUp()
	service, err := c.Service(a.Ctx)
	if err != nil {
		return errors.Join(err, plan.findings.close())
	}
	if service != nil {
		return c.intoService(a, r, plan, service)
	}
	if c.Strict {
		if err := c.rehearse(a.Ctx, plan); err != nil {
			return errors.Join(err, plan.findings.close())
		}
	}
	start := time.Now()
	if c.isNew() {
		counts, report, err := plan.storeInNewFile(a.Ctx, c)
		return c.finish(a, plan, counts, report, time.Since(start), err)
	}
	store, err := c.Shared().OpenedForWriting(a, c.ChangeFlags, boltstore.Options{Create: true, Base: string(c.BaseURL), Derivation: plan.derivation}, plan.bar.Rewrite)
	if err != nil {
		return err
	}
	plan.check.use(store)
	counts, report, err := plan.store(a.Ctx, store, c)
	return c.finish(a, plan, counts, report, time.Since(start), err)
}

// rehearse has the plan read all records before one is stored.
func (c *LoadCommand) rehearse(ctx context.Context, plan *loadPlan) error {
	if c.isNew() {
		return plan.rehearse(ctx, nil)
	}
	before, err := c.Shared().Opened(ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return storeopen.Closing(before, plan.rehearse(ctx, before))
}

// isNew tells whether the load makes the store file.
func (c *LoadCommand) isNew() bool {
	_, err := os.Stat(c.DB)
	return !pgstore.IsAddress(c.DB) && errors.Is(err, fs.ErrNotExist)
}

// finish prints the summary of a load, or its error.
func (c *LoadCommand) finish(a *console.App, plan *loadPlan, counts load.Counts, report load.Report, took time.Duration, err error) error {
	if err = errors.Join(err, plan.findings.close()); err != nil {
		return err
	}
	result := loadResult{report.Records, report.Quads, counts.Created, counts.Updated, counts.Unchanged, report.Refused, report.Dropped, took.Seconds()}
	if err := c.JSONFlag.Report(a, result, "%s", summary(counts, report, took)); err != nil {
		return err
	}
	if report.Refused > 0 {
		return console.StatusError(console.StatusPartly)
	}
	return nil
}

// loadResult is what a load prints as JSON.
type loadResult struct {
	// Records and Quads were taken, and Created, Updated and Unchanged say what became of
	// the records.
	Records   int    `json:"records"`
	Quads     int    `json:"quads"`
	Created   uint64 `json:"created"`
	Updated   uint64 `json:"updated"`
	Unchanged uint64 `json:"unchanged"`
	// Refused counts records, Dropped keys that lenient reading left out.
	Refused int     `json:"refused"`
	Dropped int     `json:"dropped"`
	Seconds float64 `json:"seconds"`
}

// summary returns the summary of a load.
func summary(c load.Counts, r load.Report, took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "loaded %s, %s in %s: %d new, %d replaced, %d unchanged; %d refused",
		console.Count(r.Records, "record"), console.Count(r.Quads, "quad"), took.Round(time.Millisecond), c.Created, c.Updated, c.Unchanged, r.Refused)
	if r.Dropped > 0 {
		fmt.Fprintf(&b, ", %s dropped", console.Count(r.Dropped, "key"))
	}
	return b.String()
}
