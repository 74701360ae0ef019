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
	// rights are those that a work or a digital object is subject to.
	rights []right
	// shows are the visual items that it shows or that represent it, where it has no
	// picture of its own.
	shows []string
}

// right is a right to use a picture: its classifications, or what it is called.
type right struct {
	kinds   []ref
	name    string
	holders []ref
}

func (i image) size() int {
	n := len(i.picture.Full()) + 256*len(i.rights)
	for _, iri := range i.shows {
		n += 16 + len(iri)
	}
	return n
}

func imageOf(root reading.Node) image {
	var i image
	if root.Is(reading.ClassVisualItem) || root.Is(reading.ClassDigitalObject) {
		i.rights = rightsOf(root.Nodes(reading.SubjectTo))
	}
	for _, f := range root.Images() {
		if p, ok := picture.Of(f); ok {
			i.picture, i.found = p, true
			return i
		}
	}
	i.shows = visualsOf(root)
	return i
}

// rightsOf are the first of some rights.
func rightsOf(nodes []reading.Node) []right {
	var out []right
	for _, n := range nodes {
		if len(out) == maxCaptions {
			break
		}
		r := right{kinds: refsOf(n.Kinds()), holders: refsOf(n.Nodes(reading.PossessedBy)), name: clip(n.Label(), maxBriefName)}
		if names := n.Names(); len(names) > 0 {
			r.name = clip(names[0].Content, maxBriefName)
		}
		out = append(out, r)
	}
	return out
}

// rights are rights in words.
func (e *editor) rights(rights []right) []page.Phrase {
	var out []page.Phrase
	for _, r := range rights {
		var said page.Phrase
		for _, kind := range r.kinds {
			said = enumerate(said, e.reference(kind))
		}
		if len(said) == 0 {
			said = enumerate(said, page.Part{Text: r.name})
		}
		for _, holder := range r.holders {
			said = enumerate(said, e.reference(holder))
		}
		if len(said) > 0 {
			out = append(out, said)
		}
	}
	return out
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
	g := &gallery{at: map[string]int{}}
	for _, f := range files {
		if p, ok := picture.Of(f); ok && e.mayShow(p) {
			g.add(p, e.large(p, f, name))
		}
	}
	for _, visual := range visualsOf(root) {
		e.addShown(g, visual, name)
	}
	if len(g.pictures) == 0 {
		return nil
	}
	for _, f := range append(files, root.Documents()...) {
		if g.pictures[0].Manifest == "" {
			g.pictures[0].Manifest = picture.Manifest(f)
		}
	}
	return g.pictures
}

// gallery are the pictures of a page, each once.
type gallery struct {
	pictures []page.Picture
	// at has the place of each by its address.
	at map[string]int
}

func (g *gallery) add(p picture.Picture, shown page.Picture) {
	key := p.Size(pageSide)
	if i, ok := g.at[key]; ok {
		g.pictures[i] = merged(g.pictures[i], shown)
	} else if len(g.pictures) < maxPictures {
		g.at[key] = len(g.pictures)
		g.pictures = append(g.pictures, shown)
	}
}

// addShown adds the pictures of a visual item with a record of its own: by that record,
// and by those of the digital objects that show it. Rights to the item count for each.
func (e *editor) addShown(g *gallery, visual string, name page.Part) {
	item := e.brief(visual)
	of := append([]string{visual}, e.showing(visual, maxPictures)...)
	for _, iri := range of {
		b := e.brief(iri)
		if !b.image.found || iri == name.IRI || !e.mayShow(b.image.picture) {
			continue
		}
		shown := e.sized(b.image.picture, name)
		shown.Page = e.Mapper.Href(iri)
		shown.Rights = distinct(e.rights(b.image.rights), e.rights(item.image.rights))
		if caption := e.reference(ref{iri: iri}); caption.Text != name.Text {
			shown.Caption = []page.Phrase{{{Text: caption.Text, Lang: caption.Lang}}}
		}
		g.add(b.image.picture, shown)
	}
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

// sized is a picture on the page of its entity, without what is said of it.
func (e *editor) sized(p picture.Picture, name page.Part) page.Picture {
	out := page.Picture{
		Src: p.Size(pageSide), Srcset: p.Srcset(pageSide), Full: p.Full(),
		Alt: page.Part{Text: name.Text, Lang: name.Lang},
	}
	out.Width, out.Height = p.Fit(pageSide)
	return out
}

// large is a picture of the entity's own record.
func (e *editor) large(p picture.Picture, f reading.File, name page.Part) page.Picture {
	out := e.sized(p, name)
	out.Manifest = picture.Manifest(f)
	for i, n := range f.Names {
		if i == maxCaptions {
			break
		}
		if n.Content != name.Text {
			out.Caption = append(out.Caption, page.Phrase{e.textPart(n)})
		}
	}
	out.Rights = e.rights(rightsOf(f.Rights))
	for i, text := range f.Statements {
		if i == maxCaptions {
			break
		}
		out.Rights = append(out.Rights, page.Phrase{e.textPart(text)})
	}
	if iri := f.Node.IRI(); iri != "" && iri != name.IRI {
		if b := e.brief(iri); !b.missing && !b.unread {
			out.Page = e.Mapper.Href(iri)
		}
	}
	return out
}

// textPart is a text in its language.
func (e *editor) textPart(n reading.Name) page.Part {
	return page.Part{Text: clip(n.Content, maxName), Lang: e.lang(e.textTag(n))}
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

// bare is a host without its scheme.
func bare(host string) string {
	_, rest, _ := strings.Cut(host, "://")
	return rest
}
