package server

import (
	"net/http"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/conditional"
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
		state, modified = stateOf(stored), conditional.LastModified(stored.Modified)
	}
	return conditional.Evaluate(h, ofState(state, modified), false) == conditional.Proceed
}

// ofState is the state of an entity, of whose representations each is as good. The
// empty state is that of no entity, which nothing matches.
func ofState(state string, modified time.Time) conditional.Current {
	return conditional.Current{Modified: modified, Matches: func(lines []string, strong bool) bool {
		return state != "" && conditional.Match(lines, strong, func(tag string) bool { return isOfState(tag, state) })
	}}
}

// isOfState tells whether an entity tag is that of a representation of the
// state: such a tag is the state's digest and the representation's own.
func isOfState(tag, state string) bool {
	return len(tag) == 2*len(state)+len(`""`) && strings.HasPrefix(tag[1:], state)
}
