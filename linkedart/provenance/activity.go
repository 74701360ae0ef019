package provenance

import "vitrine/linkedart/reading"

// activityReader reads the events of one activity.
type activityReader struct {
	subject
	lookup Lookup
	root   reading.Node
	events []Event
	// concern are the nodes of the activity that concern the object.
	concern map[reading.Node]bool
}

// read returns the events of an activity that concern the object, in the order of its
// parts.
func (r *activityReader) read() []Event {
	var payments []part
	parts := partsOf(r.root)
	from := []reading.Node{r.root}
	for _, p := range parts {
		from = append(from, p.node)
	}
	r.concern = r.concerned(from)
	for _, p := range parts {
		if p.node.Is(reading.ClassPayment) {
			payments = append(payments, p)
			continue
		}
		if r.concerns(p.node) {
			r.add(p)
		}
	}
	if len(r.events) == 0 && (r.concerns(r.root) || isOf(r.root, partClasses)) {
		r.add(part{node: r.root, certainty: wholeCertainty(r.root)})
		r.events[0].Parts = nil
	}
	if len(r.events) == 0 {
		return nil
	}
	for _, p := range payments {
		r.pay(p)
	}
	r.finish()
	return r.events
}

// concerns reports whether a node of the activity concerns the object.
func (r *activityReader) concerns(n reading.Node) bool { return r.all || r.concern[n] }

// add makes an event of a part, or adds it to the event before: the hand-over and the
// moves that belong to a transfer.
func (r *activityReader) add(p part) {
	e := r.event(p)
	if len(r.events) > 0 {
		last := &r.events[len(r.events)-1]
		_, own := p.node.TimeSpan()
		switch {
		case e.Kind == Move && last.Transfers() && !own, e.Kind == Custody && last.Title && (len(e.To) == 0 || share(e.To, last.To)):
			last.join(e)
			return
		}
		if e.Kind == Custody && r.goesBack(e) {
			e.Kind = Return
		}
	}
	r.events = append(r.events, e)
}

// join adds the parts of another event.
func (e *Event) join(o Event) {
	e.Parts = append(e.Parts, o.Parts...)
	if o.Custody {
		e.Custody = true
		e.CustodyFrom, e.CustodyTo = o.CustodyFrom, o.CustodyTo
	}
	e.Legs = append(e.Legs, o.Legs...)
	e.Notes = append(e.Notes, o.Notes...)
	e.Sources = append(e.Sources, o.Sources...)
	e.By = appendParties(e.By, o.By...)
	e.Others = appendParties(e.Others, o.Others...)
	if len(e.Places) == 0 {
		e.Places = o.Places
	}
}

// goesBack reports whether custody returns to one who lent it in the same activity.
func (r *activityReader) goesBack(e Event) bool {
	for _, before := range r.events[max(0, len(r.events)-maxNear):] {
		if before.Kind == Loan && share(before.From, e.To) && share(before.To, e.From) {
			return true
		}
	}
	return false
}

// event makes an event of one part.
func (r *activityReader) event(p part) Event {
	n := p.node
	e := Event{
		Activity: r.root, Parts: []reading.Node{n}, Things: things(n), Certainty: p.certainty,
		Span: r.span(p), Places: first(p, places), Lots: first(p, lotsOf),
		By: r.parties(p, first(p, nodes(reading.CarriedOutBy)), reading.CarriedOutBy), Notes: n.Statements(), Sources: sourcesOf(n),
		Others:  r.parties(p, n.Nodes(reading.Participant), reading.Participant),
		Because: append(n.Nodes(reading.InfluencedBy), n.Nodes(reading.CausedBy)...),
	}
	r.transfer(p, &e)
	if kind := r.lookup.kindOf(n); kind != "" {
		e.Kind = kind
	}
	for _, right := range append(n.Nodes(reading.Establishes), n.Nodes(reading.Invalidates)...) {
		e.Notes = append(e.Notes, right.Statements()...)
	}
	e.Kinds = tellingKinds(n)
	e.Promised = e.Kind == Promise
	return e
}

