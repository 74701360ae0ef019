package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"
)

func TestSame(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = Off })
	triples := func(text string) []rdf.Triple {
		return decodeNamed(t, m.config.Formats.ByName("turtle"), text, testBase+"person/ada").Triples
	}
	many := strings.Repeat("<> <x:p> [ <x:q> 1 ] .\n", maxCompared+1)
	for _, test := range []struct {
		a, b          string
		same, certain bool
	}{
		{"", "", true, true},
		{"<> <x:p> 1, 2 .", "<> <x:p> 2, 1 .", true, true},
		{"<> <x:p> 1, 2 .", "<> <x:p> 1 .", false, true},
		{`<> <x:p> "1" .`, `<> <x:p> 1 .`, false, true},
		{`<> <x:p> "a"@en .`, `<> <x:p> "a"@de .`, false, true},
		{"<> <x:p> [ <x:q> 1 ], [ <x:q> 2 ] .", "<> <x:p> [ <x:q> 2 ], [ <x:q> 1 ] .", true, true},
		{"<> <x:p> [ <x:q> 1, 2 ], [ <x:q> 3, 4 ] .", "<> <x:p> [ <x:q> 1, 3 ], [ <x:q> 2, 4 ] .", false, true},
		{many, many, true, false},
		{many, many + "<> <x:p> 3 .", false, true},
	} {
		if alike, certain := same(triples(test.a), triples(test.b)); alike != test.same || certain != test.certain {
			t.Errorf("%.60s and %.60s: same %v, certain %v", test.a, test.b, alike, certain)
		}
	}
}

// TestOrderIsNotAChange puts a graph in another order: nothing has changed, as
// long as that can be told; a change is never taken for none.
func TestOrderIsNotAChange(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = Off })
	line := func(i int) string {
		return fmt.Sprintf("<> <x:p> _:a%d, _:b%d . _:a%d <x:q> %d . _:b%d <x:r> %d .\n", i, i, i, i, i, i)
	}
	for n, want := range map[int]string{3: "unchanged", maxCompared: "updated"} {
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
		if got := put(); got != want {
			t.Errorf("%d, in another order: %s, want %s", n, got, want)
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
