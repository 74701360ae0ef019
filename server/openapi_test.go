package server

import (
	"encoding/json"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gorilla/mux"

	"vitrine/server/problem"
)

// isDescribed fails the test if the OpenAPI description lacks what was answered.
func isDescribed(t testing.TB, s *Server, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	path := r.URL.EscapedPath()
	if !strings.HasPrefix(path, "/") {
		return // of OPTIONS *
	}
	mounts := s.mapper.Mounts()
	for _, mount := range slices.Backward(mounts) {
		if below, ok := strings.CutPrefix(path, mount); ok {
			path = "/" + below
			break
		}
	}
	mediaType, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	code := ""
	if mediaType == "application/problem+json" && r.Method != http.MethodHead {
		var document problem.Document
		if err := json.Unmarshal(w.Body.Bytes(), &document); err == nil {
			code = document.Code
		}
	}
	if code == "" && w.Code >= 400 {
		return // a page, which says in words what the problem is
	}
	if w.Body.Len() == 0 {
		mediaType = ""
	}
	if lacks := s.openAPI.Undocumented(r.Method, path, w.Code, mediaType, code); lacks != "" {
		t.Errorf("OpenAPI: %s %s: %d %s %s: %s", r.Method, r.URL, w.Code, mediaType, code, lacks)
	}
}

// routerVariable is a variable of the router with its pattern.
var routerVariable = regexp.MustCompile(`\{([a-z]+):[^{}]*(\{[0-9,]+\})?[^{}]*\}`)

// TestOpenAPIDescribesTheRouter compares the addresses and methods of the description with
// those of the router.
func TestOpenAPIDescribesTheRouter(t *testing.T) {
	for _, apart := range []bool{false, true} {
		s, _ := newTestServer(t, func(c *Config) { c.AdminApart = apart })
		described := map[string]bool{}
		for _, r := range s.openAPI.Routes {
			described[r.Path] = true
		}
		routed := map[string]bool{"/{path}": true, "/robots.txt": true}
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
	for _, r := range s.openAPI.Routes {
		if r.Path == "/{path}" || r.Path == "/entity" || r.Path == "/-/load" {
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

// TestOpenAPIProblems makes sure that each problem type can be an answer of an operation,
// and is in the schema.
func TestOpenAPIProblems(t *testing.T) {
	s, _ := newTestServer(t, nil)
	all := s.openAPI.Problems()
	for _, p := range problem.Types() {
		if !slices.Contains(all, p) {
			t.Errorf("no operation has the problem %s", p.Code)
		}
	}
	for _, p := range all {
		if !slices.Contains(problem.Types(), p) {
			t.Errorf("the problem %s is not among the types", p.Code)
		}
	}
}

// TestOpenAPIIsDocumented looks for each address of the service in docs.
func TestOpenAPIIsDocumented(t *testing.T) {
	s, _ := newTestServer(t, nil)
	pages := ""
	for _, name := range []string{"http.md", "feed.md", "writing.md", "search.md", "pages.md"} {
		text, err := os.ReadFile("../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		pages += string(text)
	}
	for _, r := range s.openAPI.Routes {
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
