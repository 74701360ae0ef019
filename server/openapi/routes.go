package openapi

import (
	"net/http"
	"slices"

	"vitrine/server/problem"
)

// Options say what a server has.
type Options struct {
	// BaseURL is where the entities live, with a slash at the end.
	BaseURL, Title, Version string
	// Licence is the URL of the licence of the data, "" for none.
	Licence string
	// Records are the media types of records, without parameters, and Written those that
	// records are taken in. Lines are those of many records at once.
	Records, Written, Lines []string
	// Metrics and Links tell whether there are these.
	Metrics, Links bool
	// Private tells that there are private records, which a token shows.
	Private bool
}

// Description is that of one server.
type Description struct {
	Options
	Routes []Route
}

// New returns the description of a server.
func New(o Options) *Description {
	d := &Description{Options: o}
	d.Routes = slices.Concat(d.service(), d.documents(), d.data(), d.own(), d.entities())
	if d.Private {
		d.refuseStrangers()
	}
	return d
}

// refuseStrangers adds the problems of wrong tokens to the operations that need none.
func (d *Description) refuseStrangers() {
	for _, r := range d.Routes {
		for i, o := range r.Operations {
			if !o.Token {
				r.Operations[i] = o.with(nil, problem.Unauthorised, problem.Attempts)
			}
		}
	}
}

// Media types that several routes have.
const (
	html   = "text/html"
	text   = "text/plain"
	asJSON = "application/json"
	jsonLD = "application/ld+json"
)

var quadTypes = []string{"application/n-quads", "application/trig", "text/turtle", "application/n-triples", jsonLD, "application/rdf+xml"}

// reading are the problems of every GET.
var reading = []*problem.Type{
	problem.BadRequest, problem.NotFound, problem.NotAcceptable, problem.Precondition, problem.URLTooLong,
	problem.HeaderTooLong, problem.Internal, problem.TooLarge, problem.Busy, problem.Unavailable,
}

// writing are the problems of every request that writes.
var writing = []*problem.Type{
	problem.BadRequest, problem.Malformed, problem.Unauthorised, problem.Forbidden, problem.NotFound, problem.Method, problem.WritingOff,
	problem.NotAcceptable, problem.Timeout, problem.Conflict, problem.Gone, problem.Precondition, problem.ContentTooLarge,
	problem.URLTooLong, problem.Unsupported, problem.Unprocessable, problem.PreconditionRequired, problem.Attempts,
	problem.HeaderTooLong, problem.Internal, problem.TooLarge, problem.Busy, problem.Unavailable, problem.NoRoom,
}

// ofOptions are the problems of every OPTIONS.
var ofOptions = []*problem.Type{problem.NotFound, problem.URLTooLong, problem.HeaderTooLong}

// get is an operation that reads, with a body of one of the media types.
func get(id, summary string, types []string, parameters ...Parameter) Operation {
	return Operation{
		Method: http.MethodGet, ID: id, Summary: summary, Parameters: parameters,
		Answers: []Answer{{Status: http.StatusOK, Types: types}}, Problems: reading,
	}
}

// with adds answers and problems.
func (o Operation) with(answers []Answer, problems ...*problem.Type) Operation {
	o.Answers, o.Problems = slices.Concat(o.Answers, answers), slices.Concat(o.Problems, problems)
	return o
}

func route(path string, operations ...Operation) Route {
	return Route{Path: path, Operations: operations}
}

func types(all ...string) []string { return all }

var (
	language = Parameter{Name: "lang", Description: "Language of pages, as a language tag.", Example: "nl"}
	pageOf   = Parameter{Name: "page", Description: "Page of the list, from 1.", Pattern: "^[1-9][0-9]{0,5}$", Example: "1"}
	dryRun   = Parameter{Name: "dry-run", Description: "Only tells what would happen.", Values: []string{"", "true", "false"}}
	moved    = Answer{Status: http.StatusPermanentRedirect, Location: true}
)

func inPath(name, description, pattern, example string) Parameter {
	return Parameter{Name: name, Description: description, Pattern: pattern, Example: example, InPath: true, Required: true}
}

// of is the parameter that names an entity.
func (d *Description) of() Parameter {
	return Parameter{Name: "of", Description: "IRI of an entity.", Required: true, Example: d.BaseURL + "object/1"}
}

// service are the addresses that tell of the server itself.
func (d *Description) service() []Route {
	routes := []Route{
		route("/-/healthz", get("health", "Whether the process is running.", types(text))),
		route("/-/readyz", get("ready", "Whether the server accepts requests.", types(text))),
		route("/-/openapi.json", get("openapi", "This description.", types(asJSON))),
		{Path: "/-/assets/{asset}", Rest: true, Operations: []Operation{get("asset", "A style sheet, script, font or picture of the pages.",
			types("text/css", "text/javascript", "font/woff2", "image/svg+xml", "image/png", "application/octet-stream"), inPath("asset", "Digest and name.", "", ""))}},
		route("/-/errors/", get("errors", "The problem types.", types(asJSON, html), language)),
		route("/-/errors/{code}", get("error", "What a problem type means.", types(asJSON, html), inPath("code", "Code of the type.", "", "not-found"), language)),
	}
	if d.Metrics {
		routes = append(routes, route("/-/metrics", get("metrics", "Metrics for Prometheus.", types(text, "application/openmetrics-text"))))
	}
	return routes
}

