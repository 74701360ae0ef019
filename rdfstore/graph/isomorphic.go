package graph

import (
	"crypto/sha256"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/knakk/rdf"
)

// Isomorphic tells whether two sets of triples are the same graph up to the
// labels of their blank nodes (RDF 1.1 section 3.6). Order and repetition do
// not count. Blank nodes are told apart by colour refinement; what refinement
// leaves alike is tried out, which takes exponential time only for graphs made
// to be that symmetrical.
func Isomorphic(a, b []rdf.Triple) bool {
	a, b = Dedup(slices.Clone(a)), Dedup(slices.Clone(b))
	if len(a) != len(b) {
		return false
	}
	return match(a, b, map[rdf.Blank]string{}, map[rdf.Blank]string{})
}

// match refines both colourings and, where a colour is shared by several blank
// nodes, pairs one of them with each candidate in turn.
func match(a, b []rdf.Triple, ca, cb map[rdf.Blank]string) bool {
	ca, cb = refine(a, ca), refine(b, cb)
	ga, gb := byColour(ca), byColour(cb)
	if len(ga) != len(gb) {
		return false
	}
	var tied string
	for colour, nodes := range ga {
		if len(nodes) != len(gb[colour]) {
			return false
		}
		if len(nodes) > 1 && (tied == "" || colour < tied) {
			tied = colour
		}
	}
	if tied == "" {
		return slices.Equal(painted(a, ca), painted(b, cb))
	}
	for _, candidate := range gb[tied] {
		na, nb := maps.Clone(ca), maps.Clone(cb)
		na[ga[tied][0]] = tied + "!"
		nb[candidate] = tied + "!"
		if match(a, b, na, nb) {
			return true
		}
	}
	return false
}

// refine recolours the blank nodes by the triples they stand in until the
// number of colours no longer grows.
func refine(triples []rdf.Triple, start map[rdf.Blank]string) map[rdf.Blank]string {
	colours := maps.Clone(start)
	for n := -1; ; {
		around := map[rdf.Blank][]string{}
		for _, t := range triples {
			s, sBlank := t.Subj.(rdf.Blank)
			o, oBlank := t.Obj.(rdf.Blank)
			if sBlank {
				around[s] = append(around[s], ">"+key(t.Pred, nil)+" "+key(t.Obj, colours))
			}
			if oBlank {
				around[o] = append(around[o], "<"+key(t.Pred, nil)+" "+key(t.Subj, colours))
			}
			if sBlank && oBlank && s == o {
				around[s] = append(around[s], "="+key(t.Pred, nil))
			}
		}
		next := make(map[rdf.Blank]string, len(around))
		for node, lines := range around {
			sort.Strings(lines)
			sum := sha256.Sum256([]byte(colours[node] + "\n" + strings.Join(lines, "\n")))
			next[node] = string(sum[:])
		}
		colours = next
		distinct := len(byColour(colours))
		if distinct == n {
			return colours
		}
		n = distinct
	}
}

func byColour(colours map[rdf.Blank]string) map[string][]rdf.Blank {
	groups := map[string][]rdf.Blank{}
	for node, colour := range colours {
		groups[colour] = append(groups[colour], node)
	}
	return groups
}

// painted writes the triples with colours for blank nodes, sorted.
func painted(triples []rdf.Triple, colours map[rdf.Blank]string) []string {
	lines := make([]string, len(triples))
	for i, t := range triples {
		lines[i] = key(t.Subj, colours) + " " + key(t.Pred, nil) + " " + key(t.Obj, colours)
	}
	sort.Strings(lines)
	return lines
}

func key(t rdf.Term, colours map[rdf.Blank]string) string {
	switch t := t.(type) {
	case rdf.Blank:
		return "_" + colours[t]
	case rdf.Literal:
		return `"` + escapeLiteral(t.String()) + `"@` + t.Lang() + "^" + t.DataType.String()
	default:
		return "<" + t.String() + ">"
	}
}
