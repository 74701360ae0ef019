package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/mux"

	"vitrine/linkedart"
	"vitrine/server/data/criteria"
	"vitrine/server/people/edit"
	"vitrine/server/web/respond"
)

// apiRoute is a path of the OpenAPI description, and apiOperation what a method of it does.
type apiRoute struct {
	Path       string
	Operations []apiOperation
	// pattern is of the paths that are of the route. The last variable may have slashes.
	pattern *regexp.Regexp
}

type apiOperation struct {
	Method     string
	ID         string         `json:"operationId"`
	Parameters []apiParameter `json:"parameters"`
	// Responses are the media types of each status.
	Responses map[string]struct {
		Content map[string]any `json:"content"`
	} `json:"responses"`
}

type apiParameter struct {
	Name     string `json:"name"`
	In       string `json:"in"`
	Required bool   `json:"required"`
	Example  string `json:"example"`
}

// apis are the routes that servers of tests describe, by openapi.Options, each read once.
var apis sync.Map

// apiRoutes are the routes that a server describes, in the order of their paths.
func apiRoutes(t testing.TB, s *Server) []apiRoute {
	t.Helper()
	if routes, ok := apis.Load(fmt.Sprint(s.openAPIOptions())); ok {
		return routes.([]apiRoute)
	}
	text, err := s.openAPIText()
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	components := document["components"].(map[string]any)
	delete(components, "schemas")
	var routes []apiRoute
	paths := document["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		r, item := apiRoute{Path: path, pattern: apiPattern(path)}, resolved(paths[path], components).(map[string]any)
		shared, _ := item["parameters"].([]any)
		for _, method := range []string{"get", "put", "patch", "post", "delete"} {
			operation, ok := item[method].(map[string]any)
			if !ok {
				continue
			}
			own, _ := operation["parameters"].([]any)
			operation["parameters"] = slices.Concat(shared, own)
			text, err := json.Marshal(operation)
			if err != nil {
				t.Fatal(err)
			}
			o := apiOperation{Method: strings.ToUpper(method)}
			if err := json.Unmarshal(text, &o); err != nil {
				t.Fatalf("%s %s: %v", method, path, err)
			}
			r.Operations = append(r.Operations, o)
		}
		routes = append(routes, r)
	}
	apis.Store(fmt.Sprint(s.openAPIOptions()), routes)
	return routes
}

// resolved is a JSON value with components in the place of references to them.
func resolved(value any, components map[string]any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = resolved(v[i], components)
		}
	case map[string]any:
		if reference, ok := v["$ref"].(string); ok {
			kind, name, _ := strings.Cut(strings.TrimPrefix(reference, "#/components/"), "/")
			if all, ok := components[kind].(map[string]any); ok && all[name] != nil {
				return resolved(all[name], components)
			}
			return v
		}
		for name := range v {
			v[name] = resolved(v[name], components)
		}
	}
	return value
}

// apiPattern is the pattern of the paths of a template.
func apiPattern(template string) *regexp.Regexp {
	pattern := apiVariable.ReplaceAllString(regexp.QuoteMeta(template), "[^/]*")
	if strings.HasSuffix(template, "}") {
		pattern = strings.TrimSuffix(pattern, "[^/]*") + ".+"
	}
	return regexp.MustCompile("^" + pattern + "$")
}

// apiVariable is one of a template, as regexp.QuoteMeta writes it.
var apiVariable = regexp.MustCompile(`\\\{[a-z]+\\\}`)

