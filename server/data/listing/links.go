package listing

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/collection"
	"vitrine/server/data/resource"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/results"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// FollowLink answers with the list of the entities that a link leads to from the
// one that the parameter of names.
func (s *Lists) FollowLink(x *respond.Exchange, r *http.Request) error {
	_, name, _ := strings.Cut(r.URL.Path, "/"+address.Reserved+"/"+address.Links)
	l, ok := s.Links.Link(name)
	if !ok {
		return &respond.Error{Type: respond.NotFound, Detail: "There is no link of this name."}
	}
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	d, err := view.ByID(r.Context(), "of", r.URL.Query().Get("of"))
	if err != nil {
		return err
	}
	if !l.Applies(d.Classes) {
		return &respond.Error{Type: respond.NotFound, Detail: "Descriptions of this class have no such link."}
	}
	list, err := s.linkListing(r, l, d)
	if errors.Is(err, links.ErrTooMany) {
		return &respond.Error{Type: respond.TooLarge, Err: err, Detail: "This link leads to more descriptions, by way of others, than the service can list."}
	}
	if err != nil {
		return err
	}
	list.view, list.reader = view, s.Site.Reader(r, view.At())
	if err := s.headLinks(r, &list, l, d.IRI); err != nil {
		return err
	}
	return s.sendListing(x, r, list)
}

// headLinks adds what people see of the list of a Link: a heading in their language, and
// the facets of the members of a set.
func (s *Lists) headLinks(r *http.Request, list *listing, l *links.Link, iri string) error {
	if !site.PrefersHTML(r) {
		return nil
	}
	of, err := s.Describer.Name(r.Context(), list.reader.At, iri, list.reader.Words)
	if err != nil {
		return err
	}
	list.Headed = func(w *i18n.Wording) string {
		if text := w.Link(l.Name); text != "" {
			return text + ": " + of.Text
		}
		return list.Title
	}
	switch l.Name {
	case "entityMemberOfSet":
		return s.facetList(r, list, url.Values{"member_of": {iri}})
	case "objectMemberOfSet":
		return s.facetList(r, list, url.Values{"member_of": {iri}, "class": {"HumanMadeObject"}})
	}
	return nil
}

// linkListing is the list of a link, with the names of the page that is asked
// for.
func (s *Lists) linkListing(r *http.Request, l *links.Link, d *resource.Resource) (listing, error) {
	name, err := graph.IRI(d.IRI)
	if err != nil {
		return listing{}, err
	}
	label, err := s.title(r.Context(), name)
	if err != nil {
		return listing{}, err
	}
	list := listing{List: results.List{List: s.LinkList(l, d.IRI), Title: html.LinkTitle(l.Name) + ": " + label}}
	list.Label = collection.English(list.Title)
	number, _, err := list.number(r)
	if err != nil {
		number = 1 // sendListing tells, and needs the total for it
	}
	skip := uint64(math.MaxUint64)
	if number-1 <= math.MaxUint64/list.Size {
		skip = (number - 1) * list.Size
	}
	var names []rdf.IRI
	names, list.Total, err = s.Linked(r.Context(), l, name, skip, int(list.Size))
	list.Names = func(context.Context, uint64, uint64) ([]rdf.IRI, error) { return names, nil }
	return list, err
}

// Linked returns the entities that a link leads to from one, at most limit after the first skip,
// and the number of all. The error wraps that of links.Table.Items.
func (s *Lists) Linked(ctx context.Context, l *links.Link, of rdf.IRI, skip uint64, limit int) ([]rdf.IRI, uint64, error) {
	ctx, done, err := s.Site.Slot(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer done()
	return s.Links.Items(ctx, s.Store, l, of, skip, limit)
}
