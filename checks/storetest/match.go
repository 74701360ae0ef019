package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// fill stores n random graphs and returns all their quads.
func fill(t *testing.T, s rdfstore.Store, n int) []rdf.Quad {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var quads []rdf.Quad
	for i := range n {
		g := Random(r, i)
		apply(t, s, put(g))
		quads = slices.AppendSeq(quads, g.Quads())
	}
	return quads
}

// pattern returns the quad with the terms that the shape leaves out unbound;
// the shape's bits stand for subject, predicate, object and graph.
func pattern(q rdf.Quad, shape int) rdfstore.Pattern {
	var p rdfstore.Pattern
	if shape&8 != 0 {
		p.Subject = q.Subj
	}
	if shape&4 != 0 {
		p.Predicate = q.Pred
	}
	if shape&2 != 0 {
		p.Object = q.Obj
	}
	if shape&1 != 0 {
		p.Graph = q.Ctx
	}
	return p
}

// expected returns the quads that match, by the definition of a pattern.
func expected(quads []rdf.Quad, p rdfstore.Pattern) map[rdf.Quad]bool {
	found := map[rdf.Quad]bool{}
	if p.Graph == nil && (isBlank(p.Subject) || isBlank(p.Object)) {
		return found
	}
	for _, q := range quads {
		if (p.Subject == nil || p.Subject == q.Subj) && (p.Predicate == nil || p.Predicate == q.Pred) &&
			(p.Object == nil || p.Object == q.Obj) && (p.Graph == nil || p.Graph == q.Ctx) {
			found[q] = true
		}
	}
	return found
}

// checkMatches fails the test where a walk does not yield each quad of want
// once and nothing else.
func checkMatches(t *testing.T, about string, got []rdfstore.Match, want map[rdf.Quad]bool) {
	t.Helper()
	seen := map[rdf.Quad]bool{}
	for _, m := range got {
		if seen[m.Quad] {
			t.Errorf("%s: %v comes twice", about, m.Quad)
		}
		if !want[m.Quad] {
			t.Errorf("%s: %v does not match", about, m.Quad)
		}
		seen[m.Quad] = true
	}
	if len(seen) < len(want) {
		t.Errorf("%s: %d quads, want %d", about, len(seen), len(want))
	}
}

func testMatchShapes(t *testing.T, s rdfstore.Store) {
	quads := fill(t, s, 40)
	elsewhere := rdf.Quad{
		Triple: rdf.Triple{Subj: iri("x:none"), Pred: iri("x:none"), Obj: graph.String("none")},
		Ctx:    iri("x:none"),
	}
	r := rand.New(rand.NewPCG(3, 4))
	for shape := range 16 {
		for i := range 12 {
			q := quads[r.IntN(len(quads))]
			switch {
			case i == 0:
				q = elsewhere
			case i > 6: // bound terms of different quads
				other := quads[r.IntN(len(quads))]
				q.Obj, q.Ctx = other.Obj, other.Ctx
			}
			p := pattern(q, shape)
			about := fmt.Sprintf("shape %04b, %v", shape, p)
			want := expected(quads, p)
			checkMatches(t, about, collect(t, s.Match(t.Context(), p, "")), want)
			if n := count(t, s, p); n != uint64(len(want)) {
				t.Errorf("%s: Count is %d, want %d", about, n, len(want))
			}
		}
	}
}

func testMatchTermsApart(t *testing.T, s rdfstore.Store) {
	name := iri(base + "1")
	objects := []rdf.Object{
		graph.String("1"), graph.Typed("1", graph.XSDInteger), graph.Typed("1", graph.XSDDouble), tagged("1", "en"), tagged("1", "de"),
		graph.String("x:1"), iri("x:1"), blank("x:1"), graph.String("01"), graph.Typed("1", iri("x:1")), graph.Typed("x:1", iri("x:1")),
	}
	g := newGraph(name.String(), "E53_Place", "Delft")
	for _, o := range objects {
		g.Triples = append(g.Triples, triple(name, "x:p", o))
	}
	apply(t, s, put(g))
	for _, o := range objects {
		p := rdfstore.Pattern{Object: o, Graph: name}
		if !isBlank(o) {
			p.Graph = nil
		}
		if got := collect(t, s.Match(t.Context(), p, "")); len(got) != 1 || got[0].Quad.Obj != o {
			t.Errorf("%v of type %T matches %v", o, o, got)
		}
	}
}

