package openapi

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"vitrine/server/problem"
)

// Route is an address, or a pattern of addresses, with what it answers.
type Route struct {
	// Path is the template (OpenAPI section 4.8.8.1), below the base URL, or below the
	// origin where Origin is true.
	Path   string
	Origin bool
	// Rest tells that the last variable of Path may have slashes.
	Rest       bool
	Operations []Operation
}

// Operation is what a route answers for a method. HEAD and OPTIONS go without saying: each
// route has OPTIONS, and HEAD where there is GET.
type Operation struct {
	Method, ID, Summary string
	Parameters          []Parameter
	// Bodies are the media types that the body of a request may have; none if it is empty.
	Bodies []string
	// Record tells that answers in JSON are records.
	Record bool
	// Token tells that the request needs a token.
	Token bool
	// Answers are those that are no problems.
	Answers  []Answer
	Problems []*problem.Type
}

// Parameter is one of the path or of the query.
type Parameter struct {
	Name, Description string
	InPath, Required  bool
	// Values are those that it may have; any where there are none. Pattern is a regular
	// expression that each has, "" for none.
	Values  []string
	Pattern string
	// Example is a value, "" for none.
	Example string
}

// Answer is a status with the media types that its body may have.
type Answer struct {
	Status int
	// Types are without parameters; none where there is no body.
	Types []string
	// Location tells that the answer has the field of that name.
	Location bool
}

// method returns the operation of a route for a method; HEAD is that of GET.
func (r *Route) method(method string) *Operation {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for i := range r.Operations {
		if r.Operations[i].Method == method {
			return &r.Operations[i]
		}
	}
	return nil
}

// matches tells whether the route stands for a path, below the same place as its template.
func (r *Route) matches(path string) bool {
	pattern := variable.ReplaceAllString(regexp.QuoteMeta(r.Path), "[^/]*")
	if r.Rest {
		pattern = strings.TrimSuffix(pattern, "[^/]*") + ".*"
	}
	matched, err := regexp.MatchString("^"+pattern+"$", path)
	return err == nil && matched
}

// variable is one of a template, as regexp.QuoteMeta writes it.
var variable = regexp.MustCompile(`\\\{[a-z]+\\\}`)

// Undocumented says what of an answer the description lacks; "" for nothing. path is below
// the base URL, and type is a media type without parameters. code is that of a problem, ""
// for other answers.
func (d *Description) Undocumented(method, path string, status int, mediaType, code string) string {
	if status == http.StatusNotFound && code == problem.NotFound.Code && strings.HasPrefix(path+"/", "/-/") {
		return "" // where there is nothing, whatever the method
	}
	i := slices.IndexFunc(d.Routes, func(r Route) bool { return r.matches(path) })
	if i < 0 {
		return "the address is not described"
	}
	if method == http.MethodOptions {
		if status != http.StatusNoContent && !slices.ContainsFunc(ofOptions, func(t *problem.Type) bool { return t.Code == code }) {
			return "the status is not described"
		}
		return ""
	}
	o := d.Routes[i].method(method)
	if o == nil {
		if isMissingMethod(status, code) {
			return ""
		}
		return d.Routes[i].Path + ": the method is not described"
	}
	if code != "" {
		if !slices.ContainsFunc(o.Problems, func(t *problem.Type) bool { return t.Code == code && t.Status == status }) {
			return o.ID + ": the problem is not described"
		}
		return ""
	}
	if status == http.StatusNotModified && o.Method == http.MethodGet {
		return ""
	}
	for _, a := range o.Answers {
		if a.Status == status {
			if mediaType != "" && !slices.Contains(a.Types, mediaType) {
				return o.ID + ": the media type is not described"
			}
			return ""
		}
	}
	return o.ID + ": the status is not described"
}

// isMissingMethod tells whether an answer is that to a method which an address does not
// have, or to one that is no method of HTTP at all.
func isMissingMethod(status int, code string) bool {
	return status == http.StatusMethodNotAllowed || code == problem.URLTooLong.Code || code == problem.HeaderTooLong.Code
}
