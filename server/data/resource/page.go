package resource

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/cespare/xxhash/v2"

	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/server/people/describe"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/schemaorg"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Describer says in words what the page of an entity shows.
type Describer interface {
	Record(ctx context.Context, s describe.Subject, w *i18n.Wording) (html.Record, error)
}

// maxShownRecord is the size of the longest record that is shown on its page, in bytes.
const maxShownRecord = 256 << 10

// makePage makes the selected page.
func (m *Maker) makePage(ctx context.Context, v Selected) (*respond.Representation, error) {
	var imageHosts, serviceHosts []string
	write := func(ctx context.Context, s Source, b *buffer) error {
		if v.offer.Triples {
			return m.Pages.Write(b, new(m.triplesPage(ctx, s.Entity, v)))
		}
		source := m.buffer(ctx, min(maxShownRecord, m.MaxRepresentation))
		defer m.reuse(source)
		record, err := m.recordPage(ctx, s, v, source)
		if err != nil {
			return err
		}
		imageHosts, serviceHosts = record.ImageHosts, record.ServiceHosts
		return m.Pages.Write(b, record)
	}
	return m.makeAnew(ctx, v, write, func(coding, sum string) respond.Fields {
		return m.pageFields(v, coding, sum, m.Pages.Policy(imageHosts, serviceHosts))
	})
}

// makeAnew makes a representation that has names of other entities, such as a page, which has
// their pictures and numbers, too. Any change of the store may change it, so that none is kept.
func (m *Maker) makeAnew(ctx context.Context, v Selected, write func(context.Context, Source, *buffer) error, fields func(coding, sum string) respond.Fields) (*respond.Representation, error) {
	ctx, done, err := m.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	s, err := m.source(ctx, v)
	if err != nil {
		return nil, err
	}
	body, err := m.render(ctx, v, func(b *buffer) error { return write(ctx, s, b) })
	if err != nil {
		return nil, err
	}
	coding := v.codings[0]
	f := fields(coding, sumOf(body))
	if coding != contentneg.Identity {
		if body, err = m.Compressor.Compress(coding, body); err != nil {
			return nil, err
		}
	}
	return respond.NewRepresentation(f, coding, body), nil
}

// pageFields are the fields of the header of a page. It has no date: when what it shows
// of other entities last changed, the store does not know.
func (m *Maker) pageFields(v Selected, coding, sum, policy string) respond.Fields {
	d, o, l := v.resource, v.offer, v.language
	f := respond.Fields{
		ContentType: o.ContentType, Location: location(d, o), Link: m.linkField(d, o), CacheControl: m.CacheControl,
		ETag:     pageTag(v, coding, sum),
		Language: l.Wording.Code(), ByLanguage: !l.Named, ByProfile: true, Policy: policy, Format: o.Name,
		Memento: d.moment(), ByDatetime: d.memento == nil,
	}
	if f.Location != "" && v.links == nil && m.hasLinks(d, o) {
		f.Location = bareRef(f.Location)
	}
	if f.Location != "" && l.Named {
		f.Location = site.InLanguage(f.Location, l.Wording.Code())
	}
	return f
}

// pageTag is the entity tag of a page in a content coding. It is made from the digest of
// the bytes, since nothing else tells whether the page is still the same after a change of the
// store; it begins with the state of the entity, as all tags do.
func pageTag(v Selected, coding, sum string) string {
	return `"` + v.resource.State + respond.Digest("page", v.language.Wording.Code(), coding, sum) + `"`
}

// sumOf is a digest of the bytes of a page, 64 bits of XXH64. It only has to tell pages of
// one state of one entity apart, in which other entities are named or counted anew, so that
// chance is all that it has to withstand.
func sumOf(body []byte) string {
	return string(binary.BigEndian.AppendUint64(nil, xxhash.Sum64(body)))
}

// frame is what the page of an entity has around it; data are the links to its
// representations that are data.
func (m *Maker) frame(ctx context.Context, v Selected, title string, data []html.Link) html.Frame {
	d := v.resource
	f := m.FrameAt(ctx, v.at, title, m.Mapper.Href(d.IRI), v.language)
	f.Links = append(f.Links, html.Link{Rel: "canonical", Href: address.URI(d.IRI)},
		html.Link{Rel: "collection", Href: m.Mapper.Service(m.FeedPath)})
	if m.Embed != nil {
		f.Links = append(f.Links, html.Link{Rel: "alternate", Href: m.Embed(d.IRI), Type: "application/json+oembed"})
	}
	record := m.Offers.Record()
	for _, link := range data {
		link.Rel = "alternate"
		if record != nil && link.Href == d.Refs[record.Index] {
			link.Rel = "describedby"
		}
		f.Links = append(f.Links, link)
	}
	return f
}

