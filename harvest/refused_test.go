package harvest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/load"
	"vitrine/rdfstore/graph"
)

// at answers the requests for a path.
func at(path string, answer http.HandlerFunc) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == path {
			answer(w, r)
		}
		return r.URL.Path == path
	}
}

func says(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// Each of these answers for /r/1 is refused with the reason; the others are
// stored, and the next run tries it again.
func TestRefusals(t *testing.T) {
	const jsonld = "application/ld+json"
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"no answer":       {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "no answer in 5 tries"},
		"500":             {says(500, "text/plain", "no"), "500 Internal Server Error"},
		"401":             {says(401, "text/plain", "no"), "401 Unauthorized; what is stored stays"},
		"403":             {says(403, "text/plain", "no"), "403 Forbidden; what is stored stays"},
		"404":             {says(404, "text/plain", "no"), "404 Not Found, but the feed does not say"},
		"410":             {says(410, "text/plain", "no"), "410 Gone, but the feed does not say"},
		"no type":         {func(w http.ResponseWriter, _ *http.Request) { w.Header()["Content-Type"] = nil; fmt.Fprint(w, "{}") }, "does not say its media type"},
		"HTML":            {says(200, "text/html", "<p>"), "no format has the media type text/html"},
		"bad type":        {says(200, "a/b/c", ""), "the media type"},
		"encoding":        {says(200, "text/turtle;charset=iso-8859-1", ""), "iso-8859-1"},
		"not JSON":        {says(200, jsonld, "{\n\n}}"), "line 3"},
		"empty":           {says(200, "application/n-quads", ""), "says nothing about"},
		"another":         {says(200, jsonld, record("https://museum.example/x", "x")), "the record is about https://museum.example/x, the feed names"},
		"two":             {says(200, "application/n-quads", "<x:a> <x:b> <x:c> <x:d> .\n<x:a> <x:b> <x:c> <x:e> ."), "the record is about x:d"},
		"nothing of it":   {says(200, "text/turtle", "<x:a> <x:b> <x:c> ."), "says nothing about"},
		"unknown key":     {says(200, jsonld, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"x:a","colour":"red"}`), "colour"},
		"unknown context": {says(200, jsonld, `{"@context":"https://museum.example/terms","id":"x:a"}`), "museum.example/terms"},
		"too large":       {says(200, jsonld, strings.Repeat(" ", 2000)), "more than 1000 bytes"},
		"circle":          {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, "redirects more than"},
		"another host": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://other.example/", http.StatusFound)
		}, "other.example"},
		"another scheme": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, "file:///etc/passwd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPublisher(t)
			for i := range 3 {
				p.put(fmt.Sprintf("/r/%d", i), "first")
			}
			h := newHarvester(t, p)
			h.options.MaxRecord = 1000
			p.misbehave(at("/r/1", test.answer))
			told := 0
			h.options.Refused = func(Refusal) { told++ }
			for run := 1; run <= 2; run++ {
				got := h.run()
				if len(got.Refused) != 1 || got.Refused[0].Tries != run || !strings.Contains(got.Refused[0].Reason, test.want) {
					t.Fatalf("run %d refused %+v, want one that says %q", run, got.Refused, test.want)
				}
				h.holds(p, map[string]string{"/r/0": "first", "/r/2": "first"})
			}
			if told != 2 {
				t.Errorf("%d refusals were told", told)
			}
			p.misbehave(nil)
			if got := h.run(); got.Created != 1 || !got.Whole() {
				t.Errorf("the last run came to %+v", got)
			}
			h.inStep(p)
			if got := h.run(); got.Resources != 0 {
				t.Errorf("afterwards it still looked at %d resources", got.Resources)
			}
		})
	}
}

// What passes is waited for and not told.
func TestFaultsThatPass(t *testing.T) {
	faults := []http.HandlerFunc{
		says(503, "text/plain", ""),
		func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "120"); w.WriteHeader(429) },
		func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		func(w http.ResponseWriter, _ *http.Request) { // cut off
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "{")
		},
	}
	p := newPublisher(t)
	for i := range 6 {
		p.put(fmt.Sprintf("/r/%d", i), "first")
	}
	failed := map[string]int{}
	p.misbehave(func(w http.ResponseWriter, r *http.Request) bool {
		n := failed[r.URL.Path]
		if n == len(faults) {
			return false
		}
		failed[r.URL.Path]++
		faults[n](w, r)
		return true
	})
	h := newHarvester(t, p)
	if got := h.run(); got.Created != 6 || !got.Whole() {
		t.Errorf("it came to %+v", got)
	}
	h.inStep(p)
	if h.waited < 2*time.Minute {
		t.Errorf("it waited only %s", h.waited)
	}
}

func TestAPublisherThatEnds(t *testing.T) {
	p := newPublisher(t)
	for i := range 40 {
		p.put(fmt.Sprintf("/r/%d", i), "first")
	}
	p.misbehave(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasPrefix(r.URL.Path, "/r/") || len(r.URL.Path) == len("/r/0") {
			return false
		}
		w.WriteHeader(http.StatusBadGateway)
		return true
	})
	h := newHarvester(t, p)
	report, err := Run(t.Context(), h.options)
	if !errors.Is(err, ErrGone) || report.Created != 10 || len(report.Refused) != maxSilent {
		t.Errorf("the error is %v after %+v", err, report)
	}
	addsUp(t, report)
	p.misbehave(nil)
	if got := h.run(); got.Created != 30 {
		t.Errorf("the next run came to %+v", got)
	}
	h.inStep(p)
}

func TestStrictEndsAtARefusal(t *testing.T) {
	p := newPublisher(t)
	for i := range 5 {
		p.put(fmt.Sprintf("/r/%d", i), "first")
	}
	p.misbehave(at("/r/2", says(200, "text/html", "<p>")))
	h := newHarvester(t, p)
	h.options.Strict = true
	if report, err := Run(t.Context(), h.options); !errors.Is(err, ErrStrict) || len(report.Refused) != 1 {
		t.Errorf("the error is %v", err)
	}
	h.holds(p, map[string]string{"/r/0": "first", "/r/1": "first"})
	p.misbehave(nil)
	h.run()
	h.inStep(p)
}

func TestLenientAndCheck(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/1", "one")
	p.put("/r/2", "two")
	p.records["/r/1"] = strings.Replace(p.records["/r/1"], `"type"`, `"colour":"red","type"`, 1)
	h := newHarvester(t, p)
	h.options.Lenient = true
	h.options.Check = func(g *graph.Graph, _ []byte) (v load.Verdict) {
		if strings.HasSuffix(g.Name.String(), "/r/2") {
			v.Err = errors.New("not to our taste")
		}
		return v
	}
	got := h.run()
	if got.Dropped != 1 || len(got.Refused) != 1 || got.Refused[0].Reason != "not to our taste" {
		t.Errorf("it came to %+v", got)
	}
	h.holds(p, map[string]string{"/r/1": "one"})
}

// A refusal is void when the feed says something newer.
func TestARefusalIsOvertaken(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/1", "one")
	p.put("/r/2", "two")
	p.misbehave(at("/r/1", says(404, "text/plain", "")))
	h := newHarvester(t, p)
	h.run()
	p.remove("/r/1")
	if got := h.run(); got.Resources != 1 || got.Absent != 1 || !got.Whole() {
		t.Errorf("it came to %+v", got)
	}
	text, err := os.ReadFile(h.options.StateFile)
	if err != nil {
		t.Fatal(err)
	}
	var s state
	if err := json.Unmarshal(text, &s); err != nil || len(s.Feeds[p.url("/feed")].Refused) != 0 {
		t.Errorf("error %v; the state is %s", err, text)
	}
}

func TestOtherHostsAreLeftOut(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/1", "one")
	p.log = append(p.log,
		`{"type":"Update","object":{"id":"https://other.example/1"},"endTime":"2026-02-01T00:00:00Z"}`,
		`{"type":"Delete","object":{"id":"https://other.example/2"},"endTime":"2026-02-01T00:00:01Z"}`,
		fmt.Sprintf(`{"type":"Update","object":{"id":%q,"canonical":"http://third.example/3"},"endTime":"2026-02-01T00:00:02Z"}`, p.url("/r/3")),
		fmt.Sprintf(`{"type":"Update","object":{"id":%q,"canonical":"urn:four"},"endTime":"2026-02-01T00:00:03Z"}`, p.url("/r/4")),
	)
	p.records["/r/4"] = record("urn:four", "four")
	h := newHarvester(t, p)
	got := h.run()
	if got.LeftOut["other.example"] != 2 || got.LeftOut["third.example"] != 1 || got.Created != 2 || got.Whole() {
		t.Errorf("it came to %+v", got)
	}
	if got := h.run(); !got.Whole() {
		t.Errorf("the next run tells of them again: %+v", got)
	}
	h.options.Full = true
	if got := h.run(); got.LeftOut["other.example"] != 2 {
		t.Errorf("a full run does not tell of them: %+v", got)
	}
	if labels(t, h.options.Store)["urn:four"] != "four" {
		t.Error("a record that is not named by its address is not there")
	}
}

// The target of a Move is not forgotten when a run ends between its two halves.
func TestAMoveThatIsInterrupted(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/old", "moved")
	h := newHarvester(t, p)
	h.run()
	p.tick()
	delete(p.records, "/r/old")
	p.records["/r/new"] = record(p.url("/r/new"), "moved")
	p.log = append(p.log, fmt.Sprintf(`{"type":"Move","object":{"id":%q},"target":{"id":%q},"endTime":%q}`, p.url("/r/old"), p.url("/r/new"), p.clock.Format(time.RFC3339)))
	ctx, cancel := context.WithCancel(t.Context())
	p.misbehave(at("/r/new", func(http.ResponseWriter, *http.Request) { cancel() }))
	if _, err := Run(ctx, h.options); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	h.holds(p, map[string]string{"/r/old": "moved"})
	p.misbehave(nil)
	h.run()
	h.inStep(p)
}

// A run that is interrupted at any request loses nothing.
func TestInterruptions(t *testing.T) {
	p := newPublisher(t)
	h := newHarvester(t, p)
	requests := 0
	for round := range 60 {
		for i := range 3 {
			path := fmt.Sprintf("/r/%d", (round*7+i*5)%23)
			if _, there := p.records[path]; there && (round+i)%4 == 0 {
				p.remove(path)
			} else {
				p.put(path, fmt.Sprint("round ", round))
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		left := 1 + round%9
		p.misbehave(func(http.ResponseWriter, *http.Request) bool {
			requests++
			if left--; left == 0 {
				cancel()
			}
			return false
		})
		if _, err := Run(ctx, h.options); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
	}
	p.misbehave(nil)
	h.run()
	h.inStep(p)
}
