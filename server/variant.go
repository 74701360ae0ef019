package server

import (
	"context"
	"strings"

	"vitrine/server/negotiate"
)

// representation returns a representation of the state that d describes, in
// the coding that suits the client. asked is the client's spelling of the media
// type where that is echoed. The error wraps errChanged when the entity is no
// longer in that state.
func (s *Server) representation(ctx context.Context, d *entry, o *offer, asked string, accepted []string) (*representation, error) {
	if rep, ok := s.cache.peek(repKey{state: d.state, offer: o.index, coding: accepted[0], asked: asked}); ok {
		return rep, nil
	}
	key := repKey{state: d.state, offer: o.index, coding: negotiate.Identity, asked: asked}
	plain, err := s.cache.representation(ctx, key, func(ctx context.Context) (*representation, error) {
		return s.load(ctx, d, key, nil)
	})
	if err != nil {
		return nil, err
	}
	key.coding = pickCoding(accepted, len(plain.body))
	if key.coding == negotiate.Identity {
		return plain, nil
	}
	return s.cache.representation(ctx, key, func(ctx context.Context) (*representation, error) {
		return s.load(ctx, d, key, plain)
	})
}

// load makes a representation; plain is the same without a content coding,
// where there is one to be had. It outlives the request that asked for it,
// because others may wait for it too.
func (s *Server) load(ctx context.Context, d *entry, key repKey, plain *representation) (*representation, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.RenderTimeout)
	defer cancel()
	release, err := s.renders.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	o := s.offers.list[key.offer]
	var body []byte
	if key.coding == negotiate.Identity {
		body, err = s.body(ctx, d, o)
	} else {
		body, err = s.compressor.compress(key.coding, plain.body)
	}
	if err != nil {
		return nil, err
	}
	f := fields{
		contentType: o.contentType, location: d.refs[o.index], link: s.links(d, o),
		cacheControl: s.config.CacheControl, state: d.state, modified: d.modified, format: o.name,
	}
	if key.asked != "" {
		f.contentType = key.asked
	}
	if o.format == nil {
		f.policy = s.pages.Policy()
	}
	return newRepresentation(f, key.coding, body), nil
}

// body returns the uncompressed body of a representation, from the cache if it
// there under the usual content type.
func (s *Server) body(ctx context.Context, d *entry, o *offer) ([]byte, error) {
	if rep, ok := s.cache.peek(repKey{state: d.state, offer: o.index, coding: negotiate.Identity}); ok {
		return rep.body, nil
	}
	if d.entity != nil {
		return s.render(ctx, d.entity, d, o)
	}
	fresh, err := s.freshEntry(ctx, d.iri)
	if isMissing(err) || err == nil && fresh.state != d.state {
		return nil, errChanged
	}
	if err != nil {
		return nil, err
	}
	return s.render(ctx, fresh.entity, d, o)
}

// links is the Link field of a representation (RFC 8288), with what FAIR
// Signposting asks for: where the entity is (canonical, cite-as), what it is
// (type), its other representations (alternate), from the page the record that
// describes it (describedby), and from data back (describes). Of collection
// (RFC 6573), the feed tells what changes.
func (s *Server) links(d *entry, o *offer) string {
	here := s.space.href(d.iri)
	list := []string{link(uriForm(d.iri), "canonical", ""), link(uriForm(d.iri), "cite-as", ""), link(s.space.service(feedPath), "collection", "")}
	record := s.offers.record()
	for _, other := range s.offers.list {
		ref := d.refs[other.index]
		if ref == "" || other == o {
			continue
		}
		rel := "alternate"
		if o.format == nil && other == record {
			rel = "describedby"
		}
		list = append(list, link(ref, rel, other.fullType()))
	}
	if o.format == nil {
		list = append(list, link("https://schema.org/AboutPage", "type", ""))
	} else {
		list = append(list, link(here, "describes", "text/html"))
	}
	for _, class := range d.classes {
		list = append(list, link(uriForm(class.String()), "type", ""))
	}
	if o.profile != "" {
		list = append(list, link(o.profile, "profile", ""))
	}
	return strings.Join(list, ", ")
}

// link writes one link (RFC 8288 section 3). The reference is a URI, which
// holds neither quotes nor angle brackets.
func link(href, rel, mediaType string) string {
	out := "<" + href + `>; rel="` + rel + `"`
	if mediaType != "" {
		out += `; type="` + strings.ReplaceAll(mediaType, `"`, `\"`) + `"`
	}
	return out
}
