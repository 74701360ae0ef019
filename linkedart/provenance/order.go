package provenance

import (
	"cmp"
	"slices"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// inOrder puts events in the order of time: by their time spans, and where these do not
// tell, by what the records say that they were before or after, and by the order of parts
// in their record. A relation that contradicts the dates does not count, nor does one
// that closes a circle.
func inOrder(events []Event, lookup Lookup) []Event {
	o := &ordering{events: events, keys: make([]key, len(events)), after: make([][]int, len(events))}
	for i, e := range events {
		o.keys[i] = keyOf(e, lookup, i)
	}
	o.relate()
	return o.sorted()
}

// key is where an event belongs among others.
type key struct {
	first, last datetime.Time
	// dated means that these are known. related means that they are those of another event.
	dated, related bool
	index          int
}

func keyOf(e Event, lookup Lookup, index int) key {
	spans := []reading.TimeSpan{e.Span}
	for _, period := range append(e.Activity.Nodes(reading.During), duringOf(e)...) {
		if span, ok := lookup.record(period.IRI()).TimeSpan(); ok {
			spans = append(spans, span)
		}
	}
	for _, span := range spans {
		first, last := span.Earliest(), span.Latest()
		switch {
		case first.Known && last.Known:
			return key{first: first.Time, last: last.Time.End(), dated: true, index: index}
		case first.Known:
			return key{first: first.Time, last: first.Time.End(), dated: true, index: index}
		case last.Known:
			return key{first: last.Time, last: last.Time.End(), dated: true, index: index}
		}
	}
	return key{index: index}
}

func duringOf(e Event) []reading.Node {
	var out []reading.Node
	for _, p := range e.Parts {
		out = append(out, p.Nodes(reading.During)...)
	}
	return out
}

func (a key) compare(b key) int {
	if a.dated != b.dated {
		if a.dated {
			return -1
		}
		return 1
	}
	if a.dated {
		if c := datetime.Compare(a.first, b.first); c != 0 {
			return c
		}
		if c := datetime.Compare(a.last, b.last); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.index, b.index)
}

// ordering sorts events under relations.
type ordering struct {
	events []Event
	keys   []key
	// after are for each event those that it comes after.
	after [][]int
}

// relate reads what the records say of the order.
func (o *ordering) relate() {
	byActivity := map[string][]int{}
	for i, e := range o.events {
		if iri := e.Activity.IRI(); iri != "" {
			byActivity[iri] = append(byActivity[iri], i)
		}
	}
	for _, group := range byActivity {
		for k := 1; k < len(group); k++ {
			o.edge(group[k-1], group[k])
		}
	}
	for i, e := range o.events {
		for _, n := range append([]reading.Node{e.Activity}, e.Parts...) {
			for _, other := range n.Nodes(reading.After) {
				if group := byActivity[other.IRI()]; len(group) > 0 {
					o.edge(group[len(group)-1], i)
				}
			}
			for _, other := range n.Nodes(reading.Before) {
				if group := byActivity[other.IRI()]; len(group) > 0 {
					o.edge(i, group[0])
				}
			}
		}
	}
}

// edge says that an event was before another, unless the dates tell otherwise.
func (o *ordering) edge(before, after int) {
	b, a := o.keys[before], o.keys[after]
	if before == after || b.dated && a.dated && datetime.Compare(b.first, a.last) > 0 {
		return
	}
	if !slices.Contains(o.after[after], before) {
		o.after[after] = append(o.after[after], before)
	}
}

// sorted takes, time after time, the earliest event of those that come after none which
// is left. An event without a date has that of the last that it comes after, or else of
// the first that comes after it.
func (o *ordering) sorted() []Event {
	o.borrow()
	waiting := make([]int, len(o.events))
	next := make([][]int, len(o.events))
	for i, before := range o.after {
		waiting[i] = len(before)
		for _, b := range before {
			next[b] = append(next[b], i)
		}
	}
	done := make([]bool, len(o.events))
	out := make([]Event, 0, len(o.events))
	for range o.events {
		i := o.earliest(waiting, done)
		done[i] = true
		for _, n := range next[i] {
			waiting[n]--
		}
		e := o.events[i]
		switch k := o.keys[i]; {
		case k.related:
			e.Placed = Related
		case !k.dated:
			e.Placed = Unplaced
		}
		out = append(out, e)
	}
	return out
}

// earliest is the first event that waits for none, or in a circle the first of all.
func (o *ordering) earliest(waiting []int, done []bool) int {
	best, free := -1, false
	for i := range o.events {
		if done[i] {
			continue
		}
		ready := waiting[i] <= 0
		if best < 0 || ready && !free || ready == free && o.keys[i].compare(o.keys[best]) < 0 {
			best, free = i, ready
		}
	}
	return best
}

// borrow gives events without dates those of events that they are related to.
func (o *ordering) borrow() {
	for changed, rounds := true, 0; changed && rounds < len(o.events); rounds++ {
		changed = false
		for i, before := range o.after {
			for _, b := range before {
				changed = o.lend(b, i, true) || changed
			}
		}
	}
	for changed, rounds := true, 0; changed && rounds < len(o.events); rounds++ {
		changed = false
		for i, before := range o.after {
			for _, b := range before {
				changed = o.lend(i, b, false) || changed
			}
		}
	}
}

// lend gives an event without a date the end of one before it, the latest of several, or
// the begin of one after it.
func (o *ordering) lend(from, to int, later bool) bool {
	f, t := o.keys[from], o.keys[to]
	if !f.dated || t.dated && !t.related {
		return false
	}
	borrowed := key{first: f.first, last: f.last, dated: true, related: true, index: t.index}
	if t.dated && (!later || datetime.Compare(f.first, t.first) <= 0) {
		return false
	}
	o.keys[to] = borrowed
	return true
}
