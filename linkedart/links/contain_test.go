package links

import (
	"slices"
	"strings"
	"testing"

	ldcontext "vitrine/context"
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
		{"workAboutPlace=2 workAboutAgent=2", "workAboutPlace"},
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
