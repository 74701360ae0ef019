package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime"
	"time"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/load"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/yield"
	"vitrine/remote"
	"vitrine/server/ops/pace"
)

// intoService loads the records into a service: one elsewhere, or the server that has the
// store.
func (c *LoadCommand) intoService(a *console.App, r *storeopen.Dependencies, plan *loadPlan, client *remote.Client) error {
	defer client.Close()
	c.Sign(client)
	service, err := r.RecordsOf(client, string(c.BaseURL))
	if err != nil {
		return err
	}
	store := &servedStore{ServiceRecords: service, text: plan.check.Text, atomic: c.Atomic || c.Strict, together: maxSentRecords, flush: plan.flush}
	strict := c.Strict
	if client.IsLocal() {
		if strict {
			if err := plan.rehearse(a.Ctx, service); err != nil {
				return errors.Join(err, plan.findings.close())
			}
		}
		store.atomic, store.together, strict = c.Atomic, TogetherInUse, false
		plan.besideReaders(c)
	}
	plan.check.use(service)
	plan.partly = true
	start := time.Now()
	loader, graphs := plan.read(a.Ctx)
	refused, quads := 0, 0
	store.refused = func(g *graph.Graph, found []linkedart.Finding) {
		at, _ := loader.Place(g.Name)
		refused, quads = refused+1, quads+len(g.Triples)
		plan.findings.model(at, found)
	}
	var bulk load.Bulk
	if store.atomic {
		bulk = load.AtOnce(store, math.MaxInt, math.MaxInt)
	}
	if strict {
		graphs = noneRefused(graphs, loader)
	}
	_, err = load.Put(a.Ctx, store, graphs, bulk, store.together)
	plan.bar.Clear()
	result := loader.Report()
	result.Records, result.Quads, result.Refused = result.Records-refused, result.Quads-quads, result.Refused+refused
	if err == nil {
		plan.check.missing.report(service)
		plan.reportIgnored()
		return c.finish(a, plan, store.counts, result, time.Since(start), nil)
	}
	if errors.Is(err, load.ErrTooMany) {
		err = console.Hinted(err, "leave --atomic and --strict out")
	}
	return c.finish(a, plan, store.counts, result, time.Since(start), brokenLoad(a.Ctx, loader, storeopen.HintedService(err), store.stored))
}

// noneRefused ends records with an error where one of them could not be read.
func noneRefused(graphs iter.Seq2[*graph.Graph, error], loader *load.Loader) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for g, err := range graphs {
			if !yield(g, err) {
				return
			}
		}
		if refused := loader.Report().Refused; refused > 0 {
			yield(nil, fmt.Errorf("%s refused", console.Count(refused, "record")))
		}
	}
}

// besideReaders has the load go through the server on this machine that has the store, and
// give way to its readers.
func (p *loadPlan) besideReaders(c *LoadCommand) {
	p.app.Say("a server has %s open; the records go through it", c.DB)
	p.options.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	if p.app.OwnProcess {
		pace.LowerPriority()
	}
	// Even at the lowest priority this process has turns, which are short where it yields
	// after each record.
	check := p.options.Check
	p.options.Check = func(g *graph.Graph, text []byte) load.Verdict {
		yield.Now()
		return check(g, text)
	}
}

// storedRecords are those of a load that are stored, and the last of them. unknown is how many
// more were sent and may be stored or not, because there was no answer.
type storedRecords struct {
	number, unknown int
	last            rdf.IRI
}

// brokenLoad returns the error of a load that did not end, which says how many records are
// stored, up to the last, how many may be, and how to go on. Its hint is that of the error, if it has one.
func brokenLoad(ctx context.Context, loader *load.Loader, err error, stored storedRecords) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = errors.New("interrupted")
	}
	text := "nothing was stored"
	if stored.number > 0 {
		text = console.WasCount(stored.number, "record") + " stored"
		if at, ok := loader.Place(stored.last); ok {
			text += fmt.Sprintf(", up to %s (%s)", stored.last, at)
		}
	}
	if stored.unknown > 0 {
		text += fmt.Sprintf("; the %s after that may be stored, all or none", console.Count(stored.unknown, "record"))
	}
	broken := fmt.Errorf("%w; %s", err, text)
	var hinted *console.HintedError
	switch {
	case errors.As(err, &hinted):
		return console.Hinted(broken, hinted.Hint)
	case stored.number > 0 || stored.unknown > 0:
		return console.Hinted(broken, "the same command again goes on from there; records that are stored and have not changed stay as they are")
	}
	return broken
}
