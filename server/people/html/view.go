package html

// Entity is the page of one entity.
type Entity struct {
	Frame
	// IRI is the entity's own URI.
	IRI string
	// Classes are the names of its classes.
	Classes []string
	// Record leads to the page of the entity.
	Record string
	// Rows are its properties; see Describe.
	Rows []Row
	// LinkedFrom are the lists of the entities whose records refer to it.
	LinkedFrom []Counted
	// Formats are its other representations.
	Formats []Link
	// Modified is when it was last changed, as a person reads it.
	Modified string
}

// Counted is a link to a list of so many entities, 0 where they are not
// counted.
type Counted struct {
	Link
	Count uint64
}

// Count is a number of entities of one class.
type Count struct {
	Class string
	Count uint64
}

// BaseCount is a number of entities under one base.
type BaseCount struct {
	Base  string
	Count uint64
}

// Format is a row in the table of representations.
type Format struct{ Title, Name, Type, Suffix string }

// List is one page of a list of links.
type List struct {
	Frame
	// About says how many items there are; it may be empty.
	About string
	Items []Link
	Pager
}

// Feed is a page of the change feed, or the collection of them where it has
// no rows.
type Feed struct {
	Frame
	// Total is the number of all changes.
	Total uint64
	Rows  []Change
	// First, Prev, Next and Last lead to other pages, where there are any.
	First, Prev, Next, Last string
	// Rights is the URI of the licence.
	Rights string
}

// Change is a row of the change feed.
type Change struct {
	// Time is the time in UTC, What the kind of change, Class the entity's.
	Time, What, Class string
	// Href leads to the entity, whose URI is IRI.
	Href, IRI string
}

// Fragment is a page of quads.
type Fragment struct {
	Frame
	// Introduction says what the page shows.
	Introduction string
	// About says how many there are; it may be empty.
	About string
	// Rows have a subject, a predicate, an object and a graph.
	Rows [][]Link
	// First and Next lead to other pages, where there are any.
	First, Next string
}

// Problem is an error page.
type Problem struct {
	Frame
	Status int
	Detail Part
	// Fixes are what the reader can do.
	Fixes []Part
	// Available are other representations to choose from.
	Available []Link
	// Instead is the address of what the reader may have meant, empty for none.
	Instead string
	// Request is the id of the request.
	Request string
}

// Query is the page where queries are written and their results looked at.
type Query struct {
	Frame
	// Action is where the form leads; it takes the query as the parameter query. With
	// explain=1 it shows the plan.
	Action string
	// Text is the query; Lines is how many lines the field shows.
	Text  string
	Lines int
	// Fault says what is wrong with the query, nil where it was answered.
	Fault *Fault
	// Warnings are likely to be mistakes in a query that was answered.
	Warnings []Fault
	// Answered tells that there is an answer, which About describes: how many results
	// there are, and whether all are shown.
	Answered bool
	About    string
	// Columns are the names of the variables, Rows the solutions in the same order. A
	// place that is unbound has no text.
	Columns []string
	Rows    [][]Cell
	// Bars are how long the bars beside the rows are, in percent; empty for none. Line is a chart
	// above them, nil for none.
	Bars []string
	Line *Line
	// Plan is the plan of the query as text, where that was asked for.
	Plan string
	// Map shows the geometries among the results; nil where there is none.
	Map *Map
	// Downloads are the forms of the answer, Examples queries to begin with.
	Downloads []Download
	Examples  []Link
	// Context is the address of the JSON-LD context whose terms the field suggests, and Names that
	// of the suggestions of entities, by the Reconciliation Service API; empty for none.
	Context, Names string
	// Classes are those of the records, with links to queries for their properties.
	Classes []KindCount
	// Endpoint is the URI for clients.
	Endpoint string
	// Saved is what the page of a query that the operator keeps has in place of a field for the
	// text; nil for another query.
	Saved *SavedQuery
}

// Cell is a term in the table of a query, with the address of a small picture where it is one of
// the service's own.
type Cell struct {
	Link
	Picture string
}

// Line is a chart of a line: its points in the coordinates of SVG, in an area of LineWidth and
// LineHeight, and what stands at its ends.
type Line struct{ Points, First, Last string }

// The size of a chart of a line.
const (
	LineWidth  = 600
	LineHeight = 150
)

// SavedQuery is a query that the operator keeps.
type SavedQuery struct {
	Description string
	Fields      []QueryField
}

// QueryField is a field for a parameter of a query. Type is that of an input of HTML; with choices
// one of them is selected.
type QueryField struct {
	Name, Title, Value, Type string
	Choices                  []string
}

// Download is a form of an answer, and the name of the file that a browser makes of it.
type Download struct {
	Link
	File string
}

// Fault is what is wrong with a query. Line and Column count from 1; 0 for no place.
type Fault struct {
	Text         Part
	Line, Column int
}
