package graph

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"
)

// parse reads triples in short: words of which those that begin with "_:" are
// blank nodes, those with a quote literals and the others IRIs.
func parse(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	term := func(word string) rdf.Term {
		if label, ok := strings.CutPrefix(word, "_:"); ok {
			b, err := Blank(label)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		if strings.HasPrefix(word, `"`) {
			return String(strings.Trim(word, `"`))
		}
		iri, err := IRI("x:" + word)
		if err != nil {
			t.Fatal(err)
		}
		return iri
	}
	var out []rdf.Triple
	for line := range strings.SplitSeq(text, ".") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		out = append(out, rdf.Triple{Subj: term(words[0]).(rdf.Subject), Pred: term(words[1]).(rdf.Predicate), Obj: term(words[2]).(rdf.Object)})
	}
	return out
}

func TestIsomorphic(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		want       bool
	}{
		{"empty", "", "", true},
		{"order", "a p 1. a p 2", "a p 2. a p 1", true},
		{"repetition", "a p 1. a p 1", "a p 1", true},
		{"one more", "a p 1. a p 2", "a p 1", false},
		{"IRI and literal", "a p 1", `a p "1"`, false},
		{"labels", "a p _:x. _:x q 1", "a p _:y. _:y q 1", true},
		{"labels swapped", "a p _:x. a p _:y. _:x q 1. _:y q 2", "a p _:y. a p _:x. _:y q 1. _:x q 2", true},
		{"values swapped", "_:x q 1. _:x q 2. _:y q 3. _:y q 4", "_:x q 1. _:x q 3. _:y q 2. _:y q 4", false},
		{"one node for two", "a p _:x. a p _:y", "a p _:x", false},
		{"twins", "a p _:x. a p _:y", "a p _:u. a p _:v", true},
		{"a node for an IRI", "a p _:x", "a p x", false},
		{"direction", "_:x p _:y. _:x q 1", "_:y p _:x. _:x q 1", false},
		{"loop", "_:x p _:x", "_:x p _:y", false},
		{"loops", "_:x p _:x. _:y p _:y", "_:x p _:y. _:y p _:x", false},
		{"two triangles and a hexagon", "_:a p _:b. _:b p _:c. _:c p _:a. _:d p _:e. _:e p _:f. _:f p _:d", "_:a p _:b. _:b p _:c. _:c p _:d. _:d p _:e. _:e p _:f. _:f p _:a", false},
		{"hexagons", "_:a p _:b. _:b p _:c. _:c p _:d. _:d p _:e. _:e p _:f. _:f p _:a", "_:f p _:a. _:b p _:c. _:c p _:f. _:d p _:e. _:e p _:b. _:a p _:d", true},
		{"predicates", "_:a p _:b. _:a q _:b", "_:a p _:b. _:b q _:a", false},
	} {
		a, b := parse(t, test.a), parse(t, test.b)
		if Isomorphic(a, b) != test.want || Isomorphic(b, a) != test.want {
			t.Errorf("%s: want %v", test.name, test.want)
		}
	}
}

// TestIsomorphicAgainstAllMappings compares random small graphs with the answer
// that trying out every mapping of the nodes gives.
func TestIsomorphicAgainstAllMappings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const nodes = 5
	same := 0
	for round := range 3000 {
		a := randomEdges(random, nodes)
		b := permute(a, random.Perm(nodes))
		for range random.IntN(3) {
			b[random.IntN(len(b))] = randomEdges(random, nodes)[0]
		}
		want := anyMapping(a, b, nodes)
		if want {
			same++
		}
		if got := Isomorphic(parse(t, text(a)), parse(t, text(b))); got != want {
			t.Fatalf("round %d: %v, want %v:\n%s\n%s", round, got, want, text(a), text(b))
		}
	}
	if same < 500 || same > 2500 {
		t.Errorf("%d of 3000 were the same: the test is lopsided", same)
	}
}

// randomEdges are triples between numbered blank nodes; nodes stands for the
// IRI that is not blank.
func randomEdges(random *rand.Rand, nodes int) [][3]int {
	out := make([][3]int, 3+random.IntN(6))
	for i := range out {
		out[i] = [3]int{random.IntN(nodes), random.IntN(2), random.IntN(nodes + 1)}
	}
	return out
}

func permute(edges [][3]int, to []int) [][3]int {
	out := slices.Clone(edges)
	for i := range out {
		out[i][0] = to[out[i][0]]
		if out[i][2] < len(to) {
			out[i][2] = to[out[i][2]]
		}
	}
	return out
}

func text(edges [][3]int) string {
	var b strings.Builder
	for _, e := range edges {
		fmt.Fprintf(&b, "_:n%d p%d _:n%d. ", e[0], e[1], e[2])
	}
	return strings.ReplaceAll(b.String(), "_:n5", "iri")
}

