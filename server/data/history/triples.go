package history

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Triples returns the triples that one graph has and another has not, each way. A blank node is the
// same in both where the same is said of it, as subject; where anything in it is other, all that is
// said of it is listed both ways. Blank nodes that lead back to themselves are never the same.
func Triples(before, after *graph.Graph) (removed, added []rdf.Triple) {
	old, now := keys(before, "old"), keys(after, "new")
	return without(before.Triples, old, now), without(after.Triples, now, old)
}

// without returns the triples whose keys others do not have, as often as those have them.
func without(triples []rdf.Triple, own, others []string) (out []rdf.Triple) {
	left := make(map[string]int, len(others))
	for _, key := range others {
		left[key]++
	}
	for i, key := range own {
		if left[key]--; left[key] < 0 {
			out = append(out, triples[i])
		}
	}
	return out
}

// keys returns texts that stand for the triples of a graph, with the contents of blank nodes in
// place of their labels.
func keys(g *graph.Graph, side string) []string {
	c := contents{of: map[rdf.Blank][]rdf.Triple{}, digests: map[rdf.Blank]string{}, open: map[rdf.Blank]bool{}, side: side}
	for _, t := range g.Triples {
		if b, ok := t.Subj.(rdf.Blank); ok {
			c.of[b] = append(c.of[b], t)
		}
	}
	out := make([]string, len(g.Triples))
	for i, t := range g.Triples {
		out[i] = c.term(t.Subj) + " " + c.term(t.Pred) + " " + c.term(t.Obj)
	}
	return out
}

// contents are what is said of blank nodes.
type contents struct {
	of      map[rdf.Blank][]rdf.Triple
	digests map[rdf.Blank]string
	// open are those whose digests are being made.
	open map[rdf.Blank]bool
	// side tells the two graphs apart.
	side string
}

// term is a text that stands for a term.
func (c *contents) term(t rdf.Term) string {
	b, ok := t.(rdf.Blank)
	if !ok {
		return t.Serialize(rdf.NTriples)
	}
	if digest, known := c.digests[b]; known {
		return digest
	}
	if c.open[b] { // it leads back to itself
		return "loop " + c.side + b.String()
	}
	c.open[b] = true
	lines := make([]string, 0, len(c.of[b]))
	for _, t := range c.of[b] {
		lines = append(lines, c.term(t.Pred)+" "+c.term(t.Obj))
	}
	delete(c.open, b)
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	digest := "_:" + string(sum[:])
	c.digests[b] = digest
	return digest
}
