package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// loadPlan is a load that can be run more than once.
type loadPlan struct {
	app     *console.App
	walker  load.Walker
	paths   []string
	stdin   *load.Source
	options load.Options
	bar     *console.ProgressBar
	// hinted are the hints that have been shown.
	findings *findings
	hinted   map[string]bool
	// check decides about the records.
	check *ModelCheck
	// derivation is that of the store.
	derivation rdfstore.Derivation
	// quiet suppresses messages that would repeat those of a rehearsal.
	quiet bool
	// place says where the records of a document that was made come from; it may be nil.
	place   func(line int) load.Place
	ignored int
	// partly tells that a load which breaks off has stored some records.
	partly bool
	// flush is called before records are stored that were checked.
	flush   func() error
	cleanUp func()
}

func (c *LoadCommand) plan(a *console.App, r *storeopen.Dependencies) (*loadPlan, error) {
	p := &loadPlan{app: a, paths: c.Path, derivation: r.Links.Derivation(), hinted: map[string]bool{}, flush: func() error { return nil }, cleanUp: func() {}}
	p.walker = load.Walker{Formats: r.Formats, Ignored: p.ignore}
	if c.Format != "" {
		format, err := console.FormatNamed(c.Format, r.Formats.Readable())
		if err != nil {
			return nil, err
		}
		p.walker.Format = format
	}
	p.bar = console.NewProgressBar(a.Stderr, a.Terminal)
	var err error
	if p.findings, err = c.reportFlags.open(a, a.Stderr, report.Options{Format: "text", Live: true}, p.bar.Clear); err != nil {
		return nil, err
	}
	if p.check, err = newModelCheck(c.admissionFlags, string(c.BaseURL), r, p.findings); err != nil {
		return nil, err
	}
	p.options = load.Options{
		Base: string(c.BaseURL), Lenient: c.Lenient, Check: p.check.check,
		Refused: p.refused, Dropped: p.findings.dropped, Progress: p.bar.Update,
	}
	return p, p.openStdin(c)
}

// openStdin prepares standard input, if it is among the paths. Input that has to
// be read twice is copied to a temporary file.
func (p *loadPlan) openStdin(c *LoadCommand) error {
	named := 0
	for _, path := range c.Path {
		if path == "-" {
			named++
		}
	}
	format := p.walker.Format
	switch {
	case named == 0:
		return nil
	case named > 1:
		return console.Usage("", "standard input can be read only once")
	case format == nil:
		return console.Usage("give it with --format, such as --format jsonl; the formats are "+console.FormatNames(p.walker.Formats.Readable()), "the format of standard input is unknown")
	}
	if format.Name == "jsonl" && !c.Strict {
		open := func() (io.ReadCloser, error) { return io.NopCloser(p.app.Stdin), nil }
		p.stdin = &load.Source{Name: "standard input", Format: format, Open: open}
		return nil
	}
	source, remove, err := load.Spool("standard input", format, p.app.Stdin)
	if err != nil {
		return err
	}
	p.stdin = &source
	p.cleanUp = func() { _ = remove() }
	return nil
}

// sources yields the documents in the order of the command line.
func (p *loadPlan) sources() iter.Seq2[load.Source, error] {
	return func(yield func(load.Source, error) bool) {
		for _, path := range p.paths {
			if path == "-" {
				if !yield(*p.stdin, nil) {
					return
				}
				continue
			}
			for source, err := range p.walker.Sources([]string{path}) {
				if errors.Is(err, load.ErrFormat) {
					err = console.Hinted(err, "give the format with --format; the known extensions are "+p.walker.Extensions())
				}
				source.Place = p.place
				if !yield(source, err) {
					return
				}
			}
		}
	}
}

