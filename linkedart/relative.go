package linkedart

import (
	"strings"

	"vitrine/rdfstore/iri"
)

// resolved returns an id in full: relative ones against the base, as every way into a store
// reads them. Without a base, and where an id is not one that can be resolved, it stays for the
// checks to find.
func (c *check) resolved(id string) string {
	base := c.v.options.Base
	if base == "" || id == "" || strings.HasPrefix(id, "_:") || iri.HasScheme(id) {
		return id
	}
	full, err := iri.Resolve(base, id)
	if err != nil {
		return id
	}
	return full
}
