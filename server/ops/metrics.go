package ops

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/knakk/rdf"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"vitrine/rdfstore"
	"vitrine/server/data/query"
	"vitrine/server/data/resource"
	"vitrine/server/web/respond"
)

// Metrics are a server's own; each server has a registry to itself.
type Metrics struct {
	// Registry has all of them.
	Registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	renders  *prometheus.HistogramVec
	store    *prometheus.HistogramVec
}

// NewMetrics returns the metrics of a server that has answered nothing yet.
func NewMetrics() *Metrics {
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "vitrine_http_requests_total",
			Help: "Requests answered, by route, representation and status code.",
		}, []string{"route", "format", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "vitrine_http_request_seconds",
			Help:    "Time from the request's header to the end of the answer, by route.",
			Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5},
		}, []string{"route"}),
		renders: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "vitrine_render_seconds",
			Help:    "Time to make a representation, without compression, by format.",
			Buckets: []float64{.00005, .0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5},
		}, []string{"format"}),
		store: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "vitrine_store_seconds",
			Help:    "Time of the store's operations on one entity, by operation.",
			Buckets: []float64{.00001, .00005, .0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5},
		}, []string{"operation"}),
	}
	m.Registry.MustRegister(m.requests, m.seconds, m.renders, m.store,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Sources report the state of the server at any moment.
type Sources struct {
	// Waiting is how many requests wait for a slot.
	Waiting func() int64
	// Cache reports the cache of representations.
	Cache func() resource.CacheStats
	// Queries reports SPARQL queries.
	Queries func() query.Load
	// Health reports the store; nil where it has no report.
	Health func() rdfstore.Health
	// Search tells how many changes of the store the search index does not cover yet, and
	// after how many of those that it covers it does not follow names yet; nil where
	// nothing can be searched. The first is not a number where the store does not answer.
	Search func() (uncovered, staleNames float64)
}

// Observe registers what can be measured at any moment.
func (m *Metrics) Observe(s Sources) {
	m.Registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vitrine_renders_waiting", Help: "Requests that wait for a slot to render."},
			func() float64 { return float64(s.Waiting()) }),
	)
	m.observeQueries(s.Queries)
	m.observeStore(s.Health)
	m.observeSearch(s.Search)
	stat := func(value func(resource.CacheStats) uint64) func() float64 {
		return func() float64 { return float64(value(s.Cache())) }
	}
	m.Registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vitrine_cache_bytes", Help: "Size of the representations in the cache."},
			stat(func(c resource.CacheStats) uint64 { return c.Bytes })),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "vitrine_cache_hits_total", Help: "Representations that were in the cache."},
			stat(func(c resource.CacheStats) uint64 { return c.Hits })),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "vitrine_cache_misses_total", Help: "Representations that were not in the cache."},
			stat(func(c resource.CacheStats) uint64 { return c.Misses })),
	)
}

// observeQueries registers what queries have at the moment.
func (m *Metrics) observeQueries(load func() query.Load) {
	gauge := func(name, help string, value func(l query.Load) float64) {
		m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return value(load()) }))
	}
	gauge("vitrine_queries_evaluated", "SPARQL queries that are being evaluated.",
		func(l query.Load) float64 { return float64(l.Evaluated) })
	gauge("vitrine_queries_waiting", "SPARQL queries that wait to be evaluated.",
		func(l query.Load) float64 { return float64(l.Waiting) })
	gauge("vitrine_query_memory_bytes", "Memory that SPARQL queries have for what they keep.",
		func(l query.Load) float64 { return float64(l.Memory) })
	gauge("vitrine_query_memory_limit_bytes", "Memory that all SPARQL queries may have at once.",
		func(l query.Load) float64 { return float64(l.MemoryLimit) })
}

// observeStore registers the health of a store that reports it.
func (m *Metrics) observeStore(health func() rdfstore.Health) {
	if health == nil {
		return
	}
	gauge := func(name, help string, value func(h rdfstore.Health) float64) {
		m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return value(health()) }))
	}
	gauge("vitrine_store_writable", "1 while the store takes writes, 0 where it was opened for reading only or has stopped.",
		func(h rdfstore.Health) float64 { return oneIf(h.Writable) })
	gauge("vitrine_store_background_failing", "1 while what the store does in the background fails.",
		func(h rdfstore.Health) float64 { return oneIf(h.Background != nil) })
	gauge("vitrine_store_unflushed_changes", "Changes of the index that are in memory and not flushed yet.",
		func(h rdfstore.Health) float64 { return float64(h.Unflushed) })
	gauge("vitrine_store_oldest_snapshot_seconds", "How long the oldest snapshot or backup of the store has been open, 0 where none is.",
		func(h rdfstore.Health) float64 { return h.OldestReader.Seconds() })
	gauge("vitrine_store_free_pages", "Pages of the store file that hold nothing, those among them that a snapshot still sees.",
		func(h rdfstore.Health) float64 { return float64(h.FreePages) })
}

// observeSearch registers how far the search index is behind the store.
func (m *Metrics) observeSearch(search func() (uncovered, staleNames float64)) {
	if search == nil {
		return
	}
	m.Registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vitrine_search_uncovered_changes", Help: "Changes of the store that the search index does not cover yet."},
			func() float64 { uncovered, _ := search(); return uncovered }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vitrine_search_stale_name_changes", Help: "Changes of names after which the records that refer to the entity are not found by the new one yet."},
			func() float64 { _, staleNames := search(); return staleNames }),
	)
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Answered counts a request that was answered in the time. There are as many kinds of answers as
// routes, formats and status codes of ours: nothing that a client sends is in them.
func (m *Metrics) Answered(x *respond.Exchange, took time.Duration) {
	m.requests.WithLabelValues(x.Route, x.Format, strconv.Itoa(min(x.Status, 599))).Inc()
	m.seconds.WithLabelValues(x.Route).Observe(took.Seconds())
}

// Rendered counts a representation that was made in the time.
func (m *Metrics) Rendered(format string, took time.Duration) {
	m.renders.WithLabelValues(format).Observe(took.Seconds())
}

// Handler answers in the Prometheus text format.
func (m *Metrics) Handler() respond.Handler {
	h := promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{})
	return func(x *respond.Exchange, r *http.Request) error {
		x.Header().Set("Cache-Control", "no-store")
		h.ServeHTTP(x, r)
		return nil
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
	m.metrics.store.WithLabelValues(operation).Observe(time.Since(started).Seconds())
}
