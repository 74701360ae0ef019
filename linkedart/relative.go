package linkedart

import (
	"strings"

	"vitrine/rdfstore/iri"
)

// resolve writes relative ids in full, against the base: that is how every way
// into a store reads them. Without a base, and where an id is not one that can
// be resolved, it stays for the checks to find.
func (c *check) resolve(value any) {
	if c.v.options.Base == "" {
		return
	}
	switch value := value.(type) {
	case map[string]any:
		if id, ok := value["id"].(string); ok {
			value["id"] = c.resolved(id)
		}
		for key, inner := range value {
			if key != "@context" {
				c.resolve(inner)
			}
		}
	case []any:
		for _, inner := range value {
			c.resolve(inner)
		}
	}
}

func (c *check) resolved(id string) string {
	if id == "" || strings.HasPrefix(id, "_:") || iri.HasScheme(id) {
		return id
	}
	full, err := iri.Resolve(c.v.options.Base, id)
	if err != nil {
		return id
	}
	return full
}
