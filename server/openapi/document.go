package openapi

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart/shapes"
	"vitrine/server/problem"
)

// object is a JSON object. encoding/json writes its members in the order of their names, so
// that the same description has the same bytes.
type object map[string]any

// JSON returns the description as an OpenAPI document.
func (d *Description) JSON() ([]byte, error) {
	paths := object{}
	for _, r := range d.Routes {
		paths[r.Path] = d.pathItem(&r)
	}
	schemas, err := d.schemas()
	if err != nil {
		return nil, err
	}
	info := object{"title": d.Title, "version": cmp.Or(d.Version, "0"), "summary": "Records of Linked Art, at their own URIs."}
	if d.Licence != "" {
		info["license"] = object{"name": "Licence of the data", "url": d.Licence}
	}
	return json.Marshal(object{
		"openapi": "3.1.1",
		"info":    info,
		"servers": []object{{"url": strings.TrimSuffix(d.BaseURL, "/")}},
		"paths":   paths,
		"components": object{
			"schemas":         schemas,
			"securitySchemes": object{"token": object{"type": "http", "scheme": "bearer", "description": "Secret of a token that the operator has created."}},
		},
	})
}

// schemaPrefix is what the schemas of the document are referred to by, before their names.
const schemaPrefix = "#/components/schemas/"

// entity is the name of the schema of what is served and taken at the address of an entity.
const entity = "Entity"

// schemas are those of the document: of problems, of records, and of what else stands where
// records do.
func (d *Description) schemas() (object, error) {
	all, err := shapes.Schemas(schemaPrefix)
	if err != nil {
		return nil, err
	}
	schemas := object{"problem": d.problemSchema(), entity: object{
		"anyOf": []object{
			{"$ref": schemaPrefix + shapes.Record},
			{"type": "object", "description": "A list of records, a record in another form of JSON-LD, or one that was stored unchecked."},
			{"type": "array", "description": "A record in expanded JSON-LD."},
		},
	}}
	for name, schema := range all {
		schemas[name] = schema
	}
	return schemas, nil
}

func (d *Description) pathItem(r *Route) object {
	item := object{}
	if u, err := url.Parse(d.BaseURL); err == nil && r.Origin {
		item["servers"] = []object{{"url": u.Scheme + "://" + u.Host}}
	}
	for _, o := range r.Operations {
		item[strings.ToLower(o.Method)] = d.operation(o)
		if o.Method == http.MethodGet {
			o.ID += "-head"
			item["head"] = d.operation(o)
		}
	}
	options := Operation{ID: "options-" + strings.Trim(strings.Map(letters, r.Path), "-"), Summary: "The methods that there are.", Answers: []Answer{{Status: http.StatusNoContent}},
		Problems: ofOptions}
	for _, p := range r.Operations[0].Parameters {
		if p.InPath {
			options.Parameters = append(options.Parameters, p)
		}
	}
	item["options"] = d.operation(options)
	return item
}

// letters keeps what may stand in an operation's id.
func letters(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return r
	}
	return '-'
}

func (d *Description) operation(o Operation) object {
	out := object{"operationId": o.ID, "summary": o.Summary, "responses": d.responses(o)}
	var parameters []object
	for _, p := range o.Parameters {
		parameters = append(parameters, parameter(p))
	}
	if parameters != nil {
		out["parameters"] = parameters
	}
	if len(o.Bodies) > 0 {
		content := object{}
		for _, t := range o.Bodies {
			content[t] = bodySchema(t)
		}
		out["requestBody"] = object{"required": true, "content": content}
	}
	switch {
	case o.Token:
		out["security"] = []object{{"token": []string{}}}
	case d.Private:
		// A token is taken and shows private records, but is not needed.
		out["security"] = []object{{}, {"token": []string{}}}
	}
	return out
}

// isRecord tells whether a record is of the schema of entities in a media type.
func isRecord(mediaType string) bool { return mediaType == asJSON || mediaType == jsonLD }

// bodySchema is the media type object of the body of a request. That of a record in JSON says
// only that it is an object: programs that make requests of schemas do not end with those of
// records, which stand in each other.
func bodySchema(mediaType string) object {
	switch {
	case mediaType == "application/x-www-form-urlencoded":
		return object{"schema": object{"type": "object", "properties": object{"query": object{"type": "string"}}, "required": []string{"query"}}}
	case isRecord(mediaType):
		return object{"schema": object{"type": "object", "description": "A record is as the schema " + shapes.Record + " says."}}
	case strings.HasSuffix(mediaType, "+json"):
		return object{"schema": object{"type": "object"}}
	}
	return object{"schema": object{"type": "string"}}
}

func parameter(p Parameter) object {
	schema := object{"type": "string"}
	if len(p.Values) > 0 {
		schema["enum"] = p.Values
	}
	if p.Pattern != "" {
		schema["pattern"] = p.Pattern
	}
	in := "query"
	if p.InPath {
		in = "path"
	}
	out := object{"name": p.Name, "in": in, "description": p.Description, "required": p.Required, "schema": schema}
	if p.Example != "" {
		out["example"] = p.Example
	}
	return out
}

func (d *Description) responses(o Operation) object {
	out := object{}
	for _, a := range o.Answers {
		out[strconv.Itoa(a.Status)] = answer(a, o.Record)
	}
	if o.Method == http.MethodGet {
		out["304"] = object{"description": "What the client has is still the same."}
	}
	codes := map[int][]string{}
	for _, p := range o.Problems {
		codes[p.Status] = append(codes[p.Status], p.Code)
	}
	for status, all := range codes {
		slices.Sort(all)
		out[strconv.Itoa(status)] = object{
			"description": http.StatusText(status) + ": " + strings.Join(all, ", "),
			"content": object{
				"application/problem+json": object{"schema": object{"$ref": "#/components/schemas/problem"}},
				html:                       object{},
			},
		}
	}
	return out
}

// answer is the response object of an answer. ofRecord tells that its body is a record.
func answer(a Answer, ofRecord bool) object {
	out := object{"description": http.StatusText(a.Status)}
	if len(a.Types) > 0 {
		content := object{}
		for _, t := range a.Types {
			content[t] = object{}
			if ofRecord && isRecord(t) {
				content[t] = object{"schema": object{"$ref": schemaPrefix + entity}}
			}
		}
		out["content"] = content
	}
	if a.Location {
		out["headers"] = object{"Location": object{"schema": object{"type": "string", "format": "uri-reference"}}}
	}
	return out
}

// problemSchema is that of the documents of problems (RFC 9457).
func (d *Description) problemSchema() object {
	codes := []string{}
	for _, t := range problem.Types() {
		codes = append(codes, t.Code)
	}
	slices.Sort(codes)
	return object{
		"type": "object", "required": []string{"type", "title", "status", "detail", "code", "request"},
		"properties": object{
			"type": object{"type": "string", "format": "uri"}, "title": object{"type": "string"}, "status": object{"type": "integer"},
			"detail": object{"type": "string"}, "code": object{"type": "string", "enum": codes}, "request": object{"type": "string"},
			"fixes": object{"type": "array", "items": object{"type": "string"}},
			"line":  object{"type": "integer"}, "column": object{"type": "integer"}, "pointer": object{"type": "string"},
		},
	}
}
