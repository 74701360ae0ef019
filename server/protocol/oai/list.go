package oai

import (
	"context"
	"errors"
	"time"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/web/address"
)

// item is a record of a list.
type item struct {
	identifier string
	at         time.Time
	set        set
	// deleted tells that there is no such record any more, or none in the format.
	deleted bool
	// entity and read are those of a record that is there.
	entity *rdfstore.Entity
	read   *reading.Record
	body   []byte
	seq    uint64
}

// The bounds of a list: how many records it has, and after how many bytes of them it ends.
const (
	pageSize  = 200
	pageBytes = 4 << 20
)

// list returns the records of one answer, with the token for the next, "" where there is no
// more. whole tells that their metadata is asked for.
func (p *Provider) list(ctx context.Context, s selection, whole bool) (items []item, next string, err error) {
	view, err := p.Maker.View(ctx)
	if err != nil {
		return nil, "", err
	}
	size := 0
	err = p.walk(ctx, s, func(one item) (more bool, err error) {
		if len(items) == pageSize || size >= pageBytes {
			next = s.token(items[len(items)-1].seq)
			return false, nil
		}
		if whole && !one.deleted {
			if one.body, err = view.Body(ctx, one.entity, one.read, s.format.Offer); err != nil {
				return false, err
			}
			size += len(one.body)
		}
		one.entity, one.read = nil, nil
		items = append(items, one)
		return true, nil
	})
	return items, next, err
}

// walk calls do with the records of a list in the order of their last changes, until it says
// that no more are wanted.
func (p *Provider) walk(ctx context.Context, s selection, do func(item) (more bool, err error)) error {
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
			if s.set.spec != "" && class != s.set.class || s.format.Only != "" && class != string(s.format.Only) {
				continue
			}
			if last := p.passed.run(entry.Seq); last > entry.Seq {
				after, on = last, true // the walk goes on behind what is known to be passed
				break
			} else if last == entry.Seq {
				continue
			}
			one, ok, err := p.item(ctx, entry, s.format)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if more, err := do(one); err != nil || !more {
				return err
			}
		}
	}
	return nil
}

// item returns the record that an entry of the log is the last change of. It is false where
// the record has changed since, and where it never was one of the format.
func (p *Provider) item(ctx context.Context, entry rdfstore.LogEntry, f Format) (item, bool, error) {
	one := item{identifier: address.URI(entry.Name.String()), at: entry.Time, set: setOfClass(entry.Class), seq: entry.Seq}
	e, err := p.Store.Get(ctx, entry.Name)
	var deleted *rdfstore.DeletedError
	switch {
	case errors.As(err, &deleted):
		if one.deleted = true; deleted.Version > entry.Seq {
			p.passed.add(entry.Seq)
		}
		return one, deleted.Version == entry.Seq, nil
	case rdfstore.IsMissing(err):
		return one, false, nil
	case err != nil:
		return one, false, err
	case e.Version != entry.Seq:
		if e.Version > entry.Seq {
			p.passed.add(entry.Seq)
		}
		return one, false, nil
	}
	if read := reading.Read(e.Graph); f.Lacks(read) == "" {
		one.entity, one.read = e, read
		return one, true, nil
	}
	// A record that has changed may have been one of the format before.
	one.deleted = true
	return one, e.Modified.After(e.Created), nil
}
