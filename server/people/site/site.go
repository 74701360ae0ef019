package site

import (
	"context"
	"net/http"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/server/data/criteria"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Site is what every page and document is made with. Its fields are set before its first
// request and never change.
type Site struct {
	// Title is the name of the service.
	Title     string
	Mapper    address.Mapper
	Proxies   respond.Proxies
	Languages *i18n.Languages
	Pages     *html.Pages
	// Log is followed once a request.
	Log interface {
		Follow(context.Context) (at uint64, err error)
	}
	// Compressor applies content codings.
	Compressor *respond.Compressor
	// Slot waits for a place to make a document, and bounds the time for it.
	Slot Slot
	// Words call the classes in addresses.
	Words i18n.Vocabulary
	// Navigation leads to the lists of entities.
	Navigation *Navigation
	// Searches tells whether pages have a field to search, and Suggests whether it
	// suggests names.
	Searches, Suggests bool

	// accepted are the languages that values of Accept-Language ask for, by their places in tags.
	accepted *contentneg.Cache[int]
	// tags are those of the languages in lower case, for package contentneg.
	tags []string
}

// Prepare makes what a site has beside its fields.
func (s *Site) Prepare() {
	for _, code := range s.Languages.Codes() {
		s.tags = append(s.tags, strings.ToLower(code))
	}
	s.accepted = contentneg.NewCache[int]()
}

// Slot waits for a place to do work for a request. The work ends with the context, and
// done gives the place back.
type Slot func(context.Context) (ctx context.Context, done func(), err error)

// Reader is the one who asked for a page: the words of its language, and the request.
type Reader struct {
	Words   *i18n.Wording
	Request *http.Request
	// At is the entry of the log that was followed for the request.
	At uint64
}

// Reader returns who asked.
func (s *Site) Reader(r *http.Request, at uint64) Reader {
	return Reader{s.Wording(r), r, at}
}

// language is the language of a page for the request, English where Accept-Language cannot be
// read.
func (s *Site) language(r *http.Request) Language {
	l, _ := s.Language(r)
	return l
}

// Wording are the words of a page for the request.
func (s *Site) Wording(r *http.Request) *i18n.Wording { return s.language(r).Wording }

// SearchForm is the form on a page; nil where nothing can be searched.
func (s *Site) SearchForm(c criteria.Criteria) *html.Search {
	if !s.Searches {
		return nil
	}
	form := &html.Search{Action: s.Mapper.Service(address.Search), Text: c.Text}
	for _, p := range c.Parameters() {
		form.Filters = append(form.Filters, html.Filter(p))
	}
	if s.Suggests {
		form.Suggest = s.Mapper.Service(address.Suggest)
	}
	return form
}

// Term is a term of a triple as people see it.
func (s *Site) Term(t rdf.Term) html.Link {
	iri, ok := t.(rdf.IRI)
	if !ok {
		return html.Link{Title: t.Serialize(rdf.NTriples)}
	}
	return html.Link{Title: iri.String(), Href: s.Mapper.Follow(iri.String())}
}

// Follow is Mapper.Follow, but for the service's own addresses as well.
func (s *Site) Follow(iri string) string {
	if rest, ok := strings.CutPrefix(iri, s.Mapper.ServiceURI("")); ok {
		return s.Mapper.Service(address.URI(rest))
	}
	return s.Mapper.Follow(iri)
}