// store stores the records and closes the store.
func (p *loadPlan) store(ctx context.Context, store rdfstore.Store, c *LoadCommand) (load.Counts, load.Report, error) {
	database, ok := store.(*pgstore.Store)
	if !ok {
		return p.storeInFile(ctx, store.(*boltstore.Store), c)
	}
	fillable, err := database.Fillable(ctx)
	if err != nil {
		return load.Counts{}, load.Report{}, storeopen.Closing(store, err)
	}
	if fillable {
		return p.storeInDatabase(ctx, database, c)
	}
	return p.storeBesideOthers(ctx, database, c.Atomic)
}

// storeInDatabase stores the records in an empty store in a database, all or none.
func (p *loadPlan) storeInDatabase(ctx context.Context, store *pgstore.Store, c *LoadCommand) (load.Counts, load.Report, error) {
	bulk := func(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) (load.Counts, error) {
		progress := func(b pgstore.BulkProgress) { p.bar.Bulk(boltstore.BulkProgress(b)) }
		created, err := store.BulkLoad(ctx, graphs, pgstore.BulkOptions{Memory: c.Memory << 20, Progress: progress})
		return load.Counts{Created: created}, err
	}
	loader, graphs := p.read(ctx)
	defer p.bar.Clear()
	counts, err := load.Put(ctx, store, graphs, bulk, load.Together)
	if err == nil {
		p.check.missing.report(store)
	}
	p.bar.Clear()
	err = storeopen.Closing(store, err)
	switch {
	case errors.Is(err, rdfstore.ErrUncertain):
		return counts, loader.Report(), console.Hinted(err, "the same command again finds out; records that are stored and have not changed stay as they are")
	case err != nil && ctx.Err() != nil:
		return counts, loader.Report(), errors.New("interrupted; nothing was stored")
	case err != nil:
		return counts, loader.Report(), fmt.Errorf("nothing was stored: %w", err)
	}
	p.reportIgnored()
	return counts, loader.Report(), nil
}

// storeInNewFile stores the records in a file that gets its name when it has all of them.
func (p *loadPlan) storeInNewFile(ctx context.Context, c *LoadCommand) (load.Counts, load.Report, error) {
	loader, graphs := p.read(ctx)
	defer p.bar.Clear()
	counts, err := p.bulkLoad(ctx, c, graphs, func() error { return nil })
	return p.stored(ctx, c, counts, loader, err)
}

// storeInFile stores the records in a file that is open here. Very many records are loaded
// in bulk, which needs exclusive access to the file.
func (p *loadPlan) storeInFile(ctx context.Context, store *boltstore.Store, c *LoadCommand) (load.Counts, load.Report, error) {
	open := true
	bulk := func(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) (load.Counts, error) {
		open = false
		return p.bulkLoad(ctx, c, graphs, store.Close)
	}
	loader, graphs := p.read(ctx)
	defer p.bar.Clear()
	counts, err := load.Put(ctx, store, graphs, bulk, load.Together)
	if !open {
		return p.stored(ctx, c, counts, loader, err)
	}
	p.check.missing.report(store)
	return p.ended(ctx, counts, loader, storeopen.Closing(store, err))
}

// bulkLoad loads the records in bulk, into a file that closeStore closes first. Stored records
// cannot be looked up from then on until the file is open again.
func (p *loadPlan) bulkLoad(ctx context.Context, c *LoadCommand, graphs iter.Seq2[*graph.Graph, error], closeStore func() error) (load.Counts, error) {
	reopened := p.check.pause()
	defer reopened(nil)
	if err := closeStore(); err != nil {
		return load.Counts{}, err
	}
	opened := func(s *boltstore.Store) {
		if last, err := s.LastChange(ctx); err == nil && last.Seq == 0 {
			reopened(nil) // nothing is stored that could be looked up
		}
		reopened(s)
	}
	result, err := boltstore.BulkLoad(ctx, c.DB, graphs, boltstore.BulkOptions{Memory: c.Memory << 20, Derivation: p.derivation, Base: string(c.BaseURL), Keep: c.Keep(), Signature: c.Signature(), Progress: p.bar.Bulk, Opened: opened})
	return load.Counts{Created: result.Created, Updated: result.Updated, Unchanged: result.Unchanged}, err
}

