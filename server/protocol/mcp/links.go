package mcp

import (
	"context"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/linkedart/links"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/criteria"
	"vitrine/server/people/html"
	"vitrine/server/web/respond"
)

type linksInput struct {
	URI  string `json:"uri" jsonschema:"the URI of the entity"`
	Link string `json:"link,omitempty" jsonschema:"the name of a link, such as personBornAtPlace; without it, the links that there are"`
	paging
}

func (e *Endpoint) followLinks(ctx context.Context, in linksInput) (*sdk.CallToolResult, any, error) {
	if e.Links == nil {
		return nil, nil, &respond.Error{Type: respond.NotFound, Detail: "This service has no links."}
	}
	view, d, err := e.entity(ctx, in.URI)
	if err != nil {
		return nil, nil, err
	}
	a := answer{foot: e.source(uri(d.IRI))}
	if in.Link == "" {
		found, err := view.LinksTo(ctx, d)
		if err != nil {
			return nil, nil, err
		}
		a.head = []string{fmt.Sprintf("%d links lead to this entity. Name one as link to follow it.", len(found))}
		for _, f := range found {
			a.say("%s (%s): %s", f.Link.Name, e.linkTitle(f.Link.Name), count(f))
		}
		return a.page(in.paging)
	}
	l, ok := e.Links.Link(in.Link)
	if !ok || !l.Applies(d.Classes) {
		return nil, nil, &respond.Error{Type: respond.NotFound, Detail: "This entity has no link of that name. Leave link out to see those that there are."}
	}
	start, err := in.start()
	if err != nil {
		return nil, nil, err
	}
	name, err := graph.IRI(d.IRI)
	if err != nil {
		return nil, nil, err
	}
	names, total, err := e.Lists.Linked(ctx, l, name, uint64(start), maxResults)
	if err != nil {
		return nil, nil, err
	}
	iris := make([]string, len(names))
	for i, n := range names {
		iris[i] = n.String()
	}
	a.head, a.first = []string{fmt.Sprintf("%s: %d.", e.linkTitle(l.Name), total)}, start
	a.more = uint64(start+len(names)) < total
	if a.lines, err = e.cards(ctx, view.At(), criteria.Criteria{}, iris); err != nil {
		return nil, nil, err
	}
	return a.page(in.paging)
}

// linkTitle is a link in words.
func (e *Endpoint) linkTitle(name string) string {
	if text := e.words.Link(name); text != "" {
		return text
	}
	return html.LinkTitle(name)
}

func count(f links.Found) string {
	if !f.Exact {
		return "too many to count"
	}
	return fmt.Sprint(f.Count)
}
