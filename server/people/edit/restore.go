package edit

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/resource"
	"vitrine/server/people/session"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// stateParameter is the number of the state that a record is to be restored to.
const stateParameter = "state"

// RestoreAddress returns where the record with a URI is restored to the state with a number.
func RestoreAddress(m address.Mapper, iri string, version uint64) string {
	return Address(m, iri) + "&" + stateParameter + "=" + url.QueryEscape(strconv.FormatUint(version, 10))
}

// restore shows a record as it was, to be stored in place of what it is now or where it was deleted.
// The number is that of the pages that the state was seen on.
func (p *Pages) restore(x *respond.Exchange, r *http.Request, s *session.Session, seen *Pages, of, number string) error {
	version, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return respond.BadParameter(stateParameter, "it is the number of a state, which the TimeMap has")
	}
	past, err := resource.Spelled("of", of, func(iri string) (*rdfstore.Entity, error) {
		name, err := graph.IRI(iri)
		if err != nil {
			return nil, rdfstore.ErrNotFound
		}
		return seen.Writer.Entities.Store.Past(r.Context(), name, version)
	})
	if err != nil {
		return resource.NotKept(err)
	}
	iri := past.Graph.Name.String()
	if err := p.confine(s, auth.Draft, iri); err != nil {
		return err
	}
	st, err := p.current(r.Context(), iri)
	switch {
	case isMissing(err):
		st = &state{of: iri, base: []byte(noRecord)}
	case err != nil:
		return err
	}
	if st.text, err = p.Writer.Patchable(r.Context(), past); err != nil {
		return err
	}
	if len(st.text) > maxText {
		return tooLarge()
	}
	return p.sendPreview(x, r, s, st, outcome{})
}
