package server

import (
	"context"
	"net/http"
	"strings"

	"vitrine/rdfstore/graph"
)

// linked are the links of one state of an entity, to be put into its record. It
// is never changed once it is made.
type linked struct {
	// at is the newest entry of the log when they were read.
	at     uint64
	block  []byte
	digest string
}

// linkedSize is about what the links of an entity take besides the text, in
// bytes.
const linkedSize = 512

// linkedTo returns the links of an entity. As long as nothing is written to the
// store they are those that were read before.
//
// What is written while they are read may be in them or not; the log has moved
// on then, so that the next request reads them again.
func (s *Server) linkedTo(ctx context.Context, d *entry) (*linked, error) {
	at, err := s.cache.follow(ctx)
	if err != nil {
		return nil, err
	}
	if kept, ok := s.cache.keptLinks(d.state); ok && kept.at == at {
		return kept, nil
	}
	name, err := graph.IRI(d.iri)
	if err != nil {
		return nil, err
	}
	ctx, done, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	found, err := s.config.Links.For(ctx, s.config.Store, name, d.classes)
	if err != nil {
		return nil, err
	}
	l := &linked{at: at, block: s.halBlock(d, found)}
	l.digest = digest(string(l.block))
	s.cache.keepLinks(d.state, l)
	return l, nil
}

// turn waits for a turn to do work for a request, and bounds the time for it.
func (s *Server) turn(ctx context.Context) (context.Context, func(), error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.RenderTimeout)
	release, err := s.renders.acquire(ctx)
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return ctx, func() { release(); cancel() }, nil
}

// isBare tells whether a request asks for the record without links: by the
// parameter links=none, or by the preference return=minimal (RFC 7240), which
// is then told as applied.
func isBare(r *http.Request) (bare, preferred bool) {
	if r.URL.RawQuery != "" && r.URL.Query().Get("links") == "none" {
		return true, false
	}
	if lines := r.Header["Prefer"]; lines != nil && preferredReturn(lines) == "minimal" {
		return true, true
	}
	return false, false
}

// bareRef is the address of a representation without links.
func bareRef(ref string) string {
	if strings.Contains(ref, "?") {
		return ref + "&links=none"
	}
	return ref + "?links=none"
}
