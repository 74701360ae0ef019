package listing

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/collection"
	"vitrine/server/data/resource"
	"vitrine/server/people/describe"
	"vitrine/server/people/i18n"
	"vitrine/server/people/results"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// maxMentions is how many statements that name an entity a list is made of.
const maxMentions = 50_000

// Mentions answers with the list of the records that name the entity of the parameter
// of anywhere, or by the property of the parameter by, in the order of their URIs.
func (s *Lists) Mentions(x *respond.Exchange, r *http.Request) error {
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	d, err := view.ByID(r.Context(), "of", r.URL.Query().Get("of"))
	if err != nil {
		return err
	}
	list, err := s.mentionListing(r, d)
	if err != nil {
		return err
	}
	list.view, list.reader = view, s.Site.Reader(r, view.At())
	if site.PrefersHTML(r) {
		of, err := s.Describer.Name(r.Context(), list.reader.At, d.IRI, list.reader.Words)
		if err != nil {
			return err
		}
		title := describe.MentionTitle(reading.Property(r.URL.Query().Get("by")))
		list.Headed = func(w *i18n.Wording) string { return w.Text(title) + ": " + of.Text }
	}
	return s.sendListing(x, r, list)
}

// mentionListing is the list of the records that name an entity.
func (s *Lists) mentionListing(r *http.Request, d *resource.Resource) (listing, error) {
	ctx, done, err := s.Site.Slot(r.Context())
	if err != nil {
		return listing{}, err
	}
	defer done()
	pattern, err := mentionPattern(d.IRI, r.URL.Query().Get("by"))
	if err != nil {
		return listing{}, err
	}
	names, err := s.mentioning(ctx, pattern)
	if err != nil {
		return listing{}, err
	}
	label, err := s.title(ctx, pattern.Object.(rdf.IRI))
	if err != nil {
		return listing{}, err
	}
	list := listing{List: results.List{List: collection.List{ID: s.MentionsOf(d.IRI, r.URL.Query().Get("by")), Size: PageSize, Total: uint64(len(names))}, Title: "Mentioned in: " + label}}
	list.Label = collection.English(list.Title)
	list.Names = func(_ context.Context, start, length uint64) ([]rdf.IRI, error) {
		start = min(start, uint64(len(names)))
		return names[start : start+min(length, uint64(len(names))-start)], nil
	}
	return list, nil
}

// MentionsOf is the URI of the list of the records that name an entity by a property, or by any
// where it is "".
func (s *Lists) MentionsOf(iri, by string) string {
	out := s.Site.Mapper.ServiceURI(address.Mentions) + "?of=" + url.QueryEscape(iri)
	if by != "" {
		out += "&by=" + url.QueryEscape(by)
	}
	return out
}

// mentionPattern matches the statements that name an entity by a property, or by any where
// it is "".
func mentionPattern(iri, by string) (rdfstore.Pattern, error) {
	name, err := graph.IRI(iri)
	if err != nil {
		return rdfstore.Pattern{}, err
	}
	pattern := rdfstore.Pattern{Object: name}
	if by != "" {
		property, err := graph.IRI(by)
		if err != nil {
			return rdfstore.Pattern{}, respond.BadParameter("by", "it is the absolute IRI of a property, percent-encoded")
		}
		pattern.Predicate = property
	}
	return pattern, nil
}

// mentioning are the records that have a statement of the pattern, but for the entity that
// it names.
func (s *Lists) mentioning(ctx context.Context, pattern rdfstore.Pattern) ([]rdf.IRI, error) {
	found := map[rdf.IRI]bool{}
	seen := 0
	for match, err := range s.Store.Match(ctx, pattern, "") {
		if err != nil {
			return nil, err
		}
		if seen++; seen > maxMentions {
			return nil, &respond.Error{Type: respond.TooLarge, Detail: "More statements name this entity than the service can list the records of. The statements are at " +
				s.Site.Mapper.Service("fragments") + " with the parameter object."}
		}
		if name, ok := match.Quad.Ctx.(rdf.IRI); ok && rdf.Object(name) != pattern.Object {
			found[name] = true
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b rdf.IRI) int { return cmp.Compare(a.String(), b.String()) }), nil
}
