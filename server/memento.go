package server

import (
	"vitrine/server/protocol/memento"
	"vitrine/server/web/address"
)

// routeVersions leads to what is about the versions of an entity.
func (s *Server) routeVersions(m mount) {
	maps := &memento.TimeMaps{Site: s.site, Store: s.config.Store, Maker: s.maker, Describer: s.describer, Vocabulary: s.words, Activity: s.feed.ActivityID}
	m.get(address.TimeMap, "timemap", maps.Get)
	m.get(address.Diff, "diff", maps.Differences)
}
