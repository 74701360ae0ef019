package peers

import (
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"syscall"
	"testing"
	"time"

	"vitrine/checks/bench/questions"
	"vitrine/rdfstore/boltstore"
	"vitrine/sparql/dataset"
)

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
	for _, q := range slices.Concat(questions.Museum, questions.Further) {
		v := &questions.Library{Store: own, Samples: samples}
		beside := oxigraph
		if q.Alone {
			beside = nil
		}
		b.Run(q.Name, func(b *testing.B) { benchQuestion(b, q, v, beside) })
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
func benchQuestion(b *testing.B, q questions.Question, v *questions.Library, oxigraph *pyoxigraph) {
	answer(b, v, q) // reads what is not in memory yet
	standard := debug.SetGCPercent(serverGarbage())
	defer debug.SetGCPercent(standard)
	start := time.Now()
	results := answer(b, v, q)
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
			answer(b, v, q)
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

// answer answers a question and returns the number of results.
func answer(b *testing.B, v *questions.Library, q questions.Question) int {
	b.Helper()
	n, err := v.Answer(b.Context(), q)
	if err != nil {
		b.Fatal(err)
	}
	return n
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
