package svgmap

import "html/template"

// Request is what a map shows.
type Request struct {
	// ID begins the ids of the drawing, which have to differ on a page: letters, digits
	// and hyphens.
	ID string
	// Title and Description say what the map shows, in the language of the page.
	Title, Description string
	// Language is that of the names of countries, such as "nl"; English where it is not
	// known.
	Language string
	Marks    []Mark
	// Joined returns where clusters that are drawn as one lead together, by their indexes among
	// the marks; nil for nowhere. The addresses of the marks have to tell it apart from others.
	Joined func(marks []int) string
}

// Kind is what a mark is on the map.
type Kind int

// The kinds of mark.
const (
	// Place is what the map is about.
	Place Kind = iota
	// Neighbour is drawn if it is in the picture.
	Neighbour
	// Stop is a place on a journey; the stops are joined in their order and numbered from
	// 1, those that cannot be drawn as well.
	Stop
	// Cluster is a place that is counted; those close together are drawn as one.
	Cluster
)

// Mark is a place on the map.
type Mark struct {
	Kind Kind
	// Geometry is its geometry as Well-Known Text.
	Geometry string
	// Label is its name, Lang the language of that, "" where it is not known or that of
	// the page.
	Label, Lang string
	// Href is where the mark leads, empty for nowhere. Only addresses of the schemes http
	// and https, and those without a scheme, are linked.
	Href string
	// Count is that of a cluster, and Others how many places it stands for besides that of the
	// label.
	Count  uint64
	Others int
}

// Drawing is a map.
type Drawing struct {
	// HTML is the map, in a div; empty where nothing can be drawn.
	HTML template.HTML
	// Omissions are what is not drawn, or not all of it, in the order of the marks.
	// A neighbour outside the picture is none.
	Omissions []Omission
}

// Omission is a mark that is not drawn as its geometry says.
type Omission struct {
	// Mark is its index in the request.
	Mark   int
	Reason Reason
}

// Reason is why a mark is not drawn, or not all of it.
type Reason int

// The reasons.
const (
	// Unreadable is a geometry that is no Well-Known Text.
	Unreadable Reason = iota + 1
	// Empty is a geometry without coordinates.
	Empty
	// OutOfRange is a geometry of which a part has coordinates that are none on earth;
	// the other parts are drawn.
	OutOfRange
	// TooLarge is a geometry beyond the limits; of one with too many parts the largest are
	// drawn.
	TooLarge
	// TooMany is a mark beyond those that are drawn.
	TooMany
)
