package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/knakk/rdf"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/server/data/query"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
	"vitrine/sparql/syntax"
)

type queryInput struct {
	Query string `json:"query" jsonschema:"the text of the query, with its prefixes"`
	paging
}

// maxRows is how many rows of an answer are read.
const maxRows = 1000

func (e *Endpoint) query(ctx context.Context, in queryInput) (*sdk.CallToolResult, any, error) {
	if len(in.Query) > syntax.MaxText {
		return nil, nil, &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("A query has at most %d bytes.", syntax.MaxText)}
	}
	a, err := e.table(ctx, in.Query, e.serviceURI(address.Query)+"?query="+url.QueryEscape(in.Query))
	if err != nil {
		return nil, nil, err
	}
	return a.page(in.paging)
}

// table is the answer to a query, which has an address, as a table.
func (e *Endpoint) table(ctx context.Context, text, source string) (*answer, error) {
	p, err := e.rows(ctx, text, maxRows)
	if err != nil {
		return nil, err
	}
	a := &answer{foot: e.source(source)}
	if p.IsBoolean {
		a.say("The answer is %t.", p.Boolean)
		return a, nil
	}
	a.head = append([]string{fmt.Sprintf("Rows: %d.", len(p.Rows))}, marked(oneLine(strings.Join(p.Columns, " | ")))...)
	if p.More {
		a.head[0] = fmt.Sprintf("The first %d rows. Use LIMIT and OFFSET with ORDER BY for others.", maxRows)
	}
	for _, row := range p.Rows {
		cells := make([]string, len(row))
		for i, term := range row {
			cells[i] = cell(term)
		}
		a.lines = append(a.lines, "| "+cut(oneLine(strings.Join(cells, " | ")), 4*maxLine))
	}
	return a, nil
}

// rows are the first rows of the answer to a query.
func (e *Endpoint) rows(ctx context.Context, text string, most int) (*query.Preview, error) {
	prepared, err := e.Queries.Prepare(query.Request{Text: text})
	if err != nil {
		return nil, err
	}
	return e.Queries.Preview(ctx, prepared, most)
}

// cell is a term of an answer; one that is not there is empty.
func cell(term rdf.Term) string {
	switch t := term.(type) {
	case nil:
		return ""
	case rdf.IRI:
		return "<" + uri(t.String()) + ">"
	}
	return term.String()
}