func testMatchBlankNodes(t *testing.T, s rdfstore.Store) {
	for _, n := range []string{"1", "2"} {
		apply(t, s, put(newGraph(base+n, "E53_Place", "Delft",
			triple(iri(base+n), crm+"P1", blank("b")), triple(blank("b"), crm+"P190", graph.String("Delft "+n)))))
	}
	b := blank("b")
	for _, p := range []rdfstore.Pattern{{Subject: b}, {Object: b}, {Subject: b, Predicate: iri(crm + "P190")}, {Predicate: iri(crm + "P1"), Object: b}} {
		if got := collect(t, s.Match(t.Context(), p, "")); len(got) != 0 || count(t, s, p) != 0 {
			t.Errorf("a blank node without a graph matches %v", got)
		}
	}
	got := collect(t, s.Match(t.Context(), rdfstore.Pattern{Subject: b, Graph: iri(base + "2")}, ""))
	if len(got) != 1 || got[0].Quad.Obj != rdf.Object(graph.String("Delft 2")) {
		t.Errorf("a blank node with its graph matches %v", got)
	}
	if n := count(t, s, rdfstore.Pattern{Graph: b}); n != 0 {
		t.Errorf("a graph named by a blank node holds %d quads", n)
	}
	if n := count(t, s, rdfstore.Pattern{Predicate: iri(crm + "P190")}); n != 2 {
		t.Errorf("triples of blank nodes are found %d times, want 2", n)
	}
}

func testMatchResumes(t *testing.T, s rdfstore.Store) {
	quads := fill(t, s, 25)
	r := rand.New(rand.NewPCG(5, 6))
	for shape := range 16 {
		p := pattern(quads[r.IntN(len(quads))], shape)
		whole := collect(t, s.Match(t.Context(), p, ""))
		if again := collect(t, s.Match(t.Context(), p, "")); !slices.Equal(again, whole) {
			t.Errorf("shape %04b: two walks differ in order", shape)
		}
		var paged []rdfstore.Match
		after := rdfstore.Cursor("")
		for {
			page := firstN(t, s, p, after, 3)
			paged = append(paged, page...)
			if len(page) < 3 {
				break
			}
			after = page[2].Cursor
		}
		if !slices.Equal(paged, whole) {
			t.Errorf("shape %04b: pages of 3 give %d quads, one walk %d", shape, len(paged), len(whole))
		}
		for _, m := range whole {
			if !urlSafe(string(m.Cursor)) {
				t.Errorf("cursor %q is not safe in a URL", m.Cursor)
			}
		}
	}
}

// firstN returns the first n quads after a cursor.
func firstN(t *testing.T, s rdfstore.Store, p rdfstore.Pattern, after rdfstore.Cursor, n int) []rdfstore.Match {
	t.Helper()
	var page []rdfstore.Match
	for m, err := range s.Match(t.Context(), p, after) {
		if err != nil {
			t.Fatalf("Match: %v", err)
		}
		page = append(page, m)
		if len(page) == n {
			break
		}
	}
	return page
}

// urlSafe tells whether s has only unreserved characters (RFC 3986 section 2.3).
func urlSafe(s string) bool {
	for _, c := range s {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.', c == '_', c == '~':
		default:
			return false
		}
	}
	return s != ""
}

