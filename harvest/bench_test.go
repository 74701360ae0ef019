package harvest

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"

	"vitrine/checks/memstore"
)

const benchRecords = 500

func benchPublisher(b *testing.B) *publisher {
	p := newPublisher(b)
	p.pageSize = 100
	for i := range benchRecords {
		p.put(fmt.Sprintf("/r/%d", i), "first")
	}
	return p
}

// BenchmarkRun harvests a feed into an empty store; BenchmarkGet, its yardstick,
// only asks for the same records, one after the other.
func BenchmarkRun(b *testing.B) {
	p := benchPublisher(b)
	h := newHarvester(b, p)
	for b.Loop() {
		h.options.Store, h.options.StateFile = memstore.New(), filepath.Join(b.TempDir(), "a.json")
		if got := h.run(); got.Created != benchRecords {
			b.Fatalf("it came to %+v", got)
		}
	}
	b.ReportMetric(float64(b.N*benchRecords)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkGet(b *testing.B) {
	p := benchPublisher(b)
	for b.Loop() {
		for i := range benchRecords {
			response, err := http.Get(p.url(fmt.Sprintf("/r/%d", i)))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, response.Body); err != nil {
				b.Fatal(err)
			}
			response.Body.Close()
		}
	}
	b.ReportMetric(float64(b.N*benchRecords)/b.Elapsed().Seconds(), "records/s")
}
