package harvest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine/harvest/activity"
	"vitrine/harvest/client"
)

// task is what has to be done about one resource.
type task struct {
	// url is where it is found, name what it is called.
	url, name string
	// kind is the type of its newest activity.
	kind string
	// gone means that it is to be deleted.
	gone bool
	// successor is the name of what is there in place of one that is to be deleted.
	successor string
	// host is that of a resource which is left out for it; else empty.
	host string
	// outside means that it is left out because its name has none of the prefixes.
	outside bool
	// endTime is that of the activity; zero for one without.
	endTime time.Time
	// mark is the activity's, empty where it may stand for another change too.
	mark string
	// sure means that the mark stands for one change, whenever it was read.
	sure bool
	// again means that it was refused before, by so many runs.
	again bool
	tries int
}

// leftOut means that nothing is done about the resource, because it is none of those that
// the run deals with.
func (t task) leftOut() bool { return t.host != "" || t.outside }

// plan is what a run has to do.
type plan struct {
	collection *activity.Collection
	// last is the URL of the last page.
	last string
	// tasks are newest first, each resource once.
	tasks []task
	// seen are the names of all resources that the walk came upon: true, except
	// for those that nothing has to be done about.
	seen map[string]bool
	// unordered means that the feed has no order that could be relied on.
	unordered bool
	// deletions means that a Refresh was passed: what is older is told anew
	// after it, but for deletions.
	deletions bool
	handled   map[string]bool
	limit     int
	hosts     client.Hosts
	prefixes  []string
	// origins are the hosts, with their ports, of the feed and of the resources
	// that it names.
	origins map[string]bool
	// plain counts the tasks that are to be fetched over http.
	plain int
}

func (r *run) newPlan(c *activity.Collection) *plan {
	p := &plan{
		collection: c, last: c.Last, seen: map[string]bool{}, handled: map[string]bool{},
		limit: r.MaxResources, hosts: r.Client.Hosts(), prefixes: r.Prefixes, origins: map[string]bool{client.HostOf(r.feed): true},
	}
	for _, mark := range r.before.Handled {
		p.handled[mark] = true
	}
	return p
}

// add plans what an activity asks for. It is called for the newest first.
// published is when the page was made.
func (p *plan) add(a activity.Activity, published moment) error {
	t := task{url: a.Object.URL, name: a.Object.Name, kind: a.Type, endTime: a.EndTime, sure: a.ID != ""}
	t.mark = mark(a, t.name)
	switch a.Type {
	case "Delete", "Remove":
		t.gone = true
	case "Move":
		// What is planned first is done last: the target is there when the object goes.
		t.gone, t.successor = true, a.Target.Name
	}
	if t.gone && !t.sure && !published.after(a.EndTime) {
		t.mark = "" // within the second it may be said again
	}
	if err := p.plan(t); err != nil || a.Type != "Move" {
		return err
	}
	t.url, t.name, t.mark, t.gone, t.successor = a.Target.URL, a.Target.Name, mark(a, a.Target.Name), false, ""
	return p.plan(t)
}

// plan adds a task, unless a newer one is about the same resource.
func (p *plan) plan(t task) error {
	if _, seen := p.seen[t.name]; seen {
		return nil
	}
	if len(p.seen) >= p.limit {
		return fmt.Errorf("%w: it names more than %d resources", ErrLimit, p.limit)
	}
	t.host = p.foreign(t)
	t.outside = t.host == "" && !p.within(t.name)
	if u, err := url.Parse(t.url); err == nil && !t.leftOut() {
		p.origins[client.HostOf(u)] = true
		if u.Scheme == "http" && !t.gone {
			p.plain++
		}
	}
	done := t.mark != "" && p.handled[t.mark] || p.deletions && !t.gone
	p.seen[t.name] = !done
	if !done {
		p.tasks = append(p.tasks, t)
	}
	return nil
}

// within reports whether the name of a record has one of the prefixes.
func (p *plan) within(name string) bool {
	return len(p.prefixes) == 0 || slices.ContainsFunc(p.prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// foreign returns the host that a task is about, if it was not named.
func (p *plan) foreign(t task) string {
	for _, address := range []string{t.url, t.name} {
		u, err := url.Parse(address)
		if err != nil {
			continue // which the fetching finds out
		}
		if web(u) && !p.hosts.May(u) {
			return client.HostOf(u)
		}
	}
	return ""
}

func web(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }

// addRefused plans what earlier runs could not do, unless the feed says
// something newer.
func (p *plan) addRefused(refused []Refusal) {
	for _, r := range refused {
		t := task{url: r.URL, name: r.called(), kind: r.Type, endTime: r.EndTime, again: true, tries: r.Tries}
		if !p.seen[t.name] && p.within(t.name) {
			p.tasks = append(p.tasks, t)
		}
	}
}

// moment is a time by the clock of a publisher, to the second.
type moment struct {
	at    time.Time
	known bool
}

// ownClock is how far a publisher's clock may differ from ours.
const ownClock = time.Minute

// momentOf returns when an answer was made.
func momentOf(a *client.Answer) moment {
	at, ok := a.Date()
	return moment{at, ok}
}

// after reports whether the second of t was over.
func (m moment) after(t time.Time) bool {
	if !m.known {
		return time.Since(t) > ownClock
	}
	return m.at.After(t)
}
