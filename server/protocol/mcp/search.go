package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/server/data/criteria"
	"vitrine/server/data/listing"
	"vitrine/server/data/search"
	"vitrine/server/people/html"
	"vitrine/server/people/results"
)

// searchInput is what is searched for. The filters are those of package criteria.
type searchInput struct {
	Text         string   `json:"text,omitempty" jsonschema:"words, phrases in double quotes, beginnings of words with a star"`
	Class        []string `json:"class,omitempty" jsonschema:"classes of Linked Art, of which entities have one: HumanMadeObject, Person, Group, Place, Type, Set, VisualItem, LinguisticObject, Activity, Event and so on"`
	ClassifiedAs []string `json:"classified_as,omitempty" jsonschema:"URIs of concepts that entities are classified as, or of their narrower ones"`
	Maker        []string `json:"maker,omitempty" jsonschema:"URIs of people and groups who made them"`
	Place        []string `json:"place,omitempty" jsonschema:"URIs of places that they have to do with"`
	Material     []string `json:"material,omitempty" jsonschema:"URIs of materials that they are made of"`
	MemberOf     []string `json:"member_of,omitempty" jsonschema:"URIs of sets and groups that they belong to"`
	Mentions     []string `json:"mentions,omitempty" jsonschema:"URIs of entities that their records name"`
	From         *int     `json:"from,omitempty" jsonschema:"first year of when they were made, lived or happened; negative for BC"`
	To           *int     `json:"to,omitempty" jsonschema:"last year"`
	Picture      bool     `json:"picture,omitempty" jsonschema:"only those with a picture"`
	Free         bool     `json:"free,omitempty" jsonschema:"only those with a picture that is free to use"`
	Order        string   `json:"order,omitempty" jsonschema:"name, date or -date; the best first by default"`
	Facets       bool     `json:"facets,omitempty" jsonschema:"also count the values of the filters among all results"`
	paging
}

// values are the parameters of the same search at its address.
func (in searchInput) values() url.Values {
	values := url.Values{}
	for name, list := range map[string][]string{
		"class": in.Class, "classified_as": in.ClassifiedAs, "maker": in.Maker, "place": in.Place,
		"material": in.Material, "member_of": in.MemberOf, "mentions": in.Mentions,
	} {
		if len(list) > 0 {
			values[name] = list
		}
	}
	for name, text := range map[string]string{"q": in.Text, "sort": in.Order, "from": year(in.From), "to": year(in.To)} {
		if text != "" {
			values.Set(name, text)
		}
	}
	for name, set := range map[string]bool{"picture": in.Picture, "free": in.Free} {
		if set {
			values.Set(name, "yes")
		}
	}
	return values
}

func year(y *int) string {
	if y == nil {
		return ""
	}
	return strconv.Itoa(*y)
}

// maxResults is how many results of a search one call reads.
const maxResults = 50

func (e *Endpoint) search(ctx context.Context, in searchInput) (*sdk.CallToolResult, any, error) {
	start, err := in.start()
	if err != nil {
		return nil, nil, err
	}
	c, err := e.Reader.Read(in.values())
	if err != nil {
		return nil, nil, err
	}
	if in.Facets {
		c.Query.Facets = criteria.Facets()
	}
	start = min(start, listing.MaxFound)
	view, err := e.view(ctx)
	if err != nil {
		return nil, nil, err
	}
	hits, err := e.Lists.Find(ctx, c.Query, start, maxResults)
	if err != nil {
		return nil, nil, err
	}
	cards, err := e.cards(ctx, view.At(), c, hits.IDs)
	if err != nil {
		return nil, nil, err
	}
	a := answer{first: start, foot: e.source(e.serviceURI(c.Target()))}
	a.head = append(found(hits), e.facets(hits.Facets)...)
	a.lines = cards
	end := start + len(hits.IDs)
	a.more = uint64(end) < hits.Total && end < listing.MaxFound
	return a.page(in.paging)
}

// found says how much was found, and whether it is what was asked for.
func found(hits search.Hits) []string {
	out := []string{fmt.Sprintf("%d found.", hits.Total)}
	for _, s := range hits.Spelled {
		out = append(out, marked(fmt.Sprintf("%q was taken for %q.", s.Typed, s.Found))...)
	}
	if hits.Missing > 0 {
		out = append(out, fmt.Sprintf("No entity has all words; each of these lacks at most %d.", hits.Missing))
	}
	if hits.Total > listing.MaxFound {
		out = append(out, fmt.Sprintf("Only the first %d can be read. Narrow the search down for others.", listing.MaxFound))
	}
	return out
}

// cards are entities as lines, one each.
func (e *Endpoint) cards(ctx context.Context, at uint64, c criteria.Criteria, iris []string) ([]string, error) {
	ctx, done, err := e.Site.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	cards, _, err := e.Lists.Results.Cards(ctx, at, c, iris, e.words)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(iris))
	for i, iri := range iris {
		line := "it was deleted meanwhile"
		if i < len(cards) && !cards[i].Name.Missing {
			line = cardText(cards[i])
		}
		out[i] = "| " + oneLine(line+" <"+uri(iri)+">")
	}
	return out, nil
}

// cardText is what a list says of an entity.
func cardText(c html.Card) string {
	var more []string
	for _, text := range []string{c.Kind.Text, c.Dates.Plain(), c.Note.Plain()} {
		if text != "" {
			more = append(more, text)
		}
	}
	text := c.Name.Text
	if len(more) > 0 {
		text += " (" + strings.Join(more, "; ") + ")"
	}
	if len(c.Found) > 0 {
		text += ": “"
		for _, piece := range c.Found {
			text += piece.Text
		}
		text += "”"
	}
	return cut(text, maxLine)
}

// maxValues is how many values of a facet are told.
const maxValues = 8

// facets are the values of the filters among the results, as lines.
func (e *Endpoint) facets(all []search.Facet) []string {
	var out []string
	for _, facet := range e.Lists.Results.Collection(results.List{Facets: all}).Facets {
		if len(facet.Values) == 0 {
			continue
		}
		var values []string
		for _, v := range facet.Values[:min(maxValues, len(facet.Values))] {
			text := v.Value
			if v.Label != "" {
				text = v.Label + " <" + v.Value + ">"
			}
			values = append(values, fmt.Sprintf("%s: %d", text, v.Count))
		}
		if more := facet.More + len(facet.Values) - len(values); more > 0 {
			values = append(values, fmt.Sprintf("%d more", more))
		}
		out = append(out, marked(oneLine("Filter "+facet.Facet+": "+strings.Join(values, "; ")))...)
	}
	return out
}

// cut is the beginning of a text.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + " …"
}
