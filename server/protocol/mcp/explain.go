package mcp

import (
	"context"
	"fmt"

	"github.com/knakk/rdf"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/rdfstore/graph"
	"vitrine/server/data/query"
	"vitrine/server/people/describe/brief"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

type explainInput struct {
	Class string `json:"class,omitempty" jsonschema:"a class, such as Person, whose properties are to be told; without it, the collection as a whole"`
	paging
}

func (e *Endpoint) explain(ctx context.Context, in explainInput) (*sdk.CallToolResult, any, error) {
	a := &answer{foot: e.source(e.serviceURI(address.Dataset))}
	if in.Class != "" {
		if err := e.explainClass(ctx, a, in.Class); err != nil {
			return nil, nil, err
		}
		return a.page(in.paging)
	}
	holdings, err := e.Survey.Count(ctx)
	if err != nil {
		return nil, nil, err
	}
	classes, err := e.Survey.Classes(ctx)
	if err != nil {
		return nil, nil, err
	}
	a.say("%s has %d entities whose URIs begin with %s, and %d others, in the model of Linked Art (CIDOC CRM).", e.Site.Title, holdings.Under, holdings.Base, holdings.Others)
	for _, c := range classes {
		iri, err := graph.IRI(c.Class)
		if err != nil {
			return nil, nil, err
		}
		a.say("Class %s <%s> (%s): %d", e.Lists.Words.Class(iri), uri(c.Class), brief.ClassName(c.Class, e.words), c.Count)
	}
	for _, example := range query.Examples() {
		a.say("Example query: %s", e.words.Text(example.Title))
		a.lines = append(a.lines, example.Text)
	}
	return a.page(in.paging)
}

// explainClass adds the properties of a class.
func (e *Endpoint) explainClass(ctx context.Context, a *answer, class string) error {
	iri, ok := e.Reader.Words.ClassIRI(class)
	if !ok {
		return &respond.Error{Type: respond.BadRequest, Detail: fmt.Sprintf("The class %q is neither a word of Linked Art for a class, such as Person, nor a URI.", class)}
	}
	p, err := e.rows(ctx, query.PropertiesQuery(iri), maxRows)
	if err != nil {
		return err
	}
	a.head = []string{fmt.Sprintf("Properties of the entities of class %s <%s>, with the number of records, of values, and an example:", class, iri)}
	for _, row := range p.Rows {
		text := fmt.Sprintf("%s: records %s, values %s", cell(row[0]), row[1], row[2])
		if _, blank := row[3].(rdf.Blank); !blank {
			text += ", such as " + cut(cell(row[3]), 100)
		}
		a.data(oneLine(text))
	}
	return nil
}
