package resource

import (
	"context"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
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
	Lacks func(r *reading.Record) string
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
	// resource is nil where no request selected it.
	resource *Resource
}

// described returns what the server knows of the entity as a resource.
func (s Source) described(ctx context.Context) (*Resource, error) {
	if s.resource != nil {
		return s.resource, nil
	}
	return s.maker.Describe(ctx, s.Entity)
}

// Links returns its inverse links, nil where the server has none.
func (s Source) Links(ctx context.Context) ([]links.Found, error) {
	if s.maker.Links == nil {
		return nil, nil
	}
	d, err := s.described(ctx)
	if err != nil {
		return nil, err
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

// Form is a form of an entity.
type Form struct {
	*Offer
	// Ref is its address.
	Ref string
}

// Forms are the forms of the entity that are data.
func (s Source) Forms(ctx context.Context) ([]Form, error) {
	d, err := s.described(ctx)
	if err != nil {
		return nil, err
	}
	var out []Form
	for _, o := range s.maker.Offers.List {
		if ref := d.Refs[o.Index]; ref != "" && !o.IsPage() {
			out = append(out, Form{o, ref})
		}
	}
	return out, nil
}

// makeAlternate makes the selected alternate.
func (m *Maker) makeAlternate(ctx context.Context, v Selected) (*respond.Representation, error) {
	write := func(ctx context.Context, e *rdfstore.Entity, b *buffer) error {
		return v.offer.Alternate.write(ctx, b, Source{Entity: e, Read: reading.Read(e.Graph), At: v.at, maker: m, resource: v.resource})
	}
	return m.makeAnew(ctx, v, write, func(coding, sum string) respond.Fields {
		f := m.fields(v, coding)
		f.ETag = `"` + v.resource.State + respond.Digest(v.offer.Name, coding, sum) + `"`
		f.Modified = respond.Fields{}.Modified // when the names last changed, the store does not know
		return f
	})
}

// write writes the form of an entity into a buffer.
func (a *Alternate) write(ctx context.Context, b *buffer, s Source) error {
	body, err := a.Write(ctx, s)
	if err == nil {
		_, err = b.Write(body)
	}
	return err
}

// Body returns a form of an entity for a document that has many, without links and codings.
// Read is its record, which lacks nothing for the form (Offer.Lacks). The form is no page.
func (view View) Body(ctx context.Context, e *rdfstore.Entity, read *reading.Record, o *Offer) ([]byte, error) {
	m, v := view.maker, Selected{resource: &Resource{IRI: e.Graph.Name.String()}, offer: o, at: view.at}
	return m.render(ctx, v, func(b *buffer) error {
		if o.Alternate == nil {
			return Encode(b, o.Format, e.Graph)
		}
		return o.Alternate.write(ctx, b, Source{Entity: e, Read: read, At: view.at, maker: m})
	})
}

// lacks is the answer where an entity does not have a form that was asked for by its name.
func (m *Maker) lacks(ctx context.Context, d *Resource, o *Offer) error {
	e, err := m.entity(ctx, d)
	if err != nil {
		return err
	}
	return m.notAcceptable(d, o.Title+": "+o.Lacks(reading.Read(e.Graph)))
}
