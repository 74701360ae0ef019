package iiif

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	paging "vitrine/server/data/collection"
	"vitrine/server/data/resource"
	"vitrine/server/people/html"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Limits of collections. docs/protocols.md lists them.
const (
	// pageSize is how many members stand in one collection, and maxPages how many such
	// collections another one has.
	pageSize, maxPages = 100, 1000
	// maxUsed is how many objects and sets of an exhibition there are.
	maxUsed = 1000
)

// memberLinks lead to what the collections of sets and groups have.
var memberLinks = []string{
	"objectMemberOfSet", "workMemberOfSet", "setMemberOfSet",
	"objectOwnedByAgent", "objectProducedByAgent", "workCreatedByAgent", "workPublishedByAgent",
}

// collection is the collection of a set, a group or an exhibition: of its members that have
// manifests, or where there are many, of collections of them.
func (s *Service) collection(ctx context.Context, src resource.Source, pages []page) (collection, error) {
	about, err := s.about(ctx, src, pages, "Collection")
	c := collection{about: about, Items: []reference{}}
	if err != nil {
		return c, err
	}
	if p := pages[0].Pictures; len(p) > 0 {
		c.Thumbnail = s.thumbnail(p[0])
	}
	used, err := s.used(ctx, src)
	if err != nil {
		return c, err
	}
	c.Items = append(c.Items, used...)
	all, err := src.Links(ctx)
	if err != nil {
		return c, err
	}
	found := slices.DeleteFunc(slices.Clone(all), func(f links.Found) bool { return !slices.Contains(memberLinks, f.Link.Name) })
	if areFew(found) {
		return c, s.addMembers(ctx, src, found, &c)
	}
	for _, f := range found {
		if !f.Exact {
			if _, f.Count, err = s.Links.Items(ctx, s.Store, f.Link, src.Entity.Graph.Name, 0, 0); errors.Is(err, links.ErrTooMany) {
				return c, tooMany(pageSize*maxPages, err)
			} else if err != nil {
				return c, err
			}
		}
		label := s.linkLabel(f.Link)
		for first := uint64(0); first < f.Count; first += pageSize {
			c.Items = append(c.Items, reference{
				ID: s.membersURI(f.Link, src.Entity.Graph.Name, first/pageSize+1), Type: "Collection",
				Label: numbered(label, first+1, min(first+pageSize, f.Count)),
			})
			if len(c.Items) > maxPages {
				return c, tooMany(pageSize*maxPages, nil)
			}
		}
	}
	return c, nil
}

// areFew tells whether all that some links lead to has room in one collection.
func areFew(found []links.Found) bool {
	total := uint64(0)
	for _, f := range found {
		if total += f.Count; !f.Exact {
			return false
		}
	}
	return total <= pageSize
}

// addMembers adds what some links lead to, each once.
func (s *Service) addMembers(ctx context.Context, src resource.Source, found []links.Found, c *collection) error {
	for _, f := range found {
		items, _, err := s.members(ctx, src.At, f.Link, src.Entity.Graph.Name, 0)
		if err != nil {
			return err
		}
		for _, item := range items {
			if !slices.ContainsFunc(c.Items, func(other reference) bool { return other.ID == item.ID }) {
				c.Items = append(c.Items, item)
			}
		}
	}
	return nil
}

func tooMany(limit int, err error) error {
	return &respond.Error{Type: respond.TooLarge, Err: err, Detail: fmt.Sprintf("IIIF Presentation: this has more than the %d members that a collection lists. Search for some of them.", limit)}
}

