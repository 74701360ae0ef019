package peers

import (
	"io"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"syscall"
	"testing"
	"time"

	"vitrine/checks/generate"
	"vitrine/rdfstore/boltstore"
	"vitrine/serialize/nquads"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/result"
)

// question is a query that is asked of both programs.
type question struct {
	name, query string
	// only is how many solutions are read, 0 for all.
	only int
	// alone tells that Oxigraph is not asked, as it takes a minute or more.
	alone bool
}

// questions are what a museum is asked. The union of all graphs, which Oxigraph is
// asked for, has a triple once for each graph that states it; the texts say DISTINCT
// where that would be another answer.
var questions = []question{
	{name: "born-at-a-place", query: `SELECT DISTINCT ?p ?name { ?p crm:P98i_was_born ?b . ?b crm:P7_took_place_at <place/7> . ?p crm:P1_is_identified_by ?n . ?n crm:P190_has_symbolic_content ?name }`},
	{name: "works-of-an-artist", query: `SELECT DISTINCT ?o ?l ?d { ?o a crm:E22_Human-Made_Object ; rdfs:label ?l ; crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by <person/9> OPTIONAL { ?p crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?d } } ORDER BY ?d`},
	{name: "provenance", query: `SELECT DISTINCT ?a ?d ?to ?l { ?a crm:P9_consists_of ?part . ?part crm:P24_transferred_title_of <object/20> ; crm:P22_transferred_title_to ?to . ?to rdfs:label ?l . ?a crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?d } ORDER BY ?d`},
	{name: "names", query: `SELECT DISTINCT ?name ?kind { <person/9> crm:P1_is_identified_by ?n . ?n crm:P190_has_symbolic_content ?name OPTIONAL { ?n crm:P2_has_type ?kind } }`},
	{name: "three-hops", query: `SELECT DISTINCT ?l { <object/20> crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by ?artist . ?artist crm:P98i_was_born ?b . ?b crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?l }`},
	{name: "ask", query: `ASK { ?o crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by <person/9> }`},
	{name: "construct", query: `CONSTRUCT { ?s ?p ?o } { GRAPH <object/20> { ?s ?p ?o } }`},
	{name: "graphs-of-an-object", query: `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p <person/9> } }`},
	{name: "objects-of-a-material", query: `SELECT DISTINCT ?o ?l { ?o crm:P45_consists_of <concept/4> ; rdfs:label ?l }`},
	{name: "classes", query: `SELECT ?c (COUNT(DISTINCT ?s) AS ?n) { ?s a ?c } GROUP BY ?c ORDER BY DESC(?n) ?c`},
	{name: "label-of-a-type", query: `SELECT DISTINCT ?l { <concept/7> rdfs:label ?l }`},
	{name: "path", query: `SELECT DISTINCT ?p { ?p crm:P89_falls_within+ <place/1> }`},
	{name: "first-row", query: `SELECT * { ?s ?p ?o }`, only: 1},
}

const questionPrefixes = `PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX la: <https://linked.art/ns/terms/>
BASE <` + generate.DefaultBase + `>
`

// BenchmarkQuery answers queries over the records, by Vitrine and by Oxigraph, each
// within a process that has its store open. It gives the processor time of an answer:
// of reading the query, evaluating it, and writing all of the answer to memory. Both
// answer in turns, so that how fast the machine is at the moment meets both alike, and
// what is given is the median of the turns.
func BenchmarkQuery(b *testing.B) {
	own, err := boltstore.Open(store(b), boltstore.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = own.Close() })
	oxigraph, samples := startPyoxigraph(b), dataset.NewSamples()
	for _, q := range slices.Concat(questions, furtherQuestions) {
		v := &vitrineLibrary{store: own, samples: samples}
		beside := oxigraph
		if q.alone {
			beside = nil
		}
		b.Run(q.name, func(b *testing.B) { benchQuestion(b, q, v, beside) })
	}
}

// serverGarbage returns how much garbage comes together before it is collected, in percent of
// what is in use, as it is in `vitrine serve` (cmd/vitrine/garbage.go).
func serverGarbage() int {
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(inUse)
	return int(max(100, min(100*(256<<20)/max(inUse[0].Value.Uint64(), 1), 1000)))
}

