package html

import (
	"bytes"
	"encoding/json"
	"html/template"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"vitrine/server/people/i18n"
)

// Page is a page: a pointer to a type that a Frame is embedded in, which has the name of its template.
type Page interface {
	frame() *Frame
	template() string
}

func (f *Frame) frame() *Frame { return f }

// Preview is the cards of a list alone, as a page for a frame of another page.
type Preview struct{ Results }

func (*Record) template() string       { return "record.html" }
func (*Entity) template() string       { return "entity.html" }
func (*Overview) template() string     { return "overview.html" }
func (*About) template() string        { return "about.html" }
func (*Results) template() string      { return "results.html" }
func (*Preview) template() string      { return "preview.html" }
func (*List) template() string         { return "list.html" }
func (*Feed) template() string         { return "feed.html" }
func (*History) template() string      { return "history.html" }
func (*Differences) template() string  { return "differences.html" }
func (*Fragment) template() string     { return "fragment.html" }
func (*Query) template() string        { return "query.html" }
func (*ImportStart) template() string  { return "importstart.html" }
func (*ImportFile) template() string   { return "importfile.html" }
func (*ImportReport) template() string { return "importreport.html" }
func (*EditStart) template() string    { return "editstart.html" }
func (*Edit) template() string         { return "edit.html" }
func (*EditPreview) template() string  { return "editpreview.html" }
func (*Problem) template() string      { return "problem.html" }

// Frame is what every page shows around its subject.
type Frame struct {
	// Site is the name of the service.
	Site string
	// Home is where the front page is.
	Home string
	// Title is the page's own title, in TitleLang, "" where that is the language of the
	// page or not known.
	Title, TitleLang string
	// Which says which page of a list this is, for its title alone: "Page 2 of 5"; empty for
	// the first.
	Which string
	// Wording is the language of the page; English where it is nil.
	Wording *i18n.Wording
	// Languages are those that the page can be had in.
	Languages []Language
	// Carried tells that the language was asked for with the parameter lang, which the
	// links to other pages then have too.
	Carried bool
	// Navigation leads to the main pages of the service.
	Navigation []Link
	// More are those that are folded.
	More []Link
	// Search is the form in the header; nil where nothing can be searched.
	Search *Search
	// Footer are the links at the end of the page.
	Footer []Link
	// Links are the link elements of the head.
	Links []Link
	// Head is what programs read.
	Head Head
	// ImageHosts are the hosts of the pictures on the page, for Policy.
	ImageHosts []string
	// Viewer tells that there are pictures on the page that its script enlarges, and
	// ServiceHosts are the hosts of image services that it asks what they do, for Policy.
	Viewer       bool
	ServiceHosts []string
	// Map tells that there is a map on the page, which needs its script.
	Map bool
	// Editor tells that there is a field for queries or for JSON on the page, which needs its script, and
	// Import that the page is one of an import, which has a style sheet of its own.
	Editor, Import bool
}

// Language is a language that a page can be had in.
type Language struct {
	// Tag is the BCP 47 tag, Name the language's own name for itself.
	Tag, Name string
	// Locale is the language with a country, as Open Graph has it: "nl_NL".
	Locale string
	// Href is the address of the page in the language.
	Href    string
	Current bool
}

// Link is a link with what the target is; Rel and Lang, the language of the target,
// are used in the head only, Class, which names a class, in lists only.
type Link struct{ Rel, Href, Type, Title, Lang, Class string }

// Search is a form to search with.
type Search struct {
	// Action is where the form leads; it takes the words as q.
	Action string
	// Suggest is where suggestions come from while somebody types; empty for nowhere.
	Suggest string
	// Text is what was searched for.
	Text string
	// Filters go with the words; Only says what they are.
	Filters []Filter
	Only    string
}

// Everything leads to the search without the filters.
func (s *Search) Everything() string { return s.Action + "?q=" + url.QueryEscape(s.Text) }

// Filter is a parameter of a search.
type Filter struct{ Name, Value string }

// locale is a language of the templates, whose links carry it on or do not.
type locale struct {
	tag     language.Tag
	carried bool
}

// Head is what the head of a page tells programs: search engines, and those that show a
// card where somebody has pasted a link. A part that is empty is not written.
type Head struct {
	// Description says in a sentence or two what the page shows.
	Description string
	// URL is the address that the page is known by, as a full URL.
	URL string
	// Kind is the type of Open Graph (https://ogp.me/#types), such as "website".
	Kind string
	// Image is the full URL of a picture of what the page shows, and ImageAlt what is to
	// be seen in it.
	Image, ImageAlt string
	// Locale is the language of the page, such as "en_GB", and OtherLocales are those
	// that it can be had in as well.
	Locale       string
	OtherLocales []string
	// Citation are the names and contents of the citation_* elements.
	Citation [][2]string
	// Data describes the page's subject in the vocabulary of schema.org, as JSON-LD.
	Data json.RawMessage
}

// structured is what programs read of the subject of the page, as JSON-LD. Nothing in it can
// end the element: characters that mean something in HTML are escaped as in JSON.
func structured(data json.RawMessage) template.HTML {
	if len(data) == 0 || !json.Valid(data) {
		return ""
	}
	var b bytes.Buffer
	json.HTMLEscape(&b, data)
	return template.HTML(`<script type="application/ld+json">` + b.String() + "</script>\n")
}

// maxDescription is how many characters of a description the head has: about what search
// engines show of it.
const maxDescription = 160

// shortened cuts a description to maxDescription characters, at the end of a word where one
// ends in its second half.
func shortened(text string) string {
	if utf8.RuneCountInString(text) <= maxDescription {
		return text
	}
	runes := []rune(text)[:maxDescription-1]
	cut := string(runes)
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.") + "…"
}
