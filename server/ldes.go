package server

import (
	"vitrine/server/data/dataset"
	"vitrine/server/protocol/ldes"
	"vitrine/server/web/address"
)

// routeEventStream leads to the nodes of the event stream.
func (s *Server) routeEventStream(m mount) {
	stream := &ldes.Stream{Site: s.site, Store: s.config.Store, Event: s.feed.ActivityID, Licence: s.config.Licence}
	m.get(address.EventStream, "event stream", stream.Root)
	m.get(address.EventStream+"/index/{number}", "event stream index", variable("number", stream.Index))
	m.get(address.EventStream+"/page/{number}", "event stream page", variable("number", stream.Page))
}

func (s *Server) describeEventStream() dataset.Service {
	return dataset.Service{
		Name: "ldes", URL: s.mapper.ServiceURI(address.EventStream), Title: "Linked Data Event Stream",
		Standards: []string{"https://w3id.org/ldes/specification", "https://w3id.org/tree/specification"},
	}
}
