package query

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"vitrine/serialize/jsonld"
	"vitrine/serialize/jsonld/framing"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/result"
)

// Form is a form in which answers go out.
type Form struct {
	// Name is what the parameter format calls it, Title what people do.
	Name, Title string
	// MediaType goes without parameters; Aliases are others by which it may be asked for.
	MediaType string
	Aliases   []string
	// Profile is the IRI of the form's profile, empty for none.
	Profile string
	// results makes its writer, where it is a form of solutions and booleans.
	results *result.Format
	// frame nests the triples, where it is not nil.
	frame *framing.Frame
}

// htmlForm is the form for people, explanation that of plans, and framedForm that of graphs in the
// shape of a frame.
var (
	framedForm  = Form{Name: "jsonld", Title: "JSON-LD", MediaType: "application/ld+json", Aliases: []string{"application/json"}, Profile: "http://www.w3.org/ns/json-ld#framed"}
	htmlForm    = Form{Name: "html", Title: "HTML", MediaType: "text/html"}
	explanation = Form{Name: "json", Title: "JSON", MediaType: "application/json"}
)

// otherNames are names by which other services and their clients call the forms of graphs.
var otherNames = map[string][]string{
	"turtle": {"ttl", "n3"}, "ntriples": {"nt", "n-triples"}, "nquads": {"nq", "n-quads"},
	"rdfxml": {"xml", "rdf", "rdf+xml", "rdf/xml"}, "jsonld": {"json", "json-ld", "ld+json"},
}

// isCalled tells whether the form has a name or a media type, in any case of letters.
func (f Form) isCalled(name string) bool {
	names := slices.Concat([]string{f.Name, f.MediaType}, f.Aliases)
	if f.results == nil {
		names = append(names, otherNames[f.Name]...)
	}
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// gathers tells whether all triples of a graph are kept before the first is written.
func (f Form) gathers() bool { return f.Name != "ntriples" && f.Name != "nquads" }

// Limited returns the limits of a query whose answer goes out in the form: what Write
// gathers is counted.
func (f Form) Limited(l sparql.Limits) sparql.Limits {
	l.Gathered = f.results == nil && f.gathers()
	return l
}

// extensions are the ends of the names of files, of the forms that have others than their
// names.
var extensions = map[string]string{"turtle": "ttl", "ntriples": "nt", "rdfxml": "rdf", "nquads": "nq"}

// Extension is the end of the name of a file that holds the form.
func (f Form) Extension() string { return cmp.Or(extensions[f.Name], f.Name) }

// IsPage tells whether the form is the page for people.
func (f Form) IsPage() bool { return f.Name == htmlForm.Name }

// ContentType is the media type with its parameters.
func (f Form) ContentType() string { return contentneg.ContentType(f.MediaType, f.Profile) }

// resultTitles are the names for people of the forms of package result.
var resultTitles = map[string]string{"json": "JSON", "xml": "XML", "csv": "CSV", "tsv": "TSV"}

// GraphForms are the forms of graphs. A graph that a query makes has no name: in N-Quads
// and TriG it is the default graph.
func GraphForms() []Form {
	return []Form{
		{Name: "turtle", Title: "Turtle", MediaType: "text/turtle"},
		{Name: "ntriples", Title: "N-Triples", MediaType: "application/n-triples"},
		{Name: "jsonld", Title: "JSON-LD", MediaType: "application/ld+json", Aliases: []string{"application/json"}, Profile: jsonld.ExpandedProfile},
		{Name: "rdfxml", Title: "RDF/XML", MediaType: "application/rdf+xml"},
		{Name: "nquads", Title: "N-Quads", MediaType: "application/n-quads"},
		{Name: "trig", Title: "TriG", MediaType: "application/trig"},
	}
}

// Forms returns the forms of the answer to a request with a query of a form, the
// preferred one first and the page last.
func (q Request) Forms(of algebra.Form) []Form {
	switch {
	case q.Explain:
		return []Form{explanation, htmlForm}
	case q.Frame != "" && q.kept == nil:
		return []Form{framedForm}
	}
	var forms []Form
	if of == algebra.Construct || of == algebra.Describe {
		forms = GraphForms()
		if i := slices.IndexFunc(forms, func(f Form) bool { return f.Name == framedForm.Name }); q.Frame != "" {
			forms[i] = framedForm
		}
	} else {
		for _, f := range result.Formats() {
			forms = append(forms, Form{Name: f.Name, Title: resultTitles[f.Name], MediaType: f.MediaTypes[0], Aliases: f.MediaTypes[1:], results: &f})
		}
	}
	return append(forms, htmlForm)
}

// Choose returns the one of the forms that a request asks for by its parameter, or that
// it likes best by Accept. The error is a *respond.Error, or wraps that of package
// negotiate.
func (q Request) Choose(forms []Form, accept []string) (Form, error) {
	for _, asked := range q.Asked {
		if i := slices.IndexFunc(forms, func(f Form) bool { return f.isCalled(asked) }); i >= 0 {
			return forms[i], nil
		}
	}
	if len(q.Asked) > 0 {
		return Form{}, q.notAcceptable(forms)
	}
	offers := make([]contentneg.Offer, len(forms))
	for i, f := range forms {
		offers[i] = contentneg.Offer{Type: f.MediaType, Aliases: f.Aliases, Profile: f.Profile}
	}
	choices, err := contentneg.Accept(accept, offers)
	if err != nil {
		return Form{}, err
	}
	if len(choices) == 0 {
		return Form{}, q.notAcceptable(forms)
	}
	return forms[choices[0].Offer], nil
}

func (q Request) notAcceptable(forms []Form) error {
	e := &respond.Error{Type: respond.NotAcceptable, Header: http.Header{"Vary": {"Accept"}},
		Detail: "The answer to this query has none of the forms that the request accepts."}
	for _, f := range forms {
		e.Available = append(e.Available, respond.Available{Name: f.Name, Type: f.MediaType, Title: f.Title, Href: "?" + q.Address(f)})
	}
	return e
}
