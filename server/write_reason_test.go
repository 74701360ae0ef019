package server

import (
	"net/http"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/server/web/auth"
)

// versionsOf are the entries of the log about person/ada as a store keeps them, newest first.
func versionsOf(t *testing.T, m *museum, path string) (out []rdfstore.LogEntry) {
	t.Helper()
	for e, err := range m.store.Versions(t.Context(), mustIRI(t, testBase+path), 0) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// TestReasons: each way to write says in the log who made a change and why.
func TestReasons(t *testing.T) {
	m := newMuseum(t, nil)
	steps := []struct{ method, target, text, contentType, message, author string }{
		{"PUT", "/person/ada", ada("Countess"), "application/ld+json", "title, née Byron", "writer"},
		{"PATCH", "/person/ada", `{"_label":"Lady"}`, "application/merge-patch+json", "label", "writer"},
		{"POST", "/-/load", ada("Ada"), "application/jsonl", "load", "admin"},
		{"DELETE", "/person/ada", "", "", "duplicate", "writer"},
	}
	for _, step := range steps {
		fields := []string{"Content-Type", step.contentType, "Vitrine-Message", step.message, "Vitrine-Author", "somebody else"}
		if step.author == "admin" {
			fields = append(fields, "Authorization", "Bearer "+m.admin)
		}
		if r := m.send(t, step.method, step.target, step.text, fields...); r.StatusCode/100 != 2 {
			t.Fatalf("%s: status %d: %s", step.method, r.StatusCode, body(t, r))
		}
		if e := versionsOf(t, m, "person/ada")[0]; e.Author != step.author || e.Message != step.message {
			t.Errorf("%s: %+v", step.method, e)
		}
	}
	eve := strings.Replace(personRecord(testBase+"person/eve", "Eve"), `"id":"`+testBase+`person/eve",`, "", 1)
	r := m.send(t, "POST", "/person/", eve, "Vitrine-Message", "new")
	if e := versionsOf(t, m, strings.TrimPrefix(r.Header.Get("Location"), "/"))[0]; e.Message != "new" {
		t.Errorf("POST: %+v", e)
	}
	for message, status := range map[string]int{strings.Repeat("é", 500): 201, strings.Repeat("é", 500) + "x": 431, "\xff": 400} {
		if r := m.send(t, "PUT", "/person/ada", ada("Ada"), "Vitrine-Message", message); r.StatusCode != status {
			t.Errorf("%.10q: status %d", message, r.StatusCode)
		}
	}
	if r := do(t, m, "DELETE", "/person/ada", "Authorization", "Bearer "+m.writer, "Vitrine-Message", "a", "Vitrine-Message", "b"); r.StatusCode != 400 {
		t.Errorf("two messages: status %d", r.StatusCode)
	}
}

// TestPurge removes the past states of an entity, and of one that is deleted.
func TestPurge(t *testing.T) {
	m := newMuseum(t, nil)
	m.send(t, "PUT", "/person/ada", ada("Secret"), "Vitrine-Message", "with a secret")
	m.send(t, "PUT", "/person/ada", ada("Public"))
	if r := m.send(t, "DELETE", "/person/ada?versions=past&dry-run", ""); r.StatusCode != 200 || answerOf(t, r).Result != "updated" || len(versionsOf(t, m, "person/ada")) != 3 {
		t.Errorf("dry run: status %d", r.StatusCode)
	}
	reader := m.token(t, "reads", auth.Read)
	if r := m.send(t, "DELETE", "/person/ada?versions=past", "", "Authorization", "Bearer "+reader); r.StatusCode != 403 {
		t.Errorf("a reader: status %d", r.StatusCode)
	}
	for _, wrong := range []string{"/person/ada?versions=all", "/person/ada?versions=past&x=1"} {
		if r := m.send(t, "DELETE", wrong, ""); r.StatusCode != 400 {
			t.Errorf("%s: status %d", wrong, r.StatusCode)
		}
	}
	if r := m.send(t, "PUT", "/person/ada?versions=past", ada("x")); r.StatusCode != 400 {
		t.Errorf("a PUT: status %d", r.StatusCode)
	}
	if r := m.send(t, "DELETE", "/person/none?versions=past", ""); r.StatusCode != 404 {
		t.Errorf("none: status %d", r.StatusCode)
	}
	if r := m.send(t, "DELETE", "/person/ada?versions=past", "", "If-Match", `"other"`); r.StatusCode != 412 {
		t.Errorf("another version: status %d", r.StatusCode)
	}
	for _, path := range []string{"/person/ada", "/entity?id=" + testBase + "person/ada"} {
		separator := "?"
		if strings.Contains(path, "?") {
			separator = "&"
		}
		if r := m.send(t, "DELETE", path+separator+"versions=past", "", "Vitrine-Message", "court order"); r.StatusCode != http.StatusNoContent {
			t.Fatalf("%s: status %d: %s", path, r.StatusCode, body(t, r))
		}
		if v := versionsOf(t, m, "person/ada"); len(v) != 1 || !v[0].Purged || v[0].Message != "court order" || v[0].Author != "writer" {
			t.Errorf("%s: %+v", path, v)
		}
		for _, target := range []string{"/person/ada?version=2", "/person/ada?version=3"} {
			if r := m.send(t, "GET", target, ""); r.StatusCode != 404 {
				t.Errorf("%s after %s: status %d", target, path, r.StatusCode)
			}
		}
		m.send(t, "DELETE", "/person/ada", "") // in the next round it is deleted
		if strings.Contains(path, "id=") {
			break
		}
		if r := m.send(t, "DELETE", "/person/ada?versions=past", ""); r.StatusCode != http.StatusNoContent || len(versionsOf(t, m, "person/ada")) != 1 {
			t.Errorf("deleted: status %d", r.StatusCode)
		}
		m.send(t, "PUT", "/person/ada", ada("Public"))
	}
	if !strings.Contains(m.log.String(), "purged=true") {
		t.Errorf("the log does not say it: %s", m.log)
	}
}
