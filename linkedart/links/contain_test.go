package links

import (
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
)

func TestIsWithin(t *testing.T) {
	table, err := New(ldcontext.New(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		narrow, wide string
		want         bool
	}{
		{"personBornAtPlace", "agentBornOrFormedAtPlace", true},
		{"groupFormedAtPlace", "agentBornOrFormedAtPlace", true},
		{"personDiedAtPlace", "agentDiedOrDissolvedAtPlace", true},
		{"personActiveAtPlace", "agentActiveAtPlace", true},
		{"objectMemberOfSet", "entityMemberOfSet", true},
		{"workAboutPlace", "workAboutOrRepresentsPlace", true},
		{"workRepresentsConcept", "workAboutOrRepresentsConcept", true},
		{"agentBornOrFormedAtPlace", "personBornAtPlace", false},
		{"personBornAtPlace", "personDiedAtPlace", false},
		{"personActiveAtPlace", "groupActiveAtPlace", false},
		{"activityTookPlaceAtPlace", "objectProducedAtPlace", false},
		{"objectOwnedByAgent", "objectCuratedByAgent", false},
	} {
		narrow, _ := table.Link(test.narrow)
		wide, _ := table.Link(test.wide)
		if got := narrow.IsWithin(wide); got != test.want {
			t.Errorf("%s is within %s: %v", test.narrow, test.wide, got)
		}
	}
}

// TestIsWithinHolds compares what is derived with what the links of the sample
// collection lead to.
func TestIsWithinHolds(t *testing.T) {
	table, err := New(ldcontext.New(nil))
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(t, table)
	for _, g := range sampleRecords(t) {
		m.put(t, g)
	}
	compared := 0
	for name, g := range m.graphs {
		results := map[*Link][]string{}
		for _, l := range table.All() {
			if !l.Applies(g.Classes()) {
				continue
			}
			items, _, err := table.Items(t.Context(), m.store, l, name, 0, 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, item := range items {
				results[l] = append(results[l], item.String())
			}
		}
		for narrow, some := range results {
			for wide, all := range results {
				if narrow == wide || !narrow.IsWithin(wide) {
					continue
				}
				compared++
				if !isSubset(some, all) {
					t.Errorf("%s: %s has results that %s has not", name, narrow.Name, wide.Name)
				}
			}
		}
	}
	if compared < 10 {
		t.Errorf("only %d pairs of lists were compared", compared)
	}
}

func TestDistinct(t *testing.T) {
	table, err := New(ldcontext.New(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ found, want string }{
		{"personBornAtPlace=3 agentBornOrFormedAtPlace=3", "personBornAtPlace"},
		{"personBornAtPlace=3 agentBornOrFormedAtPlace=5 groupFormedAtPlace=2", "agentBornOrFormedAtPlace"},
		{"personBornAtPlace=0 agentBornOrFormedAtPlace=0", "agentBornOrFormedAtPlace"},
		{"entityMemberOfSet=9 objectMemberOfSet=4 setMemberOfSet=5", "entityMemberOfSet"},
		{"personBornAtPlace=3 personDiedAtPlace=3", "personBornAtPlace personDiedAtPlace"},
	} {
		var found []Found
		for _, word := range strings.Fields(test.found) {
			name, count, _ := strings.Cut(word, "=")
			l, ok := table.Link(name)
			if !ok {
				t.Fatalf("no link %s", name)
			}
			n := uint64(count[0] - '0')
			found = append(found, Found{Link: l, Count: n, Exact: n > 0})
		}
		var got []string
		for _, f := range Distinct(found) {
			got = append(got, f.Link.Name)
		}
		if !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s: %v", test.found, got)
		}
	}
}

// TestWider: wider.tsv has each link whose results another link of the same record has
// as well, by their paths: each way that its path takes is one of the other's, and so is
// each class of its results.
func TestWider(t *testing.T) {
	table, err := New(ldcontext.New(nil))
	if err != nil {
		t.Fatal(err)
	}
	reaches := map[*Link]reach{}
	for _, l := range table.All() {
		tree, err := parsePath(l.Path)
		if err != nil {
			t.Fatal(err)
		}
		reaches[l] = reachOf(tree, l.Path)
	}
	for _, narrow := range table.All() {
		for _, wide := range table.All() {
			shared := slices.ContainsFunc(narrow.On, func(class rdf.IRI) bool { return wide.Applies([]rdf.IRI{class}) })
			if want := narrow != wide && shared && reaches[narrow].isWithin(reaches[wide]); narrow.IsWithin(wide) != want {
				t.Errorf("%s is within %s: %v", narrow.Name, wide.Name, !want)
			}
		}
	}
}

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

func (r reach) isWithin(other reach) bool {
	return isSubset(r.ways, other.ways) &&
		(len(other.classes) == 0 || len(r.classes) > 0 && isSubset(r.classes, other.classes))
}

func isSubset(some, all []string) bool {
	for _, s := range some {
		if !slices.Contains(all, s) {
			return false
		}
	}
	return true
}
