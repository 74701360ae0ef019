package provenance

// Tenure is the time for which somebody had the object, or a gap in which no owner is
// known.
type Tenure struct {
	// Parties had it, together if they are several. There are none in a gap.
	Parties []Party
	// Begin and End are the events, by their index, by which they came to it and lost it;
	// -1 where no event tells.
	Begin, End int
	// Current means that the object's record says that they have it.
	Current bool
	// Uncertain means that it is not certain that they had it, or when.
	Uncertain bool
}

// Gap reports whether no owner of that time is known.
func (t Tenure) Gap() bool { return len(t.Parties) == 0 }

// owners are the owners of the object in order. Promises and obsolete statements do not count.
func owners(events []Event, current []Party) []Tenure {
	return tenures(events, current, func(e Event) (handing, bool) { return handing{e.From, e.To}, e.Title && e.counts() })
}

// custodians are the custodians in order, by the transfers of custody.
func custodians(events []Event, current []Party) []Tenure {
	return tenures(events, current, func(e Event) (handing, bool) {
		return handing{e.CustodyFrom, e.CustodyTo}, e.Custody && e.counts()
	})
}

// handing is from whom to whom an object went.
type handing struct{ from, to []Party }

func (e Event) counts() bool { return !e.Promised && e.Certainty != Obsolete }

// tenures follows the object from hand to hand.
func tenures(events []Event, current []Party, of func(Event) (handing, bool)) []Tenure {
	var out []Tenure
	for i, e := range events {
		passed, ok := of(e)
		if !ok {
			continue
		}
		out = release(out, e, i, passed.from)
		out = append(out, Tenure{Parties: passed.to, Begin: i, End: -1, Uncertain: uncertain(e, passed.to)})
	}
	return settle(out, current)
}

// release ends the tenure of those who gave the object away. Where they are not those who
// are known to have had it before, there is a gap.
func release(list []Tenure, e Event, i int, from []Party) []Tenure {
	if len(list) > 0 && direct(list[len(list)-1].Parties, from) {
		list[len(list)-1].End = i
		return list
	}
	if len(from) == 0 {
		return append(list, Tenure{Begin: -1, End: i})
	}
	if len(list) == 0 || !list[len(list)-1].Gap() {
		list = append(list, Tenure{Begin: -1, End: -1})
	}
	return append(list, Tenure{Parties: from, Begin: -1, End: i, Uncertain: uncertain(e, from)})
}

// direct reports whether a transfer is from those who had the object.
func direct(had, from []Party) bool { return len(from) > 0 && share(had, from) }

func uncertain(e Event, parties []Party) bool {
	for _, p := range parties {
		if p.Certainty != Certain {
			return true
		}
	}
	return e.Certainty != Certain || e.Placed == Unplaced
}

// settle joins gaps that follow each other, takes a gap before the first known owner
// away, since every history begins somewhere, and ends with those who have the object.
func settle(list []Tenure, current []Party) []Tenure {
	var out []Tenure
	for _, t := range list {
		if t.Gap() && len(out) > 0 && out[len(out)-1].Gap() {
			out[len(out)-1].End = t.End
			continue
		}
		out = append(out, t)
	}
	if len(out) > 0 && out[0].Gap() && out[0].End < 0 {
		out = out[1:]
	}
	if len(current) == 0 {
		return out
	}
	if len(out) > 0 {
		last := &out[len(out)-1]
		if share(last.Parties, current) {
			last.Current = true
			return out
		}
		if !last.Gap() {
			out = append(out, Tenure{Begin: -1, End: -1})
		}
	}
	return append(out, Tenure{Parties: current, Begin: -1, End: -1, Current: true})
}
