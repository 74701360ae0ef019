package html

// History is the page of the versions of an entity.
type History struct {
	Frame
	// Of leads to the entity.
	Of   string
	Rows []Version
	// Older and Newest lead to the page of older versions and to that of the newest, "" for none.
	Older, Newest string
}

// Version is a version of an entity in a list.
type Version struct {
	// When and What say when what kind of change made it; Who made it and Why, "" where that is not
	// known.
	When, What, Who, Why string
	// Href leads to the state, "" for a deletion. Differences leads to what is other than in the
	// state before, "" where there is none.
	Href, Differences string
}

// Versions are the newest versions of an entity on its page, with the page of all.
type Versions struct {
	Rows []Version
	All  string
}

// Memento says that a page shows an entity as it was: since When, where its present page and its
// history are, and where it is restored, "" for nowhere.
type Memento struct{ When, Present, History, Restore string }

// Differences is the page of what is other in one state of an entity than in another.
type Differences struct {
	Frame
	// Of leads to the entity, History to its versions, and From and To to the states, whose titles
	// are their times.
	Of, History string
	From, To    Link
	Changed     []Difference
	// Removed and Added are how many triples only the older or the newer state has.
	Removed, Added uint64
	// Formats are other forms of the same.
	Formats []Link
}

// Difference is a value that changed: What it is, and what it was Before and is After; one of them
// is empty for a value that was added or removed.
type Difference struct{ What, Before, After string }