// transfer reads what the class of a part says.
func (r *activityReader) transfer(p part, e *Event) {
	n := p.node
	switch {
	case n.Is(reading.ClassAcquisition), n.Is(reading.ClassPurchase):
		e.Kind, e.Title = Acquisition, true
		r.between(p, e, reading.TransferredTitleFrom, reading.TransferredTitleTo)
		if n.Is(reading.ClassPurchase) {
			e.Kind = Sale
		}
	case n.Is(reading.ClassTransferOfCustody):
		e.Kind, e.Custody = Custody, true
		r.between(p, e, reading.TransferredCustodyFrom, reading.TransferredCustodyTo)
		e.CustodyFrom, e.CustodyTo = e.From, e.To
	case n.Is(reading.ClassTransfer):
		e.Kind, e.Title = Transfer, true
		r.between(p, e, reading.TransferredFrom, reading.TransferredTo)
	case n.Is(reading.ClassMove):
		e.Kind = Move
		e.Legs = []Leg{{n.Node(reading.MovedFrom), n.Node(reading.MovedTo)}}
	case n.Is(reading.ClassEncounter):
		e.Kind = Find
	case n.Is(reading.ClassRightAcquisition):
		e.Kind = Right
	case n.Is(reading.ClassAttributeAssignment):
		e.Kind = Attribution
	case n.Is(reading.ClassDestruction):
		e.Kind = Destruction
	case n.Is(reading.ClassPartRemoval):
		e.Kind = Removal
	case n.Is(reading.ClassModification):
		e.Kind = Treatment
	default:
		e.Kind = Other
	}
}

func (r *activityReader) between(p part, e *Event, from, to reading.Property) {
	e.From = r.parties(p, p.node.Nodes(from), from)
	e.To = r.parties(p, p.node.Nodes(to), to)
}

// parties are the nodes as parties, with those that an assignment says were.
func (r *activityReader) parties(p part, nodes []reading.Node, property reading.Property) []Party {
	var out []Party
	for _, n := range nodes {
		if len(out) == maxParties {
			return out
		}
		out = appendParties(out, r.lookup.party(n, Certain))
	}
	for _, a := range p.node.Nodes(reading.AttributedBy) {
		if a.Node(reading.AssignedProperty).IRI() != string(property) {
			continue
		}
		for _, n := range a.Nodes(reading.Assigned) {
			if len(out) == maxParties {
				return out
			}
			out = appendParties(out, r.lookup.party(n, certainty(a)))
		}
	}
	return out
}

// appendParties appends those that are not in the list. One that is there for certain
// and by an assignment is as sure as the assignment says.
func appendParties(list []Party, more ...Party) []Party {
next:
	for _, p := range more {
		for i := range list {
			if list[i].Node == p.Node || list[i].Same(p) {
				list[i].Certainty = max(list[i].Certainty, p.Certainty)
				continue next
			}
		}
		list = append(list, p)
	}
	return list
}

// share reports whether a party is in both lists.
func share(a, b []Party) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Node == y.Node || x.Same(y) {
				return true
			}
		}
	}
	return false
}

// span is when a part was: by itself, by its wholes, or by what the activity is part of.
func (r *activityReader) span(p part) reading.TimeSpan {
	spans := first(p, func(n reading.Node) []reading.TimeSpan {
		if span, ok := n.TimeSpan(); ok && !span.IsZero() {
			return []reading.TimeSpan{span}
		}
		return nil
	})
	for _, whole := range r.root.Nodes(reading.ActivityPartOf) {
		if len(spans) > 0 {
			break
		}
		if span, ok := r.lookup.record(whole.IRI()).TimeSpan(); ok {
			spans = append(spans, span)
		}
	}
	if len(spans) == 0 {
		return reading.TimeSpan{}
	}
	return spans[0]
}

func places(n reading.Node) []reading.Node { return n.Nodes(reading.TookPlaceAt) }

func nodes(p reading.Property) func(reading.Node) []reading.Node {
	return func(n reading.Node) []reading.Node { return n.Nodes(p) }
}

// provenanceActivity is the classification that every provenance record has.
const provenanceActivity = "http://vocab.getty.edu/aat/300055863"

// tellingKinds are the classifications that say what a node is.
func tellingKinds(n reading.Node) []reading.Node {
	var out []reading.Node
	for _, kind := range n.Kinds() {
		switch aat(kind.IRI()) {
		case provenanceActivity, aatPossibly, aatProbably, aatObsolete:
		default:
			out = append(out, kind)
		}
	}
	return out
}
