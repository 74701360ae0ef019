package provenance

// verbs say what happened, by who is known to have taken part: the one that the object
// went from, and the one that it went to, in this order.
type verbs struct {
	// both, from and to name those who are known; none names neither. A form that is empty
	// is said as the one of fewer.
	both, from, to, none Key
	// next and lost go on from a statement that ends with the one whom the object went
	// from: with the one that it went to, and with no one known.
	next, lost Key
	// name is the kind by itself.
	name Key
	// giver names the one that the object went from, and says nothing of the other, where
	// from says that the other is not known.
	giver Key
}

// spoken are the verbs of each kind of event. The kinds of events at which nothing
// changes hands name those who carried them out as from.
var spoken = map[Kind]verbs{
	Sale: {"Sold by %s to %s", "Sold by %s to an unknown buyer", "Bought by %s", "Sold",
		"Sold to %s", "Sold to an unknown buyer", "Sale", "Sold by %s"},
	Auction: {"Auctioned by %s to %s", "Auctioned by %s", "Bought at auction by %s", "Auctioned",
		"Sold at auction to %s", "Sold at auction to an unknown buyer", "Auction", ""},
	Gift: {"Given by %s to %s", "Given by %s to an unknown recipient", "Given to %s", "Given away",
		"Given to %s", "Given to an unknown recipient", "Gift", "Given by %s"},
	Bequest: {"Bequeathed by %s to %s", "Bequeathed by %s to an unknown heir", "Bequeathed to %s", "Bequeathed",
		"Bequeathed to %s", "Bequeathed to an unknown heir", "Bequest", "Bequeathed by %s"},
	Inheritance: {"Inherited from %s by %s", "Inherited from %s by an unknown heir", "Inherited by %s", "Inherited",
		"Inherited by %s", "Inherited by an unknown heir", "Inheritance", "Inherited from %s"},
	Exchange: {"Exchanged by %s with %s", "Exchanged by %s with an unknown party", "Acquired in exchange by %s", "Exchanged",
		"Exchanged with %s", "Exchanged with an unknown party", "Exchange", "Exchanged by %s"},
	Commission: {"Commissioned from %s by %s", "Commissioned from %s", "Commissioned by %s", "Commissioned",
		"Commissioned by %s", "Commissioned", "Commission", ""},
	Loan: {"Lent by %s to %s", "Lent by %s to an unknown borrower", "Lent to %s", "Lent",
		"Lent to %s", "Lent to an unknown borrower", "Loan", "Lent by %s"},
	Return: {"Returned by %s to %s", "Returned by %s", "Returned to %s", "Returned",
		"Returned to %s", "Returned", "Return", ""},
	Restitution: {"Restituted by %s to %s", "Restituted by %s", "Restituted to %s", "Restituted",
		"Restituted to %s", "Restituted", "Restitution", ""},
	Theft: {"Stolen from %s by %s", "Stolen from %s", "Stolen by %s", "Stolen",
		"Stolen by %s", "Stolen", "Theft", ""},
	Looting: {"Looted from %s by %s", "Looted from %s", "Looted by %s", "Looted",
		"Looted by %s", "Looted", "Looting", ""},
	Seizure: {"Seized from %s by %s", "Seized from %s", "Seized by %s", "Seized",
		"Seized by %s", "Seized", "Seizure", ""},
	Surrender: {"Surrendered by %s to %s", "Surrendered by %s", "Surrendered to %s", "Surrendered",
		"Surrendered to %s", "Surrendered", "Surrender", ""},
	Loss:      {from: "Lost by %s", none: "Lost", lost: "Lost", name: "Loss"},
	Find:      {from: "Found by %s", none: "Found", name: "Find"},
	Inventory: {from: "Inventoried by %s", none: "Inventoried", name: "Inventory"},
	Promise: {"Promised by %s to %s", "Promised by %s", "Promised to %s", "Promised",
		"Promised to %s", "Promised", "Promise", ""},
	Exhibition:  {from: "Exhibited by %s", none: "Exhibited", name: "Exhibition"},
	Publication: {from: "Published by %s", none: "Published", name: "Publication"},
	Treatment:   {from: "Treated by %s", none: "Treated", name: "Conservation treatment"},
	Storage:     {from: "Stored by %s", none: "Stored", name: "Storage"},
	Acquisition: {"Passed from %s to %s", "Passed from %s to an unknown owner", "Acquired by %s", "Changed owner",
		"Passed to %s", "Passed to an unknown owner", "Change of ownership", "Passed on by %s"},
	Transfer: {"Passed from %s to %s", "Passed from %s to an unknown owner", "Acquired by %s", "Changed owner",
		"Passed to %s", "Passed to an unknown owner", "Transfer", "Passed on by %s"},
	Custody: {"Handed over by %s to %s", "Handed over by %s", "Handed over to %s", "Handed over",
		"Handed over to %s", "Handed over", "Change of custody", ""},
	Move:        {"Moved from %s to %s", "Moved from %s", "Moved to %s", "Moved", "", "", "Move", ""},
	Right:       {from: "Rights agreed by %s", none: "Rights agreed", name: "Agreement on rights"},
	Payment:     {from: "Paid by %s", none: "Paid", name: "Payment"},
	Destruction: {from: "Destroyed by %s", none: "Destroyed", name: "Destruction"},
	Removal:     {from: "Removed by %s", none: "Removed", name: "Removal"},
	Attribution: {from: "Attributed by %s", none: "Attributed", name: "Attribution"},
}

// Name is what a kind is called by itself, "" for one that has no name.
func (k Kind) Name() Key { return spoken[k].name }
