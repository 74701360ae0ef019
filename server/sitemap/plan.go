package sitemap

import (
	"context"
	"iter"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// PartSize is how many addresses a sitemap has at first, and MaxPart how many it
// may come to have before it is split. The protocol allows more; smaller ones cost less
// at once, and are asked for again less often.
const (
	PartSize = 10_000
	MaxPart  = 2 * PartSize
)

// Store is what the package asks of a store; rdfstore.Store says how.
type Store interface {
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	CountNames(ctx context.Context, prefix string) (uint64, error)
	Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error]
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]
}

// Plan is the division of the names under a base into sitemaps. It follows the log of a
// store, so that only the first use after a start reads all of that. It may be used by
// many goroutines.
type Plan struct {
	store Store
	base  string

	mu       sync.Mutex
	division *Division
	// planned is the position of the log at which the names were divided, and followed
	// the one up to which its changes are noted.
	planned, followed uint64
}

// NewPlan returns the plan of the names in a store that begin with a base.
func NewPlan(store Store, base string) *Plan { return &Plan{store: store, base: base} }

// Use brings the division up to date and calls use with it. It holds on to what it has
// done where ctx ends, so that the next call goes on from there. Errors are those of use,
// ctx and the store.
func (p *Plan) Use(ctx context.Context, use func(*Division) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.division == nil {
		if err := p.divide(ctx); err != nil {
			return err
		}
	}
	for entry, err := range p.store.Changes(ctx, p.followed) {
		if err != nil {
			return err
		}
		p.followed = entry.Seq
		if strings.HasPrefix(entry.Name.String(), p.base) {
			p.division.Note(entry.Name.String(), entry.Seq, entry.Time, p.added(entry))
		}
	}
	for part, ok := p.division.Oversized(MaxPart); ok; part, ok = p.division.Oversized(MaxPart) {
		if err := p.split(ctx, part); err != nil {
			return err
		}
	}
	return use(p.division)
}

// added is by how much a change alters the number of names. What came before the names
// were divided is counted already.
func (p *Plan) added(entry rdfstore.LogEntry) int64 {
	switch {
	case entry.Seq <= p.planned:
		return 0
	case entry.Kind == rdfstore.Created:
		return 1
	case entry.Kind == rdfstore.Deleted:
		return -1
	default:
		return 0
	}
}

// divide divides the names that there are.
func (p *Plan) divide(ctx context.Context) error {
	last, err := p.store.LastChange(ctx)
	if err != nil {
		return err
	}
	total, err := p.store.CountNames(ctx, p.base)
	if err != nil {
		return err
	}
	division := NewDivision()
	at := uint64(PartSize)
	for ; at < total; at += PartSize {
		for name, err := range p.store.Names(ctx, p.base, at-1) {
			if err != nil {
				return err
			}
			division.Append(name.String(), PartSize)
			break
		}
	}
	division.Grow(int64(total - min(total, at-PartSize)))
	p.division, p.planned = division, last.Seq
	return nil
}

// split divides a part in two.
func (p *Plan) split(ctx context.Context, part Part) error {
	count, at := int64(0), part.After
	for name, err := range p.store.Entities(ctx, part.After) {
		if err != nil {
			return err
		}
		if count == PartSize || part.Until != "" && name.String() >= part.Until {
			break
		}
		count, at = count+1, name.String()
	}
	p.division.Split(part.Number, at, count)
	return nil
}
