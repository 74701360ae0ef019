package describe

import (
	"cmp"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// pageSide is the square that the pictures of a page are fitted into, in pixels.
const pageSide = 800

// pictures are those of an entity: of its record, then of the records of what it shows.
func (e *editor) pictures(root reading.Node, name html.Part, limit int) []html.Picture {
	files := root.Images()
	g := &gallery{at: map[string]int{}, limit: limit}
	for _, f := range files {
		if p, ok := e.pictureOf(f); ok {
			g.add(p, e.large(p, f, name))
		}
	}
	for _, visual := range brief.VisualsOf(root) {
		e.addShown(g, visual, name)
	}
	if len(g.pictures) == 0 {
		return nil
	}
	for _, f := range append(files, root.Documents()...) {
		if g.pictures[0].Manifest == "" {
			g.pictures[0].Manifest = brief.Manifest(f)
		}
	}
	e.tellApart(g.pictures)
	return g.pictures
}

// pictureOf returns the picture that a file is, as the page shows it.
func (e *editor) pictureOf(f reading.File) (brief.Picture, bool) {
	p, ok := brief.PictureOf(f, e.Pictures)
	if !ok {
		return p, false
	}
	return e.Shown(p)
}

// tellApart adds to the alternative texts of several pictures what each is, or its number.
func (e *editor) tellApart(pictures []html.Picture) {
	if len(pictures) < 2 {
		return
	}
	for i := range pictures {
		what := e.Words.Text("picture %d of %d", i+1, len(pictures))
		if len(pictures[i].Caption) > 0 {
			what = html.Joined(what, pictures[i].Caption[0].Plain())
		}
		pictures[i].Alt.Text += " (" + what + ")"
	}
}

// gallery are the pictures of a page, each once.
type gallery struct {
	pictures []html.Picture
	// at has the place of each by its address.
	at    map[string]int
	limit int
}

// pictureLimit is how many pictures a subject has at most.
func pictureLimit(s Subject) int {
	if s.Alone {
		return maxAlone
	}
	return maxPictures
}

func (g *gallery) add(p brief.Picture, shown html.Picture) {
	key := p.Size(pageSide)
	if i, ok := g.at[key]; ok {
		g.pictures[i] = merged(g.pictures[i], shown)
	} else if len(g.pictures) < g.limit {
		g.at[key] = len(g.pictures)
		g.pictures = append(g.pictures, shown)
	}
}

// addShown adds the pictures of a visual item with a record of its own: by that record,
// and by those of the digital objects that show it. Rights to the item count for each.
func (e *editor) addShown(g *gallery, visual string, name html.Part) {
	item := e.Brief(visual)
	of := append([]string{visual}, e.Showing(visual, g.limit)...)
	for _, iri := range of {
		b := e.Brief(iri)
		if !b.Image.Found || iri == name.IRI {
			continue
		}
		p, ok := e.Shown(b.Image.Picture)
		if !ok {
			continue
		}
		shown := e.sized(p, name)
		shown.Page = e.Mapper.Href(iri)
		shown.Rights = html.Distinct(e.Rights(b.Image.Rights), e.Rights(item.Image.Rights))
		if caption := e.Reference(brief.Ref{IRI: iri}); caption.Text != name.Text {
			shown.Caption = []html.Phrase{{{Text: caption.Text, Lang: caption.Lang}}}
		}
		g.add(p, shown)
	}
}

// merged is a picture with what another file of the same picture says of it.
func merged(p, same html.Picture) html.Picture {
	p.Page = cmp.Or(p.Page, same.Page)
	p.Manifest = cmp.Or(p.Manifest, same.Manifest)
	p.Rights = html.Distinct(p.Rights, same.Rights)
	p.Caption = html.Distinct(p.Caption, same.Caption)
	return p
}

// sized is a picture on the page of its entity, without what is said of it.
func (e *editor) sized(p brief.Picture, name html.Part) html.Picture {
	out := html.Picture{
		Src: p.Size(pageSide), Srcset: p.Srcset(pageSide), File: p.File(), Full: p.Full(),
		Alt: html.Part{Text: name.Text, Lang: name.Lang}, Service: p.Service(), Downloads: p.Downloads(),
	}
	out.Width, out.Height = p.Fit(pageSide)
	out.FullWidth, out.FullHeight = p.Width, p.Height
	out.Version, out.Level = p.API()
	return out
}

// large is a picture of the entity's own record.
func (e *editor) large(p brief.Picture, f reading.File, name html.Part) html.Picture {
	out := e.sized(p, name)
	out.Manifest = brief.Manifest(f)
	for i, n := range f.Names {
		if i == maxCaptions {
			break
		}
		if n.Content != name.Text {
			out.Caption = append(out.Caption, html.Phrase{e.textPart(n)})
		}
	}
	out.Rights = e.Rights(brief.RightsOf(f.Rights))
	for i, text := range f.Statements {
		if i == maxCaptions {
			break
		}
		out.Rights = append(out.Rights, html.Phrase{e.textPart(text)})
	}
	if iri := f.Node.IRI(); iri != "" && iri != name.IRI {
		if b := e.Brief(iri); !b.Missing && !b.Unread {
			out.Page = e.Mapper.Href(iri)
		}
	}
	return out
}

// textPart is a text in its language.
func (e *editor) textPart(n reading.Name) html.Part {
	return html.Part{Text: brief.Clip(n.Content, brief.MaxName), Lang: e.Lang(e.TextTag(n))}
}
