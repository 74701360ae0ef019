package provenance

import "vitrine/linkedart/reading"

// Event is something that happened to the object: a transfer with the moves and payments
// that belong to it, or a move, a find, an exhibition.
type Event struct {
	Kind Kind
	// Kinds are the classifications that say so in the record's own words.
	Kinds []reading.Node
	// Activity is the root of the record of the event. Parts are the parts of
	// it that the event is made of, none where it is the activity itself.
	Activity reading.Node
	Parts    []reading.Node

	// Things are the objects and sets that it happened to.
	Things []reading.Node

	// Title means that the ownership passed, Custody that the custody did.
	Title, Custody bool
	// From and To are the parties that it passed between. None means that the record
	// names none.
	From, To []Party
	// CustodyFrom and CustodyTo are those that the custody passed between, where it did:
	// with the ownership they may be others, or not be named.
	CustodyFrom, CustodyTo []Party
	// By are those who carried it out, Others those who took part otherwise.
	By, Others []Party

	// Span is when it was: of the part, or else of the activity or of what that is part
	// of. It is zero where nothing says when.
	Span reading.TimeSpan
	// Places are where it was, Legs the ways that the object went.
	Places []reading.Node
	Legs   []Leg
	Prices []Price
	// Lots are the lot numbers. Within are what the activity was part of, such as an
	// auction, and Because what caused or influenced it.
	Lots            []reading.Name
	Within, Because []reading.Node

	// Texts are what the museum's own text of the provenance says of the activity, at the
	// first of its events. Notes are what else is written about it, and Sources the texts
	// that mention it.
	Texts   []reading.Name
	Notes   []reading.Name
	Sources []reading.Node

	// Promised means that it was only promised.
	Promised  bool
	Certainty Certainty
	// Placed is how its place in the history is known.
	Placed Placement
}

// Leg is a way that an object went. A zero Node is a place that is not named.
type Leg struct{ From, To reading.Node }

// Price is what was paid.
type Price struct {
	Payment  reading.Node
	Amounts  []reading.Amount
	From, To []Party
	// Shared means that it was paid for more than this object.
	Shared bool
}

// Transfers reports whether the object changed hands.
func (e Event) Transfers() bool { return e.Title || e.Custody }

// Placement is how the place of an event in a history is known.
type Placement uint8

// The placements.
const (
	// Dated is by its time span.
	Dated Placement = iota
	// Related is by what the records say that it was before or after.
	Related
	// Unplaced is not known at all: the event is at the end.
	Unplaced
)

// lotNumber is the classification of an identifier that is one (Getty AAT).
const lotNumber = "http://vocab.getty.edu/aat/300404628"

func lotsOf(n reading.Node) []reading.Name {
	var out []reading.Name
	for _, id := range n.Identifiers() {
		for _, kind := range id.Kinds {
			if aat(kind.IRI()) == lotNumber || word(kind.Label()) == "lot number" {
				out = append(out, id)
				break
			}
		}
	}
	return out
}

// sourcesOf are the texts that refer to a node and are records of their own.
func sourcesOf(n reading.Node) []reading.Node {
	var out []reading.Node
	for _, p := range []reading.Property{reading.ReferredToBy, reading.SubjectOf} {
		for _, text := range n.Nodes(p) {
			if text.IRI() != "" && len(text.Literals(reading.Content)) == 0 {
				out = append(out, text)
			}
		}
	}
	return out
}
