package describe

import (
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/page"
	"vitrine/server/picture"
)

// The squares that pictures are fitted into, in pixels.
const (
	pageSide = 800
	cardSide = 300
)

// image is the picture of an entity in a list: its own, or else that of what it shows.
type image struct {
	picture picture.Picture
	found   bool
	// shows are the visual items that it shows or that represent it, where it has no
	// picture of its own.
	shows []string
}

func (i image) size() int {
	n := len(i.picture.Full())
	for _, iri := range i.shows {
		n += 16 + len(iri)
	}
	return n
}

func imageOf(root reading.Node) image {
	for _, f := range root.Images() {
		if p, ok := picture.Of(f); ok {
			return image{picture: p, found: true}
		}
	}
	return image{shows: visualsOf(root)}
}

// visualsOf are the visual items with a record of their own that an entity shows, is
// represented by, or is.
func visualsOf(root reading.Node) []string {
	var out []string
	if root.Is(reading.ClassVisualItem) {
		out = append(out, root.IRI())
	}
	for _, p := range []reading.Property{reading.Representation, reading.Shows} {
		for _, n := range root.Nodes(p) {
			if iri := n.IRI(); iri != "" && len(out) < maxVisuals && !slices.Contains(out, iri) {
				out = append(out, iri)
			}
		}
	}
	return out
}

// cardPicture is the picture of an entity in a list, nil where it has none.
func (e *editor) cardPicture(b *brief, name page.Part) *page.Picture {
	if b.image.found {
		return e.small(b.image.picture, name)
	}
	for _, visual := range b.image.shows {
		for _, iri := range e.showing(visual, 1) {
			if d := e.brief(iri); d.image.found {
				return e.small(d.image.picture, name)
			}
		}
	}
	return nil
}

// small is a picture in a list, nil where its host may not be shown from.
func (e *editor) small(p picture.Picture, name page.Part) *page.Picture {
	if !e.mayShow(p) {
		return nil
	}
	out := page.Picture{Src: p.Size(cardSide), Srcset: p.Srcset(cardSide), Alt: page.Part{Text: name.Text, Lang: name.Lang}}
	out.Width, out.Height = p.Fit(cardSide)
	return &out
}

// mayShow tells whether pages show pictures of the host, and remembers that this page
// does.
func (e *editor) mayShow(p picture.Picture) bool {
	hosts := p.Hosts()
	if e.ImageHosts != nil {
		for _, host := range hosts {
			if !slices.Contains(e.ImageHosts, host) && !slices.Contains(e.ImageHosts, bare(host)) {
				return false
			}
		}
	}
	for _, host := range hosts {
		if !slices.Contains(e.hosts, host) {
			e.hosts = append(e.hosts, host)
		}
	}
	return true
}

// pictures are those of an entity: of its record, then of the records of what it shows.
func (e *editor) pictures(root reading.Node, name page.Part) []page.Picture {
	files := root.Images()
	manifest := ""
	for _, f := range append(slices.Clone(files), root.Documents()...) {
		if manifest == "" {
			manifest = picture.Manifest(f)
		}
	}
	for _, visual := range visualsOf(root) {
		files = append(files, e.filesOf(visual)...)
	}
	var out []page.Picture
	at := map[string]int{}
	for _, f := range files {
		p, ok := picture.Of(f)
		if !ok || len(out) == maxPictures || !e.mayShow(p) {
			continue
		}
		if i, ok := at[p.Size(pageSide)]; ok {
			out[i] = merged(out[i], e.large(p, f, name))
			continue
		}
		at[p.Size(pageSide)] = len(out)
		out = append(out, e.large(p, f, name))
	}
	if len(out) > 0 && out[0].Manifest == "" {
		out[0].Manifest = manifest
	}
	return out
}