func anyMapping(a, b [][3]int, nodes int) bool {
	sorted := func(edges [][3]int) [][3]int {
		out := slices.Clone(edges)
		slices.SortFunc(out, func(x, y [3]int) int { return slices.Compare(x[:], y[:]) })
		return slices.Compact(out)
	}
	b = sorted(b)
	to := make([]int, nodes)
	var try func(used int) bool
	try = func(used int) bool {
		if used == 1<<nodes-1 {
			return slices.Equal(sorted(permute(a, to)), b)
		}
		from := 0
		for n := used; n > 0; n &= n - 1 {
			from++
		}
		for n := range nodes {
			if used&(1<<n) == 0 {
				to[from] = n
				if try(used | 1<<n) {
					return true
				}
			}
		}
		return false
	}
	return try(0)
}

// torus is a graph of 16 nodes that each have six neighbours: that of a rook on
// a board of four by four, or, twisted, the one of Shrikhande. Colour
// refinement tells the nodes of neither apart, nor the two graphs.
func torus(name string, twisted bool) string {
	steps := [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 0}, {2, 0}, {3, 0}}
	if twisted {
		steps = [][2]int{{0, 1}, {0, 3}, {1, 0}, {3, 0}, {1, 1}, {3, 3}}
	}
	var b strings.Builder
	for i := range 16 {
		fmt.Fprintf(&b, "_:hub has _:%s%d. ", name, i)
		for _, s := range steps {
			fmt.Fprintf(&b, "_:%s%d p _:%s%d. ", name, i, name, (i/4+s[0])%4*4+(i%4+s[1])%4)
		}
	}
	return b.String()
}

func TestCompareTellsSymmetricGraphsApart(t *testing.T) {
	rook, twisted := parse(t, torus("a", false)), parse(t, torus("a", true))
	for _, test := range []struct {
		a, b []rdf.Triple
		want bool
	}{{rook, parse(t, torus("b", false)), true}, {twisted, parse(t, torus("b", true)), true}, {rook, twisted, false}} {
		slices.Reverse(test.b)
		if got, err := Compare(t.Context(), test.a, test.b, 1_000_000); got != test.want || err != nil {
			t.Errorf("%v, %v, want %v", got, err, test.want)
		}
	}
}

// TestCompareKeepsToItsBudget has graphs that were made to take for ever.
func TestCompareKeepsToItsBudget(t *testing.T) {
	const budget = 1_000_000
	several := func(twisted int) []rdf.Triple {
		var b strings.Builder
		for i := range 8 {
			b.WriteString(torus(fmt.Sprintf("c%dn", i), i < twisted))
		}
		return parse(t, b.String())
	}
	var complete, turned strings.Builder
	for i := range 150 {
		for j := range 150 {
			fmt.Fprintf(&complete, "_:a%d p _:a%d. ", i, j)
			fmt.Fprintf(&turned, "_:b%d p _:b%d. ", j, i)
		}
	}
	for name, pair := range map[string][2][]rdf.Triple{
		"many alike, not the same": {several(4), several(5)},
		"each linked to each":      {parse(t, complete.String()), parse(t, turned.String())},
	} {
		if same, err := Compare(t.Context(), pair[0], pair[1], budget); same || !errors.Is(err, ErrBudget) {
			t.Errorf("%s: %v, %v", name, same, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compare(ended, several(4), several(5), budget); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: %v", err)
	}
}

// TestCompareOfLargeGraphs: what documents are made of takes few steps a
// triple, however much of it there is, and however much is said twice.
func TestCompareOfLargeGraphs(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "a p _:x%d. _:x%d q _:y%d. _:y%d r %d. _:y%d s 1. ", i, i, i, i, i%700, i)
	}
	forward := parse(t, b.String())
	backward := slices.Clone(forward)
	slices.Reverse(backward)
	if same, err := Compare(t.Context(), forward, backward, 20*len(forward)); !same || err != nil {
		t.Errorf("%v, %v", same, err)
	}
	backward[7].Obj = String("other")
	if same, err := Compare(t.Context(), forward, backward, 20*len(forward)); same || err != nil {
		t.Errorf("changed: %v, %v", same, err)
	}
}

func BenchmarkCompare(b *testing.B) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "a p _:x%d. _:x%d q _:y%d. _:y%d r %d. ", i, i, i, i, i%700)
	}
	triples := parse(b, text.String())
	for b.Loop() {
		if !Isomorphic(triples, triples) {
			b.Fatal("a graph is not the same as itself")
		}
	}
	b.ReportMetric(float64(len(triples)), "triples")
}
