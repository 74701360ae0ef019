package server

import (
	"net/http"

	"vitrine/server/web/respond"
)

// getNothing answers for the rest of the reserved place.
func (s *Server) getNothing(*respond.Exchange, *http.Request) error {
	return &respond.Error{Type: respond.NotFound, Detail: "The service has no such endpoint.",
		Header: http.Header{"Link": {respond.LinkField(s.mapper.Prefix, "start", "text/html")}}}
}
