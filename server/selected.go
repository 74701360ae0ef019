package server

import (
	"context"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/coding"
	"vitrine/server/negotiate"
)

// representation returns a representation of the state that d describes, in
// the coding that suits the client. The error wraps errChanged when the entity
// is no longer in that state.
func (s *Server) representation(ctx context.Context, d *entry, v selectedRepresentation, accepted []string) (*representation, error) {
	key := repKey{entry: d.key, offer: v.offer.index, coding: accepted[0], bySize: isBySize(accepted)}
	if v.links != nil {
		key.links = v.links.digest
	}
	if rep, ok := s.cache.peek(key); ok {
		return rep, nil
	}
	base := key
	base.coding, base.bySize = negotiate.Identity, false
	plain, err := s.cache.representation(ctx, base, func(ctx context.Context) (*representation, error) {
		return s.load(ctx, d, v, base, nil)
	})
	if err != nil {
		return nil, err
	}
	if key.coding = coding.Pick(accepted, len(plain.body)); key == base {
		return plain, nil
	}
	return s.cache.representation(ctx, key, func(ctx context.Context) (*representation, error) {
		return s.load(ctx, d, v, key, plain)
	})
}

// load makes a representation; plain is the same without a content coding,
// where there is one to be had. It outlives the request that asked for it,
// because others may wait for it too.
func (s *Server) load(ctx context.Context, d *entry, v selectedRepresentation, key repKey, plain *representation) (*representation, error) {
	ctx, done, err := s.slot(context.WithoutCancel(ctx), s.renders)
	if err != nil {
		return nil, err
	}
	defer done()
	var body []byte
	switch {
	case plain == nil:
		body, err = s.body(ctx, d, v, key)
	case key.coding == negotiate.Identity:
		body = plain.body
	default:
		body, err = s.compressor.Compress(key.coding, plain.body)
	}
	if err != nil {
		return nil, err
	}
	return newRepresentation(s.fields(d, v, key.coding, key.bySize), key.coding, body), nil
}

// fields are those of the header of a representation that do not depend on its
// body.
func (s *Server) fields(d *entry, v selectedRepresentation, coding string, bySize bool) fields {
	o := v.offer
	f := fields{
		contentType: o.contentType, location: d.refs[o.index], link: s.links(d, o),
		cacheControl: s.config.CacheControl, etag: s.entityTag(d, v, coding, bySize), modified: d.modified, format: o.name,
	}
	if coding == negotiate.Identity {
		f.otherTag = s.entityTag(d, v, coding, !bySize)
	}
	switch {
	case v.links != nil:
		// Links come and go without the entity. When they last did, the store
		// does not know, and a date that is too early would make a 304 a lie.
		f.modified = time.Time{}
	case s.hasLinks(o):
		f.location = bareRef(f.location)
	}
	if o.format == nil {
		f.policy = s.pages.Policy()
	}
	return f
}

// body returns the uncompressed body of a representation, from the cache if it
// is there, or at least without links.
func (s *Server) body(ctx context.Context, d *entry, v selectedRepresentation, key repKey) ([]byte, error) {
	if rep, ok := s.cache.peek(key); ok {
		return rep.body, nil
	}
	if v.links != nil && v.offer.format != nil {
		body, err := s.body(ctx, d, selectedRepresentation{offer: v.offer}, repKey{entry: key.entry, offer: key.offer, coding: key.coding})
		if err != nil {
			return nil, err
		}
		return s.splice(body, v.links.block), nil
	}
	if d.entity != nil {
		return s.render(ctx, d.entity, d, v)
	}
	fresh, err := s.freshEntry(ctx, d.iri)
	if rdfstore.IsMissing(err) || err == nil && fresh.key != d.key {
		return nil, errChanged
	}
	if err != nil {
		return nil, err
	}
	return s.render(ctx, fresh.entity, d, v)
}