// testMatchResumesAmidChanges pages through a pattern while entities around
// the page change; every quad that stays must come once.
func testMatchResumesAmidChanges(t *testing.T, s rdfstore.Store) {
	const n = 60
	p := rdfstore.Pattern{Predicate: iri(crm + "P7")}
	stays := map[rdf.Quad]bool{}
	for i := range n {
		g := newGraph(entityName(i), "E53_Place", "Delft",
			triple(iri(entityName(i)), crm+"P7", iri("x:shared")), triple(blank("b"), crm+"P7", graph.String("part")))
		apply(t, s, put(g))
		if i%3 != 0 {
			stays[rdf.Quad{Triple: g.Triples[2], Ctx: g.Name}] = true
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	seen := map[rdf.Quad]int{}
	after := rdfstore.Cursor("")
	for {
		page := firstN(t, s, p, after, 2)
		for _, m := range page {
			seen[m.Quad]++
		}
		if len(page) < 2 {
			break
		}
		after = page[1].Cursor
		disturb(t, s, r, n)
	}
	for q := range stays {
		if seen[q] != 1 {
			t.Errorf("%v came %d times, want 1", q, seen[q])
		}
	}
}

// testMatchWithinOneGraph walks more quads of one graph than a store reads at
// once, from the start and from several places, and while the graph goes.
func testMatchWithinOneGraph(t *testing.T, s rdfstore.Store) {
	const n = 1500
	g := newGraph("x:large", "E53_Place", "Delft")
	for i := range n {
		g.Triples = append(g.Triples, triple(g.Name, crm+"P7", graph.String(fmt.Sprint(i))))
	}
	apply(t, s, put(newGraph("x:1", "E53_Place", "Delft", triple(iri("x:1"), crm+"P7", iri("x:2")))), put(g),
		put(newGraph("x:2", "E53_Place", "Delft", triple(iri("x:2"), crm+"P7", iri("x:1")))))
	for p, want := range map[rdfstore.Pattern]int{
		{Predicate: iri(crm + "P7")}:                n + 2,
		{Predicate: iri(crm + "P7"), Graph: g.Name}: n,
		{Subject: g.Name}:                           n + 2,
		{}:                                          n + 8,
	} {
		whole := collect(t, s.Match(t.Context(), p, ""))
		distinct := map[rdf.Quad]bool{}
		for _, m := range whole {
			distinct[m.Quad] = true
		}
		if len(whole) != want || len(distinct) != want {
			t.Errorf("%v matches %d quads, %d of them distinct; want %d", p, len(whole), len(distinct), want)
		}
		for _, i := range []int{0, 1, n / 2, len(whole) - 2, len(whole) - 1} {
			if rest := collect(t, s.Match(t.Context(), p, whole[i].Cursor)); !slices.Equal(rest, whole[i+1:]) {
				t.Errorf("%v: after quad %d come %d, want %d", p, i, len(rest), len(whole)-i-1)
			}
		}
	}
	seen, others := 0, 0
	for m, err := range s.Match(t.Context(), rdfstore.Pattern{Predicate: iri(crm + "P7")}, "") {
		if err != nil {
			t.Fatalf("Match: %v", err)
		}
		if seen++; seen == n/2 {
			apply(t, s, remove("x:large"))
		}
		if m.Quad.Ctx != rdf.Context(g.Name) {
			others++
		}
	}
	if others != 2 {
		t.Errorf("of the graphs beside the one that was deleted %d came, want 2", others)
	}
}

// disturb deletes, creates or changes one of n entities. Those whose number is
// no multiple of 3 keep their third triple.
func disturb(t *testing.T, s rdfstore.Store, r *rand.Rand, n int) {
	t.Helper()
	i := r.IntN(n)
	name := entityName(i)
	if i%3 == 0 {
		if _, err := s.Apply(t.Context(), remove(name)); err == nil {
			return
		}
	}
	g := newGraph(name, "E53_Place", "Delft",
		triple(iri(name), crm+"P7", graph.String(fmt.Sprint(r.IntN(100)))),
		triple(iri(name), crm+"P7", iri("x:shared")),
		triple(blank("c"), crm+"P7", graph.String("part")))
	apply(t, s, put(g))
}

func testMatchRefusesCursors(t *testing.T, s rdfstore.Store) {
	fill(t, s, 5)
	types := rdfstore.Pattern{Predicate: graph.Type}
	cursor := firstN(t, s, types, "", 1)[0].Cursor
	others := []rdfstore.Pattern{{}, {Predicate: graph.Label}, {Object: graph.Type}, {Subject: graph.Type}, {Graph: iri(entityName(0))}}
	for _, p := range others {
		if err := firstError(t, s.Match(t.Context(), p, cursor)); !errors.Is(err, rdfstore.ErrCursor) {
			t.Errorf("the cursor of another pattern with %v: %v, want ErrCursor", p, err)
		}
	}
	for _, c := range []rdfstore.Cursor{"x", "!!", "AAAA", cursor + "A", cursor[:len(cursor)-2], "\x00"} {
		if err := firstError(t, s.Match(t.Context(), types, c)); !errors.Is(err, rdfstore.ErrCursor) {
			t.Errorf("cursor %q: %v, want ErrCursor", c, err)
		}
	}
}

// testManyReferrers takes an object through the sizes at which an index may
// change the form of its list, up and down.
func testManyReferrers(t *testing.T, s rdfstore.Store) {
	const n = 300
	hub := iri("http://vocab.example/hub")
	byObject := rdfstore.Pattern{Object: hub}
	byBoth := rdfstore.Pattern{Object: hub, Predicate: iri(crm + "P2")}
	bySubject := rdfstore.Pattern{Subject: hub}
	for i := 0; i < n; i += 50 {
		var changes []rdfstore.Change
		for j := i; j < i+50; j++ {
			name := iri(entityName(j))
			changes = append(changes, put(newGraph(name.String(), "E22", "x",
				triple(name, crm+"P2", hub), triple(name, crm+"P3", hub), triple(blank("b"), crm+"P2", hub), triple(hub, crm+"P1", graph.String("hub")))))
		}
		apply(t, s, changes...)
		checkCounts(t, s, i+50, map[*rdfstore.Pattern]int{&byObject: 3, &byBoth: 2, &bySubject: 1})
	}
	for _, p := range []rdfstore.Pattern{byObject, byBoth, bySubject} {
		if got := len(collect(t, s.Match(t.Context(), p, ""))); uint64(got) != count(t, s, p) {
			t.Errorf("Match yields %d quads, Count says %d", got, count(t, s, p))
		}
	}
	for i := 0; i < n; i += 50 {
		var changes []rdfstore.Change
		for j := i; j < i+50; j++ {
			changes = append(changes, remove(entityName(j)))
		}
		apply(t, s, changes...)
		checkCounts(t, s, n-i-50, map[*rdfstore.Pattern]int{&byObject: 3, &byBoth: 2, &bySubject: 1})
	}
}

func checkCounts(t *testing.T, s rdfstore.Store, entities int, each map[*rdfstore.Pattern]int) {
	t.Helper()
	for p, n := range each {
		if got := count(t, s, *p); got != uint64(n*entities) {
			t.Errorf("with %d entities %v matches %d quads, want %d", entities, *p, got, n*entities)
		}
	}
}

func testWriteDuringMatch(t *testing.T, s rdfstore.Store) {
	fill(t, s, 30)
	n := 0
	for m, err := range s.Match(t.Context(), rdfstore.Pattern{Predicate: graph.Type}, "") {
		if err != nil {
			t.Fatalf("Match: %v", err)
		}
		if name := m.Quad.Ctx.(rdf.IRI); m.Quad.Subj == rdf.Subject(name) {
			if _, err := s.Apply(t.Context(), put(newGraph(name.String(), "E22", "changed"))); err != nil {
				t.Fatalf("Apply during Match: %v", err)
			}
		}
		if n++; n > 1000 {
			t.Fatal("the walk does not end")
		}
	}
}
