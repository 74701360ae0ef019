package links

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/thorough"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// model is a store with what it should answer.
type model struct {
	table  *Table
	paths  map[*Link]path
	store  rdfstore.Store
	graphs map[rdf.IRI]*graph.Graph
}

func newModel(t testing.TB, table *Table) *model {
	t.Helper()
	m := &model{table: table, paths: map[*Link]path{}, graphs: map[rdf.IRI]*graph.Graph{}}
	for _, l := range table.links {
		p, err := parsePath(l.Path)
		if err != nil {
			t.Fatal(err)
		}
		m.paths[l] = p
	}
	m.store = memstore.NewDeriving(remembered(table.Derivation()))
	return m
}

// remembered is the derivation that looks at each graph once: memstore derives
// whenever it is asked.
func remembered(d rdfstore.Derivation) rdfstore.Derivation {
	known := map[*graph.Graph][]rdfstore.Related{}
	of := d.Of
	d.Of = func(g *graph.Graph) []rdfstore.Related {
		if _, ok := known[g]; !ok {
			known[g] = of(g)
		}
		return known[g]
	}
	return d
}

func (m *model) put(t testing.TB, g *graph.Graph) {
	t.Helper()
	if _, err := m.store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
	m.graphs[g.Name] = g
}

func (m *model) delete(t testing.TB, name rdf.IRI) {
	t.Helper()
	if _, err := m.store.Apply(t.Context(), rdfstore.Change{Delete: name}); err != nil {
		t.Fatal(err)
	}
	delete(m.graphs, name)
}

// check compares what the store answers for each IRI and each link with what the
// paths say. It returns the links that have a result and the number of results.
func (m *model) check(t testing.TB, r *rand.Rand) (hit map[string]bool, results int) {
	t.Helper()
	junctions, err := readJunctions(junctionsFile)
	if err != nil {
		t.Fatal(err)
	}
	b := newBrute(m.graphs, junctions)
	relations := m.store.(rdfstore.Relations)
	hit = map[string]bool{}
	for _, start := range m.iris() {
		byPath := map[string][]string{}
		var all, own []Found
		for _, l := range m.table.links {
			names, ok := byPath[l.Path]
			if !ok {
				names = b.results(m.paths[l], start)
				byPath[l.Path] = names
			}
			if len(names) == 0 {
				continue
			}
			f := Found{l, uint64(len(names)), true}
			all = append(all, f)
			m.checkItems(t, r, relations, l, start, names)
			results += len(names)
			if g := m.graphs[start]; g != nil && l.Applies(g.Classes()) {
				own = append(own, f)
				hit[l.Name] = true
			}
		}
		m.checkFor(t, relations, start, m.table.startClasses(), all)
		if g := m.graphs[start]; g != nil {
			m.checkFor(t, relations, start, g.Classes(), own)
		}
	}
	return hit, results
}

// checkFor reads the links of a record of the classes.
func (m *model) checkFor(t testing.TB, relations Source, start rdf.IRI, classes []rdf.IRI, want []Found) {
	t.Helper()
	got, err := m.table.For(t.Context(), relations, start, classes)
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%s: links %v (%v), want %v", start, describe(got), err, describe(want))
	}
}

// startClasses returns every class that has a link.
func (t *Table) startClasses() []rdf.IRI {
	var classes []rdf.IRI
	for _, l := range t.links {
		classes = append(classes, l.On...)
	}
	return classes
}

// checkItems reads the results of a link whole and in part.
func (m *model) checkItems(t testing.TB, r *rand.Rand, relations Source, l *Link, start rdf.IRI, want []string) {
	t.Helper()
	all, total, err := m.table.Items(t.Context(), relations, l, start, 0, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	got := texts(all)
	slices.Sort(got)
	if !slices.Equal(got, want) || total != uint64(len(want)) {
		t.Fatalf("%s of %s: %d results %v, want %v", l.Name, start, total, got, want)
	}
	if len(all) == 0 {
		return
	}
	skip, limit := r.IntN(len(all)+1), r.IntN(len(all)+1)
	part, total, err := m.table.Items(t.Context(), relations, l, start, uint64(skip), limit)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(part, all[skip:min(skip+limit, len(all))]) || total != uint64(len(want)) {
		t.Fatalf("%s of %s: %d from %d are %v of %d, of %v", l.Name, start, limit, skip, part, total, all)
	}
}

func describe(found []Found) []string {
	var out []string
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s %d %t", f.Link.Name, f.Count, f.Exact))
	}
	return out
}

