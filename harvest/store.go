package harvest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// What becomes durable together.
const (
	batchRecords = 200
	batchTriples = 100_000
)

const (
	// maxSilent is how many resources in a row may get no answer.
	maxSilent = 10
	// maxRefused bounds what is remembered to be looked at again.
	maxRefused = 10_000
)

// carrying is the carrying out of a plan.
type carrying struct {
	*run
	plan    *plan
	batch   []result
	triples int
	// done counts the resources that were dealt with, unsaved those of them
	// that the state file does not know of.
	done, unsaved int
	// silent counts the resources in a row that got no answer.
	silent  int
	refused map[string]Refusal
	// broken means that the store or the state file failed.
	broken bool
}

// carryOut fetches what the plan asks for and stores it, oldest first.
func (r *run) carryOut(ctx context.Context, p *plan) error {
	position := *r.before
	position.Complete, position.Collection = false, p.collection.ID
	r.position = &position
	c := &carrying{run: r, plan: p, refused: map[string]Refusal{}}
	for _, refusal := range position.Refused {
		c.refused[refusal.called()] = refusal
	}
	err := c.all(ctx)
	if c.broken {
		return err
	}
	// What was fetched is kept, also when the run was interrupted.
	return errors.Join(err, c.flush(context.WithoutCancel(ctx), true))
}

func (c *carrying) all(ctx context.Context) error {
	for res := range c.fetchAll(ctx, c.plan) {
		if res.interrupted {
			break
		}
		if err := c.add(res); err != nil {
			return err
		}
		if len(c.batch) >= batchRecords || c.triples >= batchTriples {
			if err := c.flush(ctx, false); err != nil {
				c.broken = ctx.Err() == nil
				return err
			}
		}
	}
	return ctx.Err()
}

// add takes a result into the batch. The error ends the run.
func (c *carrying) add(res result) error {
	if res.refused != nil {
		c.tell(res)
		if c.Strict {
			return ErrStrict
		}
	}
	if res.host != "" {
		c.report.LeftOut[res.host]++
	}
	if res.outside {
		c.report.Outside++
	}
	c.silent++
	if !res.silent {
		c.silent = 0
	}
	c.batch = append(c.batch, res)
	if res.graph != nil {
		c.triples += len(res.graph.Triples)
	}
	c.report.Dropped += res.losses
	c.done++
	c.progress(Progress{Pages: c.report.Pages, Resources: len(c.plan.tasks), Done: c.done})
	switch {
	case c.silent >= maxSilent:
		return fmt.Errorf("%w: %w", ErrGone, res.refused)
	case len(c.refused) > maxRefused:
		return fmt.Errorf("%w: more than %d resources were refused", ErrLimit, maxRefused)
	}
	return nil
}

// tell records a refusal and reports it.
func (c *carrying) tell(res result) {
	refusal := Refusal{URL: res.url, Type: res.kind, EndTime: res.endTime, Reason: res.refused.Error(), Tries: res.tries + 1}
	if res.name != res.url {
		refusal.Name = res.name
	}
	c.report.Resources++
	c.report.Refused = append(c.report.Refused, refusal)
	if !c.Strict {
		c.refused[res.name] = refusal
	}
	if c.Refused != nil {
		c.Refused(refusal)
	}
}

// flush stores the batch, and then moves the position on. The file is written
// where that costs little beside what was done, and at the end.
func (c *carrying) flush(ctx context.Context, end bool) error {
	if len(c.batch) > 0 {
		if err := c.apply(ctx); err != nil {
			return err
		}
	}
	for _, res := range c.batch {
		c.advance(res)
	}
	c.unsaved += len(c.batch)
	c.batch, c.triples = c.batch[:0], 0
	if c.unsaved == 0 || !end && c.unsaved < len(c.position.Handled)/8 {
		return nil
	}
	c.unsaved = 0
	c.position.Refused = slices.SortedFunc(maps.Values(c.refused), compareRefusals)
	return c.save(ctx)
}

