package server

import (
	"slices"

	"vitrine/server/protocol/oembed"
	"vitrine/server/web/address"
)

// oembedName is what the protocol is called.
const oembedName = "oembed"

// routeOEmbed leads to embeddings.
func (s *Server) routeOEmbed(m mount) {
	e := &oembed.Endpoint{Site: s.site, Entities: s.entities, Describer: s.describer, PictureSize: s.pictures.Size}
	m.get(address.OEmbed, oembedName, e.Get)
}

// embed returns the address of the embedding of an entity, nil where the server makes none.
func (s *Server) embed() func(iri string) string {
	if slices.Contains(s.config.Without, oembedName) {
		return nil
	}
	return func(iri string) string { return oembed.Link(s.mapper, iri) }
}
