package server

import (
	"crypto/rand"
	"net/http"
	"slices"

	"vitrine/server/conditional"
	"vitrine/server/exchange"
	"vitrine/server/negotiate"
)

// Entity tags of representations are made from what determines their bytes, not
// from the bytes, so that a 304 and the answer to a write need no rendering. They
// are strong (RFC 9110 section 8.8.1): the state of the entity (its name, version and
// time of change) comes first, and then a digest of the renderer, the format, the
// links and the content coding. There is one language, that of the data.

// newRendererID stands for what makes the representations: the program, and the
// settings that their bytes depend on. Two servers of one id make the same bytes.
// Without Config.Build nobody knows whether the program is the same, so that each
// server has an id of its own.
func newRendererID(config Config, offers *offers) (string, error) {
	build := config.Build
	if build == "" {
		build = rand.Text()
	}
	parts := []string{"1", build, config.BaseURL, config.Title, string(config.LinkMode)}
	for _, o := range offers.list {
		parts = append(parts, o.name, o.mediaType, o.profile, o.suffix)
	}
	if config.Contexts != nil {
		for _, url := range config.Contexts.URLs() {
			text, err := config.Contexts.Document(url)
			if err != nil {
				return "", err
			}
			parts = append(parts, url, string(text))
		}
	}
	return digest(parts...), nil
}

// entityTag is that of a representation in a content coding. Where the size of the
// body decides between codings, bySize tells.
func (s *Server) entityTag(d *entry, v selectedRepresentation, coding string, bySize bool) string {
	links, size := "", ""
	if v.links != nil {
		links = v.links.digest
	}
	if bySize {
		size = "by size"
	}
	return `"` + d.state + digest(s.rendererID, d.key, v.offer.name, links, coding, size) + `"`
}

// isBySize tells whether the coding that suits a client depends on the size of
// the body; see coding.Pick.
func isBySize(accepted []string) bool {
	return accepted[0] != negotiate.Identity && slices.Contains(accepted, negotiate.Identity)
}

// answerEarly answers a request whose preconditions can be evaluated before the
// representation is made, and is false for others. Where the size of the body
// decides about the coding, the tag is one of two. The server only ever sends the right
// one, so that the one which the client names is right.
func (s *Server) answerEarly(x *exchange.Exchange, r *http.Request, d *entry, v selectedRepresentation, accepted []string) (bool, error) {
	coding, bySize := accepted[0], isBySize(accepted)
	if bySize {
		small, large := s.entityTag(d, v, negotiate.Identity, true), s.entityTag(d, v, coding, true)
		plain := s.entityTag(d, v, negotiate.Identity, false)
		named := func(tag string) bool {
			return conditional.Lists(r.Header["If-Match"], tag) || conditional.Lists(r.Header["If-None-Match"], tag)
		}
		switch match := r.Header["If-Match"]; {
		case named(plain), conditional.IsAny(match):
			return false, nil // which holds if the body is small
		case named(small):
			coding = negotiate.Identity
		case named(large), match != nil:
		default:
			return false, nil
		}
	}
	rep := newRepresentation(s.fields(d, v, coding, bySize), coding, nil)
	if conditional.Evaluate(r.Header, conditional.OfTag(rep.tagFor(r.Header), rep.modified), true) == conditional.Proceed {
		return false, nil
	}
	return true, s.send(x, r, rep)
}
