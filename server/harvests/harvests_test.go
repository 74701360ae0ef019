package harvests

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

var (
	at  = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	all = []Harvest{
		{Feed: "https://a.example/feed", Every: time.Hour, Running: true, Done: 3, Resources: 9, Runs: 4, Succeeded: at, Ended: at, Created: 12, Updated: 1},
		{
			Feed: "https://b.example/feed", Every: time.Minute, Runs: 2, Failures: 2, Ended: at, Next: at.Add(time.Minute),
			Fault: "no answer\nfrom b", Out: 3, Refused: []Refusal{{"https://b.example/1", "too\nlarge"}},
		},
	}
)

func TestPage(t *testing.T) {
	want := `https://a.example/feed
  now        3 of 9 records
  runs       4, 0 of them failed
  in step    2026-01-02T03:04:05Z
  records    12 created, 1 updated, 0 deleted since the server was started

https://b.example/feed
  next       2026-01-02T03:05:05Z (every 1m0s)
  runs       2, 2 of them failed
  failed     2026-01-02T03:04:05Z: no answer from b
  records    0 created, 0 updated, 0 deleted since the server was started
  refused    3
    https://b.example/1: too large
    and 2 more
`
	if got := Page(all); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := Page(nil); got != "This server harvests nothing.\n" {
		t.Errorf("of none: %q", got)
	}
}

func TestAmiss(t *testing.T) {
	if got, want := Amiss(all), "the harvest of https://b.example/feed failed at 2026-01-02T03:04:05Z; see the log\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCollector(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(NewCollector(func() []Harvest { return all }))
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	for _, line := range []string{
		`vitrine_harvest_runs_total{feed="https://a.example/feed"} 4`,
		`vitrine_harvest_failures_total{feed="https://b.example/feed"} 2`,
		`vitrine_harvest_records_total{change="created",feed="https://a.example/feed"} 12`,
		`vitrine_harvest_refused{feed="https://b.example/feed"} 3`,
		`vitrine_harvest_running{feed="https://a.example/feed"} 1`,
		`vitrine_harvest_running{feed="https://b.example/feed"} 0`,
		`vitrine_harvest_last_success_timestamp_seconds{feed="https://a.example/feed"} 1.767323045e+09`,
		`vitrine_harvest_last_success_timestamp_seconds{feed="https://b.example/feed"} 0`,
	} {
		if !strings.Contains(w.Body.String(), line+"\n") {
			t.Errorf("no line %s in:\n%s", line, w.Body)
		}
	}
}
