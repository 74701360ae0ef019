package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/auth"
)

// TestDocumentedWriting makes the request of each row of docs/writing.md.
func TestDocumentedWriting(t *testing.T) {
	m := newMuseum(t, nil)
	stored := m.entityNow(t, "person/ada")
	gone := decodeNamed(t, m.config.Formats.ByName("jsonld"), personRecord(testBase+"person/gone", "Gone"), testBase+"person/gone")
	old := m.get(t, "/person/ada").Header.Get("ETag")
	for _, row := range append(table(t, "writing.md", "## Requests and responses (tested)"), table(t, others, "## Writing")...) {
		m.reset(t, stored, gone)
		what := strings.Join(row, " ")
		r := m.documentedRequest(t, row, old)
		w := httptest.NewRecorder()
		m.ServeHTTP(w, r)
		isDescribed(t, m.Server, r, w)
		if fmt.Sprint(w.Code) != row[3] {
			t.Errorf("%s: status %d: %s", what, w.Code, w.Body)
		}
		if name, value, ok := strings.Cut(row[4], ": "); ok && !strings.HasPrefix(row[4], `"`) {
			if got := w.Header().Get(name); got != value {
				t.Errorf("%s: %s is %q", what, name, got)
			}
		} else if !strings.Contains(w.Body.String(), row[4]) {
			t.Errorf("%s: the body is %s", what, w.Body)
		}
	}
}

func (m *museum) entityNow(t *testing.T, path string) *graph.Graph {
	t.Helper()
	e, err := m.store.Get(t.Context(), mustIRI(t, testBase+path))
	if err != nil {
		t.Fatal(err)
	}
	return e.Graph
}

// reset makes the store what every row begins with. Each time the record is
// made anew, so that no entity tag of before is that of the current version.
func (m *museum) reset(t *testing.T, stored, gone *graph.Graph) {
	t.Helper()
	var changes []rdfstore.Change
	for name, err := range m.store.Entities(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, rdfstore.Change{Delete: name})
	}
	changes = append(changes, rdfstore.Change{Put: stored}, rdfstore.Change{Put: gone}, rdfstore.Change{Delete: gone.Name})
	if _, err := m.store.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	m.updates.RequirePreconditions, m.updates.MaxBody, m.updates.Access = false, 1<<20, newAccess(m.config)
}

// documentedRequest makes the request that a row speaks of.
func (m *museum) documentedRequest(t *testing.T, row []string, old string) *http.Request {
	t.Helper()
	method, target, _ := strings.Cut(row[0], " ")
	path, _, _ := strings.Cut(target, "?")
	here := strings.TrimSuffix(testBase, "/") + path
	withoutID := strings.Replace(ada("Eve"), `"id":"`+testBase+`person/ada",`, "", 1)
	text, ok := map[string]string{
		"": "", "record": personRecord(here, "Changed"), "stored": ada("Ada"), "new": withoutID, "broken": `{"id"`,
		"wrong": strings.Replace(personRecord(here, "X"), "1815-12-10", "1815-02-30", 1),
		"other": personRecord(testBase+"person/eve", "Eve"), "patch": `{"_label":"Patched"}`,
		"lines":     ada("Ada") + "\n" + personRecord(testBase+"person/eve", "Eve") + "\n",
		"bad lines": ada("Ada") + "\n{}\n",
	}[row[1]]
	if !ok {
		t.Fatalf("%v: no such body", row)
	}
	r := httptest.NewRequest(method, target, strings.NewReader(text))
	r.Header.Set("Authorization", "Bearer "+m.admin)
	switch {
	case method == "PATCH":
		r.Header.Set("Content-Type", "application/merge-patch+json")
	case strings.HasPrefix(target, "/-/load"):
		r.Header.Set("Content-Type", "application/jsonl")
	case text != "":
		r.Header.Set("Content-Type", "application/json")
	}
	tags := strings.NewReplacer("TAG", m.get(t, "/person/ada").Header.Get("ETag"), "OLD", old)
	for setting := range strings.SplitSeq(row[2], "; ") {
		m.documentedField(t, r, tags.Replace(setting))
	}
	return r
}

// documentedField sets a field of the request, or a setting of the server.
func (m *museum) documentedField(t *testing.T, r *http.Request, setting string) {
	t.Helper()
	name, value, _ := strings.Cut(setting, ": ")
	switch setting {
	case "":
	case "--require-preconditions":
		m.updates.RequirePreconditions = true
	case "a record of more than 16 MiB":
		m.updates.MaxBody = 10
	case "no token exists":
		m.updates.Access.Tokens = auth.Open(m.tokens.Path() + ".none")
	case "Authorization: none":
		r.Header.Del("Authorization")
	case "Authorization: write":
		r.Header.Set("Authorization", "Bearer "+m.writer)
	default:
		if value == "" {
			t.Fatalf("no such field: %s", setting)
		}
		r.Header.Set(name, value)
	}
}
