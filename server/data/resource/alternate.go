package resource

import (
	"context"
	"iter"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/respond"
)

// Alternate is a form of entities in another model than that of their records, such as a
// reference or an IIIF manifest. It is made anew for each request, since it may name other
// entities.
type Alternate struct {
	// Name is the short name, Title that for people.
	Name, Title string
	MediaType   string
	Aliases     []string
	// Profile is the IRI of the profile, and Extension that of files; empty for none.
	Profile, Extension string
	// Lacks says what a record lacks to have this form, "" where it lacks nothing. It may be nil.
	Lacks func(g *graph.Graph) string
	// Write returns the body in UTF-8.
	Write func(ctx context.Context, s Source) ([]byte, error)
}

// Source is an entity that an alternate is made from.
type Source struct {
	Entity *rdfstore.Entity
	Read   *reading.Record
	// At is the newest entry of the log that the request knows of.
	At uint64

	maker *Maker
	// resource is nil until the links are asked for, where no request selected it.
	resource *Resource
}

// Links returns its inverse links, nil where the server has none.
func (s Source) Links(ctx context.Context) ([]links.Found, error) {
	if s.maker.Links == nil {
		return nil, nil
	}
	d := s.resource
	if d == nil {
		var err error
		if d, err = s.maker.Describe(ctx, s.Entity); err != nil {
			return nil, err
		}
	}
	l, err := s.maker.readLinks(ctx, s.At, d)
	if err != nil {
		return nil, err
	}
	return l.found, nil
}

// Record returns the record of another entity, which the reader may see. The error wraps
// those of rdfstore.Store.Get.
func (s Source) Record(ctx context.Context, iri string) (*reading.Record, error) {
	e, err := s.maker.stored(ctx, iri)
	if err != nil {
		return nil, err
	}
	return reading.Read(e.Graph), nil
}

// Page returns what the page of the entity says in a language, without the frame of the page.
func (s Source) Page(ctx context.Context, w *i18n.Wording) (html.Record, error) {
	return s.maker.Describer.Record(ctx, describe.Subject{Entity: s.Entity, Read: s.Read, At: s.At}, w)
}

// Facts returns what the record itself says in a language: as Page does, but without what stands in
// other records.
func (s Source) Facts(ctx context.Context, w *i18n.Wording) (html.Record, error) {
	return s.maker.Describer.Record(ctx, describe.Subject{Entity: s.Entity, Read: s.Read, At: s.At, Alone: true}, w)
}

// Forms yields the other forms of the entity that are data, with their addresses.
func (s Source) Forms() iter.Seq2[*Offer, string] {
	return func(yield func(*Offer, string) bool) {
		for _, o := range s.maker.Offers.List {
			if ref := s.resource.Refs[o.Index]; ref != "" && !o.IsPage() && !yield(o, ref) {
				return
			}
		}
	}
}

// makeAlternate makes the selected alternate.
func (m *Maker) makeAlternate(ctx context.Context, v Selected) (*respond.Representation, error) {
	write := func(ctx context.Context, e *rdfstore.Entity, b *buffer) error {
		body, err := m.alternate(ctx, e, v)
		if err == nil {
			_, err = b.Write(body)
		}
		return err
	}
	return m.makeAnew(ctx, v, write, func(coding, sum string) respond.Fields {
		f := m.fields(v, coding)
		f.ETag = `"` + v.resource.State + respond.Digest(v.offer.Name, coding, sum) + `"`
		f.Modified = respond.Fields{}.Modified // when the names last changed, the store does not know
		return f
	})
}

func (m *Maker) alternate(ctx context.Context, e *rdfstore.Entity, v Selected) ([]byte, error) {
	return v.offer.Alternate.Write(ctx, Source{Entity: e, Read: reading.Read(e.Graph), At: v.at, maker: m, resource: v.resource})
}

// Body returns a form of an entity for a document that has many, without links and codings.
// The entity has the form (Offer.Applies), which is no page.
func (view View) Body(ctx context.Context, e *rdfstore.Entity, o *Offer) ([]byte, error) {
	m, v := view.maker, Selected{resource: &Resource{IRI: e.Graph.Name.String()}, offer: o, at: view.at}
	return m.render(ctx, v, func(b *buffer) error {
		if o.Alternate == nil {
			return Encode(b, o.Format, e.Graph)
		}
		body, err := o.Alternate.Write(ctx, Source{Entity: e, Read: reading.Read(e.Graph), At: view.at, maker: m})
		if err == nil {
			_, err = b.Write(body)
		}
		return err
	})
}

// lacks is the answer where an entity does not have a form that was asked for by its name.
func (m *Maker) lacks(ctx context.Context, d *Resource, o *Offer) error {
	detail := "This description has no such form."
	if o.Alternate != nil && o.Alternate.Lacks != nil {
		e, err := m.entity(ctx, d)
		if err != nil {
			return err
		}
		detail = o.Title + ": " + o.Alternate.Lacks(e.Graph)
	}
	return m.notAcceptable(d, detail)
}
