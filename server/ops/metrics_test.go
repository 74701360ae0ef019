package ops

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/respond"
)

// page is what Prometheus reads.
func page(t *testing.T, m *Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	if err := m.Handler()(&respond.Exchange{ResponseWriter: w}, httptest.NewRequest("GET", "/-/metrics", nil)); err != nil {
		t.Fatal(err)
	}
	if got := w.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control: %q", got)
	}
	return w.Body.String()
}

// TestCounts looks for what was counted in what Prometheus reads.
func TestCounts(t *testing.T) {
	m := NewMetrics()
	for range 2 {
		m.Answered(&respond.Exchange{Route: "entity", Format: "jsonld", Status: 200}, time.Millisecond)
	}
	m.Answered(&respond.Exchange{Route: "entity", Format: "", Status: 404}, 20*time.Second)
	m.Answered(&respond.Exchange{Route: "entity", Format: "", Status: 7000}, time.Millisecond)
	m.Rendered("html", time.Second)
	name, err := graph.IRI("https://data.museum.example/person/1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Measured(memstore.New()).Get(t.Context(), name); !rdfstore.IsMissing(err) {
		t.Fatalf("an empty store has a record: %v", err)
	}
	text := page(t, m)
	for _, want := range []string{
		`vitrine_http_requests_total{code="200",format="jsonld",route="entity"} 2`,
		`vitrine_http_requests_total{code="404",format="",route="entity"} 1`,
		`vitrine_http_requests_total{code="599",format="",route="entity"} 1`,
		`vitrine_http_request_seconds_bucket{route="entity",le="5"} 3`,
		`vitrine_http_request_seconds_count{route="entity"} 4`,
		`vitrine_render_seconds_sum{format="html"} 1`,
		`vitrine_store_seconds_count{operation="get"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("the metrics lack %s", want)
		}
	}
	if other := page(t, NewMetrics()); strings.Contains(other, "vitrine_http_requests_total{") {
		t.Error("another server has counted the same requests")
	}
}
