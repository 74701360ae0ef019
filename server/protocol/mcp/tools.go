package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// addTools adds the tools. All of them only read.
func (e *Endpoint) addTools(s *sdk.Server) {
	addTool(e, s, "search", "Search the collection",
		"Find entities by words and filters. Without either, all entities are found. The words may be misspelt; where no entity has all of them, those with most are found.", e.search)
	addTool(e, s, "get_entity", "Read a record",
		"Read all that the record of an entity says, as text with the URIs of what it refers to, or as Linked Art JSON.", e.getEntity)
	addTool(e, s, "follow_links", "Follow links to an entity",
		"List the entities whose records refer to an entity: works by a person, people born at a place, members of a set. Without the name of a link, the links that there are, with their numbers.", e.followLinks)
	addTool(e, s, "object_history", "History of an object",
		"Tell what happened to an object: acquisitions, sales, owners in order with gaps, and the text of its provenance.", e.history)
	addTool(e, s, "query", "SPARQL query",
		"Answer a read-only SPARQL 1.1 query (SELECT, ASK, CONSTRUCT or DESCRIBE) over all records. explain_collection has example queries, and the properties of a class with their numbers.", e.query)
	addTool(e, s, "explain_collection", "What there is",
		"Say what the collection has: classes with their numbers, filters of the search, example queries; of a class the properties that its records use, with their numbers.", e.explain)
	for _, kept := range e.Saved {
		e.addQuery(s, kept)
	}
}

// addTool adds a tool whose errors are told to the caller.
func addTool[In any](e *Endpoint, s *sdk.Server, name, title, description string, do func(context.Context, In) (*sdk.CallToolResult, any, error)) {
	closed := false
	tool := &sdk.Tool{Name: name, Title: title, Description: description, Annotations: &sdk.ToolAnnotations{
		Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed,
	}}
	sdk.AddTool(s, tool, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		result, structured, err := do(ctx, in)
		if err != nil {
			return nil, nil, e.reason(ctx, err)
		}
		return result, structured, nil
	})
}
