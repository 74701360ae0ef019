package ops

import (
	"fmt"
	"io"

	"vitrine/rdfstore"
	"vitrine/server/data/query"
	"vitrine/server/data/resource"
)

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

// Observe has the metrics say what the sources report.
func (m *Metrics) Observe(s Sources) { m.sources = s }

// write writes what they report now.
func (s Sources) write(w io.Writer) {
	sample := func(kind, name string, value any, help string) {
		describe(w, name, help, kind)
		fmt.Fprintf(w, "%s %v\n", name, value)
	}
	gauge := func(name string, value any, help string) { sample("gauge", name, value, help) }
	if s.Waiting != nil {
		gauge("vitrine_renders_waiting", s.Waiting(), "Requests that wait for a slot to render.")
	}
	if s.Cache != nil {
		c := s.Cache()
		gauge("vitrine_cache_bytes", c.Bytes, "Size of the representations in the cache.")
		sample("counter", "vitrine_cache_hits_total", c.Hits, "Representations that were in the cache.")
		sample("counter", "vitrine_cache_misses_total", c.Misses, "Representations that were not in the cache.")
	}
	if s.Queries != nil {
		q := s.Queries()
		gauge("vitrine_queries_evaluated", q.Evaluated, "SPARQL queries that are being evaluated.")
		gauge("vitrine_queries_waiting", q.Waiting, "SPARQL queries that wait to be evaluated.")
		gauge("vitrine_query_memory_bytes", q.Memory, "Memory that SPARQL queries have for what they keep.")
		gauge("vitrine_query_memory_limit_bytes", q.MemoryLimit, "Memory that all SPARQL queries may have at once.")
	}
	if s.Health != nil {
		h := s.Health()
		gauge("vitrine_store_writable", oneIf(h.Writable), "1 while the store takes writes, 0 where it was opened for reading only or has stopped.")
		gauge("vitrine_store_background_failing", oneIf(h.Background != nil), "1 while what the store does in the background fails.")
		gauge("vitrine_store_unflushed_changes", h.Unflushed, "Changes of the index that are in memory and not flushed yet.")
		gauge("vitrine_store_oldest_snapshot_seconds", h.OldestReader.Seconds(), "How long the oldest snapshot or backup of the store has been open, 0 where none is.")
		gauge("vitrine_store_free_pages", h.FreePages, "Pages of the store file that hold nothing, those among them that a snapshot still sees.")
	}
	if s.Search != nil {
		uncovered, staleNames := s.Search()
		gauge("vitrine_search_uncovered_changes", uncovered, "Changes of the store that the search index does not cover yet.")
		gauge("vitrine_search_stale_name_changes", staleNames, "Changes of names after which the records that refer to the entity are not found by the new one yet.")
	}
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