// documents are the addresses of the data set as a whole.
func (d *Description) documents() []Route {
	number := inPath("number", "Number of the page, from 0.", "^[0-9]{1,9}$", "0")
	return []Route{
		route("/-/contexts/", get("contexts", "The JSON-LD contexts that the server has.", types(asJSON, html), language)),
		{Path: "/-/contexts/{url}", Rest: true, Operations: []Operation{get("context", "A JSON-LD context.", types(jsonLD), inPath("url", "URL of the context without its scheme.", "", "linked.art/ns/v1/linked-art.json"))}},
		route("/-/activity", get("feed", "The change feed (IIIF Change Discovery 1.0).", types(jsonLD, asJSON, html), language)),
		route("/-/activity/page/{number}", get("feed-page", "A page of the change feed.", types(jsonLD, asJSON, html), number, language)),
		route("/-/dataset", get("dataset", "The description of the data set, in VoID and DCAT.", append(types(html), quadTypes...), language,
			Parameter{Name: "format", Description: "Form of the answer."})),
		route("/-/dump.{form}", get("dump", "All records in one file.", types("application/n-quads", "application/trig", "application/gzip", "application/zstd", "application/jsonl"),
			inPath("form", "Suffix of a format, and of a packing.", "^[a-z]+(\\.[a-z]+)?$", "nq.gz"))),
		route("/-/sitemap.xml", get("sitemap", "The sitemaps for search engines.", types("application/xml"))),
		route("/-/sitemap/{number}.xml", get("sitemap-part", "A sitemap.", types("application/xml"), number)),
	}
}

// data are the addresses by which records are looked for.
func (d *Description) data() []Route {
	term := func(name string) Parameter {
		return Parameter{Name: name, Description: "IRI, literal or blank node of the " + name + "; any where it is left out."}
	}
	pattern := []Parameter{term("subject"), term("predicate"), term("object"), term("graph"), language}
	searchProblems := []*problem.Type{problem.SearchOff, problem.TooDeep}
	routes := []Route{
		route("/-/search", get("search", "Records by their words.", types(jsonLD, html), Parameter{Name: "q", Description: "Words to look for.", Example: "portrait"}, pageOf, language,
			Parameter{Name: "class", Description: "Class of Linked Art.", Example: "HumanMadeObject"}, Parameter{Name: "sort", Description: "Order of the results."}).with(nil, searchProblems...)),
		route("/-/search/suggest", get("suggest", "Names that begin with what is typed.", types(asJSON), Parameter{Name: "q", Description: "What is typed.", Example: "por"}, language).with(nil, searchProblems...)),
		route("/-/quads", get("quads", "The quads that match a pattern.", append(types(html), quadTypes...), append(pattern,
			Parameter{Name: "limit", Description: "Number of quads of a page.", Pattern: "^[1-9][0-9]{0,4}$", Example: "10"}, Parameter{Name: "after", Description: "Where the page begins; from the link next."})...)),
		route("/-/fragments", get("fragments", "A triple or quad pattern fragment.", types("application/n-quads", "application/trig", html), append(pattern,
			pageOf, Parameter{Name: "values", Description: "Bindings of variables (brTPF)."})...)),
		route("/-/linkset", get("linkset", "The links of an entity (RFC 9264).", types("application/linkset+json", "application/linkset"), d.of())),
		route("/-/mentions", get("mentions", "The records that name an entity.", types(jsonLD, html), d.of(),
			Parameter{Name: "by", Description: "IRI of the property by which they do."}, pageOf, language)),
		d.sparql(),
	}
	if d.Links {
		routes = append(routes, route("/-/links/{name}", get("links", "The results of a link, as a list.", types(jsonLD, html), inPath("name", "Name of the link.", "", "made_by"), d.of(), pageOf, language)))
	}
	return routes
}

// sparql answers queries, by GET and POST.
func (d *Description) sparql() Route {
	answers := types("application/sparql-results+json", "application/sparql-results+xml", "text/csv", "text/tab-separated-values",
		"text/turtle", "application/n-triples", jsonLD, "application/rdf+xml", "application/n-quads", "application/trig", html, asJSON)
	problems := []*problem.Type{problem.Query, problem.QueryLimit}
	ask := get("sparql", "Answers a SPARQL 1.1 query; without one, describes the service.", answers, language,
		Parameter{Name: "query", Description: "The query.", Example: "SELECT * WHERE { ?s ?p ?o } LIMIT 3"}, Parameter{Name: "format", Description: "Form of the answer."}).with(nil, problems...)
	post := ask.with(nil, problem.Unsupported, problem.ContentTooLarge, problem.Timeout, problem.Malformed)
	post.Method, post.ID, post.Parameters = http.MethodPost, "sparql-post", []Parameter{language}
	post.Bodies = types("application/x-www-form-urlencoded", "application/sparql-query")
	return route("/-/sparql", ask, post)
}
