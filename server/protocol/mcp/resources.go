package mcp

import (
	"context"
	"net/http"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/rdfstore"
	"vitrine/server/data/resource"
)

// addResources adds the records as resources: those below the base of the service by their own
// URIs, or with the suffix of the JSON, and others by their ids.
func (e *Endpoint) addResources(s *sdk.Server) {
	base := uri(e.Site.Mapper.Base)
	for _, t := range []sdk.ResourceTemplate{
		{Name: "entity", Title: "Record of an entity", URITemplate: base + "{+path}",
			Description: "What the record of the entity with this URI says: as text, or with .json added as Linked Art JSON."},
		{Name: "entity-by-id", Title: "Record of an entity of another publisher", URITemplate: base + "entity{?id}",
			Description: "What the record of the entity with the URI id says, as text."},
	} {
		s.AddResourceTemplate(&t, e.readResource)
	}
}

func (e *Endpoint) readResource(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	contents, err := e.contents(ctx, r.Params.URI)
	if err != nil && e.Problem(err).Type.Status == http.StatusNotFound || rdfstore.IsMissing(err) {
		return nil, sdk.ResourceNotFoundError(r.Params.URI)
	}
	if err != nil {
		return nil, e.reason(ctx, err)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{contents}}, nil
}

// contents are those of the resource with an address.
func (e *Endpoint) contents(ctx context.Context, target string) (*sdk.ResourceContents, error) {
	u, err := url.Parse(target)
	if err != nil {
		return nil, rdfstore.ErrNotFound
	}
	view, err := e.view(ctx)
	if err != nil {
		return nil, err
	}
	d, asJSON, err := e.located(ctx, view, u)
	if err != nil {
		return nil, err
	}
	if asJSON {
		text, err := e.entityJSON(ctx, d, maxTokens*tokenBytes)
		return &sdk.ResourceContents{URI: target, MIMEType: recordType, Text: text}, err
	}
	a, err := e.entityText(ctx, view, d)
	if err != nil {
		return nil, err
	}
	return &sdk.ResourceContents{URI: target, MIMEType: "text/plain", Text: a.text(0, defaultTokens*tokenBytes)}, nil
}

// located finds the entity that an address names, as a request for it does, and whether its JSON
// is asked for.
func (e *Endpoint) located(ctx context.Context, view resource.View, u *url.URL) (*resource.Resource, bool, error) {
	if id := u.Query().Get("id"); id != "" && u.EscapedPath() == e.Site.Mapper.Prefix+"entity" {
		d, err := view.ByID(ctx, "id", id)
		return d, false, err
	}
	found, err := e.Entities.Locate(ctx, view, u.EscapedPath(), u.RawQuery)
	if err != nil {
		return nil, false, err
	}
	if found.Offer != nil && found.Offer != e.Entities.Offers.Record() {
		return nil, false, rdfstore.ErrNotFound
	}
	d, err := view.Resource(ctx, found.Name)
	return d, found.Offer != nil, err
}
