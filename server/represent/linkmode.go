package represent

import (
	"net/http"

	"vitrine/server/web/contentneg"
)

// LinkMode says who gets the links of an entity in its record (_links) and on its
// page.
type LinkMode string

const (
	// Always puts them in unless the client asks for the record without.
	Always LinkMode = "always"
	// Negotiated puts them into records for clients that ask for them.
	Negotiated LinkMode = "negotiated"
	// Never puts them in.
	Never LinkMode = "never"
)

// halProfile is the profile by which a client asks for links: the address of the
// page where Linked Art describes them.
const halProfile = "https://linked.art/api/1.0/hal/"

// linksWanted tells whether a representation that can have links is to be sent
// with them, and which preference (RFC 7240 section 4.2) was heeded for that. Without:
// by the parameter links=none or the preference return=minimal. Where they are
// negotiated, a record has them for a client that names halProfile in Accept or
// prefers return=representation.
func (m *Maker) linksWanted(r *http.Request, o *Offer) (wanted bool, applied string) {
	if r.URL.RawQuery != "" && r.URL.Query().Get("links") == "none" {
		return false, ""
	}
	preferred := ""
	if lines := r.Header["Prefer"]; lines != nil {
		preferred = contentneg.Return(lines)
	}
	switch {
	case preferred == "minimal":
		return false, "return=minimal"
	case m.LinkMode != Negotiated || o.IsPage():
		return true, ""
	case preferred == "representation":
		return true, "return=representation"
	default:
		return contentneg.Names(r.Header["Accept"], halProfile), ""
	}
}
