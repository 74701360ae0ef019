package harvests

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Collector gives the harvests that a function tells of as metrics, labelled by feed.
type Collector struct {
	read                                                   func() []Harvest
	runs, failures, records, refused, running, lastSuccess *prometheus.Desc
}

// NewCollector returns a collector.
func NewCollector(read func() []Harvest) *Collector {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, append([]string{"feed"}, labels...), nil)
	}
	return &Collector{
		read:        read,
		runs:        desc("vitrine_harvest_runs_total", "Runs of the harvest that ended, by feed."),
		failures:    desc("vitrine_harvest_failures_total", "Runs of the harvest that ended with an error, by feed."),
		records:     desc("vitrine_harvest_records_total", "Records that the harvest changed, by feed and change.", "change"),
		refused:     desc("vitrine_harvest_refused", "Records that were not in step after the last run, by feed."),
		running:     desc("vitrine_harvest_running", "1 during a run of the harvest, by feed."),
		lastSuccess: desc("vitrine_harvest_last_success_timestamp_seconds", "When the last run without an error ended, 0 where there was none, by feed."),
	}
}

// Describe implements prometheus.Collector.
func (c *Collector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.runs, c.failures, c.records, c.refused, c.running, c.lastSuccess} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (c *Collector) Collect(out chan<- prometheus.Metric) {
	for _, h := range c.read() {
		counter := func(d *prometheus.Desc, n uint64, labels ...string) {
			out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), append([]string{h.Feed}, labels...)...)
		}
		gauge := func(d *prometheus.Desc, value float64) {
			out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, h.Feed)
		}
		counter(c.runs, h.Runs)
		counter(c.failures, h.Failures)
		counter(c.records, h.Created, "created")
		counter(c.records, h.Updated, "updated")
		counter(c.records, h.Deleted, "deleted")
		gauge(c.refused, float64(h.Out))
		gauge(c.running, map[bool]float64{true: 1}[h.Running])
		gauge(c.lastSuccess, seconds(h.Succeeded))
	}
}

// seconds is a time as seconds since 1970, 0 for none.
func seconds(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1000
}
