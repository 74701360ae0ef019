package ops

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/web/respond"
)

// Metrics are what a server counts and times, and its Sources.
type Metrics struct {
	requests, seconds, renders, store family

	sources Sources
}

// family is the metrics of one name, which differ in their labels.
type family struct {
	name, help, kind string
	// bounds are those of a histogram's buckets, in seconds.
	bounds []float64
	set    *metrics.Set
}

// NewMetrics returns the metrics of a server that has answered nothing yet.
func NewMetrics() *Metrics {
	return &Metrics{
		requests: family{"vitrine_http_requests_total", "Requests answered, by route, representation and status code.", "counter", nil, metrics.NewSet()},
		seconds: family{"vitrine_http_request_seconds", "Time from the request's header to the end of the answer, by route.", "histogram",
			[]float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5}, metrics.NewSet()},
		renders: family{"vitrine_render_seconds", "Time to make a representation, without compression, by format.", "histogram",
			[]float64{.00005, .0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5}, metrics.NewSet()},
		store: family{"vitrine_store_seconds", "Time of the store's operations on one entity, by operation.", "histogram",
			[]float64{.00001, .00005, .0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5}, metrics.NewSet()},
	}
}

// histogram returns the one with the label.
func (f family) histogram(label, value string) *metrics.PrometheusHistogram {
	return f.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("%s{%s=%q}", f.name, label, value), f.bounds)
}

func (f family) write(w io.Writer) {
	describe(w, f.name, f.help, f.kind)
	f.set.WritePrometheus(w)
}

func describe(w io.Writer, name, help, kind string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// Answered counts a request that was answered in the time. There are as many kinds of answers as
// routes, formats and status codes of ours: nothing that a client sends is in them.
func (m *Metrics) Answered(x *respond.Exchange, took time.Duration) {
	m.requests.set.GetOrCreateCounter(fmt.Sprintf("%s{code=\"%d\",format=%q,route=%q}", m.requests.name, min(x.Status, 599), x.Format, x.Route)).Inc()
	m.seconds.histogram("route", x.Route).Update(took.Seconds())
}

// Rendered counts a representation that was made in the time.
func (m *Metrics) Rendered(format string, took time.Duration) {
	m.renders.histogram("format", format).Update(took.Seconds())
}

// Handler answers in the Prometheus text format.
func (m *Metrics) Handler() respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		var page bytes.Buffer
		for _, f := range []family{m.requests, m.seconds, m.renders, m.store} {
			f.write(&page)
		}
		m.sources.write(&page)
		metrics.WriteProcessMetrics(&page)
		x.Header().Set("Cache-Control", "no-store")
		x.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, err := x.Write(page.Bytes())
		return err
	}
}

// MeasuredStore measures what requests ask of a store.
type MeasuredStore struct {
	rdfstore.Store
	metrics *Metrics
}

// Measured returns the store, whose operations are measured.
func (m *Metrics) Measured(store rdfstore.Store) MeasuredStore { return MeasuredStore{store, m} }

// Get is the store's, measured.
func (m MeasuredStore) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	defer m.observe("get", time.Now())
	return m.Store.Get(ctx, name)
}

// Apply is the store's, measured.
func (m MeasuredStore) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	defer m.observe("apply", time.Now())
	return m.Store.Apply(ctx, changes...)
}

func (m MeasuredStore) observe(operation string, started time.Time) {
	m.metrics.store.histogram("operation", operation).Update(time.Since(started).Seconds())
}
