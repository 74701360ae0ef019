package server

import (
	"net/http"

	"vitrine/rdfstore"
	"vitrine/server/conditional"
	"vitrine/server/represent"
	"vitrine/server/write"
)

// holds evaluates the preconditions of a request to write.
func holds(h http.Header, stored *rdfstore.Entity) bool {
	return !write.IsConditional(h) || conditional.Evaluate(h, represent.Current(stored), false) == conditional.Proceed
}
