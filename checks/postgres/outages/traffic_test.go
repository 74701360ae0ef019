package outages_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// outcome is what a client was told of its change. Where it was told nothing, or that it is
// unknown, the change may have taken place.
type outcome int

const (
	stored outcome = iota
	// refused changes nothing.
	refused
)

// traffic is clients that read and write through a server until it is stopped.
type traffic struct {
	t      *testing.T
	server *served
	model  *model
	client *http.Client
	// full allows for answers that there is no room.
	full bool
	// end is closed by finish.
	end    chan struct{}
	finish func()
	group  sync.WaitGroup

	mu sync.Mutex
	// answers counts them, by method and status.
	answers map[string]int
	// gap is the longest time between two acknowledgements.
	gap  time.Duration
	last time.Time
}

const (
	writers = 4
	readers = 4
	// names is how many records a writer has.
	names = 20
)

// newTraffic starts clients of a server, which end with the test at the latest.
func newTraffic(t *testing.T, s *served, full bool) *traffic {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: writers + readers + 2}
	t.Cleanup(transport.CloseIdleConnections)
	f := &traffic{t: t, server: s, model: newModel(), client: &http.Client{Transport: transport, Timeout: patience},
		full: full, end: make(chan struct{}), answers: map[string]int{}, last: time.Now()}
	f.finish = sync.OnceFunc(func() {
		close(f.end)
		f.group.Wait()
	})
	t.Cleanup(f.finish)
	for i := range writers {
		f.group.Go(func() {
			for n := 1; f.goesOn(); n++ {
				f.write(fmt.Sprintf("%d-%d", i, n%names), n)
			}
		})
	}
	for range readers {
		f.group.Go(func() {
			for f.goesOn() {
				f.read(fmt.Sprintf("%d-%d", rand.IntN(writers), rand.IntN(names)), rand.IntN(2) == 0)
			}
		})
	}
	return f
}

func (f *traffic) goesOn() bool {
	select {
	case <-f.end:
		return false
	default:
		return true
	}
}

// stop ends the clients and says what they met.
func (f *traffic) stop() {
	f.finish()
	f.t.Logf("%d acknowledged, no write for %v at most, answers: %v", f.model.acknowledgements(), f.gap.Round(10*time.Millisecond), f.answers)
}

// more waits until some more writes are acknowledged.
func (f *traffic) more(n int) {
	f.t.Helper()
	from := f.model.acknowledgements()
	eventually(f.t, "writes are acknowledged", func() bool { return f.model.acknowledgements() >= from+n })
}

// do sends a request and reads the whole answer.
func (f *traffic) do(method, path string, body []byte, header ...string) (*http.Response, []byte, error) {
	r, err := http.NewRequestWithContext(context.Background(), method, f.server.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := f.client.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers[fmt.Sprint(method, " ", answer.StatusCode)]++
	return answer, text, err
}

// problem is what a document of a problem has to say.
type problem struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// refusal checks an answer that says that there is no database, or no room in it.
func (f *traffic) refusal(answer *http.Response, body []byte) (problem, error) {
	var p problem
	err := json.Unmarshal(body, &p)
	switch status := answer.StatusCode; {
	case err != nil || p.Status != status || p.Detail == "" || answer.Header.Get("Content-Type") != "application/problem+json" || answer.Header.Get("Retry-After") == "":
		return p, fmt.Errorf("%s with %v: %.300s", answer.Status, answer.Header, body)
	case status != http.StatusServiceUnavailable && (status != http.StatusInsufficientStorage || !f.full):
		return p, fmt.Errorf("%s: %s", answer.Status, p.Detail)
	}
	return p, nil
}

// write puts a record.
func (f *traffic) write(name string, n int) {
	f.model.begin(name, n)
	answer, body, err := f.do(http.MethodPut, "person/"+name, document(name, n), "Authorization", "Bearer "+f.server.token, "Content-Type", "application/ld+json")
	if err != nil {
		f.t.Errorf("PUT: %v", err)
		return
	}
	if answer.StatusCode < 300 {
		f.acknowledge(name, n)
		return
	}
	p, err := f.refusal(answer, body)
	if err != nil {
		f.t.Errorf("PUT: %v", err)
	} else if !strings.Contains(p.Detail, "unknown") {
		f.model.end(name, n, refused)
	}
	f.pause()
}

// acknowledge notes that a record was stored, and how long it is since the one before.
func (f *traffic) acknowledge(name string, n int) {
	f.model.end(name, n, stored)
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	f.gap, f.last = max(f.gap, now.Sub(f.last)), now
}

// pause is what a client does that was asked to come back.
func (f *traffic) pause() {
	select {
	case <-time.After(50 * time.Millisecond):
	case <-f.end:
	}
}

// read gets a record, and compares it with what was acknowledged before and begun since.
func (f *traffic) read(name string, newest bool) {
	before := f.model.of(name)
	header := []string{"Accept", "application/ld+json"}
	if newest {
		header = append(header, "Cache-Control", "no-cache")
	}
	answer, body, err := f.do(http.MethodGet, "person/"+name, nil, header...)
	after := f.model.of(name)
	switch {
	case err != nil:
		f.t.Errorf("GET: %v", err)
	case answer.StatusCode == http.StatusOK:
		got, n, err := parsed(body)
		if err != nil || got != name || !before.may(n) && (n <= before.begun || n > after.begun) {
			f.t.Errorf("GET %s: %s at %d, %v; it was at %d or %v before, and begun at %d after", name, got, n, err, before.acknowledged, before.maybe, after.begun)
		}
	case answer.StatusCode == http.StatusNotFound && before.acknowledged == 0:
	default:
		if _, err := f.refusal(answer, body); err != nil {
			f.t.Errorf("GET %s: %v", name, err)
		}
		f.pause()
	}
}

// ready asks whether the server is ready.
func (f *traffic) ready() (bool, string) {
	answer, body, err := f.do(http.MethodGet, "-/readyz", nil)
	if err != nil {
		f.t.Errorf("readyz: %v", err)
		return false, ""
	}
	return answer.StatusCode == http.StatusOK, string(body)
}

// settle compares what the store holds with the model, by a dump and by the log.
func (f *traffic) settle(c *cluster, database string, host string) {
	f.t.Helper()
	f.model.compare(f.t, f.server.run(f.t, "dump", "--db", f.server.db, "--format", "jsonl"))
	if gaps := c.must(f.t, host, database, "-c", "SELECT max(seq) - count(*), max(seq) - (SELECT seq FROM vitrine.head) FROM vitrine.log"); gaps != "0|0" {
		f.t.Errorf("the log has gaps or ends elsewhere: %s", gaps)
	}
}

// answered is how many answers there were of a method and status.
func (f *traffic) answered(what string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.answers[what]
}

// exists tells whether the server has a record.
func (f *traffic) exists(name string) bool {
	answer, _, err := f.do(http.MethodGet, "person/"+name, nil, "Cache-Control", "no-cache")
	return err == nil && answer.StatusCode == http.StatusOK
}