// queryTurn is how long one side answers before the other does.
const queryTurn = 20 * time.Millisecond

// longTurns is how many turns a question has at most whose answer alone fills a turn. Its
// figures differ less from one turn to the next.
const longTurns = 9

// benchQuestion has both answer a question, b.N turns each at most. Oxigraph may be nil.
func benchQuestion(b *testing.B, q question, v *vitrineLibrary, oxigraph *pyoxigraph) {
	v.answer(b, q) // reads what is not in memory yet
	standard := debug.SetGCPercent(serverGarbage())
	defer debug.SetGCPercent(standard)
	start := time.Now()
	results := v.answer(b, q)
	times := inTurn(time.Since(start))
	theirTimes := times
	if oxigraph != nil {
		oxigraph.ask(b, q, 1)
		spent, _ := oxigraph.ask(b, q, 1)
		theirTimes = inTurn(spent)
	}
	turns := b.N
	if times == 1 || theirTimes == 1 {
		turns = min(turns, longTurns)
	}
	var ours, theirs, elapsed []float64
	b.ResetTimer()
	for range turns {
		start, before := time.Now(), processorTime(b)
		for range times {
			v.answer(b, q)
		}
		ours = append(ours, float64(processorTime(b)-before)/float64(times))
		elapsed = append(elapsed, float64(time.Since(start))/float64(times))
		if oxigraph == nil {
			continue
		}
		spent, n := oxigraph.ask(b, q, theirTimes)
		theirs = append(theirs, float64(spent)/float64(theirTimes))
		if n != results {
			b.Errorf("Oxigraph gives %d results, Vitrine %d", n, results)
		}
	}
	b.ReportMetric(median(ours), "vitrine-ns")
	b.ReportMetric(median(elapsed), "elapsed-ns")
	b.ReportMetric(float64(results), "results")
	if oxigraph != nil {
		b.ReportMetric(median(theirs), "oxigraph-ns")
	}
}

// inTurn returns how often a question is answered in a turn by who took so long for it once.
func inTurn(once time.Duration) int { return int(max(1, min(queryTurn/max(once, 1), 1000))) }

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// processorTime returns what this process has taken of the processors.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// vitrineLibrary answers questions as a server does.
type vitrineLibrary struct {
	store   *boltstore.Store
	samples *dataset.Samples
	// lines is what one graph is written in, and then the next.
	lines []byte
}

// answer answers a question and returns the number of results.
func (v *vitrineLibrary) answer(b *testing.B, q question) (n int) {
	b.Helper()
	snapshot, err := v.store.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snapshot.Close()
	query, err := sparql.Prepare(questionPrefixes+q.query, sparql.Options{})
	if err != nil {
		b.Fatal(err)
	}
	d := dataset.NewRecords(snapshot, dataset.Options{Labels: dataset.Labels{Base: generate.DefaultBase}, Samples: v.samples})
	answer, err := query.Run(b.Context(), d, sparql.Limits{})
	if err == nil {
		n, err = v.write(answer, q.only)
	}
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// write writes an answer, or the first solutions of it.
func (v *vitrineLibrary) write(a *sparql.Answer, only int) (n int, err error) {
	switch a.Form {
	case algebra.Construct, algebra.Describe:
		return v.writeTriples(a)
	case algebra.Ask:
		if a.Boolean {
			n = 1
		}
		w := result.NewJSON(io.Discard)
		if err := w.Boolean(a.Boolean); err != nil {
			return n, err
		}
		return n, w.Close()
	}
	w := result.NewJSON(io.Discard)
	if err := w.Variables(a.Variables); err != nil {
		return 0, err
	}
	for row, err := range a.Solutions {
		if err == nil {
			err = w.Solution(row)
		}
		if err != nil {
			return n, err
		}
		if n++; n == only {
			break
		}
	}
	return n, w.Close()
}

// writeTriples writes the triples of an answer.
func (v *vitrineLibrary) writeTriples(a *sparql.Answer) (n int, err error) {
	lines := v.lines[:0]
	for t, err := range a.Triples {
		if err != nil {
			return n, err
		}
		n++
		if lines = nquads.AppendTriple(lines, t); len(lines) > 64<<10 {
			lines = lines[:0]
		}
	}
	v.lines = lines
	return n, nil
}