// used are the objects and sets that an exhibition used.
func (s *Service) used(ctx context.Context, src resource.Source) ([]reference, error) {
	var names []rdf.IRI
	for _, n := range src.Read.Root().Nodes(reading.UsedSpecificObject) {
		if len(names) > maxUsed {
			return nil, tooMany(maxUsed, nil)
		}
		if name, err := graph.IRI(n.IRI()); err == nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return s.references(ctx, src.At, names)
}

// linkLabel is what a link leads to, in all languages.
func (s *Service) linkLabel(l *links.Link) languageMap {
	out := languageMap{}
	for _, w := range s.Site.Languages.List() {
		text := cmp.Or(w.Link(l.Name), html.LinkTitle(l.Name))
		out[w.Code()] = []string{text}
	}
	return out
}

// numbered is a label with the numbers of the members that it is of.
func numbered(label languageMap, first, last uint64) languageMap {
	out := languageMap{}
	for lang, texts := range label {
		out[lang] = []string{fmt.Sprintf("%s %d–%d", texts[0], first, last)}
	}
	return out
}

func (s *Service) membersURI(l *links.Link, name rdf.IRI, number uint64) string {
	return s.Site.Mapper.ServiceURI(address.IIIFMembers+l.Name) + "?of=" + url.QueryEscape(name.String()) + fmt.Sprintf("&page=%d", number)
}

// members are those that a link leads to, so many at most from one on.
func (s *Service) members(ctx context.Context, at uint64, l *links.Link, name rdf.IRI, skip uint64) ([]reference, uint64, error) {
	names, total, err := s.Links.Items(ctx, s.Store, l, name, skip, pageSize)
	if errors.Is(err, links.ErrTooMany) {
		return nil, 0, tooMany(pageSize*maxPages, err)
	}
	if err != nil {
		return nil, 0, err
	}
	items, err := s.references(ctx, at, names)
	return items, total, err
}

// MembersPage answers with one page of a collection: the members that a link leads to from the
// entity that the parameter of names.
func (s *Service) MembersPage(x *respond.Exchange, r *http.Request, link string) error {
	q := r.URL.Query()
	l, ok := s.link(link)
	number, numbered := paging.Number(q.Get("page"))
	if !ok || !numbered || number > maxPages {
		return &respond.Error{Type: respond.NotFound, Detail: "There is no such page of a IIIF collection."}
	}
	return s.send(x, r, func(ctx context.Context) (any, error) { return s.membersPage(ctx, l, q.Get("of"), number) })
}

func (s *Service) link(name string) (*links.Link, bool) {
	if s.Links == nil || !slices.Contains(memberLinks, name) {
		return nil, false
	}
	return s.Links.Link(name)
}

func (s *Service) membersPage(ctx context.Context, l *links.Link, of string, number uint64) (any, error) {
	view, err := s.Maker.View(ctx)
	if err != nil {
		return nil, err
	}
	d, err := view.ByID(ctx, "of", of)
	if err != nil {
		return nil, err
	}
	name, err := graph.IRI(d.IRI)
	if err != nil {
		return nil, err
	}
	first := (number - 1) * pageSize
	items, total, err := s.members(ctx, view.At(), l, name, first)
	if err != nil {
		return nil, err
	}
	if !l.Applies(d.Classes) || first >= total {
		return nil, &respond.Error{Type: respond.NotFound, Detail: "There is no such page of a IIIF collection."}
	}
	return collection{
		about: about{
			Context: presentation, ID: s.membersURI(l, name, number), Type: "Collection",
			Label:    numbered(s.linkLabel(l), first+1, min(first+pageSize, total)),
			Provider: s.provider(), PartOf: []reference{{ID: s.idOf(d.IRI), Type: "Collection"}},
		},
		Items: items,
	}, nil
}

// member is an entity as a collection names it.
type member struct {
	iri        string
	label      languageMap
	picture    *html.Picture
	collection bool
	// certain tells that its own record says that there is a manifest or a collection; otherwise
	// another record may have its picture.
	certain bool
}

// references are those of the entities with the names that have a manifest or a collection.
func (s *Service) references(ctx context.Context, at uint64, names []rdf.IRI) ([]reference, error) {
	members, err := s.described(ctx, at, names)
	if err != nil {
		return nil, err
	}
	out := make([]reference, 0, len(members))
	for _, m := range members {
		r := reference{ID: s.idOf(m.iri), Type: "Manifest", Label: m.label}
		if m.collection {
			r.Type = "Collection"
		}
		if m.picture != nil {
			r.Thumbnail = s.thumbnail(*m.picture)
		}
		out = append(out, r)
	}
	return out, nil
}

// described are the entities with the names that have a manifest or a collection, with their
// labels in all languages. One that went meanwhile is left out.
func (s *Service) described(ctx context.Context, at uint64, names []rdf.IRI) ([]member, error) {
	all, iris, err := s.candidates(ctx, names)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	languages := s.Site.Languages.List()
	cards, _, err := s.Describer.Cards(ctx, at, iris, languages[0])
	if err != nil {
		return nil, err
	}
	labels := make([][]html.Part, len(languages))
	for i, w := range languages {
		if labels[i], err = s.Describer.Names(ctx, at, iris, w); err != nil {
			return nil, err
		}
	}
	var out []member
	for i, m := range all {
		if m.picture = cards[i].Picture; m.picture == nil && !m.certain {
			continue
		}
		var pages []page
		for j, w := range languages {
			pages = append(pages, page{html.Record{Name: labels[j][i]}, w})
		}
		m.label = texts(pages, func(p page) []text { return []text{ofPart(p.Name)} })
		out = append(out, m)
	}
	return out, nil
}

// candidates are the entities of some names that may have a manifest or a collection by what their
// own records say, and their IRIs.
func (s *Service) candidates(ctx context.Context, names []rdf.IRI) (out []member, iris []string, err error) {
	for _, name := range names {
		e, err := s.Store.Get(ctx, name)
		if rdfstore.IsMissing(err) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		read := reading.Read(e.Graph)
		if s.lacks(read) != "" {
			continue
		}
		root := read.Root()
		m := member{iri: name.String(), collection: isCollection(root)}
		m.certain = m.collection || s.hasOwnPictures(root)
		out, iris = append(out, m), append(iris, m.iri)
	}
	return out, iris, nil
}
