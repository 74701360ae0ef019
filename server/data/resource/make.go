package resource

import (
	"context"
	"time"

	"vitrine/server/people/site"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Make returns the selected representation in the coding that the client likes best, from the
// cache or made now. The error wraps ErrChanged when the entity is no longer in the state that
// the resource describes.
func (m *Maker) Make(ctx context.Context, v Selected) (*respond.Representation, error) {
	if v.offer.IsPage() {
		return m.makePage(ctx, v)
	}
	if v.offer.Alternate != nil {
		return m.makeAlternate(ctx, v)
	}
	key := repKey{resource: v.resource.key, offer: v.offer.Index, coding: v.codings[0]}
	switch {
	case v.links != nil:
		key.links = v.links.digest
	case v.resource.memento != nil:
		key.links = v.resource.around()
	}
	if rep, ok := m.cache.peek(key); ok {
		return rep, nil
	}
	base := key
	base.coding = contentneg.Identity
	plain, err := m.cache.representation(ctx, base, func(ctx context.Context) (*respond.Representation, error) {
		return m.load(ctx, v, base.coding, func(ctx context.Context) ([]byte, error) { return m.body(ctx, v, base) })
	})
	if err != nil || key == base {
		return plain, err
	}
	return m.cache.representation(ctx, key, func(ctx context.Context) (*respond.Representation, error) {
		return m.load(ctx, v, key.coding, func(context.Context) ([]byte, error) { return m.Compressor.Compress(key.coding, plain.Body()) })
	})
}

// load makes a representation in a coding of the body that make returns. It outlives the
// request that asked for it, because others may wait for it too.
func (m *Maker) load(ctx context.Context, v Selected, coding string, make func(context.Context) ([]byte, error)) (*respond.Representation, error) {
	ctx, done, err := m.Slot(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	defer done()
	body, err := make(ctx)
	if err != nil {
		return nil, err
	}
	return respond.NewRepresentation(m.fields(v, coding), coding, body), nil
}

// fields are those of the header of a representation that do not depend on its
// body.
func (m *Maker) fields(v Selected, coding string) respond.Fields {
	d, o := v.resource, v.offer
	f := respond.Fields{
		ContentType: o.ContentType, Location: location(d, o), Link: m.linkField(d, o),
		CacheControl: m.CacheControl, ETag: m.entityTag(v, coding), Modified: d.Modified, Format: o.Name, ByProfile: true,
		Memento: d.moment(), ByDatetime: d.memento == nil,
	}
	if d.memento != nil {
		f.CacheControl = site.Immutable
	}
	switch {
	case v.links != nil:
		// Links come and go without the entity. When they last did, the store
		// does not know, and a date that is too early would make a 304 a lie.
		f.Modified = time.Time{}
	case m.hasLinks(d, o) && f.Location != "":
		f.Location = bareRef(f.Location)
	}
	return f
}

// body returns the uncompressed body of a representation, from the cache if it
// is there, or at least without links.
func (m *Maker) body(ctx context.Context, v Selected, key repKey) ([]byte, error) {
	if rep, ok := m.cache.peek(key); ok {
		return rep.Body(), nil
	}
	if v.links != nil {
		body, err := m.body(ctx, Selected{resource: v.resource, offer: v.offer}, repKey{resource: key.resource, offer: key.offer, coding: key.coding})
		if err != nil {
			return nil, err
		}
		return splice(m.Compiler, body, v.links.block()), nil
	}
	s, err := m.source(ctx, v)
	if err != nil {
		return nil, err
	}
	return m.render(ctx, v, func(b *buffer) error { return s.write(ctx, b, v.offer) })
}
