package query

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/server/data/query/saved"
	"vitrine/server/web/respond"
	"vitrine/sparql/dataset"
	"vitrine/sparql/syntax"
)

// Bounds on a request.
const (
	// maxForm is how long the body of a request may be, in bytes: the text of a query
	// grows when it is written as a form.
	maxForm = 4 * syntax.MaxText
	// maxGraphs is how many graphs a request may name as its dataset.
	maxGraphs = dataset.MaxClauses
)

// The media types of a body (section 2.1), and both as a list.
const (
	formType  = "application/x-www-form-urlencoded"
	queryType = "application/sparql-query"
	Accepted  = queryType + ", " + formType
)

// Request is what a client asks for.
type Request struct {
	// Text is the query; empty where the request has none.
	Text string
	// Default and Named are the graphs of the dataset, which go before those that the
	// query names (section 2.1.4).
	Default, Named []rdf.IRI
	// Asked are the names or media types of forms that parameters ask for, whatever Accept
	// says, the first that there is first. Several are usual: SPARQLWrapper sends format,
	// output and results, of which other services know one each.
	Asked []string
	// Frame is the frame that the triples of the answer are nested by, as JSON; empty for none.
	Frame string
	// kept is the query where the operator keeps it, nil for another.
	kept *kept
	// Explain tells that the plan is asked for in place of the results.
	Explain bool
}

// kept is a query that the operator keeps, with the values of its parameters, by which its address
// gives the same answer.
type kept struct {
	*saved.Query
	values url.Values
}

// Address returns the parameters of the same request for the answer in another form.
func (q Request) Address(f Form) string {
	if q.kept != nil {
		parameters := maps.Clone(q.kept.values)
		parameters.Set("format", f.Name)
		return parameters.Encode()
	}
	parameters := url.Values{"query": {q.Text}, "format": {f.Name}}
	if q.Frame != "" {
		parameters.Set("frame", q.Frame)
	}
	for _, g := range q.Default {
		parameters.Add("default-graph-uri", g.String())
	}
	for _, g := range q.Named {
		parameters.Add("named-graph-uri", g.String())
	}
	return parameters.Encode()
}

// Read reads the request of a GET, or of a POST with its body. The error is a
// *respond.Error.
func Read(r *http.Request) (Request, error) {
	parameters, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return Request{}, bad("The parameters of the address cannot be read: " + err.Error() + ".")
	}
	if r.Method != http.MethodPost {
		return fromParameters(parameters)
	}
	kind, body, err := readBody(r)
	if err != nil {
		return Request{}, err
	}
	if kind == queryType {
		if parameters.Has("query") {
			return Request{}, bad("The query stands in the body, and in the address too. Send it once.")
		}
		parameters.Set("query", body)
		return fromParameters(parameters)
	}
	form, err := url.ParseQuery(body)
	if err != nil {
		return Request{}, bad("The form in the body cannot be read: " + err.Error() + ".")
	}
	for name, values := range parameters {
		form[name] = append(form[name], values...)
	}
	return fromParameters(form)
}

// readBody returns the media type and the text of a body.
func readBody(r *http.Request) (kind, text string, err error) {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := parameters["charset"]
	if err != nil || kind != formType && kind != queryType || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return "", "", &respond.Error{Type: respond.Unsupported, Header: http.Header{"Accept-Post": {Accepted}},
			Detail: "A query is sent as " + queryType + ", or as the parameter query of " + formType + ", in UTF-8."}
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return "", "", &respond.Error{Type: respond.Unsupported, Header: http.Header{"Accept-Encoding": {"identity"}},
			Detail: "The body of a request is not to be compressed."}
	}
	b, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxForm))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return "", "", &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("A request with a query has at most %d bytes.", maxForm)}
	case err != nil:
		return "", "", &respond.Error{Type: respond.Malformed, Detail: "The body ended before it was complete.", Err: err}
	}
	return kind, string(b), nil
}

// fromParameters reads the parameters, which are the same in an address and in a form.
func fromParameters(parameters url.Values) (q Request, err error) {
	if parameters.Has("update") {
		return q, bad("This service takes no SPARQL Update. Records are written at their own addresses.")
	}
	for _, name := range []string{"query", "frame", "explain"} {
		if len(parameters[name]) > 1 {
			return q, bad(fmt.Sprintf("The parameter %s stands there more than once.", name))
		}
	}
	q.Text, q.Frame = parameters.Get("query"), parameters.Get("frame")
	for _, name := range []string{"format", "output", "results"} {
		for _, value := range parameters[name] {
			if value != "" {
				q.Asked = append(q.Asked, value)
			}
		}
	}
	switch explain := parameters.Get("explain"); explain {
	case "", "0":
	case "1":
		q.Explain = true
	default:
		return q, bad("The parameter explain is 1 or 0.")
	}
	if len(q.Text) > syntax.MaxText {
		return q, &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("A query has at most %d bytes; this one has %d.", syntax.MaxText, len(q.Text))}
	}
	if !utf8.ValidString(q.Text) {
		return q, bad("The query is not valid UTF-8.")
	}
	if q.Default, err = graphs(parameters, "default-graph-uri"); err != nil {
		return q, err
	}
	q.Named, err = graphs(parameters, "named-graph-uri")
	return q, err
}

// graphs reads a parameter that names graphs.
func graphs(parameters url.Values, name string) ([]rdf.IRI, error) {
	values := parameters[name]
	if len(values) > maxGraphs {
		return nil, bad(fmt.Sprintf("The parameter %s stands there %d times, the limit is %d.", name, len(values), maxGraphs))
	}
	names := make([]rdf.IRI, 0, len(values))
	for _, value := range values {
		iri, err := graph.ParseIRI(value)
		if err != nil {
			return nil, bad(fmt.Sprintf("The parameter %s is wrong: %v.", name, err))
		}
		names = append(names, iri)
	}
	return names, nil
}

func bad(detail string) error {
	return &respond.Error{Type: respond.BadRequest, Detail: detail}
}
