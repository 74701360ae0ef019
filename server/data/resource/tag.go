package resource

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Entity tags of representations are made from what determines their bytes, not
// from the bytes, so that a 304 and the answer to a write need no rendering; those of
// pages are made from the bytes (see pageTag). They
// are strong (RFC 9110 section 8.8.1): the state of the entity (its version, and a
// digest of name, version and time of change) comes first, and then a digest of the renderer, the format, the
// links and the content coding.

// newRendererID stands for what makes the representations: the program, and the
// settings that their bytes depend on. Two servers of one id make the same bytes.
// Without Options.Build it is not known whether the program is the same, so that each
// server has an id of its own.
func newRendererID(o Options, offers *Offers) (string, error) {
	build := o.Build
	if build == "" {
		build = rand.Text()
	}
	parts := []string{"1", build, o.BaseURL, o.Title}
	for _, offer := range offers.List {
		parts = append(parts, offer.Name, offer.MediaType, offer.Profile, offer.Suffix)
	}
	if o.Contexts != nil {
		for _, url := range o.Contexts.URLs() {
			text, err := o.Contexts.Document(url)
			if err != nil {
				return "", err
			}
			parts = append(parts, url, string(text))
		}
	}
	return respond.Digest(parts...), nil
}

// entityTag is that of a representation in a content coding.
func (m *Maker) entityTag(v Selected, coding string) string {
	links := ""
	if v.links != nil {
		links = v.links.digest
	}
	return `"` + v.resource.State + respond.Digest(m.rendererID, v.resource.key, v.offer.Name, links, coding) + `"`
}

// CheckPreconditions returns the representation without its body where the preconditions of a
// request can be evaluated before it is made and the answer needs no body; nil otherwise. The
// tag of a page or a reference is made from its bytes, so that its preconditions are evaluated later.
func (m *Maker) CheckPreconditions(h http.Header, v Selected) *respond.Representation {
	if v.offer.IsMade() || !respond.HasPreconditions(h) {
		return nil
	}
	rep := respond.NewRepresentation(m.fields(v, v.codings[0]), v.codings[0], nil)
	if respond.Evaluate(h, respond.OfTag(rep.ETag(), rep.Modified()), true) == respond.Proceed {
		return nil
	}
	return rep
}

// Tag is the entity tag of a selected representation without a content coding.
func (m *Maker) Tag(v Selected) string { return m.entityTag(v, contentneg.Identity) }

// Current is the state of an entity for the preconditions of a request to write,
// nil where there is none, which nothing matches. Where a GET asks about one
// representation, this asks about the entity: any of the representations of its
// current version will do.
func Current(stored *rdfstore.Entity) respond.Current {
	state, modified := "", time.Time{}
	if stored != nil {
		state, modified = stateOf(stored), respond.LastModified(stored.Modified)
	}
	return respond.Current{Modified: modified, Matches: func(lines []string, strong bool) bool {
		return state != "" && respond.Match(lines, strong, func(tag string) bool { return isOfState(tag, state) })
	}}
}

// isOfState tells whether an entity tag is that of a representation of the
// state: such a tag is the state's digest and the representation's own.
func isOfState(tag, state string) bool {
	return len(tag) == len(state)+respond.DigestLength+len(`""`) && strings.HasPrefix(tag[1:], state)
}

// Digest returns a text that stands for the renderer and for the parts that the bytes
// of a document of the service depend on beside it, for entity tags.
func (m *Maker) Digest(parts ...string) string {
	return respond.Digest(append([]string{m.rendererID}, parts...)...)
}
