package server

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

const (
	streamURI = testBase + "-/ldes"
	treeNS    = "https://w3id.org/tree#"
	ldesNS    = "https://w3id.org/ldes#"
	asNS      = "https://www.w3.org/ns/activitystreams#"
)

// streamNode is a node of the event stream as N-Quads say it.
type streamNode struct {
	*http.Response
	quads []rdf.Quad
}

func fetchNode(t testing.TB, s http.Handler, uri string) streamNode {
	t.Helper()
	n := streamNode{Response: do(t, s, "GET", strings.TrimPrefix(uri, strings.TrimSuffix(testBase, "/")), "Accept", "application/n-quads")}
	if n.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d: %s", uri, n.StatusCode, body(t, n.Response))
	}
	decoder := rdf.NewQuadDecoder(n.Body, rdf.NQuads)
	decoder.DefaultGraph = nil
	var err error
	if n.quads, err = decoder.DecodeAll(); err != nil {
		t.Fatalf("%s: %v", uri, err)
	}
	return n
}

// objects are what the default graph says of a subject by a property.
func (n streamNode) objects(subject, property string) (found []string) {
	for _, q := range n.quads {
		if q.Ctx == nil && q.Subj.String() == subject && q.Pred.String() == property {
			found = append(found, q.Obj.String())
		}
	}
	return found
}

func (n streamNode) isClosed() bool {
	return strings.Contains(n.Header.Get("Cache-Control"), "immutable")
}

// replica is what a client has that reads the stream and materialises it: records as sorted
// lines without the labels of blank nodes.
type replica struct {
	seen, records map[string]string
	times         map[string]time.Time
	closed        map[string]bool
	nodes         int
}

func newReplica() *replica {
	return &replica{map[string]string{}, map[string]string{}, map[string]time.Time{}, map[string]bool{}, 0}
}

// follow reads a node and all that it leads to, but for closed nodes that it has read.
func (c *replica) follow(t testing.TB, s http.Handler, uri string, from, to time.Time) {
	t.Helper()
	if c.closed[uri] {
		return
	}
	c.nodes++
	n := fetchNode(t, s, uri)
	c.closed[uri] = n.isClosed()
	if marked := len(n.objects(uri, ldesNS+"immutable")) == 1; marked != n.isClosed() {
		t.Errorf("%s: ldes:immutable is %v and Cache-Control %q", uri, marked, n.Header.Get("Cache-Control"))
	}
	for _, member := range n.objects(streamURI+"#stream", treeNS+"member") {
		c.take(t, n, member, from, to)
	}
	next := map[string][2]time.Time{}
	for _, relation := range n.objects(uri, treeNS+"relation") {
		to := n.objects(relation, treeNS+"node")[0]
		at, err := time.Parse(time.RFC3339Nano, n.objects(relation, treeNS+"value")[0])
		if err != nil || n.objects(relation, treeNS+"path")[0] != asNS+"published" {
			t.Errorf("%s: %v", relation, err)
		}
		bounds := next[to]
		switch class := n.objects(relation, graph.Type.String())[0]; class {
		case treeNS + "GreaterThanOrEqualToRelation":
			bounds[0] = at
		case treeNS + "LessThanOrEqualToRelation":
			bounds[1] = at
		default:
			t.Errorf("%s is a %s", relation, class)
		}
		next[to] = bounds
	}
	for _, to := range slices.Sorted(maps.Keys(next)) {
		c.follow(t, s, to, next[to][0], next[to][1])
	}
}

// take takes a member of a page whose relation gave bounds.
func (c *replica) take(t testing.TB, n streamNode, member string, from, to time.Time) {
	t.Helper()
	class, name := n.objects(member, graph.Type.String())[0], n.objects(member, asNS+"object")[0]
	at, err := time.Parse(time.RFC3339Nano, n.objects(member, asNS+"published")[0])
	if err != nil || at.Before(from) || !to.IsZero() && at.After(to) {
		t.Errorf("%s was published %v, not from %v to %v: %v", member, at, from, to, err)
	}
	var lines []string
	for _, q := range n.quads {
		if q.Ctx == nil || q.Ctx.String() != member {
			continue
		}
		lines = append(lines, withoutLabels(q.Triple))
	}
	slices.Sort(lines)
	text := strings.Join(lines, "")
	if had, ok := c.seen[member]; ok && had != text {
		t.Errorf("%s has changed", member)
	}
	c.seen[member] = text
	if at.Before(c.times[name]) {
		return
	}
	c.times[name], c.records[name] = at, text
	if class == asNS+"Delete" {
		delete(c.records, name)
	}
}

func withoutLabels(triple rdf.Triple) string {
	b, _ := graph.Blank("b")
	if _, ok := triple.Subj.(rdf.Blank); ok {
		triple.Subj = b
	}
	if _, ok := triple.Obj.(rdf.Blank); ok {
		triple.Obj = b
	}
	return triple.Serialize(rdf.NTriples)
}

// held is what a replica of the store has.
func held(t testing.TB, store rdfstore.Store) map[string]string {
	t.Helper()
	records := map[string]string{}
	for e, err := range store.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, triple := range e.Graph.Triples {
			lines = append(lines, withoutLabels(triple))
		}
		slices.Sort(lines)
		records[e.Graph.Name.String()] = strings.Join(lines, "")
	}
	return records
}

