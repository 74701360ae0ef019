package links

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// lists is a source that makes up its entities: n for an IRI and a relation,
// named by make. It counts the entities that were read.
type lists struct {
	n    map[rdf.IRI]map[rdfstore.Relation]int
	make func(to rdf.IRI, by rdfstore.Relation, i int) rdf.IRI
	err  error
	read int
}

func (l *lists) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	var counts []rdfstore.RelationCount
	for by, n := range l.n[to] {
		counts = append(counts, rdfstore.RelationCount{Relation: by, Count: uint64(n)})
	}
	return counts, errors.Join(l.err, ctx.Err())
}

func (l *lists) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		for i := int(skip); i < l.n[to][by]; i++ {
			l.read++
			if !yield(l.make(to, by, i), ctx.Err()) {
				return
			}
		}
	}
}

// has makes n entities stand in the relation to the IRI.
func (l *lists) has(to rdf.IRI, by rdfstore.Relation, n int) {
	if l.n[to] == nil {
		l.n[to] = map[rdfstore.Relation]int{}
	}
	if n > 0 {
		l.n[to][by] = n
	}
}

// curated is what a museum has: objects that it keeps, and exhibitions, each of
// which shows one set, of which some have members.
type curated struct {
	*lists
	table                             *Table
	link                              *Link
	museum                            rdf.IRI
	keeps, exhibits, shows, membersBy rdfstore.Relation
}

func newCurated(t *testing.T, kept, exhibitions int) curated {
	t.Helper()
	table := newTable(t)
	link, _ := table.Link("objectCuratedByAgent")
	museum := iri(t, "https://museum.example/group/museum")
	c := curated{table: table, link: link, museum: museum}
	relation := func(n int) rdfstore.Relation { return rdfstore.Relation(n) }
	// The places of the path are the step to the set and the one to the exhibition.
	set, exhibition := 1, 0
	if link.route.between[set][exhibition] < 0 {
		set, exhibition = 0, 1
	}
	c.keeps = relation(link.route.whole)
	c.exhibits = relation(link.route.head[exhibition])
	c.shows = relation(link.route.between[set][exhibition])
	c.membersBy = relation(link.route.tail[set])
	names := map[rdfstore.Relation]string{c.keeps: "object", c.exhibits: "exhibition", c.shows: "set", c.membersBy: "member"}
	c.lists = &lists{n: map[rdf.IRI]map[rdfstore.Relation]int{museum: {}}}
	c.has(museum, c.keeps, kept)
	c.has(museum, c.exhibits, exhibitions)
	c.lists.make = func(to rdf.IRI, by rdfstore.Relation, i int) rdf.IRI {
		if by == c.shows {
			return c.set(t, to)
		}
		return iri(t, fmt.Sprintf("https://museum.example/%s/%d", names[by], i))
	}
	for i := range exhibitions {
		c.has(c.lists.make(museum, c.exhibits, i), c.shows, 1)
	}
	return c
}

func (c curated) set(t *testing.T, exhibition rdf.IRI) rdf.IRI {
	return iri(t, exhibition.String()+"/set")
}

// members gives members to the set of an exhibition. They are the same objects
// for each set.
func (c curated) members(t *testing.T, exhibition, n int) {
	t.Helper()
	set := c.set(t, c.lists.make(c.museum, c.exhibits, exhibition))
	c.has(set, c.membersBy, n)
}

func (c curated) found(t *testing.T) []Found {
	t.Helper()
	found, err := c.table.For(t.Context(), c.lists, c.museum, c.link.On[1:])
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(found, func(f Found) bool { return f.Link != c.link })
}

func TestForCounts(t *testing.T) {
	tests := []struct {
		name              string
		kept, exhibitions int
		// members are the members of the set of the exhibition with the number.
		members map[int]int
		want    []Found
	}{
		{"nothing", 0, 0, nil, nil},
		{"a long list is counted by the store", 1_000_000, 0, nil, []Found{{Count: 1_000_000, Exact: true}}},
		{"sets that have no members", 0, 3, nil, nil},
		{"one set with members", 0, 3, map[int]int{1: 70_000}, []Found{{Count: 70_000, Exact: true}}},
		{"the same members twice", 10, 3, map[int]int{0: 20, 2: 30}, []Found{{Count: 40, Exact: true}}},
		{"too many to compare", countLimit, 1, map[int]int{0: 1}, []Found{{}}},
		{"too many exhibitions to look at", 0, countLimit + 1, map[int]int{0: 1}, []Found{{}}},
		{"the last exhibition of too many", 0, 3 * countLimit, map[int]int{3*countLimit - 1: 1}, []Found{{Count: 1, Exact: true}}},
		{"many exhibitions, none with members", 0, 3 * countLimit, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newCurated(t, test.kept, test.exhibitions)
			for exhibition, n := range test.members {
				c.members(t, exhibition, n)
			}
			for i := range test.want {
				test.want[i].Link = c.link
			}
			if got := c.found(t); !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", describe(got), describe(test.want))
			}
			if limit := 2*countLimit + 2*test.exhibitions + 100; c.read > limit {
				t.Errorf("%d entities read", c.read)
			}
		})
	}
}

func TestItemsRefuseWhatCannotBeCompared(t *testing.T) {
	c := newCurated(t, 10, 1)
	c.members(t, 0, itemsLimit+1)
	if _, _, err := c.table.Items(t.Context(), c.lists, c.link, c.museum, 0, 10); !errors.Is(err, ErrTooMany) {
		t.Errorf("too many members: %v", err)
	}
	c = newCurated(t, 3*itemsLimit, 1)
	c.members(t, 0, 10)
	names, total, err := c.table.Items(t.Context(), c.lists, c.link, c.museum, 3*itemsLimit-1, 10)
	if err != nil || len(names) != 10 || total != 3*itemsLimit+10 {
		t.Errorf("a long list and a short one: %d names of %d, %v", len(names), total, err)
	}
}

func TestFindPassesErrorsOn(t *testing.T) {
	c := newCurated(t, 10, 1)
	c.members(t, 0, 10)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.table.For(ctx, c.lists, c.museum, c.link.On); !errors.Is(err, context.Canceled) {
		t.Errorf("For: %v", err)
	}
	if _, _, err := c.table.Items(ctx, c.lists, c.link, c.museum, 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("Items: %v", err)
	}
	c.err = rdfstore.ErrClosed
	if _, err := c.table.For(t.Context(), c.lists, c.museum, c.link.On); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("For: %v", err)
	}
	if _, _, err := c.table.Items(t.Context(), c.lists, c.link, c.museum, 0, 1); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("Items: %v", err)
	}
}
