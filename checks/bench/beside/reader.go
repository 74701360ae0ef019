package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"vitrine/checks/bench/program"
	"vitrine/checks/generate"
)

// reader asks for records at random at a rate, or by clients that do not wait.
type reader struct {
	server  *program.Server
	targets []string
	rate    int
	clients int
	// ask has each record asked for by a query.
	ask bool
}

// latencies are those of the requests of one part of the run.
type latencies struct {
	requests, failed                int
	mean, median, p95, p99, slowest time.Duration
}

func (l latencies) String() string {
	return fmt.Sprintf("%d requests, %d failed; mean %v, median %v, p95 %v, p99 %v, slowest %v", l.requests, l.failed,
		l.mean.Round(time.Microsecond), l.median.Round(time.Microsecond), l.p95.Round(time.Microsecond), l.p99.Round(time.Microsecond), l.slowest.Round(time.Microsecond))
}

// during asks while work goes on, which begins after a second. The latency of a request is
// the time from when it is sent to the last byte.
func (r reader) during(ctx context.Context, work func() error) (latencies, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &timings{begin: time.Now().Add(time.Second), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: time.Minute}}
	worked := make(chan error, 1)
	time.AfterFunc(time.Second, func() { worked <- work() })
	asking, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	for range r.clients {
		group.Go(func() {
			for asking.Err() == nil {
				t.get(ctx, r.target())
			}
		})
	}
	if r.clients == 0 {
		group.Go(func() { r.atRate(asking, t) })
	}
	var err error
	select {
	case err = <-worked:
	case <-ctx.Done():
		err = ctx.Err()
	}
	stop()
	group.Wait()
	return t.latencies(), err
}

// atRate sends each request when its time has come, whether or not those before it are
// answered.
func (r reader) atRate(ctx context.Context, t *timings) {
	var group sync.WaitGroup
	defer group.Wait()
	tick := time.Second / time.Duration(r.rate)
	for due := time.Now(); ; due = due.Add(tick) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(due)):
		}
		group.Go(func() { t.get(context.WithoutCancel(ctx), r.target()) })
	}
}

func (r reader) target() string {
	target := r.targets[rand.IntN(len(r.targets))]
	if r.ask {
		return r.server.Base + "-/sparql?query=" + url.QueryEscape("ASK { <"+generate.DefaultBase+target+"> ?p ?o }")
	}
	return r.server.Base + target
}

// timings are those of requests that were sent after the beginning.
type timings struct {
	begin  time.Time
	client *http.Client

	mu     sync.Mutex
	took   []time.Duration
	failed int
}

// get asks for a target.
func (t *timings) get(ctx context.Context, target string) {
	sent := time.Now()
	err := get(ctx, t.client, target)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err != nil:
		t.failed++
	case sent.After(t.begin):
		t.took = append(t.took, time.Since(sent))
	}
}

func (t *timings) latencies() latencies {
	l := latencies{failed: t.failed}
	slices.Sort(t.took)
	l.summarize(t.took)
	return l
}

func (l *latencies) summarize(sorted []time.Duration) {
	if l.requests = len(sorted); l.requests == 0 {
		return
	}
	for _, took := range sorted {
		l.mean += took
	}
	l.mean /= time.Duration(len(sorted))
	at := func(share float64) time.Duration { return sorted[int(share*float64(len(sorted)-1))] }
	l.median, l.p95, l.p99, l.slowest = at(0.5), at(0.95), at(0.99), at(1)
}

func get(ctx context.Context, client *http.Client, target string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/ld+json, application/sparql-results+json")
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", target, answer.Status)
	}
	return nil
}
