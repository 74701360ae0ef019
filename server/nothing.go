package server

import (
	"net/http"

	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/weblink"
)

// getNothing answers for the rest of the reserved place.
func (s *Server) getNothing(*exchange.Exchange, *http.Request) error {
	return &problem.Error{Type: problem.NotFound, Detail: "The service has no such endpoint.",
		Header: http.Header{"Link": {weblink.Field(s.mapper.Prefix, "start", "text/html")}}}
}