// iris returns every IRI that may have links: the names, and the objects of all
// triples.
func (m *model) iris() []rdf.IRI {
	seen := map[rdf.IRI]bool{}
	var all []rdf.IRI
	add := func(iri rdf.IRI) {
		if !seen[iri] {
			seen[iri] = true
			all = append(all, iri)
		}
	}
	for name, g := range m.graphs {
		add(name)
		for _, triple := range g.Triples {
			if iri, ok := triple.Obj.(rdf.IRI); ok && triple.Pred != rdf.Predicate(graph.Type) {
				add(iri)
			}
		}
	}
	return all
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// TestSampleLinks checks the links of the sample collection, and that it has
// most of them.
func TestSampleLinks(t *testing.T) {
	m := newModel(t, newTable(t))
	graphs := sampleRecords(t)
	for _, g := range graphs {
		m.put(t, g)
	}
	hit, results := m.check(t, newRand(1))
	t.Logf("%d records, %d results, %d links", len(graphs), results, len(hit))
	if len(hit) < 50 {
		t.Errorf("%d links have a result", len(hit))
	}
	r := newRand(2)
	for range len(graphs) / 3 {
		if g := graphs[r.IntN(len(graphs))]; m.graphs[g.Name] != nil {
			m.delete(t, g.Name)
		}
	}
	m.check(t, r)
}

// TestGeneratedLinks checks the links of generated records, after some were
// deleted and others took the place of what they were.
func TestGeneratedLinks(t *testing.T) {
	m := newModel(t, newTable(t))
	graphs := generatedRecords(t, 3, 150)
	for _, g := range graphs {
		m.put(t, g)
	}
	if _, results := m.check(t, newRand(1)); results < 300 {
		t.Errorf("%d results", results)
	}
	r := newRand(4)
	for range 40 {
		if g := graphs[r.IntN(len(graphs))]; m.graphs[g.Name] != nil {
			m.delete(t, g.Name)
		}
	}
	for _, g := range generatedRecords(t, 5, 150) {
		if r.IntN(3) == 0 {
			m.put(t, g)
		}
	}
	m.check(t, r)
}

// TestRandomLinks checks the links of random graphs in which the properties of
// a few paths lead between a few nodes, so that there are cycles, several ways to
// one result, and nodes that are both embedded and a record.
func TestRandomLinks(t *testing.T) {
	table := newTable(t)
	junction := []string{"objectCuratedByAgent", "workPublishedByAgent", "workPublishedAtPlace", "agentActiveAtPlace"}
	hit := map[string]bool{}
	for seed := range uint64(4 * len(table.links)) {
		r := newRand(seed)
		links := []string{table.links[seed%uint64(len(table.links))].Name}
		if r.IntN(2) == 0 {
			links = append(links, junction[r.IntN(len(junction))])
		}
		if r.IntN(2) == 0 {
			links = append(links, table.links[r.IntN(len(table.links))].Name)
		}
		for name := range randomTrial(t, table, r, links) {
			hit[name] = true
		}
	}
	if len(hit) < 85 {
		t.Errorf("only %d links had a result", len(hit))
	}
}

// strange are paths that no link has: junctions in stars and choices, and one
// after the other.
const strange = "name\ton\treturns\tpath\n" +
	"a\tcrm:E21_Person\tcrm:E21_Person\t^crm:P50_has_current_keeper / ( ^la:member_of [crm:P2_has_type aat:1] / ^crm:P9_consists_of* )* / ^crm:P14i_performed\n" +
	"b\tcrm:E21_Person\tcrm:E21_Person\t( ^la:member_of* / ^crm:P16i_was_used_for | ^crm:P50_has_current_keeper ) [a crm:E21_Person]\n" +
	"c\tcrm:E21_Person\tcrm:E21_Person\t^la:member_of / ^la:member_of*\n" +
	"d\tcrm:E21_Person\tcrm:E21_Person\t( ^la:member_of | ^crm:P14i_performed [a crm:E21_Person] / ^crm:P16i_was_used_for* ) / ( ^crm:P9_consists_of | ^la:member_of )* [crm:P2_has_type aat:1|aat:2] / ^crm:P14i_performed* / ^crm:P50_has_current_keeper\n" +
	"e\tcrm:E21_Person\tcrm:E21_Person\t( ( ^la:member_of* )* / ( ^crm:P9_consists_of* / ^crm:P16i_was_used_for )* )* / ^crm:P14i_performed / ^la:member_of [a crm:E21_Person]\n"

func strangeTable(t *testing.T) *Table {
	t.Helper()
	table, err := build(strange, junctionsFile, func(term string) (rdf.IRI, error) {
		return graph.IRI(prefixes()[term[:3]] + term[4:])
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestStrangePaths(t *testing.T) {
	table := strangeTable(t)
	hit := map[string]bool{}
	for seed := range uint64(thorough.Rounds(60, 200)) {
		r := newRand(seed)
		for name := range randomTrial(t, table, r, []string{table.links[r.IntN(5)].Name, table.links[r.IntN(5)].Name}) {
			hit[name] = true
		}
	}
	if len(hit) != 5 {
		t.Errorf("only %v had a result", hit)
	}
}

// randomTrial puts random records, replaces and deletes some, and checks the
// links. It returns those that had a result.
func randomTrial(t *testing.T, table *Table, r *rand.Rand, links []string) map[string]bool {
	t.Helper()
	m := newModel(t, table)
	var iris, values, properties []string
	var classes [][]string
	for _, name := range links {
		l, _ := table.Link(name)
		iris = append(iris, m.paths[l].iris()...)
		properties = append(properties, m.paths[l].properties()...)
		classes = append(classes, texts(l.On), texts(l.Returns))
	}
	for _, iri := range iris {
		if len(iri) > 22 && iri[:22] == "http://vocab.getty.edu" {
			values = append(values, iri)
		}
	}
	random := randomRecords{r, classes, values, properties}
	for range 5 + r.IntN(4) {
		m.put(t, random.graph(t, r.IntN(6)))
	}
	for _, name := range slices.SortedFunc(maps.Keys(m.graphs), func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) }) {
		if r.IntN(4) == 0 {
			m.delete(t, name)
		}
	}
	m.put(t, random.graph(t, r.IntN(6)))
	hit, _ := m.check(t, r)
	return hit
}

// properties returns the properties of the steps of the path.
func (p path) properties() []string {
	if p.property != "" {
		return []string{p.property}
	}
	var all []string
	for _, part := range slices.Concat(p.sequence, p.choice) {
		all = append(all, part.properties()...)
	}
	return all
}

// randomRecords makes records of the classes that say the properties of each
// other and of what is embedded in them. The first two lists of classes are those
// that have a link and those that it returns.
type randomRecords struct {
	r                  *rand.Rand
	classes            [][]string
	values, properties []string
}

func (m randomRecords) graph(t *testing.T, n int) *graph.Graph {
	t.Helper()
	g := &graph.Graph{Name: iri(t, "https://museum.example/"+strconv.Itoa(n))}
	node := func() rdf.Term {
		switch k := m.r.IntN(10); {
		case k < 3:
			return g.Name
		case k < 6:
			return iri(t, "https://museum.example/"+strconv.Itoa(k))
		default:
			b, err := graph.Blank("b" + strconv.Itoa(k))
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
	}
	add := func(s rdf.Term, property string, o rdf.Term) {
		g.Triples = append(g.Triples, rdf.Triple{Subj: s.(rdf.Subject), Pred: iri(t, property), Obj: o.(rdf.Object)})
	}
	pick := func(from []string) string { return from[m.r.IntN(len(from))] }
	add(g.Name, graph.Type.String(), iri(t, pick(m.classes[n%2])))
	for range m.r.IntN(3) {
		add(g.Name, graph.Type.String(), iri(t, pick(m.classes[m.r.IntN(len(m.classes))])))
	}
	for range 4 + m.r.IntN(16) {
		add(node(), pick(m.properties), node())
		if k := m.r.IntN(4); k == 0 {
			add(node(), graph.Type.String(), iri(t, pick(m.classes[m.r.IntN(len(m.classes))])))
		} else if k == 1 && len(m.values) > 0 {
			add(node(), "http://www.cidoc-crm.org/cidoc-crm/P2_has_type", iri(t, pick(m.values)))
		}
	}
	g.Triples = graph.Dedup(g.Triples)
	return g
}

func iri(t testing.TB, text string) rdf.IRI {
	t.Helper()
	iri, err := graph.IRI(text)
	if err != nil {
		t.Fatal(err)
	}
	return iri
}
