package peers

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// BenchmarkServeRate asks for records as N-Triples with vegeta: at an equal rate,
// whether requests before are answered or not, and in a closed loop of 16 clients.
// Each run lasts for b.N requests.
func BenchmarkServeRate(b *testing.B) {
	// Oxigraph answers 500 on connections that it has given up, which net/http writes to
	// the log, in the middle of the line of a result.
	log.SetOutput(io.Discard)
	quads(b) // while no server has the store
	var servers []server
	for _, start := range []func(*testing.B) (server, bool){startVitrine, startOxigraph} {
		if s, ok := start(b); ok {
			servers = append(servers, s)
		}
	}
	all := names(uint64(len(served)))
	for _, rate := range []int{5000, 10000, 0} {
		for _, s := range servers {
			targets := make([]vegeta.Target, len(all))
			for i, name := range all {
				targets[i] = vegeta.Target{Method: http.MethodGet, URL: s.url(name), Header: http.Header{"Accept": {"application/n-triples"}}}
			}
			targeter := vegeta.NewStaticTargeter(targets...)
			name := fmt.Sprint(rate)
			pacer := vegeta.Pacer(vegeta.Rate{Freq: rate, Per: time.Second})
			if rate == 0 {
				name = "closed"
			}
			attack(b, targeter, pacer, time.Second)
			b.Run(name+"/"+s.name, func(b *testing.B) {
				length := time.Duration(b.N) * time.Second / 10_000
				if rate > 0 {
					length = time.Duration(b.N) * time.Second / time.Duration(rate)
				}
				m := attack(b, targeter, pacer, length)
				b.ReportMetric(float64(m.Latencies.P50), "p50-ns")
				b.ReportMetric(float64(m.Latencies.P99), "p99-ns")
				b.ReportMetric(m.Throughput, "requests/s")
			})
		}
	}
}

// attack sends requests for the given time, and fails if one is not answered by 200.
func attack(b *testing.B, targeter vegeta.Targeter, pacer vegeta.Pacer, length time.Duration) *vegeta.Metrics {
	b.Helper()
	attacker := vegeta.NewAttacker(vegeta.Workers(clients), vegeta.MaxWorkers(clients), vegeta.Connections(clients), vegeta.MaxBody(0))
	m := new(vegeta.Metrics)
	for result := range attacker.Attack(targeter, pacer, length, "serve") {
		m.Add(result)
	}
	m.Close()
	if m.Success < 1 {
		b.Fatalf("%.4f of the requests were answered by 200: %v", m.Success, m.Errors)
	}
	return m
}
