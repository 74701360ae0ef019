package server

import (
	"net/url"
	"strings"
	"testing"

	"vitrine/linkedart/admission"
)

// TestParametersOfWriting sends what is not a parameter of a request that
// writes, or not one of its values, to every route that changes the store.
func TestParametersOfWriting(t *testing.T) {
	m := newMuseum(t, nil)
	eve := personRecord(testBase+"person/eve", "Eve")
	turtle := "<> a <http://www.cidoc-crm.org/cidoc-crm/E21_Person>; <http://www.w3.org/2000/01/rdf-schema#label> \"Eve\" ."
	unnamed := strings.Replace(eve, `"id":"`+testBase+`person/eve",`, "", 1)
	byID := "/entity?id=" + url.QueryEscape(testBase+"person/ada")
	routes := []struct{ method, target, text, contentType string }{
		{"PUT", "/person/ada?", ada("Countess"), "application/ld+json"},
		{"PUT", "/person/eve?", eve, "application/ld+json"},
		{"PUT", "/person/eve?", turtle, "text/turtle"},
		{"PATCH", "/person/ada?", `{"_label":"Countess"}`, "application/merge-patch+json"},
		{"DELETE", "/person/ada?", "", ""},
		{"POST", "/person/?", unnamed, "application/ld+json"},
		{"POST", "/-/load?", eve + "\n", "application/jsonl"},
		{"PUT", byID + "&", ada("Countess"), "application/ld+json"},
		{"PATCH", byID + "&", `{"_label":"Countess"}`, "application/merge-patch+json"},
		{"DELETE", byID + "&", "", ""},
	}
	wrong := []struct{ query, name string }{
		{"dryrun", "dryrun"}, {"dryrun=true", "dryrun"}, {"dry_run=1", "dry_run"}, {"Dry-Run", "Dry-Run"},
		{"dry-run&x=1", "x"}, {"x=1&dry-run", "x"}, {"format=ttl", "format"}, {"links=none&dry-run", "links"},
		{"dry-run=yes", "dry-run"}, {"dry-run=1", "dry-run"}, {"dry-run=TRUE", "dry-run"}, {"dry-run=%74rue", "dry-run"},
		{"dry-run&dry-run", "dry-run"}, {"dry-run=true&dry-run=false", "dry-run"}, {"%zz", "%zz"}, {"dry-run;", "dry-run;"},
		{"id=" + url.QueryEscape(testBase+"person/eve"), "id"},
	}
	before := m.dump(t)
	for _, route := range routes {
		for _, test := range wrong {
			r := m.send(t, route.method, route.target+test.query, route.text, "Content-Type", route.contentType, "Authorization", "Bearer "+m.admin)
			a := answerOf(t, r)
			if r.StatusCode != 400 || a.Code != "bad-request" || !strings.Contains(a.Detail, `"`+test.name+`"`) {
				t.Errorf("%s %s%s (%s): status %d, %s: %s", route.method, route.target, test.query, route.contentType, r.StatusCode, a.Code, a.Detail)
			}
			if after := m.dump(t); after != before {
				t.Fatalf("%s %s%s: the store was\n%s\nis\n%s", route.method, route.target, test.query, before, after)
			}
		}
		for _, query := range []string{"dry-run", "dry-run=", "dry-run=true", "dry%2Drun"} {
			r := m.send(t, route.method, route.target+query, route.text, "Content-Type", route.contentType, "Authorization", "Bearer "+m.admin)
			if a := answerOf(t, r); r.StatusCode != 200 || !a.DryRun {
				t.Errorf("%s %s%s: status %d: %s", route.method, route.target, query, r.StatusCode, a.Detail)
			}
		}
		if after := m.dump(t); after != before {
			t.Fatalf("%s %s: a dry run stored something", route.method, route.target)
		}
	}
}

// TestDryRunFalseStores tells that dry-run=false is as good as none.
func TestDryRunFalseStores(t *testing.T) {
	m := newMuseum(t, nil)
	if r := m.send(t, "PUT", "/person/ada?dry-run=false", ada("Countess")); r.StatusCode != 200 || answerOf(t, r).Version != 2 {
		t.Errorf("PUT: status %d", r.StatusCode)
	}
	if r := m.send(t, "POST", "/-/load?dry-run=false", ada("Ada")+"\n", "Content-Type", "application/jsonl", "Authorization", "Bearer "+m.admin); r.StatusCode != 200 {
		t.Errorf("load: status %d", r.StatusCode)
	}
	if r := m.send(t, "DELETE", "/person/ada?dry-run=false", ""); r.StatusCode != 204 {
		t.Errorf("DELETE: status %d", r.StatusCode)
	}
	if r := m.get(t, "/person/ada"); r.StatusCode != 410 {
		t.Errorf("GET: status %d", r.StatusCode)
	}
}

// TestNamesWithAQuery writes an entity whose name has a query: it is made by
// the parameter id, and written at its own address from then on.
func TestNamesWithAQuery(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	name := testBase + "thing?nr=7"
	record := personRecord(name, "Seven")
	steps := []struct {
		method, target string
		status         int
	}{
		{"PUT", "/thing?nr=7", 400},
		{"PUT", "/entity?id=" + url.QueryEscape(name), 201},
		{"PUT", "/thing?nr=7", 200},
		{"PUT", "/thing?nr=7&dryrun", 400},
		{"PUT", "/thing?nr=7&dry-run", 200},
		{"DELETE", "/thing?nr=7", 204},
		{"DELETE", "/thing?nr=7", 410},
		{"PUT", "/thing?nr=7", 201},
	}
	for i, step := range steps {
		if r := m.send(t, step.method, step.target, record); r.StatusCode != step.status {
			t.Errorf("%d, %s %s: status %d, want %d: %s", i, step.method, step.target, r.StatusCode, step.status, body(t, r))
		}
	}
}
