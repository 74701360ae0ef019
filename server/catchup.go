package server

import (
	"net/http"
	"strings"

	"vitrine/server/data/represent"
)

// catchUp makes sure that the answer to a request has all changes that its client may know
// of, where the store hears of the changes of others a while later.
func (s *Server) catchUp(r *http.Request) error {
	if s.tracker == nil {
		return nil
	}
	if !asksForNewest(r) {
		named := represent.NewestNamed(r.Header)
		if named == 0 {
			return nil
		}
		known, err := s.tracker.Newest(r.Context())
		if err != nil || named <= known {
			return err
		}
	}
	_, err := s.tracker.Latest(r.Context())
	return err
}

// asksForNewest tells whether a request changes something, or asks for an answer that no
// cache has without validation (RFC 9111 sections 5.2.1.1 and 5.2.1.4).
func asksForNewest(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		return false
	default:
		return true
	}
	for _, line := range r.Header["Cache-Control"] {
		for directive := range strings.SplitSeq(line, ",") {
			switch strings.ToLower(strings.Trim(directive, " \t")) {
			case "no-cache", "max-age=0":
				return true
			}
		}
	}
	return false
}
