package openapi

import (
	"net/http"
	"slices"

	"vitrine/server/problem"
)

// own are the addresses outside /-/ that are the server's.
func (d *Description) own() []Route {
	seeOther := []Answer{{Status: http.StatusSeeOther, Location: true}}
	genid := get("blank-node", "The record that a blank node stands in.", nil, inPath("label", "Label of the blank node.", "", "")).with(seeOther)
	genid.Answers = seeOther
	void := get("well-known-void", "Where the description of the data set is (VoID).", nil)
	void.Answers = []Answer{moved}
	load := Operation{
		Method: http.MethodPost, ID: "load", Summary: "Stores many records, or none.", Token: true, Bodies: d.Lines, Parameters: []Parameter{dryRun},
		Answers: []Answer{{Status: http.StatusOK, Types: types(asJSON)}, {Status: http.StatusNoContent}}, Problems: writing,
	}
	return []Route{
		{Path: "/.well-known/void", Origin: true, Operations: []Operation{void}},
		{Path: "/.well-known/genid/{label}", Origin: true, Rest: true, Operations: []Operation{genid}},
		route("/robots.txt", get("robots", "What search engines may read; an entity may have this name.", append(types(text), d.Records...)).with([]Answer{moved}, problem.Gone)),
		route("/-/load", load),
		route("/", get("home", "The front page.", types(html, asJSON, jsonLD), language).with([]Answer{moved}, problem.Gone)),
	}
}

// entities are the records: by their URI, by a parameter for those outside the base URL, and
// the lists of them.
func (d *Description) entities() []Route {
	format := Parameter{Name: "format", Description: "Short name, suffix or media type of a representation.", Example: "turtle"}
	links := Parameter{Name: "links", Description: "Whether the record has the member _links.", Values: []string{"all", "none"}}
	path := inPath("path", "Path of an entity, or of a list, below the base URL; it may have slashes.", "", "object/1")
	id := Parameter{Name: "id", Description: "URI of the entity.", Required: true, Example: d.BaseURL + "object/1"}
	read := func(name, summary string, parameters ...Parameter) Operation {
		o := get(name, summary, append(types(html), d.Records...), append(parameters, format, links, language)...).with([]Answer{moved}, problem.Gone, problem.TooDeep)
		o.Record = true
		return o
	}
	byPath := []Operation{read("record", "A record, or a list of records.", path)}
	byID := []Operation{read("record-by-id", "A record by its URI.", id)}
	for _, w := range []Operation{
		{Method: http.MethodPut, ID: "put", Summary: "Creates or replaces a record.", Bodies: d.Written},
		{Method: http.MethodPatch, ID: "patch", Summary: "Changes a record by a JSON Merge Patch (RFC 7396).", Bodies: types("application/merge-patch+json")},
		{Method: http.MethodDelete, ID: "delete", Summary: "Deletes a record."},
		{Method: http.MethodPost, ID: "post", Summary: "Creates a record with a new URI, at an endpoint such as /person/.", Bodies: d.Written},
	} {
		w.Token, w.Record, w.Problems = true, true, writing
		w.Answers = []Answer{
			{Status: http.StatusOK, Types: append(types(asJSON, html), d.Records...)}, {Status: http.StatusCreated, Types: append(types(asJSON, html), d.Records...), Location: true},
			{Status: http.StatusNoContent}, moved,
		}
		w.Parameters = []Parameter{path, dryRun}
		byPath = append(byPath, w)
		if w.Method != http.MethodPost {
			w.ID += "-by-id"
			w.Parameters = []Parameter{id, dryRun}
			byID = append(byID, w)
		}
	}
	return []Route{
		{Path: "/entity", Operations: byID},
		{Path: "/{path}", Rest: true, Operations: byPath},
	}
}

// Problems returns the problem types that operations can answer, each once.
func (d *Description) Problems() (all []*problem.Type) {
	for _, r := range d.Routes {
		for _, o := range r.Operations {
			for _, p := range o.Problems {
				if !slices.Contains(all, p) {
					all = append(all, p)
				}
			}
		}
	}
	return all
}
