package reconcile

import (
	"net/http"

	"vitrine/server/data/holdings"
	"vitrine/server/data/listing"
	"vitrine/server/data/resource"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// Endpoint answers at the addresses of the protocol. Its fields are set before its first request;
// it may be used by many goroutines.
type Endpoint struct {
	Site   *site.Site
	Maker  *resource.Maker
	Lists  *listing.Lists
	Survey holdings.Survey
	Words  i18n.Vocabulary
	// Path is the address of the service below the service's own place.
	Path string
}

// The parts of the service, by what follows its address. Those of 1.0 have V1 before them.
const (
	V1            = "/1.0"
	Match         = "/match"
	SuggestEntity = "/suggest/entity"
	SuggestType   = "/suggest/type"
	SuggestProp   = "/suggest/property"
	Preview       = "/preview"
	Extend        = "/extend"
	Propose       = "/extend/propose"
)

// Routes are what answers at each address, by what follows the address of the service.
func (e *Endpoint) Routes() map[string]respond.Handler {
	routes := map[string]respond.Handler{
		"":         respond.Methods{http.MethodGet: e.service, http.MethodPost: e.service}.Resource(),
		V1:         respond.Methods{http.MethodGet: e.manifest1}.Resource(),
		V1 + Match: postJSON(e.match1), V1 + Extend: postJSON(e.extend1),
	}
	for path, get := range map[string]respond.Handler{
		SuggestEntity: e.suggestEntity, SuggestType: e.suggestType, SuggestProp: e.suggestProperty, Preview: e.preview, Propose: e.propose,
	} {
		routes[path] = respond.Methods{http.MethodGet: get}.Resource()
		routes[V1+path] = routes[path]
	}
	return routes
}

// postJSON answers POST with JSON, which scripts of other origins may send.
func postJSON(h respond.Handler) respond.Handler {
	return respond.Methods{http.MethodPost: h}.ResourceWith(nil, "Authorization", "Content-Type")
}

// service answers by version 0.2: with candidates, with values of properties, or with the manifest
// where nothing is asked (0.2 sections 3, 4 and 7).
func (e *Endpoint) service(x *respond.Exchange, r *http.Request) error {
	values, err := parameters(r)
	if err != nil {
		return err
	}
	switch {
	case values.Has("queries"):
		answer, err := e.match(r.Context(), values.Get("queries"))
		if err != nil {
			return err
		}
		return send(x, r, values.Get("callback"), answer)
	case values.Has("extend"):
		answer, err := e.extend(r.Context(), values.Get("extend"))
		if err != nil {
			return err
		}
		return send(x, r, values.Get("callback"), answer)
	case values.Has("query"):
		return bad("A single query in the parameter query is of version 0.1. Send a batch of queries in the parameter queries.")
	}
	return send(x, r, values.Get("callback"), e.manifest())
}
