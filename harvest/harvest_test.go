package harvest

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/checks/memstore"
	"vitrine/harvest/activity"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

func TestFirstEverythingThenOnlyWhatChanged(t *testing.T) {
	p := newPublisher(t)
	for i := range 10 {
		p.put(fmt.Sprintf("/r/%d", i), "first")
	}
	p.put("/r/3", "second")
	p.remove("/r/4")
	h := newHarvester(t, p)
	if got := h.run(); got.Created != 9 || got.Absent != 1 || got.Pages != 4 || got.Activities != 12 || !got.Whole() {
		t.Errorf("the first run came to %+v", got)
	}
	h.inStep(p)

	p.asked = nil
	if got := h.run(); got.Resources != 0 || !got.Whole() {
		t.Errorf("a run with nothing to do came to %+v", got)
	}
	if len(p.asked) != 2 {
		t.Errorf("with nothing to do, it asked for %v", p.asked)
	}

	p.put("/r/5", "third")
	p.put("/r/11", "new")
	p.remove("/r/6")
	p.asked = nil
	if got := h.run(); got.Created != 1 || got.Updated != 1 || got.Deleted != 1 || got.Resources != 3 {
		t.Errorf("the next run came to %+v", got)
	}
	h.inStep(p)
	state, err := readState(h.options.StateFile)
	if err != nil || len(state.Feeds[h.options.Feed].Handled) != 1 {
		t.Errorf("the state is %+v, %v", state.Feeds[h.options.Feed], err)
	}
	if len(p.asked) > 6 {
		t.Errorf("for three changes it asked for %v", p.asked)
	}
}

// Entries may be added within the second that was seen last.
func TestChangesOfOneSecond(t *testing.T) {
	for _, noTotal := range []bool{false, true} {
		p := newPublisher(t)
		p.noTotal = noTotal
		h := newHarvester(t, p)
		for i := range 25 {
			p.putNow(fmt.Sprintf("/r/%d", i), "same")
			if got := h.run(); got.Created != 1 || got.Resources != 1 {
				t.Fatalf("run %d came to %+v", i, got)
			}
		}
		p.asked = nil
		h.run()
		if want := map[bool]int{false: 2, true: 10}[noTotal]; len(p.asked) != want {
			t.Errorf("totalItems left out %t: asked for %v, want %d documents", noTotal, p.asked, want)
		}
		h.inStep(p)
	}
}

// An entry of the second that was seen last need not be the last one.
func TestAnEntryInTheMiddleOfASecond(t *testing.T) {
	p := newPublisher(t)
	for i := range 10 {
		p.putNow(fmt.Sprintf("/r/%d", i), "same")
	}
	h := newHarvester(t, p)
	h.run()
	p.putNow("/r/10", "same")
	p.log = append(p.log[10:], p.log[:10]...)
	h.run()
	h.inStep(p)
}

// An activity is not taken as dealt with while its second is not over.
func TestASecondThatIsNotOver(t *testing.T) {
	p := newPublisher(t)
	p.clock = time.Now().UTC().Truncate(time.Second).Add(time.Hour)
	p.putNow("/r/1", "first")
	p.putNow("/r/2", "first")
	h := newHarvester(t, p)
	h.run()
	p.records["/r/1"] = record(p.url("/r/1"), "second") // Update at the same time: the same activity
	if got := h.run(); got.Updated != 1 || got.Unchanged != 1 {
		t.Errorf("it came to %+v", got)
	}
	h.inStep(p)
}

func TestActivityTypes(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/old", "moved")
	p.put("/r/a", "a")
	h := newHarvester(t, p)
	h.run()
	p.tick()
	now := p.clock.Format(time.RFC3339)
	delete(p.records, "/r/old")
	p.records["/r/new"] = record(p.url("/r/new"), "moved")
	p.records["/r/b"] = record(p.url("/r/b"), "b")
	p.log = append(p.log,
		`{"type":"Like","object":{"id":"x"}}`,
		fmt.Sprintf(`{"type":"Move","object":{"id":%q},"target":{"id":%q},"endTime":%q,"more":1}`, p.url("/r/old"), p.url("/r/new"), now),
		fmt.Sprintf(`{"type":"Remove","object":{"id":%q},"endTime":%q}`, p.url("/r/a"), now),
		fmt.Sprintf(`{"type":"Add","object":%q,"endTime":%q}`, p.url("/r/b"), now),
		fmt.Sprintf(`{"type":"Update","object":{"id":"urn:x"},"endTime":%q}`, now),
	)
	got := h.run()
	if got.Created != 2 || got.Deleted != 2 || got.Unknown != 1 || got.Unusable != 1 || got.Whole() {
		t.Errorf("it came to %+v", got)
	}
	h.holds(p, map[string]string{"/r/new": "moved", "/r/b": "b"})
	old, err := graph.IRI(p.url("/r/old"))
	if err != nil {
		t.Fatal(err)
	}
	var deleted *rdfstore.DeletedError
	if _, err := h.options.Store.Get(t.Context(), old); !errors.As(err, &deleted) || deleted.Successor.String() != p.url("/r/new") {
		t.Errorf("what moved is known as %v", err)
	}
}