// apply makes the changes of the batch durable. A record that the store
// refuses is left out, and the others are tried again.
func (c *carrying) apply(ctx context.Context) error {
	for {
		changes, of, absent, err := c.changes(ctx)
		if err != nil {
			return err
		}
		outcomes, err := c.Store.Apply(ctx, changes...)
		var failed *rdfstore.ChangeError
		if errors.As(err, &failed) && (errors.Is(err, graph.ErrTooLarge) || errors.Is(err, graph.ErrTerm) || errors.Is(err, ErrRefused)) {
			res := &c.batch[of[failed.Index]]
			res.graph, res.refused = nil, failed.Err
			c.tell(*res)
			continue
		}
		if err != nil {
			return fmt.Errorf("store the records: %w", err)
		}
		c.report.Absent += absent
		c.report.Resources += absent + len(outcomes)
		c.report.add(outcomes)
		return nil
	}
}

// changes returns those of the batch, and for each the result it is of. What is
// to be deleted but not there takes none.
func (c *carrying) changes(ctx context.Context) (changes []rdfstore.Change, of []int, absent int, err error) {
	for i, res := range c.batch {
		switch {
		case res.leftOut():
		case res.graph != nil:
			changes, of = append(changes, rdfstore.Change{Put: res.graph, Author: c.author()}), append(of, i)
		case res.gone:
			there, err := c.has(ctx, res.iri)
			if err != nil {
				return nil, nil, 0, err
			}
			if !there {
				absent++
				continue
			}
			successor, err := c.successor(ctx, res, changes)
			if err != nil {
				return nil, nil, 0, err
			}
			changes, of = append(changes, rdfstore.Change{Delete: res.iri, Successor: successor, Author: c.author()}), append(of, i)
		}
	}
	return changes, of, absent, nil
}

// author is who made the changes of the run: the feed, without a password.
func (r *run) author() string {
	u, err := url.Parse(r.Feed)
	if err != nil {
		return ""
	}
	u.User = nil
	text := u.String()
	return strings.ToValidUTF8(text[:min(len(text), rdfstore.MaxAuthor)], "")
}

// successor returns the successor of what is to be deleted if the store has it, or is about to;
// else the zero IRI.
func (c *carrying) successor(ctx context.Context, res result, changes []rdfstore.Change) (rdf.IRI, error) {
	name, err := graph.IRI(res.successor)
	if err != nil || name == res.iri {
		return rdf.IRI{}, nil
	}
	for _, change := range slices.Backward(changes) {
		switch {
		case change.Name() != name:
		case change.Put == nil:
			return rdf.IRI{}, nil
		default:
			return name, nil
		}
	}
	if there, err := c.has(ctx, name); !there || err != nil {
		return rdf.IRI{}, err
	}
	return name, nil
}

// has reports whether the store has the entity.
func (r *run) has(ctx context.Context, name rdf.IRI) (bool, error) {
	if name == (rdf.IRI{}) {
		return false, nil
	}
	_, err := r.Store.Get(ctx, name)
	switch {
	case rdfstore.IsMissing(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("look for %s in the store: %w", name, err)
	}
	return true, nil
}

// advance moves the position on to a result that is stored or remembered.
func (c *carrying) advance(res result) {
	if res.refused == nil {
		delete(c.refused, res.name)
	}
	p := c.position
	if res.again || c.plan.unordered || res.endTime.IsZero() {
		return
	}
	if res.endTime.After(p.EndTime) {
		p.EndTime, p.Handled = res.endTime, nil
	}
	if res.endTime.Equal(p.EndTime) && res.mark != "" && (res.sure || res.settled || res.refused != nil) {
		p.Handled = append(p.Handled, res.mark)
	}
}

func (r *Report) add(outcomes []rdfstore.Outcome) {
	for _, o := range outcomes {
		switch o.Kind {
		case rdfstore.Created:
			r.Created++
		case rdfstore.Updated:
			r.Updated++
		case rdfstore.Deleted:
			r.Deleted++
		default:
			r.Unchanged++
		}
	}
}
