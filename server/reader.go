package server

import (
	"net/http"

	"vitrine/server/wording"
)

// reader is the one who asked for a page: the words of its language, and the request.
type reader struct {
	words   *wording.Wording
	request *http.Request
}

// reader returns who asked.
func (s *Server) reader(r *http.Request) reader { return reader{s.wording(r), r} }
