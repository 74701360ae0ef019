package jsonld

import (
	"strconv"
	"strings"

	ldcontext "vitrine/context"
	"vitrine/linkedart"
	"vitrine/rdfstore/iri"
	"vitrine/serialize/jsonld/layout"
)

// endpoints are the first segments of the paths that Linked Art's API gives to
// records (https://linked.art/api/1.0/protocol/), and "abstract".
var endpoints = []string{
	"abstract/", "concept/", "digital/", "event/", "group/", "object/", "person/", "place/",
	"provenance/", "set/", "text/", "visual/",
}

// isText reports whether a string in place of an object is text rather than an
// IRI reference. JSON-LD would resolve "wood" and "oil/canvas" against the
// base, and so make up an entity. A string counts as a reference if it has a
// scheme, or begins with /, ./, ../, # or the name of an endpoint. Only members
// of Linked Art are judged: those of an extension may be addresses. Blank node
// labels, keywords and the empty string are judged elsewhere.
func isText(key, s string) bool {
	_, rest, _ := strings.Cut(s, ":")
	switch {
	case !layout.IsUsualMember(key), s == "", s[0] == '@', strings.HasPrefix(s, "_:"):
		return false
	case iri.HasScheme(s) && strings.HasPrefix(rest, "//"):
		return false
	case strings.ContainsAny(s, " \t\r\n"):
		return true
	case iri.HasScheme(s):
		return false
	}
	for _, prefix := range append([]string{"/", "./", "../", "#"}, endpoints...) {
		if strings.HasPrefix(s, prefix) {
			return false
		}
	}
	return true
}

// textFault refuses text in place of an object and shows the right form.
func (r *reader) textFault(text string, t *ldcontext.Term) error {
	return r.fault(strconv.Quote(linkedart.Shorten(text)) + " is text where an object belongs; write " + linkedart.ExampleMember(t.Key, text, t.Set))
}

// noContext refuses a record without @context, whose id and type therefore
// mean nothing.
func (r *reader) noContext() error {
	return r.fault(`the record has no @context; add the line "@context": "` + ldcontext.LinkedArt + `", as its first member`)
}
