package home

import (
	"context"
	"iter"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
)

// busyIndex has another generation at each look, as during a load, and counts its surveys, each
// of which takes a second.
type busyIndex struct {
	now                 time.Time
	generation, surveys uint64
	behind              bool
}

func (x *busyIndex) Generation() uint64 { x.generation++; return x.generation }

func (x *busyIndex) Pictured(context.Context, uint64, int) ([]string, error) {
	x.surveys++
	x.now = x.now.Add(time.Second)
	return make([]string, x.surveys), nil
}

func (x *busyIndex) Find(context.Context, query.Query, int, int) (hits search.Hits, err error) {
	if x.behind {
		err = &search.BehindError{}
	}
	return hits, err
}

func (x *busyIndex) LastChange(context.Context) (rdfstore.LogEntry, error) {
	return rdfstore.LogEntry{}, nil
}

func (x *busyIndex) Changes(context.Context, uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(func(rdfstore.LogEntry, error) bool) {}
}

// TestSurveysOfLoads asks a small share of the time while the store changes all the time, and
// shows what it knows while the index cannot be asked.
func TestSurveysOfLoads(t *testing.T) {
	x := &busyIndex{now: time.Unix(1_000_000, 0)}
	m := &Maker{index: x, log: x}
	total := func() int {
		found, err := m.survey(t.Context(), func() time.Time { return x.now })
		if err != nil {
			t.Fatal(err)
		}
		return len(found.highlights)
	}
	for range 10 * share {
		total()
		x.now = x.now.Add(time.Second)
	}
	if x.surveys < 8 || x.surveys > 11 {
		t.Errorf("%d surveys", x.surveys)
	}
	before := len(m.surveyed.found.highlights)
	x.behind, x.now = true, x.now.Add(time.Hour)
	if got := total(); got != before {
		t.Errorf("%d while the index is behind, want %d", got, before)
	}
	x.behind, x.now = false, x.now.Add(time.Hour)
	if got := total(); got <= before {
		t.Errorf("%d afterwards", got)
	}
}