// TestEventStreamReplicates follows the stream while the store changes: a client that reads no
// closed node again has what the store has each time.
func TestEventStreamReplicates(t *testing.T) {
	s, store := newTestServer(t, nil)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	client := newReplica()
	for round := range 5 {
		scribble(t, store, random, 100*round)
		client.follow(t, s, streamURI, time.Time{}, time.Time{})
		if want := held(t, store); !maps.Equal(client.records, want) {
			t.Fatalf("round %d: the replica has %d records, the store %d", round, len(client.records), len(want))
		}
	}
	fresh := newReplica()
	fresh.follow(t, s, streamURI, time.Time{}, time.Time{})
	if !maps.Equal(fresh.records, client.records) || len(fresh.seen) > 60 {
		t.Errorf("who reads the stream in the end has %d records by %d members, want %d", len(fresh.records), len(fresh.seen), len(client.records))
	}
	client.nodes = 0
	client.follow(t, s, streamURI, time.Time{}, time.Time{})
	if client.nodes != 3 {
		t.Errorf("who follows the stream reads %d nodes, want the root, an index and a page", client.nodes)
	}
}

// TestEventStreamRoot looks at what the root says of the stream, and at its forms.
func TestEventStreamRoot(t *testing.T) {
	s, store := newTestServer(t, nil)
	n, stream := fetchNode(t, s, streamURI), streamURI+"#stream"
	for _, say := range [][3]string{
		{stream, graph.Type.String(), ldesNS + "EventStream"}, {stream, treeNS + "view", streamURI},
		{stream, ldesNS + "timestampPath", asNS + "published"}, {stream, ldesNS + "versionOfPath", asNS + "object"},
		{stream, ldesNS + "versionDeleteObject", asNS + "Delete"}, {streamURI, ldesNS + "retentionPolicy", streamURI + "#latest"},
		{streamURI + "#latest", ldesNS + "versionAmount", "1"}, {streamURI + "#latest", ldesNS + "amount", "1"},
	} {
		if got := n.objects(say[0], say[1]); !slices.Equal(got, []string{say[2]}) {
			t.Errorf("%s %s is %v, want %s", say[0], say[1], got, say[2])
		}
	}
	if n.isClosed() || n.Header.Get("ETag") == "" {
		t.Errorf("the root has %v", n.Header)
	}
	event := testBase + "-/activity/page/0#1"
	for accept, want := range map[string]string{
		"*/*": "application/trig", "application/n-quads": "application/n-quads",
		"application/ld+json": `application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"`,
	} {
		r := do(t, s, "GET", "/-/ldes/page/0", "Accept", accept)
		if text := body(t, r); r.StatusCode != 200 || r.Header.Get("Content-Type") != want || !strings.Contains(text, event) {
			t.Errorf("%s: %d %s: %.200s", accept, r.StatusCode, r.Header.Get("Content-Type"), text)
		}
	}
	if r := do(t, s, "GET", "/-/ldes", "Accept", "text/turtle"); r.StatusCode != 406 {
		t.Errorf("Turtle, which has no graphs, is answered by %d", r.StatusCode)
	}
	if _, err := store.Apply(t.Context(), rdfstore.Change{Delete: mustIRI(t, testBase+"person/1")}); err != nil {
		t.Fatal(err)
	}
	page := fetchNode(t, s, streamURI+"/page/0")
	if got := page.objects(stream, treeNS+"member"); len(got) != 3 || slices.Contains(got, event) || !slices.Contains(got, testBase+"-/activity/page/0#4") {
		t.Errorf("after a deletion, the members are %v", got)
	}
}

// TestEventStreamPages asks for pages that there are, and that there are not.
func TestEventStreamPages(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for target, want := range map[string]int{
		"/-/ldes/index/0": 200, "/-/ldes/index/1": 404, "/-/ldes/page/0": 200, "/-/ldes/page/1": 404, "/-/ldes/page/-1": 404,
		"/-/ldes/page/99999999999999999999": 404, "/-/ldes/page/x": 404, "/-/ldes/page/": 404, "/-/ldes/other": 404,
		"/-/ldes/page/0?after=2": 200, "/-/ldes/page/0?after=3": 400, "/-/ldes/page/0?after=x": 400, "/-/ldes/page/0?after=-1": 400,
	} {
		if r := do(t, s, "GET", target); r.StatusCode != want {
			t.Errorf("%s: status %d, want %d: %s", target, r.StatusCode, want, body(t, r))
		}
	}
	empty, err := New(Config{Store: emptyStore(t, rdfstore.Derivation{}), Formats: testFormats(), BaseURL: testBase, Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer empty.close()
	if n := fetchNode(t, empty, streamURI); len(n.objects(streamURI, treeNS+"relation")) > 0 {
		t.Error("the stream of an empty store leads somewhere")
	}
}

// TestEventStreamOfLargeRecords makes sure that a page with more than enough goes on elsewhere.
func TestEventStreamOfLargeRecords(t *testing.T) {
	s, store := newTestServer(t, nil)
	for i := range 12 {
		store.put(t, person(t, fmt.Sprintf("%slarge/%d", testBase, i), strings.Repeat("large ", 100_000)))
	}
	client := newReplica()
	client.follow(t, s, streamURI, time.Time{}, time.Time{})
	if want := held(t, store); !maps.Equal(client.records, want) || client.nodes < 5 {
		t.Errorf("the replica has %d records of %d, from %d nodes", len(client.records), len(want), client.nodes)
	}
}
