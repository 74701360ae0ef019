package brief

import (
	"context"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/html"
)

// cardSide is the square that the picture of a card is fitted into, in pixels.
const cardSide = 300

// Image is the picture of an entity in a list: its own, or else that of what it shows.
type Image struct {
	Picture Picture
	Found   bool
	// Rights are those that a work or a digital object is subject to.
	Rights []Right
	// shows are the visual items that it shows or that represent it, where it has no
	// picture of its own.
	shows []string
}

// Right is a right to use a picture: its classifications, or what it is called.
type Right struct {
	kinds   []Ref
	name    string
	holders []Ref
}

func (i Image) size() int {
	n := len(i.Picture.Full()) + 256*len(i.Rights)
	for _, iri := range i.shows {
		n += 16 + len(iri)
	}
	return n
}

func imageOf(root reading.Node, pictures string) Image {
	var i Image
	if root.Is(reading.ClassVisualItem) || root.Is(reading.ClassDigitalObject) {
		i.Rights = RightsOf(root.Nodes(reading.SubjectTo))
	}
	for _, f := range root.Images() {
		if p, ok := PictureOf(f, pictures); ok {
			i.Picture, i.Found = p, true
			return i
		}
	}
	i.shows = VisualsOf(root)
	return i
}

// RightsOf are the first of some rights.
func RightsOf(nodes []reading.Node) []Right {
	var out []Right
	for _, n := range nodes {
		if len(out) == maxRights {
			break
		}
		r := Right{kinds: refsOf(n.Kinds()), holders: refsOf(n.Nodes(reading.PossessedBy)), name: Clip(n.Label(), MaxListed)}
		if names := n.Names(); len(names) > 0 {
			r.name = Clip(names[0].Content, MaxListed)
		}
		out = append(out, r)
	}
	return out
}

// Rights are rights in words.
func (e *Editor) Rights(rights []Right) []html.Phrase {
	var out []html.Phrase
	for _, r := range rights {
		var said html.Phrase
		for _, kind := range r.kinds {
			said = html.Enumerate(said, e.Reference(kind))
		}
		if len(said) == 0 {
			said = html.Enumerate(said, html.Part{Text: r.name})
		}
		for _, holder := range r.holders {
			said = html.Enumerate(said, e.Reference(holder))
		}
		if len(said) > 0 {
			out = append(out, said)
		}
	}
	return out
}

// VisualsOf are the visual items with a record of their own that an entity shows, is
// represented by, or is.
func VisualsOf(root reading.Node) []string {
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
func (e *Editor) cardPicture(b *Brief, name html.Part) *html.Picture {
	if b.Image.Found {
		return e.small(b.Image.Picture, name)
	}
	for _, visual := range b.Image.shows {
		for _, iri := range e.Showing(visual, 1) {
			if d := e.Brief(iri); d.Image.Found {
				return e.small(d.Image.Picture, name)
			}
		}
	}
	return nil
}

// small is a picture in a list, nil where its host may not be shown from.
func (e *Editor) small(p Picture, name html.Part) *html.Picture {
	p, ok := e.Shown(p)
	if !ok {
		return nil
	}
	out := html.Picture{Src: p.Size(cardSide), Srcset: p.Srcset(cardSide), File: p.File(), Alt: html.Part{Text: name.Text, Lang: name.Lang}}
	out.Width, out.Height = p.Fit(cardSide)
	out.Full, out.Service, out.FullWidth, out.FullHeight = p.Full(), p.Service(), p.Width, p.Height
	out.Version, out.Level = p.API()
	return &out
}

// maxHosts is the number of hosts of pictures that a page names, since they go into its header.
const maxHosts = 32

// Shown returns a picture as the page shows it. It is false where pages show no pictures of the
// host, or this one has no room for another host; the page remembers those that it shows.
func (e *Editor) Shown(p Picture) (Picture, bool) {
	if p = p.own(e.Pictures, e.Mapper.Local(e.Pictures)); p.named != "" {
		return p, true
	}
	return p, e.mayShow(p)
}

func (e *Editor) mayShow(p Picture) bool {
	hosts := p.Hosts()
	if e.ImageHosts != nil {
		for _, host := range hosts {
			if !slices.Contains(e.ImageHosts, host) && !slices.Contains(e.ImageHosts, bare(host)) {
				return false
			}
		}
	}
	named := e.hosts
	for _, host := range hosts {
		if !slices.Contains(named, host) {
			named = append(named, host)
		}
	}
	if len(named) > maxHosts {
		return false
	}
	e.hosts = named
	return true
}

// Showing are digital objects that show a visual item, at most so many.
func (e *Editor) Showing(visual string, limit int) []string {
	if !e.Spend() {
		return nil
	}
	out, err := Showing(e.Ctx, e.Store, visual, limit)
	if err != nil {
		e.err = err
	}
	return out
}

// Showing are digital objects of a store that show a visual item, at most so many.
func Showing(ctx context.Context, store Store, visual string, limit int) ([]string, error) {
	name, err := graph.IRI(visual)
	property, propertyErr := graph.IRI(string(reading.DigitallyShows))
	if err != nil || propertyErr != nil {
		return nil, nil
	}
	var out []string
	for match, err := range store.Match(ctx, rdfstore.Pattern{Predicate: property, Object: name}, "") {
		if err != nil {
			return nil, err
		}
		// The digital object itself says so, not another record that mentions it.
		if iri, ok := match.Quad.Subj.(rdf.IRI); ok && match.Quad.Ctx == rdf.Context(iri) {
			out = append(out, iri.String())
		}
		if limit--; limit <= 0 {
			break
		}
	}
	return out, nil
}

// bare is a host without its scheme.
func bare(host string) string {
	_, rest, _ := strings.Cut(host, "://")
	return rest
}
