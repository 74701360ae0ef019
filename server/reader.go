package server

import (
	"net/http"

	"vitrine/server/represent"
	"vitrine/server/wording"
)

// reader is the one who asked for a page: the words of its language, and the request.
type reader struct {
	words   *wording.Wording
	request *http.Request
	// at is the entry of the log that was followed for the request.
	at uint64
}

// reader returns who asked.
func (s *Server) reader(r *http.Request, view represent.View) reader {
	return reader{s.wording(r), r, view.At()}
}
