package query

import (
	"context"
	"fmt"
	"net/url"

	"github.com/knakk/rdf"

	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// PropertiesQuery is the query for the properties that records of a class, an IRI, use of their
// entities, with the number of records and of values, and an example.
func PropertiesQuery(class string) string {
	return fmt.Sprintf("SELECT ?property (COUNT(DISTINCT ?record) AS ?records) (COUNT(*) AS ?values) (SAMPLE(?v) AS ?example) {\n"+
		"  GRAPH ?record { ?record a <%s> ; ?property ?v }\n}\nGROUP BY ?property\nORDER BY DESC(?records) ?property", class)
}

// classes are the classes of the records with their numbers; each leads to the query for its
// properties.
func (e *Endpoint) classes(ctx context.Context, action string, w *i18n.Wording) ([]html.KindCount, error) {
	found, err := e.Store.Classes(ctx)
	if err != nil {
		return nil, err
	}
	var out []html.KindCount
	for _, c := range found {
		if c.Class == (rdf.IRI{}) || c.Count == 0 {
			continue
		}
		class := c.Class.String()
		out = append(out, html.KindCount{Count: c.Count, Label: html.Part{
			Text: brief.ClassName(class, w), Href: action + "?query=" + url.QueryEscape(PropertiesQuery(class)),
		}})
	}
	return out, nil
}
