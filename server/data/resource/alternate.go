package resource

import (
	"context"
	"errors"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/people/describe"
	"vitrine/server/people/describe/brief"
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
	// Lacks says what a record lacks to have this form, "" where it lacks nothing by itself. It may be
	// nil. Forms of one profile lack the same.
	Lacks func(r *reading.Record) string
	// Write returns the body in UTF-8. Its error is a respond.NotAcceptable where the other records
	// show that there is no such form.
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

// source returns what a representation is made from: the entity of a resource, which is in the
// state that the resource describes, or the error is ErrChanged.
func (m *Maker) source(ctx context.Context, v Selected) (Source, error) {
	s := Source{Entity: v.resource.entity, Read: v.resource.read, At: v.at, maker: m, resource: v.resource}
	if s.Entity != nil {
		return s, nil
	}
	e, err := m.stored(ctx, v.resource.IRI)
	switch {
	case rdfstore.IsMissing(err) || err == nil && stateOf(e) != v.resource.State:
		return s, ErrChanged
	case err != nil:
		return s, err
	}
	if s.Entity = e; v.offer == nil || v.offer.Format == nil {
		s.Read = reading.Read(e.Graph)
	}
	return s, nil
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

// maxShowing is how many digital objects are asked for that show a work.
const maxShowing = 20

// Showing returns digital objects that show a visual work.
func (s Source) Showing(ctx context.Context, visual string) ([]string, error) {
	return brief.Showing(ctx, s.maker.Store, visual, maxShowing)
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
	write := func(ctx context.Context, s Source, b *buffer) error { return s.write(ctx, b, v.offer) }
	return m.makeAnew(ctx, v, write, func(coding, sum string) respond.Fields {
		f := m.fields(v, coding)
		f.ETag = `"` + v.resource.State + respond.Digest(v.offer.Name, coding, sum) + `"`
		f.Modified = respond.Fields{}.Modified // when the names last changed, the store does not know
		return f
	})
}

// write writes a form of the entity, which is no page, into a buffer.
func (s Source) write(ctx context.Context, b *buffer, o *Offer) error {
	if o.Alternate == nil {
		return Encode(b, o.Format, s.Entity.Graph)
	}
	body, err := o.Alternate.Write(ctx, s)
	if err == nil {
		_, err = b.Write(body)
	}
	return err
}

// Body has a form of an entity, which is no page, taken into a document that has many, without
// links and codings. The bytes are those of take until it returns; with no take, it is but found out
// whether there is such a form. Where the record has none, lacks says why.
func (view View) Body(ctx context.Context, e *rdfstore.Entity, o *Offer, take func(body []byte)) (lacks string, err error) {
	m, v := view.maker, Selected{resource: &Resource{IRI: e.Graph.Name.String()}, offer: o}
	s := Source{Entity: e, At: view.at, maker: m}
	if o.Alternate != nil || take == nil {
		s.Read = reading.Read(e.Graph)
		if lacks := o.Lacks(s.Read); lacks != "" || take == nil && (o.Alternate == nil || o.Alternate.Lacks == nil) {
			return lacks, nil
		}
	}
	b := m.buffer(ctx, m.MaxRepresentation)
	defer m.reuse(b)
	err = m.write(ctx, v, b, func(b *buffer) error { return s.write(ctx, b, o) })
	var refused *respond.Error
	switch {
	case err == nil && take != nil:
		take(b.made.Bytes())
	case errors.As(err, &refused) && refused.Type == respond.NotAcceptable:
		return refused.Detail, nil
	case o.Alternate == nil: // the format has judged the graph already
		if lacks := o.Lacks(reading.Read(e.Graph)); lacks != "" {
			return lacks, nil
		}
	}
	return "", err
}

// lacks is the answer where an entity does not have a form that was asked for by its name.
func (m *Maker) lacks(ctx context.Context, d *Resource, o *Offer) error {
	s, err := m.source(ctx, Selected{resource: d})
	if err != nil {
		return err
	}
	return m.notAcceptable(d, o.Title+": "+o.Lacks(s.Read))
}
