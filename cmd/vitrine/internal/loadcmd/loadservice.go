package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"runtime"
	"time"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/yield"
	"vitrine/remote"
	"vitrine/server/ops/pace"
)

// What one request to a service holds, unless all records have to be stored or none; to a
// server on this machine up to togetherInUse records. Its caches follow them while its readers
// wait, which takes less than a millisecond.
const (
	maxSentRecords = 1000
	maxSentBytes   = 8 << 20
	TogetherInUse  = 50
)

// serviceLoad is a load into a service.
type serviceLoad struct {
	plan   *loadPlan
	client *remote.Client
	text   func(context.Context, *graph.Graph) ([]byte, error)
	loader *load.Loader
	// atomic sends all records in one request, others up to together.
	atomic   bool
	together int
	// batch are the records of the next request.
	batch []sentRecord
	bytes int
	// counts are those of the records that were stored, stored their number and last the
	// last of them. unknown is the number of those that were sent and may be stored or not,
	// because there was no answer. refused and quads are what the service did not take.
	counts         load.Counts
	stored         int
	unknown        int
	last           rdf.IRI
	refused, quads int
}

type sentRecord struct {
	name rdf.IRI
	text []byte
	// quads is the number of its quads.
	quads int
}

// intoService loads the records into a service: one elsewhere, or the server that has the
// store.
func (c *LoadCommand) intoService(a *console.App, r *storeopen.Dependencies, plan *loadPlan, client *remote.Client) error {
	defer client.Close()
	c.Sign(client)
	service, err := r.RecordsOf(client, string(c.BaseURL))
	if err != nil {
		return err
	}
	s := &serviceLoad{plan: plan, client: client, text: plan.check.Text, atomic: c.Atomic || c.Strict, together: maxSentRecords}
	strict := c.Strict
	if client.IsLocal() {
		if strict {
			if err := plan.rehearse(a.Ctx, service); err != nil {
				return errors.Join(err, plan.findings.close())
			}
		}
		s.atomic, strict = c.Atomic, false
		s.besideReaders(c)
	}
	plan.check.use(service)
	plan.partly = true
	start := time.Now()
	loader, graphs := plan.read(a.Ctx)
	s.loader = loader
	err = s.send(a.Ctx, graphs, strict)
	plan.bar.Clear()
	result := loader.Report()
	result.Records, result.Quads, result.Refused = result.Records-s.refused, result.Quads-s.quads, result.Refused+s.refused
	if err != nil {
		err = s.broken(a.Ctx, err)
	} else {
		plan.check.missing.report(service)
		plan.reportIgnored()
	}
	return c.finish(a, plan, s.counts, result, time.Since(start), err)
}

// besideReaders has the load go through the server on this machine that has the store, and
// give way to its readers.
func (s *serviceLoad) besideReaders(c *LoadCommand) {
	p := s.plan
	p.app.Say("a server has %s open; the records go through it", c.DB)
	p.options.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	s.together = TogetherInUse
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

// send sends all records. With strict, it sends none if one could not be read.
func (s *serviceLoad) send(ctx context.Context, graphs iter.Seq2[*graph.Graph, error], strict bool) error {
	for g, err := range graphs {
		if err != nil {
			return err
		}
		text, err := s.text(ctx, g)
		if err != nil {
			return err
		}
		if !s.atomic && len(s.batch) > 0 && (len(s.batch) == s.together || s.bytes+len(text) > maxSentBytes) {
			if err := s.flush(ctx); err != nil {
				return err
			}
		}
		s.batch = append(s.batch, sentRecord{g.Name, text, len(g.Triples)})
		s.bytes += len(text)
	}
	if refused := s.loader.Report().Refused; strict && refused > 0 {
		return fmt.Errorf("%s refused", console.Count(refused, "record"))
	}
	return s.flush(ctx)
}

// flush sends the batch.
func (s *serviceLoad) flush(ctx context.Context) error {
	batch := s.batch
	s.batch, s.bytes = nil, 0
	return s.request(ctx, batch)
}

// request sends records. Those that the service refuses are reported, and the others are
// sent again without them; records that are too many are sent in two parts.
func (s *serviceLoad) request(ctx context.Context, batch []sentRecord) error {
	if len(batch) == 0 {
		return nil
	}
	if err := s.plan.flush(); err != nil {
		return err
	}
	lines := make([][]byte, len(batch))
	for i, r := range batch {
		lines[i] = r.text
	}
	said, err := s.client.Load(ctx, lines)
	var answer *remote.StatusError
	switch {
	case errors.As(err, &answer) && answer.Status == http.StatusRequestEntityTooLarge && s.atomic:
		return fmt.Errorf("%w: %w", load.ErrTooMany, err)
	case errors.As(err, &answer) && answer.Status == http.StatusRequestEntityTooLarge && len(batch) == 1:
		s.refuse(batch[0], []linkedart.Finding{{Level: linkedart.Error, Rule: report.Refused, Message: answer.Error()}})
		return nil
	case errors.As(err, &answer) && answer.Status == http.StatusRequestEntityTooLarge:
		if err := s.request(ctx, batch[:len(batch)/2]); err != nil {
			return err
		}
		return s.request(ctx, batch[len(batch)/2:])
	case err != nil:
		if !errors.As(err, &answer) {
			s.unknown = len(batch)
		}
		return storeopen.HintedService(err)
	case said.Refused == 0:
		s.add(said, batch)
		return nil
	}
	return s.again(ctx, said, batch)
}

// again reports the records that the service refused, and sends the others.
func (s *serviceLoad) again(ctx context.Context, said *remote.Report, batch []sentRecord) error {
	var others []sentRecord
	for i, line := range said.Lines {
		if line.Result == remote.Refused {
			s.refuse(batch[i], line.Findings)
		} else {
			others = append(others, batch[i])
		}
	}
	if len(others) == len(batch) {
		return errors.New("the service refuses records without saying which")
	}
	if s.atomic {
		return fmt.Errorf("%s refused by the service", console.Count(said.Refused, "record"))
	}
	return s.request(ctx, others)
}

// refuse reports a record that the service refused.
func (s *serviceLoad) refuse(r sentRecord, found []linkedart.Finding) {
	at, _ := s.loader.Place(r.name)
	s.refused++
	s.quads += r.quads
	s.plan.findings.model(at, found)
}

// add counts records that are stored.
func (s *serviceLoad) add(said *remote.Report, batch []sentRecord) {
	s.counts.Created += uint64(said.Created)
	s.counts.Updated += uint64(said.Updated)
	s.counts.Unchanged += uint64(said.Unchanged)
	s.stored += len(batch)
	s.last = batch[len(batch)-1].name
}

// broken returns the error of a load that did not end.
func (s *serviceLoad) broken(ctx context.Context, err error) error {
	if errors.Is(err, load.ErrTooMany) {
		err = console.Hinted(err, "leave --atomic and --strict out")
	}
	return brokenLoad(ctx, s.loader, err, s.stored, s.unknown, s.last)
}
