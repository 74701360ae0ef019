package mcp

import (
	"context"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/server/people/html"
)

type historyInput struct {
	URI string `json:"uri" jsonschema:"the URI of an object"`
	paging
}

func (e *Endpoint) history(ctx context.Context, in historyInput) (*sdk.CallToolResult, any, error) {
	view, d, err := e.entity(ctx, in.URI)
	if err != nil {
		return nil, nil, err
	}
	record, err := view.Described(ctx, d.IRI, e.words)
	if err != nil {
		return nil, nil, err
	}
	a := answer{foot: e.citation(&record)}
	a.head = marked("History of " + oneLine(headline(&record)+" <"+uri(record.IRI)+">"))
	p := record.Provenance
	if p == nil {
		a.say("Nothing is recorded of its history.")
		return a.page(in.paging)
	}
	a.statements(p.Written)
	if text := phrase(p.Text); text != "" {
		a.data("Provenance: " + text)
	}
	for _, note := range p.Notes {
		a.data("Note: " + phrase(note))
	}
	for _, ev := range p.Events {
		a.event(ev)
	}
	a.owners("Owner", p.Owners)
	a.owners("Keeper", p.Custodians)
	if p.More != "" {
		a.say("%s", p.More)
	}
	return a.page(in.paging)
}

func (a *answer) event(ev html.Event) {
	text := "Event: " + named(ev.Kind)
	for _, more := range []string{phrase(ev.Date), ev.Status, named(ev.Link)} {
		if more != "" {
			text += ", " + more
		}
	}
	a.data(text)
	if account := phrase(ev.Account); account != "" {
		a.data("  " + account)
	}
	for _, f := range ev.Facts {
		a.data("  " + fact(f))
	}
}

// owners adds who had an object, with gaps.
func (a *answer) owners(title string, all []html.Owner) {
	for _, o := range all {
		text := title + ": " + phrase(o.Name)
		if o.Gap {
			text = "Gap: no one is recorded"
		}
		// The first says “since” or “until” itself where there is no second.
		if when := strings.Trim(phrase(o.From)+" – "+phrase(o.Until), " –"); when != "" {
			text += ", " + when
		}
		if how := phrase(o.How); how != "" {
			text += ", " + how
		}
		if o.Uncertain {
			text += " (the succession is not certain)"
		}
		a.data(text)
	}
}