// isDescribed fails the test if the OpenAPI description lacks what was answered.
func isDescribed(t testing.TB, s *Server, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	path := r.URL.EscapedPath()
	if !strings.HasPrefix(path, "/") || r.Method == http.MethodOptions {
		return
	}
	for _, mount := range slices.Backward(s.mapper.Mounts()) {
		if below, ok := strings.CutPrefix(path, mount); ok {
			path = "/" + below
			break
		}
	}
	if w.Code == http.StatusNotFound || w.Code == http.StatusMethodNotAllowed || w.Code == http.StatusRequestURITooLong || w.Code == http.StatusRequestHeaderFieldsTooLarge {
		return // also where there is nothing, and for what is no method
	}
	routes := apiRoutes(t, s)
	i := -1
	for j, r := range routes { // the last variable of one may stand for several segments of another
		if r.pattern.MatchString(path) && (i < 0 || strings.Count(r.Path, "/") > strings.Count(routes[i].Path, "/")) {
			i = j
		}
	}
	if i < 0 {
		return // an entity or a list that is below no endpoint
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	k := slices.IndexFunc(routes[i].Operations, func(o apiOperation) bool { return o.Method == method })
	if k < 0 {
		t.Errorf("OpenAPI: %s: the method %s is not described", routes[i].Path, r.Method)
		return
	}
	answer, ok := routes[i].Operations[k].Responses[strconv.Itoa(w.Code)]
	if !ok {
		t.Errorf("OpenAPI: %s %s: the status %d is not described", r.Method, routes[i].Path, w.Code)
		return
	}
	mediaType, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	if _, ok := answer.Content[mediaType]; !ok && w.Body.Len() > 0 && !strings.HasPrefix(mediaType, "text/x-") && !(method == http.MethodGet && isList(routes[i].Path)) {
		t.Errorf("OpenAPI: %s %s: %d: the media type %s is not described", r.Method, routes[i].Path, w.Code, mediaType)
	}
}

// isList says whether a path is that of a list of an endpoint, where an entity of that name
// can stand as well.
func isList(path string) bool {
	return slices.ContainsFunc(linkedart.Endpoints(), func(e linkedart.Endpoint) bool { return path == "/"+e.Name+"/" })
}

// routerVariable is a variable of the router with its pattern.
var routerVariable = regexp.MustCompile(`\{([a-z]+):[^{}]*(\{[0-9,]+\})?[^{}]*\}`)

// TestOpenAPIDescribesTheRouter compares the addresses and methods of the description with
// those of the router.
func TestOpenAPIDescribesTheRouter(t *testing.T) {
	for _, apart := range []bool{false, true} {
		s, _ := newTestServer(t, func(c *Config) {
			if c.AdminApart = apart; apart {
				c.Edits = &edit.Options{Drafts: draftStore(t)}
			}
		})
		described := map[string]bool{}
		for _, r := range apiRoutes(t, s) {
			described[r.Path] = true
		}
		routed := map[string]bool{}
		for _, e := range linkedart.Endpoints() {
			routed["/"+e.Name+"/"], routed["/"+e.Name+"/{id}"] = true, true
		}
		err := s.router.(*mux.Router).Walk(func(route *mux.Route, _ *mux.Router, _ []*mux.Route) error {
			template, err := route.GetPathTemplate()
			if err != nil {
				return err
			}
			path := routerVariable.ReplaceAllString(template, "{$1}")
			switch path {
			case "/-", "/-/": // where there is nothing
			case "/.well-known/genid/":
				routed[path+"{label}"] = true
			default:
				routed[path] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for path := range routed {
			if !described[path] {
				t.Errorf("apart %v: the router has %s, and the description has not", apart, path)
			}
		}
		for path := range described {
			if !routed[path] {
				t.Errorf("apart %v: the description has %s, and the router has not", apart, path)
			}
		}
	}
}

// TestOpenAPIMethods compares the methods with those that the server says it has.
func TestOpenAPIMethods(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for _, r := range apiRoutes(t, s) {
		if r.Path == "/entity" || r.Path == "/-/load" || slices.ContainsFunc(linkedart.Endpoints(), func(e linkedart.Endpoint) bool { return strings.HasPrefix(r.Path, "/"+e.Name+"/") }) {
			continue // their methods depend on tokens; the tests of writing have them
		}
		want := []string{}
		for _, o := range r.Operations {
			want = append(want, o.Method)
			if o.Method == http.MethodGet {
				want = append(want, http.MethodHead)
			}
		}
		want = append(want, http.MethodOptions)
		target := strings.NewReplacer("{number}", "0", "{", "", "}", "").Replace(r.Path)
		got := strings.Split(do(t, s, http.MethodOptions, target).Header.Get("Allow"), ", ")
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s allows %v, and the description has %v", r.Path, got, want)
		}
	}
}

// TestOpenAPIFilters compares the parameters of searches with those that the server reads.
func TestOpenAPIFilters(t *testing.T) {
	s, _ := newTestServer(t, nil)
	want := []string{"every", "every_page", "lang", "page", "q", "sort", "values", "view", "within"}
	for _, f := range criteria.Filters() {
		want = append(want, f.Name)
	}
	var got []string
	routes := apiRoutes(t, s)
	for _, p := range routes[slices.IndexFunc(routes, func(r apiRoute) bool { return r.Path == "/-/search" })].Operations[0].Parameters {
		got = append(got, p.Name)
	}
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("the description has the parameters %v, want %v", got, want)
	}
}

// TestOpenAPIProblems makes sure that each problem type is named by a response of its status.
func TestOpenAPIProblems(t *testing.T) {
	s, _ := newTestServer(t, nil)
	text, err := s.openAPIText()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Responses map[string]struct{ Description string }
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var described []string
	for _, r := range document.Components.Responses {
		described = append(described, strings.Split(r.Description, ", ")...)
	}
	for _, p := range respond.ErrorTypes() {
		if !slices.Contains(described, p.Code) {
			t.Errorf("no response has the problem %s", p.Code)
		}
	}
}

// TestOpenAPIIsDocumented looks for each address of the service in docs.
func TestOpenAPIIsDocumented(t *testing.T) {
	s, _ := newTestServer(t, nil)
	pages := ""
	for _, name := range []string{"http.md", "feed.md", "writing.md", "search.md", "pages.md", "protocols.md"} {
		text, err := os.ReadFile("../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		pages += string(text)
	}
	for _, r := range apiRoutes(t, s) {
		if slices.ContainsFunc(linkedart.Endpoints(), func(e linkedart.Endpoint) bool { return strings.HasPrefix(r.Path, "/"+e.Name+"/") }) {
			continue
		}
		if path, _, _ := strings.Cut(r.Path, "{"); !strings.Contains(pages, path) {
			t.Errorf("the documentation does not speak of %s", path)
		}
	}
}

func TestGetOpenAPI(t *testing.T) {
	s, _ := newTestServer(t, nil)
	r := do(t, s, "GET", "/-/openapi.json")
	var document struct {
		OpenAPI string                    `json:"openapi"`
		Paths   map[string]map[string]any `json:"paths"`
		Servers []struct{ URL string }    `json:"servers"`
	}
	if err := json.Unmarshal([]byte(body(t, r)), &document); err != nil || r.StatusCode != 200 {
		t.Fatalf("%d, %v", r.StatusCode, err)
	}
	if document.OpenAPI != "3.1.1" || len(document.Servers) != 1 || document.Servers[0].URL+"/" != testBase {
		t.Errorf("OpenAPI %s, servers %v", document.OpenAPI, document.Servers)
	}
	ids := map[string]bool{}
	for path, item := range document.Paths {
		for method, operation := range item {
			fields, ok := operation.(map[string]any)
			if !ok {
				continue // servers
			}
			id, _ := fields["operationId"].(string)
			if id == "" || ids[id] {
				t.Errorf("%s %s: the id %q is empty or there twice", method, path, id)
			}
			ids[id] = true
		}
	}
	if again := do(t, s, "GET", "/-/openapi.json", "If-None-Match", r.Header.Get("ETag")); again.StatusCode != 304 {
		t.Errorf("asked again: %d", again.StatusCode)
	}
}

// TestOpenAPIHasNoFormsOfWhatIsLeftOut reads the description of a server without profiles.
func TestOpenAPIHasNoFormsOfWhatIsLeftOut(t *testing.T) {
	for _, without := range [][]string{nil, {"profiles"}} {
		s, _ := newTestServer(t, func(c *Config) { c.Without = without })
		text, err := s.openAPIText()
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{"oai_dc", "schema_ap_nde"} {
			if has := bytes.Contains(text, []byte(`"`+form+`"`)); has != (without == nil) {
				t.Errorf("without %v: the description has %s: %v", without, form, has)
			}
		}
	}
}
