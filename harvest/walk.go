package harvest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"vitrine/harvest/activity"
	"vitrine/harvest/client"
)

// acceptFeed is the Accept field for documents of a feed, section 3.3 of the
// specification.
const acceptFeed = `application/ld+json;profile="http://iiif.io/api/discovery/1/context.json", application/ld+json;q=0.9, application/json;q=0.8, */*;q=0.1`

// errUnordered means that a feed has no order by which one could go on.
var errUnordered = errors.New("the activities are not in the order of their times")

// walk reads the feed from its end to what earlier runs dealt with.
func (r *run) walk(ctx context.Context) (*plan, error) {
	p, err := r.walkOnce(ctx)
	if errors.Is(err, errUnordered) {
		r.before = &position{Began: r.before.Began, Refused: r.before.Refused}
		r.report = newReport(r.Feed)
		p, err = r.walkOnce(ctx)
	}
	if err != nil {
		return nil, err
	}
	p.addRefused(r.before.Refused)
	return p, nil
}

// walkOnce is walk. The error is errUnordered where the walk might have ended
// too early.
func (r *run) walkOnce(ctx context.Context) (*plan, error) {
	text, _, err := r.get(ctx, r.Feed)
	if err != nil {
		return nil, fmt.Errorf("read the feed %s: %w", r.Feed, err)
	}
	collection, err := activity.ReadCollection(text, r.feed)
	if err != nil {
		return nil, fmt.Errorf("read the feed %s: %w", r.Feed, err)
	}
	if err := r.same(collection); err != nil {
		return nil, err
	}
	w := &walker{run: r, plan: r.newPlan(collection), visited: map[string]bool{}}
	for page := collection.Last; page != "" && !w.ended; {
		if page, err = w.page(ctx, page); err != nil {
			return nil, err
		}
	}
	return w.plan, nil
}

// same makes sure that the feed is the one that was harvested before.
func (r *run) same(c *activity.Collection) error {
	b := r.before
	switch {
	case b.EndTime.IsZero():
	case b.Collection != "" && c.ID != "" && b.Collection != c.ID:
		return fmt.Errorf("%w: its id was %s and is %s", ErrReplaced, b.Collection, c.ID)
	case b.Complete && c.Total >= 0 && c.Total < b.Total:
		return fmt.Errorf("%w: it had %d activities and has %d", ErrReplaced, b.Total, c.Total)
	}
	return nil
}

// get asks for a document of the feed.
func (r *run) get(ctx context.Context, address string) ([]byte, moment, error) {
	answer, err := r.Client.Get(ctx, client.Request{URL: address, Accept: acceptFeed, MaxBytes: r.MaxPage})
	if err != nil {
		return nil, moment{}, err
	}
	if answer.Status != http.StatusOK {
		return nil, moment{}, fmt.Errorf("the answer is %d %s", answer.Status, http.StatusText(answer.Status))
	}
	return answer.Body, momentOf(answer), nil
}

// walker reads the pages of a feed from the last to the first.
type walker struct {
	*run
	plan    *plan
	visited map[string]bool
	// newer is the time of the activity after the ones to come.
	newer time.Time
	// fresh counts the activities that no earlier run dealt with.
	fresh int64
	ended bool
	// faults counts the activities that are not as they should be.
	faults int
}

// maxFaults bounds how many of them are told one by one.
const maxFaults = 20

// page reads one page and returns the one before.
func (w *walker) page(ctx context.Context, address string) (string, error) {
	if w.visited[address] {
		return "", fmt.Errorf("%w: the pages go in a circle: %s comes again", activity.ErrNotFeed, address)
	}
	if len(w.visited) >= w.MaxPages {
		return "", fmt.Errorf("%w: it has more than %d pages", ErrLimit, w.MaxPages)
	}
	w.visited[address] = true
	at, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read the page %s: %w", address, err)
	}
	text, published, err := w.get(ctx, address)
	if err != nil {
		return "", fmt.Errorf("read the page %s: %w", address, err)
	}
	page, err := activity.ReadPage(text, at)
	if err != nil {
		return "", fmt.Errorf("read the page %s: %w", address, err)
	}
	w.count(address, page)
	return page.Prev, w.activities(page, published)
}

func (w *walker) count(address string, page *activity.Page) {
	w.report.Pages++
	w.report.Activities += page.Items
	w.report.Unknown += page.Unknown
	for _, fault := range page.Faults {
		if !fault.Used {
			w.report.Unusable++
		}
		if w.faults++; w.faults <= maxFaults {
			w.note("%s: activity %d: %s", address, fault.Index, fault.Reason)
		}
	}
	w.progress(Progress{Pages: w.report.Pages})
}

// activities plans those of a page, newest first.
func (w *walker) activities(page *activity.Page, published moment) error {
	if err := w.order(page); err != nil {
		return err
	}
	known := len(page.Activities) > 0
	for i := len(page.Activities) - 1; i >= 0; i-- {
		a := page.Activities[i]
		switch {
		case a.Type == "Refresh" && !w.before.Began:
			w.ended = true
			return nil
		case a.Type == "Refresh":
			w.plan.deletions = true
			continue
		case a.EndTime.Before(w.before.EndTime):
			w.ended = true
			return w.backwards(a)
		}
		w.newer = a.EndTime
		if !w.known(a) {
			known = false
			w.fresh++
		}
		if err := w.plan.add(a, published); err != nil {
			return err
		}
	}
	w.ended = known && w.caughtUp()
	return nil
}

// backwards returns an error if the newest activity is older than one that was
// there before.
func (w *walker) backwards(a activity.Activity) error {
	if !w.newer.IsZero() || len(w.plan.seen) > 0 {
		return nil
	}
	return fmt.Errorf("%w: its newest activity is of %s, and there was one of %s",
		ErrReplaced, a.EndTime.Format(time.RFC3339), w.before.EndTime.Format(time.RFC3339))
}

// known reports whether an earlier run dealt with the activity, or whether a
// newer one about the same resource makes it void.
func (w *walker) known(a activity.Activity) bool {
	_, seen := w.plan.seen[a.Object.Name]
	return seen || w.plan.handled[mark(a, a.Object.Name)]
}

// caughtUp means that every activity which was added since the last run was
// seen. Otherwise all those of the last second have to be looked at, and very
// many may be of one second.
func (w *walker) caughtUp() bool {
	b, total := w.before, w.plan.collection.Total
	return b.Complete && !b.EndTime.IsZero() && b.Total >= 0 && total >= 0 && w.fresh >= total-b.Total
}

// order makes sure that the times of a page do not go backwards. Where they do,
// or are not there, everything has to be compared.
func (w *walker) order(page *activity.Page) error {
	newer := w.newer
	reason := ""
	for i := len(page.Activities) - 1; i >= 0; i-- {
		a := page.Activities[i]
		switch {
		case a.Type == "Refresh":
			continue
		case a.EndTime.IsZero():
			reason = "not every activity says when it was"
		case !newer.IsZero() && a.EndTime.After(newer):
			reason = errUnordered.Error()
		}
		newer = a.EndTime
	}
	if reason == "" || w.plan.unordered {
		return nil
	}
	w.plan.unordered = true
	if !w.before.EndTime.IsZero() {
		return errUnordered
	}
	w.note("%s, so every resource is compared", reason)
	return nil
}
