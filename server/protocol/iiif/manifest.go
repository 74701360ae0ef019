package iiif

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/resource"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// maxParts is how many parts of an entity have canvases.
const maxParts = 500

// hasPictures tells whether a record has pictures, or is about what other records may have
// pictures of.
func (s *Service) hasPictures(root reading.Node) bool {
	return len(brief.VisualsOf(root)) > 0 || s.hasOwnPictures(root)
}

func (s *Service) hasOwnPictures(root reading.Node) bool {
	return slices.ContainsFunc(root.Images(), func(f reading.File) bool {
		_, ok := brief.PictureOf(f, s.Pictures)
		return ok
	})
}

// about is what an entity's manifest or collection begins with.
func (s *Service) about(ctx context.Context, src resource.Source, pages []page, kind string) (about, error) {
	iri := src.Read.Root().IRI()
	label := texts(pages, func(p page) []text { return []text{ofPart(p.Name)} })
	a := about{
		Context: presentation, ID: s.id(src), Type: kind, Label: label,
		Summary:  texts(pages, func(p page) []text { return []text{ofPhrase(p.Summary)} }),
		Metadata: metadata(pages), Provider: s.provider(),
		Homepage: []document{{
			ID: address.URI(s.Site.Mapper.Public(iri)), Type: "Text", Label: label, Format: "text/html", Language: s.Site.Languages.Codes(),
		}},
	}
	for _, n := range src.Read.Root().Nodes(reading.MemberOf) {
		set, err := src.Record(ctx, n.IRI())
		if err != nil && !rdfstore.IsMissing(err) {
			return a, err
		}
		if err == nil && set.Root().Is(reading.ClassSet) && len(a.PartOf) < maxParts {
			a.PartOf = append(a.PartOf, reference{ID: s.idOf(set.Root().IRI()), Type: "Collection"})
		}
	}
	for _, f := range append(src.Read.Root().Images(), src.Read.Root().Documents()...) {
		own := address.URI(brief.Manifest(f))
		if own != "" && !slices.ContainsFunc(a.SeeAlso, func(d document) bool { return d.ID == own }) {
			a.SeeAlso = append(a.SeeAlso, document{ID: own, Type: "Dataset", Label: none("IIIF Presentation"), Format: "application/ld+json", Profile: conformsTo(f)})
		}
	}
	forms, err := src.Forms(ctx)
	for _, f := range forms {
		if f.Name != Name {
			a.SeeAlso = append(a.SeeAlso, document{ID: s.Site.Mapper.Absolute(f.Ref), Type: "Dataset", Label: none(f.Title), Format: f.MediaType, Profile: f.Profile})
		}
	}
	return a, err
}

// conformsTo is the standard that a file conforms to, "" where it names none itself.
func conformsTo(f reading.File) string {
	if len(f.ConformsTo) == 0 {
		return ""
	}
	return f.ConformsTo[0]
}

// id is the URI of the manifest or collection of an entity.
func (s *Service) id(src resource.Source) string { return s.idOf(src.Read.Root().IRI()) }

func (s *Service) idOf(iri string) string {
	return s.Site.Mapper.Absolute(address.WithFormat(s.Site.Mapper.Href(iri), Name))
}

// provider is who publishes the data.
func (s *Service) provider() []agent {
	home, label := address.URI(s.Site.Mapper.Base), none(s.Site.Title)
	return []agent{{ID: cmp.Or(s.Publisher, home), Type: "Agent", Label: label, Homepage: []document{{ID: home, Type: "Text", Label: label, Format: "text/html"}}}}
}

// manifest is the manifest of an entity with pictures. The error is the answer where what the
// record refers to has none.
func (s *Service) manifest(ctx context.Context, src resource.Source, pages []page) (manifest, error) {
	about, err := s.about(ctx, src, pages, "Manifest")
	m := manifest{about: about}
	if err != nil {
		return m, err
	}
	pictures := pages[0].Pictures
	for i, p := range pictures {
		c := s.canvas(m.ID, p, canvasLabel(pages, i))
		c.Rights, c.RequiredStatement = rightsOf(p), rightsSaid(pages, i)
		m.Items = append(m.Items, c)
	}
	if len(pictures) > 0 {
		m.Thumbnail = s.thumbnail(pictures[0])
	}
	if err := s.addParts(ctx, src, &m); err != nil {
		return m, err
	}
	m.liftRights()
	if len(m.Items) == 0 {
		return m, &respond.Error{Type: respond.NotAcceptable, Detail: "IIIF Presentation: the records of what this one shows have no picture."}
	}
	return m, nil
}

// canvasLabel is the caption of a picture, or its number.
func canvasLabel(pages []page, at int) languageMap {
	label := texts(pages, func(p page) []text {
		if at >= len(p.Pictures) || len(p.Pictures[at].Caption) == 0 {
			return nil
		}
		return []text{ofPhrase(p.Pictures[at].Caption[0])}
	})
	if len(label) == 0 {
		return none(strconv.Itoa(at + 1))
	}
	return label
}

// liftRights says of the manifest what holds for all of its pictures.
func (m *manifest) liftRights() {
	if len(m.Items) == 0 {
		return
	}
	first := m.Items[0]
	for _, c := range m.Items[1:] {
		if c.Rights != first.Rights || !sameStatement(c.RequiredStatement, first.RequiredStatement) {
			return
		}
	}
	m.Rights, m.RequiredStatement = first.Rights, first.RequiredStatement
	for i := range m.Items {
		m.Items[i].Rights, m.Items[i].RequiredStatement = "", nil
	}
}

func sameStatement(a, b *pair) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equal(a.Value, b.Value)
}

func equal(a, b languageMap) bool { return maps.EqualFunc(a, b, slices.Equal) }

// partLinks lead to the parts of an object or a work.
var partLinks = []string{"objectPartOfObject", "workPartOfWork"}

// addParts adds a canvas and a range for each part that has a record with a picture.
func (s *Service) addParts(ctx context.Context, src resource.Source, m *manifest) error {
	found, err := src.Links(ctx)
	if err != nil {
		return err
	}
	for _, f := range found {
		if !slices.Contains(partLinks, f.Link.Name) {
			continue
		}
		names, _, err := s.Links.Items(ctx, s.Store, f.Link, src.Entity.Graph.Name, 0, maxParts)
		if err != nil {
			return err
		}
		parts, err := s.described(ctx, src.At, names)
		if err != nil {
			return err
		}
		for _, part := range parts {
			s.addPart(m, part.label, part.picture)
		}
	}
	return nil
}

// addPart adds a part. One whose picture the whole has, too, has no canvas of its own.
func (s *Service) addPart(m *manifest, label languageMap, p *html.Picture) {
	if p == nil {
		return
	}
	c := s.canvas(m.ID, *p, label)
	if !slices.ContainsFunc(m.Items, func(other canvas) bool { return other.ID == c.ID }) {
		m.Items = append(m.Items, c)
	}
	m.Structures = append(m.Structures, sequence{
		ID: m.ID + "&range=" + strconv.Itoa(len(m.Structures)+1), Type: "Range", Label: label, Items: []reference{{ID: c.ID, Type: "Canvas"}},
	})
}
