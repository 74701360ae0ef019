package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/linkedart/admission"
)

// TestOrderIsNotAChange puts a graph in another order: nothing has changed. A
// change is never taken for none.
func TestOrderIsNotAChange(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	line := func(i int) string {
		return fmt.Sprintf("<> <x:p> _:a%d, _:b%d . _:a%d <x:q> %d . _:b%d <x:r> %d .\n", i, i, i, i, i, i)
	}
	for _, n := range []int{3, 500} {
		var lines []string
		for i := range n {
			lines = append(lines, line(i))
		}
		put := func() string {
			return answerOf(t, m.send(t, "PUT", "/person/ada", strings.Join(lines, ""), "Content-Type", "text/turtle")).Result
		}
		if got := put(); got != "updated" {
			t.Errorf("%d: %s", n, got)
		}
		if got := put(); got != "unchanged" {
			t.Errorf("%d, again: %s", n, got)
		}
		slices.Reverse(lines)
		if got := put(); got != "unchanged" {
			t.Errorf("%d, in another order: %s", n, got)
		}
		// The same triples but for a label, which says something else.
		for i := range lines {
			lines[i] = strings.Replace(lines[i], "_:a0 <x:q>", "_:b0 <x:q>", 1)
		}
		if got := put(); got != "updated" {
			t.Errorf("%d, changed: %s", n, got)
		}
	}
}

// hostile is a graph whose blank nodes look all the same but are not: nobody
// can compare it with itself in another order within a reasonable time.
func hostile(nodes int) []string {
	var lines []string
	for i := range nodes {
		lines = append(lines, fmt.Sprintf("<> <x:has> _:n%d .", i))
		for j := range nodes {
			lines = append(lines, fmt.Sprintf("_:n%d <x:p> _:n%d .", i, j))
		}
	}
	return lines
}

// TestHostileGraphs puts and patches graphs that exceed the budget of a
// comparison: they count as changed, and what is stored is what was sent.
func TestHostileGraphs(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	lines := hostile(180)
	lines = append(lines, `<> a <http://www.cidoc-crm.org/cidoc-crm/E21_Person> .`)
	for i, want := range []string{"updated", "unchanged", "updated"} {
		if i == 2 {
			slices.Reverse(lines)
		}
		r := m.send(t, "PUT", "/person/ada", strings.Join(lines, "\n"), "Content-Type", "text/turtle")
		if a := answerOf(t, r); r.StatusCode != 200 || a.Result != want {
			t.Errorf("%d: status %d, %s, want %s: %s", i, r.StatusCode, a.Result, want, a.Detail)
		}
	}
	stored, err := m.store.Get(t.Context(), mustIRI(t, testBase+"person/ada"))
	if err != nil || len(stored.Graph.Triples) != len(lines) {
		t.Errorf("%d triples are stored, %d were sent: %v", len(stored.Graph.Triples), len(lines), err)
	}
	r := m.send(t, "PATCH", "/person/ada", `{"_label":"Ada"}`, "Content-Type", "application/merge-patch+json")
	if a := answerOf(t, r); r.StatusCode != 409 || a.Code != "conflict" {
		t.Errorf("PATCH: status %d, %s", r.StatusCode, a.Detail)
	}
	if after, err := m.store.Get(t.Context(), stored.Graph.Name); err != nil || after.Version != stored.Version {
		t.Errorf("a patch that is refused has made version %d of %d: %v", after.Version, stored.Version, err)
	}
}

// TestPatchWithinTheLimits: a patch waits for its slot like every other work,
// and has a limit on what it makes.
func TestPatchWithinTheLimits(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.MaxBody = 2000; c.MaxRenders = 1 })
	patch := func(text string) (int, answer) {
		r := m.send(t, "PATCH", "/person/ada", text, "Content-Type", "application/merge-patch+json")
		return r.StatusCode, answerOf(t, r)
	}
	limit := m.config.RenderTimeout
	m.config.RenderTimeout = 1
	if status, a := patch(`{"_label":"Countess"}`); status != 503 || a.Code != "busy" {
		t.Errorf("without time: status %d, %s", status, a.Code)
	}
	m.config.RenderTimeout = limit
	statement := `{"referred_to_by":[{"type":"LinguisticObject","content":"` + strings.Repeat("x", 1800) + `"}]}`
	if status, a := patch(statement); status != 413 || a.Code != "content-too-large" {
		t.Errorf("too large: status %d, %s", status, a.Code)
	}
	if status, _ := patch(`{"_label":"Countess"}`); status != 200 {
		t.Errorf("a small one: status %d", status)
	}
}
