package server

import (
	"net/http"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/write"
)

// holds is RFC 9110 section 13.2.2 for a request to write. Where a GET asks
// about one representation, this asks about the entity: any of the
// representations of its current version will do.
func (s *Server) holds(r *http.Request, current *rdfstore.Entity) (bool, error) {
	h := r.Header
	if !write.IsConditional(h) {
		return true, nil
	}
	state, modified := "", time.Time{}
	if current != nil {
		d, err := s.describe(r.Context(), current)
		if err != nil {
			return false, err
		}
		state, modified = d.state, d.modified
	}
	if match := h["If-Match"]; match != nil {
		if !matchesState(match, state, true) {
			return false, nil
		}
	} else if since, ok := httpDate(h, "If-Unmodified-Since"); ok && modified.After(since) {
		return false, nil
	}
	none := h["If-None-Match"]
	return none == nil || !matchesState(none, state, false), nil
}

// matchesState tells whether a list of entity tags holds one of the state, or
// is "*". The empty state is that of no entity, which nothing matches.
func matchesState(lines []string, state string, strong bool) bool {
	return state != "" && (isAny(lines) || anyTag(lines, func(tag string, weak bool) bool {
		return isOfState(tag, state) && !(strong && weak)
	}))
}

// isOfState tells whether an entity tag is that of a representation of the
// state: such a tag is the state's digest and the representation's own.
func isOfState(tag, state string) bool {
	return len(tag) == 2*len(state)+len(`""`) && strings.HasPrefix(tag[1:], state)
}
