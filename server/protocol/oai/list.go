package oai

import (
	"context"
	"errors"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/resource"
	"vitrine/server/web/address"
)

// item is a record of a list.
type item struct {
	identifier string
	at         time.Time
	// specs are the setSpecs of its sets.
	specs []string
	// deleted tells that there is no such record any more, or none in the format.
	deleted bool
	// entity is that of a record that is there.
	entity *rdfstore.Entity
	seq    uint64
}

// The bounds of a list: how many records it has, and after how many bytes of them it ends.
const (
	pageSize  = 200
	pageBytes = 4 << 20
)

// list writes the records of one answer, and returns how many they are and the token for the next,
// "" where there is no more. whole tells that their metadata is asked for.
func (p *Provider) list(ctx context.Context, b *answer, s selection, whole bool) (count int, next string, err error) {
	view, err := p.Maker.View(ctx)
	if err != nil {
		return 0, "", err
	}
	last := uint64(0)
	err = p.walk(ctx, s, func(one item) (more bool, err error) {
		if count == pageSize || b.Len() >= pageBytes {
			next = s.token(last)
			return false, nil
		}
		lacks, err := p.item(ctx, view, b, one, s.format, whole)
		if lacks != "" {
			// A record that has changed may have been one of the format before.
			if !one.entity.Modified.After(one.entity.Created) {
				return true, nil
			}
			one.deleted = true
			_, err = p.item(ctx, view, b, one, s.format, whole)
		}
		count, last = count+1, one.seq
		return true, err
	})
	return count, next, err
}

// item writes a record, or its header alone. Where it lacks what the format needs, it writes
// nothing, and lacks says what.
func (p *Provider) item(ctx context.Context, view resource.View, b *answer, one item, f Format, whole bool) (lacks string, err error) {
	switch {
	case !one.deleted && whole:
		return view.Body(ctx, one.entity, f.Offer, func(body []byte) { b.record(one, body) })
	case !one.deleted:
		lacks, err = view.Body(ctx, one.entity, f.Offer, nil)
	}
	switch {
	case err != nil || lacks != "":
	case whole:
		b.record(one, nil)
	default:
		b.header(one)
	}
	return lacks, err
}

// walk calls do with the records of a list in the order of their last changes, until it says
// that no more are wanted.
func (p *Provider) walk(ctx context.Context, s selection, do func(item) (more bool, err error)) error {
	members, err := p.members(ctx, s.set)
	if err != nil {
		return err
	}
	known := map[rdf.IRI]bool{}
	for after, on := s.after, true; on; {
		on = false
		for entry, err := range p.Store.Changes(ctx, after) {
			if err != nil {
				return err
			}
			if !s.before.IsZero() && !entry.Time.Before(s.before) {
				return nil
			}
			class := entry.Class.String()
			// What a record that was deleted was in, nobody knows: it is told to all.
			if members != nil && entry.Kind != rdfstore.Deleted && !members[entry.Name] {
				continue
			}
			if s.set.class != "" && class != s.set.class || s.format.Only != "" && class != string(s.format.Only) {
				continue
			}
			if last := p.passed.run(entry.Seq); last > entry.Seq {
				after, on = last, true // the walk goes on behind what is known to be passed
				break
			} else if last == entry.Seq {
				continue
			}
			one, ok, err := p.last(ctx, entry)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			var g *graph.Graph
			if one.entity != nil {
				g = one.entity.Graph
			}
			if one.specs, err = p.specs(ctx, entry.Class, g, known); err != nil {
				return err
			}
			if more, err := do(one); err != nil || !more {
				return err
			}
		}
	}
	return nil
}

// last returns the record that an entry of the log is the last change of; false where it has
// changed since.
func (p *Provider) last(ctx context.Context, entry rdfstore.LogEntry) (item, bool, error) {
	one := item{identifier: address.URI(entry.Name.String()), at: entry.Time, seq: entry.Seq}
	version := uint64(0)
	var err error
	var deleted *rdfstore.DeletedError
	one.entity, err = p.Store.Get(ctx, entry.Name)
	switch {
	case errors.As(err, &deleted):
		one.deleted, version = true, deleted.Version
	case rdfstore.IsMissing(err):
		return one, false, nil
	case err != nil:
		return one, false, err
	default:
		version = one.entity.Version
	}
	if version > entry.Seq {
		p.passed.add(entry.Seq)
	}
	return one, version == entry.Seq, nil
}
