package server

import (
	"net/http"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/write"
)

// holds evaluates the preconditions of a request to write. Where a GET asks
// about one representation, this asks about the entity: any of the
// representations of its current version will do.
func holds(h http.Header, stored *rdfstore.Entity) bool {
	if !write.IsConditional(h) {
		return true
	}
	state, modified := "", time.Time{}
	if stored != nil {
		state, modified = stateOf(stored), lastModified(stored.Modified)
	}
	return evaluate(h, ofState(state, modified), false) == proceed
}

// ofState is the state of an entity, of whose representations each is as good.
func ofState(state string, modified time.Time) current {
	return current{func(lines []string, strong bool) bool { return matchesState(lines, state, strong) }, modified}
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
