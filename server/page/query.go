package page

import "io"

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
	// Answered tells that there is an answer, which About tells of: how many results
	// there are, and whether all are shown.
	Answered bool
	About    string
	// Columns are the names of the variables, Rows the solutions in the same order. A
	// place that is unbound has no text.
	Columns []string
	Rows    [][]Link
	// Plan is the plan of the query as text, where that was asked for.
	Plan string
	// Map shows the geometries among the results; nil where there is none.
	Map *Map
	// Downloads are the forms of the answer, Examples queries to begin with.
	Downloads, Examples []Link
	// Endpoint is the URI for clients.
	Endpoint string
}

// Fault is what is wrong with a query. Line and Column count from 1; 0 for no place.
type Fault struct {
	Text         Part
	Line, Column int
}

// WriteQuery writes a page of a query.
func (p *Pages) WriteQuery(w io.Writer, q Query) error { return p.write(w, "query.html", &q) }
