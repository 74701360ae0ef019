package links

import (
	"slices"
	"strings"

	"vitrine/rdfstore/graph"
)

// reach is what a path can reach: the ways it can take, each the same text for the same
// steps, and the classes that its end may have, none for any.
type reach struct {
	ways    []string
	classes []string
}

// maxWays bounds the ways of a path. One with more is taken for a single way of its own,
// which is contained in no other.
const maxWays = 64

// reachOf is what a path can reach; text is its notation.
func reachOf(tree path, text string) reach {
	bare, classes := withoutEnd(tree)
	ways := waysOf(bare)
	if len(ways) > maxWays {
		ways = []string{text}
	}
	return reach{ways, classes}
}

// withoutEnd returns a path without the test of the class of its end, and the classes.
func withoutEnd(p path) (path, []string) {
	for i, t := range p.tests {
		if t.property == graph.Type.String() {
			p.tests = slices.Delete(slices.Clone(p.tests), i, i+1)
			return p, t.values
		}
	}
	if last := len(p.sequence) - 1; last >= 0 && len(p.tests) == 0 && !p.star {
		end, classes := withoutEnd(p.sequence[last])
		p.sequence = append(slices.Clone(p.sequence[:last]), end)
		return p, classes
	}
	return p, nil
}

// waysOf are the ways that a path can take, more than maxWays where it has many.
func waysOf(p path) []string {
	var ways []string
	switch {
	case p.property != "" && p.inverse:
		ways = []string{"^" + p.property + " "}
	case p.property != "":
		ways = []string{p.property + " "}
	case p.choice != nil:
		for _, branch := range p.choice {
			if ways = append(ways, waysOf(branch)...); len(ways) > maxWays {
				return ways
			}
		}
	default:
		ways = []string{""}
		for _, step := range p.sequence {
			if ways = product(ways, waysOf(step)); len(ways) > maxWays {
				return ways
			}
		}
	}
	if p.star {
		slices.Sort(ways)
		ways = []string{"(" + strings.Join(ways, "|") + ")* "}
	}
	for _, t := range p.tests {
		for i := range ways {
			ways[i] += "[" + t.property + " " + strings.Join(t.values, "|") + "] "
		}
	}
	return ways
}

func product(first, second []string) []string {
	var out []string
	for _, a := range first {
		for _, b := range second {
			if out = append(out, a+b); len(out) > maxWays {
				return out
			}
		}
	}
	return out
}

// IsWithin tells whether all results of a link are results of another one, whatever is
// stored: each way that its path takes is one of the other's, and so is each class.
func (l *Link) IsWithin(other *Link) bool {
	return isSubset(l.reach.ways, other.reach.ways) &&
		(len(other.reach.classes) == 0 || len(l.reach.classes) > 0 && isSubset(l.reach.classes, other.reach.classes))
}

func isSubset(some, all []string) bool {
	for _, s := range some {
		if !slices.Contains(all, s) {
			return false
		}
	}
	return true
}

// Distinct returns the links of a record without those whose results another one of them
// shows. Of two, one within the other, the wider is left out where both have as many
// results, so that the name that says more stays; else the narrower is.
func Distinct(found []Found) []Found {
	var out []Found
	for i, f := range found {
		covered := slices.ContainsFunc(found, func(o Found) bool {
			return o.Link != f.Link && f.isCoveredBy(o)
		})
		again := slices.ContainsFunc(found[:i], func(o Found) bool {
			return o.Link.IsWithin(f.Link) && f.Link.IsWithin(o.Link)
		})
		if !covered && !again {
			out = append(out, f)
		}
	}
	return out
}

// isCoveredBy tells whether the other one is shown in place of the link.
func (f Found) isCoveredBy(o Found) bool {
	inside, outside := f.Link.IsWithin(o.Link), o.Link.IsWithin(f.Link)
	same := f.Exact && o.Exact && f.Count == o.Count
	switch {
	case inside && outside:
		return false
	case inside:
		return !same
	default:
		return outside && same
	}
}
