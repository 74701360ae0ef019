package server

import (
	"strings"
	"testing"

	"vitrine/linkedart"
	"vitrine/linkedart/admission"
)

// faulty is a record with two errors of the model: a date that there is not,
// and a name whose content is no text.
func faulty(label string) string {
	text := strings.Replace(ada(label), "1815-12-10T00", "1815-02-30T00", 1)
	return strings.Replace(text, `"identified_by":[`, `"identified_by":[{"type":"Name"},`, 1)
}

// withFaults is a server that rejects, with a record that was stored by one
// that did not.
func withFaults(t *testing.T) *museum {
	t.Helper()
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Warn })
	if r := m.send(t, "PUT", "/person/ada", faulty("Ada")); r.StatusCode != 200 {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	m.updates.Checking = admission.Enforce
	return m
}

// TestWhatIsStoredCanBeSentBack gets a record with faults in every form and
// puts it back.
func TestWhatIsStoredCanBeSentBack(t *testing.T) {
	m := withFaults(t)
	before := body(t, m.get(t, "/person/ada.nt"))
	for _, target := range []string{"/person/ada", "/person/ada?links=none", "/person/ada.ttl", "/person/ada.nt", "/person/ada.nq", "/person/ada.trig", "/person/ada.rdf", "/person/ada?format=jsonld-expanded"} {
		r := m.get(t, target)
		if r.StatusCode != 200 {
			continue // a form that is not offered
		}
		got := m.send(t, "PUT", "/person/ada", body(t, r), "Content-Type", r.Header.Get("Content-Type"))
		if a := answerOf(t, got); got.StatusCode != 200 || linkedart.Errors(a.Findings) || len(a.Findings) == 0 {
			t.Errorf("%s: status %d, %v", target, got.StatusCode, a.Findings)
		}
		if r := m.send(t, "PUT", "/person/ada", faulty("Ada")); r.StatusCode != 200 {
			t.Fatalf("status %d", r.StatusCode)
		}
	}
	if after := body(t, m.get(t, "/person/ada.nt")); after != before {
		t.Errorf("was\n%s\nis\n%s", before, after)
	}
	r := m.send(t, "POST", "/-/load", faulty("Ada")+"\n", "Content-Type", "application/jsonl", "Authorization", "Bearer "+m.admin)
	if r.StatusCode != 200 {
		t.Errorf("a load: status %d: %s", r.StatusCode, body(t, r))
	}
}

// TestOldAndNewFaults changes a record with faults: what it had is let pass as
// warnings, what is new is refused, and what was mended does not come back.
func TestOldAndNewFaults(t *testing.T) {
	m := withFaults(t)
	steps := []struct {
		name, method, text string
		status, warnings   int
		errors             []string
	}{
		{"another label", "PATCH", `{"_label":"Countess"}`, 200, 2, nil},
		{"a fault moves in its array", "PUT", strings.Replace(faulty("Countess"), `{"type":"Name"},`, `{"type":"Name","content":"Ada"},{"type":"Name"},`, 1), 200, 2, nil},
		{"a second one of a kind", "PUT", strings.Replace(faulty("Countess"), `{"type":"Name"},`, `{"type":"Name"},{"type":"Name"},`, 1), 422, 2, []string{"required"}},
		{"a fault elsewhere", "PATCH", `{"died":{"type":"Death","timespan":{"type":"TimeSpan","begin_of_the_begin":"1815-02-30T00:00:00Z"}}}`, 422, 2, []string{"date"}},
		{"another date that there is not", "PATCH", `{"born":{"timespan":{"begin_of_the_begin":"1815-02-31T00:00:00Z"}}}`, 422, 1, []string{"date"}},
		{"the date is mended", "PATCH", `{"born":{"timespan":{"begin_of_the_begin":"1815-12-10T00:00:00Z"}}}`, 200, 1, nil},
		{"the date comes back", "PATCH", `{"born":{"timespan":{"begin_of_the_begin":"1815-02-30T00:00:00Z"}}}`, 422, 1, []string{"date"}},
		{"a fault in a new record", "POST", strings.Replace(faulty("Eve"), `"id":"`+testBase+`person/ada",`, "", 1), 422, 0, []string{"date", "required"}},
	}
	for _, step := range steps {
		target, contentType := "/person/ada", "application/ld+json"
		switch step.method {
		case "PATCH":
			contentType = "application/merge-patch+json"
		case "POST":
			target = "/person/"
		}
		r := m.send(t, step.method, target, step.text, "Content-Type", contentType)
		a := answerOf(t, r)
		warnings, errors := 0, 0
		for _, f := range a.Findings {
			if f.Rule != "date" && f.Rule != "required" {
				continue
			}
			if f.Level == linkedart.Warning {
				warnings++
			} else {
				errors++
				if !strings.Contains(strings.Join(step.errors, " "), f.Rule) {
					t.Errorf("%s: an error of %s", step.name, f.Rule)
				}
			}
		}
		if r.StatusCode != step.status || warnings != step.warnings || errors != len(step.errors) {
			t.Errorf("%s: status %d, want %d; %d warnings, want %d; %d errors, want %d: %v", step.name, r.StatusCode, step.status, warnings, step.warnings, errors, len(step.errors), a.Findings)
		}
	}
}

