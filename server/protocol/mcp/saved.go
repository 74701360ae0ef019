package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/server/data/query/saved"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// addQuery adds a query that the operator keeps as a tool, with its parameters as arguments.
func (e *Endpoint) addQuery(s *sdk.Server, kept *saved.Query) {
	properties := map[string]any{}
	for name, schema := range pagingSchema().Properties {
		properties[name] = schema
	}
	for i := range kept.Parameters {
		p := &kept.Parameters[i]
		schema := maps.Clone(p.Schema())
		schema["description"] = p.Title
		properties[p.Name] = schema
	}
	closed := false
	tool := &sdk.Tool{
		Name: "query_" + kept.Name, Title: kept.Title, Description: kept.Title + ". " + kept.Description,
		InputSchema: map[string]any{"type": "object", "properties": properties, "additionalProperties": false},
		Annotations: &sdk.ToolAnnotations{Title: kept.Title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
	}
	s.AddTool(tool, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		result, err := e.savedQuery(ctx, kept, r.Params.Arguments)
		if err != nil {
			failed := &sdk.CallToolResult{}
			failed.SetError(e.reason(ctx, err))
			return failed, nil
		}
		return result, nil
	})
}

// savedQuery answers a query that the operator keeps.
func (e *Endpoint) savedQuery(ctx context.Context, kept *saved.Query, arguments json.RawMessage) (*sdk.CallToolResult, error) {
	var page paging
	given := map[string]any{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &given); err != nil {
			return nil, wrongArguments(err)
		}
		if err := json.Unmarshal(arguments, &page); err != nil {
			return nil, wrongArguments(err)
		}
	}
	values := url.Values{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if pagingSchema().Properties[name] == nil {
			values.Set(name, fmt.Sprint(given[name]))
		}
	}
	text, err := kept.Fill(values)
	if err != nil {
		return nil, wrongArguments(err)
	}
	source := e.serviceURI(address.SavedQuery + kept.Name)
	if len(values) > 0 {
		source += "?" + values.Encode()
	}
	a, err := e.table(ctx, text, source)
	if err != nil {
		return nil, err
	}
	result, _, err := a.page(page)
	return result, err
}

func wrongArguments(err error) error {
	return &respond.Error{Type: respond.BadRequest, Detail: "The arguments are wrong: " + err.Error() + "."}
}