// merged is a picture with what another file of the same picture says of it.
func merged(p, same page.Picture) page.Picture {
	if p.Page == "" {
		p.Page = same.Page
	}
	if p.Manifest == "" {
		p.Manifest = same.Manifest
	}
	p.Rights = distinct(p.Rights, same.Rights)
	p.Caption = distinct(p.Caption, same.Caption)
	return p
}

// large is a picture on the page of its entity.
func (e *editor) large(p picture.Picture, f reading.File, name page.Part) page.Picture {
	out := page.Picture{
		Src: p.Size(pageSide), Srcset: p.Srcset(pageSide), Full: p.Full(), Manifest: picture.Manifest(f),
		Alt: page.Part{Text: name.Text, Lang: name.Lang},
	}
	out.Width, out.Height = p.Fit(pageSide)
	for i, n := range f.Names {
		if i == maxCaptions {
			break
		}
		if n.Content != name.Text {
			out.Caption = append(out.Caption, page.Phrase{e.textPart(n)})
		}
	}
	aside := &editor{Describer: e.Describer, ctx: e.ctx, words: e.words, at: e.at, reads: e.reads, ledger: ledger{}}
	for i, right := range f.Rights {
		if i == maxCaptions {
			break
		}
		out.Rights = append(out.Rights, aside.rightValue(right))
	}
	e.reads, e.err = aside.reads, firstError(e.err, aside.err)
	for i, text := range f.Statements {
		if i == maxCaptions {
			break
		}
		out.Rights = append(out.Rights, page.Phrase{e.textPart(text)})
	}
	if iri := f.Node.IRI(); iri != "" && iri != name.IRI && !e.brief(iri).missing && !e.brief(iri).unread {
		out.Page = e.Mapper.Href(iri)
	}
	return out
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// textPart is a text in its language.
func (e *editor) textPart(n reading.Name) page.Part {
	return page.Part{Text: clip(n.Content, maxName), Lang: e.lang(e.textTag(n))}
}

// filesOf are the files that show a visual item, by its record and by those of digital
// objects that say so. Rights to the item count for each.
func (e *editor) filesOf(visual string) []reading.File {
	var out []reading.File
	item := e.record(visual)
	var rights []reading.Node
	if !item.IsZero() {
		out, rights = item.Images(), item.Nodes(reading.SubjectTo)
	}
	for _, iri := range e.showing(visual, maxPictures) {
		if digital := e.record(iri); !digital.IsZero() {
			for _, f := range digital.Images() {
				f.Rights = append(slices.Clone(f.Rights), rights...)
				out = append(out, f)
			}
		}
	}
	return out
}

// showing are digital objects that show a visual item, at most so many.
func (e *editor) showing(visual string, limit int) []string {
	name, err := graph.IRI(visual)
	property, propertyErr := graph.IRI(string(reading.DigitallyShows))
	if err != nil || propertyErr != nil || e.reads <= 0 || e.err != nil {
		return nil
	}
	e.reads--
	var out []string
	for match, err := range e.Store.Match(e.ctx, rdfstore.Pattern{Predicate: property, Object: name}, "") {
		if err != nil {
			e.err = err
			return nil
		}
		// The digital object itself says so, not another record that mentions it.
		if iri, ok := match.Quad.Subj.(rdf.IRI); ok && match.Quad.Ctx == rdf.Context(iri) {
			out = append(out, iri.String())
		}
		if limit--; limit <= 0 {
			break
		}
	}
	return out
}

// record reads a record of the store, the zero Node where there is none.
func (e *editor) record(iri string) reading.Node {
	name, err := graph.IRI(iri)
	if err != nil || e.reads <= 0 || e.err != nil {
		return reading.Node{}
	}
	e.reads--
	entity, err := e.Store.Get(e.ctx, name)
	switch {
	case rdfstore.IsMissing(err):
		return reading.Node{}
	case err != nil:
		e.err = err
		return reading.Node{}
	}
	return reading.Read(entity.Graph).Root()
}

// bare is a host without its scheme.
func bare(host string) string {
	_, rest, _ := strings.Cut(host, "://")
	return rest
}