// dataLinks lead to the representations that are data, those of a profile in its usual format.
func (m *Maker) dataLinks(d *Resource) []html.Link {
	out := make([]html.Link, 0, len(m.Offers.List))
	for i, o := range m.Offers.List {
		if ref := d.Refs[o.Index]; ref != "" && !o.IsPage() && (i == 0 || !o.isLike(m.Offers.List[i-1])) {
			out = append(out, html.Link{Href: ref, Type: o.FullType(), Title: o.Title})
		}
	}
	return out
}

// recordPage is the page of an entity for people, as long as source has the JSON-LD that it
// shows.
func (m *Maker) recordPage(ctx context.Context, s Source, v Selected, source *buffer) (*html.Record, error) {
	e, d, data := s.Entity, v.resource, m.dataLinks(v.resource)
	subject := describe.Subject{Entity: e, Read: s.Read, At: v.at, Formats: data, Triples: d.Refs[m.Offers.ByName(triplesName).Index]}
	if v.links != nil {
		subject.Links, subject.Relations = v.links.found, v.links.relations
	}
	var err error
	if subject.Record, err = m.shownRecord(e, source); err != nil {
		return nil, err
	}
	record, err := m.Describer.Record(ctx, subject, v.language.Wording)
	if err != nil {
		return nil, err
	}
	m.leadToManifest(d, &record)
	f := m.frame(ctx, v, record.Title, data)
	f.TitleLang, f.ImageHosts, f.Map = record.TitleLang, record.ImageHosts, record.Frame.Map
	f.Viewer, f.ServiceHosts = record.Viewer, record.ServiceHosts
	f.Links = append(f.Links, record.Links...)
	record.Frame = f
	if record.Related == nil && v.links != nil {
		record.Related = m.related(d, v.links.found, v.language.Wording)
	}
	if err := m.showHistory(ctx, d, e, &record, v.language.Wording); err != nil {
		return nil, err
	}
	if m.Edit != nil && d.memento == nil {
		record.Data.Edit = m.Edit(d.IRI)
	}
	record.Head = m.head(subject.Read.Root(), &record)
	work := schemaorg.Work(schemaorg.Subject{Node: subject.Read.Root(), Page: &record}, m.Title)
	record.Head.Citation, record.Data.Citations = work.Meta(), m.citations(d, work)
	return &record, nil
}

// PresentationProfile is the profile of IIIF manifests.
const PresentationProfile = "http://iiif.io/api/presentation/3/context.json"

// leadToManifest has the first picture of a page lead to the manifest that is made of the record,
// where the record names none itself.
func (m *Maker) leadToManifest(d *Resource, record *html.Record) {
	o := m.Offers.find(func(o *Offer) bool { return o.Profile == PresentationProfile })
	if o != nil && d.Refs[o.Index] != "" && len(record.Pictures) > 0 && record.Pictures[0].Manifest == "" {
		record.Pictures[0].Manifest = m.Mapper.Absolute(d.Refs[o.Index])
	}
}

// related are the lists of the entities that link to one, without any of their entries.
func (m *Maker) related(d *Resource, found []links.Found, w *i18n.Wording) []html.CardList {
	list := make([]html.CardList, len(found))
	for i, f := range found {
		list[i] = html.CardList{
			Title: w.Link(f.Link.Name), Name: f.Link.Name, Count: f.Count,
			Href: m.Mapper.Local(m.LinkList(f.Link, d.IRI).PageID(1)),
		}
	}
	return list
}

// shownRecord writes the record as JSON-LD into a buffer and returns it, nil where it is too
// long to be shown.
func (m *Maker) shownRecord(e *rdfstore.Entity, b *buffer) ([]byte, error) {
	o := m.Offers.Record()
	if o == nil {
		return nil, nil
	}
	if err := Encode(b, o.Format, e.Graph); errors.Is(err, ErrTooLarge) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return b.made.Bytes(), nil
}

// triplesPage is the page of the triples of an entity.
func (m *Maker) triplesPage(ctx context.Context, e *rdfstore.Entity, v Selected) html.Entity {
	d, formats := v.resource, m.dataLinks(v.resource)
	data := html.Entity{
		Frame:    m.frame(ctx, v, html.Label(e.Graph), formats),
		IRI:      d.IRI,
		Rows:     html.Rows(e.Graph, m.Mapper.Follow),
		Formats:  formats,
		Modified: describe.Moment(e.Modified, v.language.Wording),
	}
	for _, class := range d.Classes {
		data.Classes = append(data.Classes, brief.ClassName(class.String(), v.language.Wording))
	}
	return data
}