func TestRefresh(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/1", "one")
	p.put("/r/2", "two")
	p.put("/r/4", "here again")
	early := newHarvester(t, p)
	early.run()
	p.remove("/r/1")
	p.remove("/r/4")
	p.put("/r/4", "here again")
	p.put("/r/3", "not told again")
	p.log = append(p.log, `{"type":"Refresh","startTime":"2026-01-02T03:05:00Z"}`)
	p.put("/r/2", "two again")
	late := newHarvester(t, p)
	if got := late.run(); got.Resources != 1 || got.Created != 1 {
		t.Errorf("a first visit after a Refresh came to %+v", got)
	}
	late.holds(p, map[string]string{"/r/2": "two again"})
	if got := early.run(); got.Deleted != 1 || got.Updated != 1 {
		t.Errorf("a later visit came to %+v", got)
	}
	early.holds(p, map[string]string{"/r/2": "two again", "/r/4": "here again"})
}

func TestAFeedWithoutTimes(t *testing.T) {
	p := newPublisher(t)
	p.level = 0
	for i := range 5 {
		p.put(fmt.Sprintf("/r/%d", i), "first")
	}
	h := newHarvester(t, p)
	h.run()
	p.records["/r/3"] = record(p.url("/r/3"), "changed without a word")
	if got := h.run(); got.Updated != 1 || got.Unchanged != 4 {
		t.Errorf("the second run came to %+v", got)
	}
	// Level 0 tells a deletion by silence.
	delete(p.records, "/r/0")
	p.log = p.log[1:]
	h.options.Prune = true
	if got := h.run(); got.Pruned != 1 {
		t.Errorf("pruning came to %+v", got)
	}
	h.inStep(p)
}

func TestAFeedOutOfOrder(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/1", "one")
	p.put("/r/2", "two")
	h := newHarvester(t, p)
	h.run()
	late := p.clock
	p.clock = p.clock.Add(-time.Hour)
	p.put("/r/3", "three")
	p.clock = late
	if got := h.run(); got.Created != 1 || len(h.notes) != 1 || !strings.Contains(h.notes[0], "not in the order") {
		t.Errorf("it came to %+v with the notes %v", got, h.notes)
	}
	h.inStep(p)
}

func TestAFeedThatWasReplaced(t *testing.T) {
	for name, replace := range map[string]func(p *publisher){
		"went backwards": func(p *publisher) {
			p.log, p.clock = nil, p.clock.Add(-time.Hour)
			for range 4 {
				p.put("/r/1", "older")
			}
		},
		"shrank": func(p *publisher) { p.log = p.log[1:] },
		"has another name": func(p *publisher) {
			p.meddle = func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path == "/feed" {
					fmt.Fprint(w, strings.Replace(p.collection(), "/feed\"", "/other\"", 1))
				}
				return r.URL.Path == "/feed"
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPublisher(t)
			for i := range 4 {
				p.put(fmt.Sprintf("/r/%d", i), "first")
			}
			h := newHarvester(t, p)
			h.run()
			replace(p)
			if _, err := Run(t.Context(), h.options); !errors.Is(err, ErrReplaced) {
				t.Errorf("the error is %v", err)
			}
			h.options.Full = true
			h.run()
			h.inStep(p)
			h.options.Full = false
			h.run()
		})
	}
}

// A state file without the store it belongs to would leave the store empty.
func TestAStoreThatWasReplaced(t *testing.T) {
	p := newPublisher(t)
	p.put("/r/1", "one")
	h := newHarvester(t, p)
	h.run()
	h.options.Store = memstore.New()
	h.run()
	h.inStep(p)
	if len(h.notes) != 1 {
		t.Errorf("the notes are %v", h.notes)
	}
}

func TestPages(t *testing.T) {
	circle := func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/feed/0" {
			return false
		}
		fmt.Fprint(w, `{"type":"OrderedCollectionPage","prev":{"id":"/feed/0"},"orderedItems":[]}`)
		return true
	}
	for name, test := range map[string]struct {
		change func(p *publisher, o *Options)
		want   error
		text   string
	}{
		"circle":    {func(p *publisher, _ *Options) { p.meddle = circle }, activity.ErrNotFeed, "in a circle"},
		"many":      {func(_ *publisher, o *Options) { o.MaxPages = 1 }, ErrLimit, "more than 1 pages"},
		"resources": {func(_ *publisher, o *Options) { o.MaxResources = 2 }, ErrLimit, "more than 2 resources"},
		"large":     {func(_ *publisher, o *Options) { o.MaxPage = 20 }, nil, "more than 20 bytes"},
		"a page":    {func(p *publisher, o *Options) { o.Feed = p.url("/feed/0") }, activity.ErrNotFeed, "one page"},
		"a record":  {func(p *publisher, o *Options) { o.Feed = p.url("/r/1") }, activity.ErrNotFeed, "type is not"},
		"nothing":   {func(p *publisher, o *Options) { o.Feed = p.url("/nothing") }, nil, "404 Not Found"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPublisher(t)
			for i := range 4 {
				p.put(fmt.Sprintf("/r/%d", i), "first")
			}
			h := newHarvester(t, p)
			test.change(p, &h.options)
			_, err := Run(t.Context(), h.options)
			if err == nil || test.want != nil && !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("the error is %v, want one that says %q", err, test.text)
			}
			h.holds(p, nil)
		})
	}
}

func TestAnEmptyFeed(t *testing.T) {
	p := newPublisher(t)
	h := newHarvester(t, p)
	h.run()
	p.put("/r/1", "one")
	h.run()
	h.inStep(p)
}

func TestStateFiles(t *testing.T) {
	p := newPublisher(t)
	h := newHarvester(t, p)
	for _, text := range []string{"", "{", `{"version":2}`, `[]`} {
		if err := os.WriteFile(h.options.StateFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), h.options); !errors.Is(err, ErrState) {
			t.Errorf("%q: the error is %v", text, err)
		}
	}
	if err := os.WriteFile(h.options.StateFile, []byte(`{"version":1,"feeds":{"x":null}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	h.run()
}
