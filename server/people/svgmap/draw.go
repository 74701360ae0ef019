package svgmap

import (
	"cmp"
	"html/template"
	"slices"

	"vitrine/server/people/svgmap/basemap"
)

// Draw draws a map. The caller must not change the omissions.
func (a *Atlas) Draw(r Request) Drawing {
	key := r.digest()
	if d, ok := a.kept.Get(key); ok {
		return d
	}
	d := a.draw(r)
	a.kept.Set(key, d)
	return d
}

func (a *Atlas) draw(r Request) Drawing {
	shapes, omissions := readShapes(r.Marks)
	if !slices.ContainsFunc(shapes, func(s shape) bool { return s.Kind != Neighbour }) {
		return Drawing{Omissions: omissions}
	}
	v := frame(shapes)
	found, left := figures(shapes, v)
	for i, f := range found {
		if f.kind == Cluster && len(f.marks) > 1 && r.Joined != nil {
			found[i].href = followed(r.Joined(f.marks))
		}
	}
	omissions = append(omissions, left...)
	slices.SortStableFunc(omissions, func(a, b Omission) int { return cmp.Compare(a.Mark, b.Mark) })
	p := picture{
		request: r, view: v, figures: found, legs: legs(shapes, v, found),
		base: drawBase(a.world, v, maxBase),
	}
	p.arrange(a.world)
	return Drawing{template.HTML(p.markup()), omissions}
}

// picture is a map before it is written.
type picture struct {
	request Request
	view    view
	base    base
	titles  []title
	legs    []leg
	figures []figure
}

// arrange finds room for the labels.
func (p *picture) arrange(m *basemap.Map) {
	l := layout{picture: p.view.picture()}
	for _, f := range p.figures {
		for _, dot := range f.dots {
			l.take(dot, f.wide()/2, f.radius)
		}
	}
	l.avoid(p.legs)
	names := map[string]bool{}
	for i := range p.figures {
		l.place(&p.figures[i])
		names[p.figures[i].name] = true
	}
	p.titles = l.titles(m, p.view, p.request.Language, names)
}

// markup writes the map.
func (p *picture) markup() string {
	w := &writer{}
	w.open("div", attribute{"class", "map-drawing"})
	role := "img"
	if slices.ContainsFunc(p.figures, func(f figure) bool { return f.href != "" }) {
		role = "group"
	}
	title, description := p.request.ID+"-title", p.request.ID+"-desc"
	described := description
	if p.request.Description == "" {
		described = ""
	}
	w.open("svg", attribute{"class", "map-main"}, attribute{"viewBox", p.view.size()}, attribute{"width", number(p.view.width)},
		attribute{"height", number(p.view.height)}, attribute{"role", role}, attribute{"aria-labelledby", title}, attribute{"aria-describedby", described})
	w.text("title", shorten(p.request.Title, maxHeading), attribute{"id", title})
	if described != "" {
		w.text("desc", shorten(p.request.Description, maxDescription), attribute{"id", description})
	}
	p.ground(w)
	for _, l := range p.legs {
		l.write(w)
	}
	for i := len(p.figures) - 1; i >= 0; i-- {
		p.figures[i].write(w)
	}
	w.close("svg")
	w.close("div")
	return w.String()
}

// ground writes the base map.
func (p *picture) ground(w *writer) {
	w.open("g", attribute{"class", "map-ground"}, attribute{"aria-hidden", "true"})
	w.empty("path", attribute{"class", "map-sea"}, attribute{"d", p.view.edge()})
	for _, layer := range []struct {
		class, rule string
		path        path
	}{
		{"map-land", "evenodd", p.base.land}, {"map-lake", "evenodd", p.base.lakes},
		{"map-river", "", p.base.rivers}, {"map-border", "", p.base.borders},
	} {
		if len(layer.path.data) > 0 {
			w.empty("path", attribute{"class", layer.class}, attribute{"fill-rule", layer.rule}, attribute{"d", string(layer.path.data)})
		}
	}
	for _, t := range p.titles {
		w.text("text", t.text, attribute{"class", "map-country" + t.fit.class()}, attribute{"x", number(t.at.X)}, attribute{"y", number(t.at.Y)})
	}
	w.close("g")
}

// edge is the path around the picture.
func (v view) edge() string {
	p := path{}
	p.ring(v.picture().Ring())
	return string(p.data)
}

func (v view) size() string { return "0 0 " + number(v.width) + " " + number(v.height) }

// class is the class for labels that there is no room for everywhere, after a space.
func (f fitting) class() string {
	switch f {
	case wideOnly:
		return " map-wide"
	case closeOnly:
		return " map-close"
	default:
		return ""
	}
}
