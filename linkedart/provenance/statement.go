package provenance

import "vitrine/linkedart/reading"

// Statement is one statement of a provenance: a transfer, as the American Alliance of
// Museums recommends it. Owners that the statement before has not named come first, then
// what happened, to whom, where, when, the lot and the price; dealers and auction houses
// stand in brackets. It ends with a semicolon where the object passed directly to what
// the next statement tells, and with a period where it did not, or where that is not
// known.
type Statement struct {
	// Event is the index of the event.
	Event int
	// Owners are those who gave the object away, where the statement before does not end
	// with them. A statement with none begins with what happened.
	Owners []Party
	// Written means that the museum's own text of the activity is the statement, so that none
	// is made.
	Written bool
	// Follows means that it follows directly on the statement before.
	Follows bool
	// Direct means that the next statement follows directly.
	Direct bool
	// Note is the number of its footnote, from 1: the notes and sources of the event, and
	// what it was part of. It is 0 where there are none.
	Note int
}

// statements are those of the events that belong in a provenance: who owned the object,
// and who kept it longer than for a loan that was returned. Moves, exhibitions and such
// do not.
func statements(events []Event) []Statement {
	var out []Statement
	temporary := temporaryLoans(events)
	var owners, keepers []Party
	note := 0
	written := map[reading.Node]bool{}
	for i, e := range events {
		if len(e.Texts) > 0 {
			written[e.Activity] = true
			out = append(out, Statement{Event: i, Written: true})
		}
		if written[e.Activity] || !e.inText() || temporary[i] || e.Certainty == Obsolete {
			continue
		}
		s := Statement{Event: i, Follows: len(out) > 0 && e.isSure() && follows(e, owners, keepers)}
		if !s.Follows {
			s.Owners = e.From
		}
		if len(e.Notes)+len(e.Sources)+len(e.Within) > 0 {
			note++
			s.Note = note
		}
		if len(out) > 0 {
			out[len(out)-1].Direct = s.Follows
		}
		out = append(out, s)
		if e.Title && e.counts() {
			owners, keepers = e.To, nil
		}
		if e.Custody && e.counts() {
			keepers = e.CustodyTo
		}
	}
	return out
}

// isSure reports whether it is certain that the event happened where it stands.
func (e Event) isSure() bool { return e.Certainty == Certain && e.Placed != Unplaced }

// inText reports whether an event has a statement.
func (e Event) inText() bool {
	switch e.Kind {
	case Exhibition, Publication, Treatment, Storage, Inventory:
		return e.Title
	case Find, Loss, Theft, Looting, Seizure, Surrender, Destruction, Promise:
		return true
	default:
		return e.Transfers()
	}
}

// follows reports whether an event continues what is known of owners and keepers.
func follows(e Event, owners, keepers []Party) bool {
	switch {
	case e.Promised:
		return share(owners, e.By) || share(owners, e.From)
	case e.Title:
		return direct(owners, e.From) || direct(keepers, e.CustodyFrom)
	case e.Custody:
		return direct(owners, e.From) || direct(keepers, e.From)
	default:
		return false
	}
}

// temporaryLoans are the indexes of loans that their own record tells the return of, and
// of these returns.
func temporaryLoans(events []Event) map[int]bool {
	out := map[int]bool{}
	loans := map[string][]int{}
	for i, e := range events {
		iri := e.Activity.IRI()
		switch e.Kind {
		case Loan:
			loans[iri] = append(loans[iri], i)
		case Return:
			for _, l := range loans[iri][max(0, len(loans[iri])-maxNear):] {
				if share(events[l].From, e.To) {
					out[l], out[i] = true, true
				}
			}
		}
	}
	return out
}
