package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"
)

// reader asks for records at random at a rate.
type reader struct {
	server  *server
	targets []string
	rate    int
}

// latencies are those of the requests of one part of the run.
type latencies struct {
	requests, failed          int
	median, p95, p99, slowest time.Duration
}

func (l latencies) String() string {
	return fmt.Sprintf("%d requests, %d failed; median %v, p95 %v, p99 %v, slowest %v", l.requests, l.failed,
		l.median.Round(time.Microsecond), l.p95.Round(time.Microsecond), l.p99.Round(time.Microsecond), l.slowest.Round(time.Microsecond))
}

// during asks while work goes on. Each request is sent when its time has come, whether or
// not those before it are answered; its latency is that from there to the last byte.
func (r reader) during(ctx context.Context, work func() error) (latencies, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	worked := make(chan error, 1)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: time.Minute}
	var (
		mu    sync.Mutex
		took  []time.Duration
		out   latencies
		group sync.WaitGroup
	)
	begin := time.Now()
	counted := begin.Add(time.Second)
	time.AfterFunc(time.Second, func() { worked <- work() })
	tick := time.Second / time.Duration(r.rate)
	for due := begin; ; due = due.Add(tick) {
		select {
		case err := <-worked:
			group.Wait()
			slices.Sort(took)
			out.summarize(took)
			return out, err
		case <-ctx.Done():
			return out, ctx.Err()
		case <-time.After(time.Until(due)):
		}
		target := r.server.base + r.targets[rand.IntN(len(r.targets))]
		group.Go(func() {
			sent := time.Now()
			err := get(ctx, client, target)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				out.failed++
			case sent.After(counted):
				took = append(took, time.Since(sent))
			}
		})
	}
}

func (l *latencies) summarize(sorted []time.Duration) {
	if l.requests = len(sorted); l.requests == 0 {
		return
	}
	at := func(share float64) time.Duration { return sorted[int(share*float64(len(sorted)-1))] }
	l.median, l.p95, l.p99, l.slowest = at(0.5), at(0.95), at(0.99), at(1)
}

func get(ctx context.Context, client *http.Client, target string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/ld+json")
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