// TestRefusalNamesTheSwitch reads what can be done about a record that is
// refused.
func TestRefusalNamesTheSwitch(t *testing.T) {
	m := newMuseum(t, nil)
	text := body(t, m.send(t, "PUT", "/person/ada", faulty("Ada")))
	for _, want := range []string{"--validate warn", "--allow"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// TestRelativeIDsMeanTheSameEverywhere puts, posts and loads a record with
// relative ids: they are those of the base URL.
func TestRelativeIDsMeanTheSameEverywhere(t *testing.T) {
	m := newMuseum(t, nil)
	const record = `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"person/rel","type":"Person","_label":"R","classified_as":[{"id":"http://vocab.getty.edu/aat/300025103","type":"Type","_label":"Artist"}],"identified_by":[{"type":"Name","content":"R"}],"residence":[{"id":"place/here","type":"Place","_label":"Here"}]}`
	want := ""
	for i, send := range []func() (status int, text string){
		func() (int, string) {
			r := m.send(t, "PUT", "/person/rel", record)
			return r.StatusCode, body(t, r)
		},
		func() (int, string) {
			r := m.send(t, "POST", "/-/load", record+"\n", "Content-Type", "application/jsonl", "Authorization", "Bearer "+m.admin)
			return r.StatusCode, body(t, r)
		},
	} {
		if status, text := send(); status >= 300 {
			t.Errorf("%d: status %d: %s", i, status, text)
		}
		got := body(t, m.get(t, "/person/rel.nt"))
		if !strings.Contains(got, "<"+testBase+"place/here>") || want != "" && got != want {
			t.Errorf("%d: %s", i, got)
		}
		want = got
		m.send(t, "DELETE", "/person/rel", "")
	}
}

// TestReferencesWithinALoad: a record that comes with the load is not missing.
func TestReferencesWithinALoad(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Validator = strictAbout(t, c) })
	to := func(id, other string) string {
		return strings.Replace(personRecord(testBase+id, "X"), `"born"`, `"member_of":[{"id":"`+testBase+other+`","type":"Group","_label":"G"}],"born"`, 1)
	}
	lines := to("person/1", "group/none") + "\n" + to("person/2", "person/3") + "\n" + to("person/3", "person/1") + "\n" + to("person/4", "person/ada") + "\n"
	text := body(t, m.send(t, "POST", "/-/load", lines, "Content-Type", "application/jsonl", "Authorization", "Bearer "+m.admin))
	if n := strings.Count(text, "reference-missing"); n != 1 || !strings.Contains(text, "there is no entity") || !strings.Contains(text, "group/none") {
		t.Errorf("%d references are missing: %s", n, text)
	}
}

// strictAbout is a validator that looks references up in the server's store.
func strictAbout(t *testing.T, c *Config) admission.Validator {
	t.Helper()
	store := c.Store
	v, err := linkedart.NewValidator(linkedart.Options{Base: testBase, Exists: func(iri string) bool {
		_, err := store.Get(t.Context(), mustIRI(t, iri))
		return err == nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return v
}
