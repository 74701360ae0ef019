// Package page writes the HTML that people see: the page of an entity, the
// front page, lists and error pages. A page is one valid HTML document
// (https://html.spec.whatwg.org/) that needs nothing but itself: no script, no
// image and no font from elsewhere. Every text in it is escaped by
// html/template.
//
// The package knows graphs, and neither the store nor HTTP; the caller says
// where an IRI leads.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
)

//go:embed templates
var files embed.FS

// Pages holds the templates, parsed.
type Pages struct {
	set    *template.Template
	policy string
}

// New parses the templates.
func New() (*Pages, error) {
	style, err := files.ReadFile("templates/style.css")
	if err != nil {
		return nil, fmt.Errorf("read the style sheet: %w", err)
	}
	css := strings.TrimSpace(string(style))
	functions := template.FuncMap{
		"style":     func() template.CSS { return template.CSS(css) },
		"mediatype": mediaType,
	}
	set, err := template.New("").Funcs(functions).ParseFS(files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("parse the page templates: %w", err)
	}
	sum := sha256.Sum256([]byte(css))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	return &Pages{set: set, policy: policy}, nil
}

// Policy is the Content-Security-Policy that the pages keep.
func (p *Pages) Policy() string { return p.policy }

// Frame is what every page shows around its subject.
type Frame struct {
	// Site is the name of the service.
	Site string
	// Home is where the front page is.
	Home string
	// Title is the page's own title.
	Title string
	// Links are the link elements of the head.
	Links []Link
	// Head is what programs read.
	Head Head
}

// Link is a link with what the target is; Rel and Lang, the language of the target,
// are used in the head only, Class, which names a class, in lists only.
type Link struct{ Rel, Href, Type, Title, Lang, Class string }

// Search is a form to search with.
type Search struct {
	// Action is where the form leads; it takes the words as q.
	Action string
	// Text is what was searched for.
	Text string
	// Filters go with the words; Only says what they are.
	Filters []Filter
	Only    string
}

// Filter is a parameter of a search.
type Filter struct{ Name, Value string }

// Entity is the page of one entity.
type Entity struct {
	Frame
	// IRI is the entity's own URI.
	IRI string
	// Classes are the names of its classes.
	Classes []string
	// Rows are its properties; see Describe.
	Rows []Row
	// LinkedFrom are the lists of the entities whose records refer to it.
	LinkedFrom []Counted
	// Formats are its other representations.
	Formats []Link
	// Modified is when it was last changed, as a person reads it.
	Modified string
}

// Counted is a link to a list of so many entities, 0 where nobody has counted
// them.
type Counted struct {
	Link
	Count uint64
}

// Home is the front page.
type Home struct {
	Frame
	// Entities is the number of entities under Base, Others that of all further
	// ones, and Bases some of their bases.
	Entities, Others uint64
	Base             string
	Bases            []BaseCount
	Classes          []Count
	// Endpoints lead to lists of entities.
	Endpoints []Link
	// Formats are the representations there can be.
	Formats []Format
	// Example is the URL of some entity, empty when there is none.
	Example string
	// Services are the service's own addresses.
	Services []Link
	// Search is nil where nothing can be searched.
	Search *Search
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
	// Search is nil where nothing can be searched.
	Search *Search
	// About says how many items there are; it may be empty.
	About string
	Items []Link
	// First, Previous, Next and Last lead to other pages, where there are any.
	First, Previous, Next, Last string
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

// Quads is a page of quads.
type Quads struct {
	Frame
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
	Detail string
	// Fixes are what the reader can do.
	Fixes []string
	// Available are other representations to choose from.
	Available []Link
	// Request is the id of the request.
	Request string
}

// WriteEntity writes the page of an entity.
func (p *Pages) WriteEntity(w io.Writer, e Entity) error { return p.write(w, "entity.html", e) }

// WriteHome writes the front page.
func (p *Pages) WriteHome(w io.Writer, h Home) error { return p.write(w, "home.html", h) }

// WriteList writes a list.
func (p *Pages) WriteList(w io.Writer, l List) error { return p.write(w, "list.html", l) }

// WriteFeed writes a page of the change feed.
func (p *Pages) WriteFeed(w io.Writer, f Feed) error { return p.write(w, "feed.html", f) }

// WriteQuads writes a page of quads.
func (p *Pages) WriteQuads(w io.Writer, q Quads) error { return p.write(w, "quads.html", q) }

// WriteProblem writes an error page.
func (p *Pages) WriteProblem(w io.Writer, e Problem) error { return p.write(w, "problem.html", e) }

func (p *Pages) write(w io.Writer, name string, data any) error {
	if err := p.set.ExecuteTemplate(w, name, data); err != nil {
		return fmt.Errorf("write the page %s: %w", name, err)
	}
	return nil
}

// mediaType writes a type attribute the way that Linked Art prints it, with the
// profile in double quotes, for readers that look for just that.
func mediaType(s string) template.HTMLAttr {
	if s == "" {
		return ""
	}
	quoted := template.HTMLEscapeString(s)
	if !strings.ContainsAny(s, "'<>&") {
		quoted = s
	}
	return template.HTMLAttr(" type='" + quoted + "'")
}

// LinkTitle is the name of a link in words: "Person born at place" of
// personBornAtPlace.
func LinkTitle(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			b.WriteRune(unicode.ToUpper(r))
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
