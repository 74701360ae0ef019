package site

import (
	"context"
	"net/http"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/server/data/criteria"
	"vitrine/server/data/represent"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
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
	// Maker makes the representations of entities.
	Maker Maker
	// Compress codes a body.
	Compress func(coding string, body []byte) ([]byte, error)
	// Slot waits for a place to make a document, and bounds the time for it.
	Slot Slot
	// Words call the classes in addresses.
	Words i18n.Vocabulary
	// Navigation leads to the lists of entities.
	Navigation *Navigation
	// Searches tells whether pages have a field to search, and Suggests whether it
	// suggests names.
	Searches, Suggests bool
}

// Slot waits for a place to do work for a request. The work ends with the context, and
// done gives the place back.
type Slot func(context.Context) (ctx context.Context, done func(), err error)

// Maker is what is asked of the maker of representations; *represent.Maker does it.
type Maker interface {
	// View follows the log of the store for a request.
	View(context.Context) (represent.View, error)
	// Language is the language of a page for the request.
	Language(*http.Request) (represent.Language, error)
	// Codings are the content codings that the client takes, the best one first.
	Codings(http.Header) ([]string, error)
}

// Reader is the one who asked for a page: the words of its language, and the request.
type Reader struct {
	Words   *i18n.Wording
	Request *http.Request
	// At is the entry of the log that was followed for the request.
	At uint64
}

// Reader returns who asked.
func (s *Site) Reader(r *http.Request, view represent.View) Reader {
	return Reader{s.Wording(r), r, view.At()}
}

// Language is the language of a page for the request, English where Accept-Language
// cannot be read.
func (s *Site) Language(r *http.Request) represent.Language {
	l, _ := s.Maker.Language(r)
	return l
}

// Wording are the words of a page for the request.
func (s *Site) Wording(r *http.Request) *i18n.Wording { return s.Language(r).Wording }

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
