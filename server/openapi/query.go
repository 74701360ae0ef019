package openapi

import "cmp"

// Query is a query that the operator keeps.
type Query struct {
	Name, Title, Description string
	Parameters               []Parameter
}

// Parameter is a parameter of a query; its schema is in JSON Schema.
type Parameter struct {
	Name, Title string
	Schema      map[string]any
}

// queryPath is the path of a query of any name, which those of the queries take the place of.
const queryPath = "/-/query/{name}"

// addQueries describes each query at its own path.
func addQueries(paths *object, queries []Query) {
	item, ok := paths.get(queryPath).(*object)
	if !ok {
		return
	}
	paths.remove(queryPath)
	operation := item.get("get").(*object)
	for _, q := range queries {
		parameters := []any{}
		for _, p := range q.Parameters {
			parameters = append(parameters, &object{[]member{
				{"name", p.Name}, {"in", "query"}, {"description", cmp.Or(p.Title, p.Name)}, {"schema", p.Schema},
			}})
		}
		own := &object{}
		own.set("operationId", "query_"+q.Name)
		own.set("tags", operation.get("tags"))
		own.set("summary", q.Title)
		if q.Description != "" {
			own.set("description", q.Description)
		}
		own.set("parameters", append(parameters, operation.get("parameters").([]any)...))
		own.set("responses", operation.get("responses"))
		paths.set("/-/query/"+q.Name, &object{[]member{{"get", own}}})
	}
}