// stored ends a bulk load.
func (p *loadPlan) stored(ctx context.Context, c *LoadCommand, counts load.Counts, loader *load.Loader, err error) (load.Counts, load.Report, error) {
	if err == nil {
		err = p.reportMissing(c.DB)
	}
	return p.ended(ctx, counts, loader, err)
}

// ended ends a load into a file.
func (p *loadPlan) ended(ctx context.Context, counts load.Counts, loader *load.Loader, err error) (load.Counts, load.Report, error) {
	p.bar.Clear()
	if ctx.Err() != nil {
		return counts, loader.Report(), errors.New("interrupted; nothing was stored")
	}
	if err != nil {
		return counts, loader.Report(), fmt.Errorf("nothing was stored: %w", err)
	}
	p.reportIgnored()
	return counts, loader.Report(), nil
}

// read starts reading all records.
func (p *loadPlan) read(ctx context.Context) (*load.Loader, iter.Seq2[*graph.Graph, error]) {
	p.bar.Begin(p.size)
	loader := load.New(p.options)
	return loader, func(yield func(*graph.Graph, error) bool) {
		for g, err := range loader.Graphs(ctx, p.sources()) {
			if !yield(g, err) {
				return
			}
		}
		if err := p.flush(); err != nil {
			yield(nil, err)
		}
	}
}

func (p *loadPlan) reportIgnored() {
	if p.ignored > 0 {
		p.notify(fmt.Sprintf("skipped %s of other formats", console.Count(p.ignored, "file")))
	}
}

// rehearse reads all records without storing them, and returns an error if one of them
// would be refused. It looks stored records up in store, unless that is nil.
func (p *loadPlan) rehearse(ctx context.Context, store storeopen.Finder) error {
	p.check.use(store)
	defer p.check.use(nil)
	loader, graphs := p.read(ctx)
	defer p.bar.Clear()
	for _, err := range graphs {
		if err != nil {
			return err
		}
	}
	p.reportIgnored()
	if refused := loader.Report().Refused; refused > 0 {
		return fmt.Errorf("%s refused, so nothing was stored", console.Count(refused, "record"))
	}
	p.check.missing.report(p.check.Store)
	// The second reading has the same findings.
	p.quiet, p.ignored = true, 0
	p.findings.silence()
	return nil
}

// reportMissing reports references to missing records after a bulk load.
func (p *loadPlan) reportMissing(db string) error {
	if p.check.missing == nil || len(p.check.missing.held) == 0 {
		return nil
	}
	store, err := boltstore.Open(db, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	p.check.missing.report(store)
	return store.Close()
}

// size returns the size of all documents in bytes, or 0 if it is not known.
func (p *loadPlan) size() int64 {
	stdin := int64(0)
	if p.stdin != nil {
		stdin = p.stdin.Size
	}
	return documentSize(p.walker, p.paths, stdin)
}

// documentSize returns the size of all documents in bytes, or 0 if it is not known. stdin is
// the size of standard input, 0 if it is not known.
func documentSize(walker load.Walker, paths []string, stdin int64) int64 {
	var total int64
	walker.Ignored = nil
	for _, path := range paths {
		if path == "-" {
			if stdin == 0 {
				return 0
			}
			total += stdin
			continue
		}
		for source := range walker.Sources([]string{path}) {
			total += source.Size
		}
	}
	return total
}

func (p *loadPlan) notify(message string) {
	if !p.quiet {
		p.bar.Clear()
		p.app.Say("%s", message)
	}
}

func (p *loadPlan) ignore(string) { p.ignored++ }

func (p *loadPlan) refused(r load.Refusal) {
	message := r.Err.Error()
	switch {
	case r.Whole:
		message += "; nothing of the file is stored"
	case r.Rest:
		message += "; the rest of the file is not read"
	}
	p.findings.refused(r.At, r.Err, message)
	for _, hint := range console.Hints(r.Err) {
		if !p.hinted[hint] {
			p.hinted[hint] = true
			p.bar.Clear()
			p.app.Hint(hint)
		}
	}
}
