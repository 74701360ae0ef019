package atlas

import (
	"cmp"
	"html/template"
	"math"
	"slices"
	"strconv"

	"vitrine/server/atlas/basemap"
	"vitrine/server/atlas/plane"
)

// Draw draws a map. The caller must not change the omissions.
func (a *Atlas) Draw(r Request) Drawing {
	key := r.digest()
	if d, ok := a.kept.GetIfPresent(key); ok {
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
	v := a.frame(shapes)
	found, left := figures(shapes, v)
	omissions = append(omissions, left...)
	slices.SortStableFunc(omissions, func(a, b Omission) int { return cmp.Compare(a.Mark, b.Mark) })
	p := picture{
		request: r, view: v, figures: found, legs: legs(shapes, v, found),
		base: drawBase(a.world, v, maxBase), globe: a.globe, options: a.options,
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
	globe   globe
	// corner is the corner of the inset, "" where there is none.
	corner  string
	options Options
}

// arrange finds room for the inset and the labels.
func (p *picture) arrange(m *basemap.Map) {
	l := layout{picture: p.view.picture()}
	for _, f := range p.figures {
		for _, dot := range f.dots {
			l.take(dot, f.wide()/2, f.radius)
		}
	}
	if p.view.outline == nil {
		p.corner = p.choose(&l)
	}
	l.avoid(p.legs)
	names := map[string]bool{}
	for i := range p.figures {
		l.place(&p.figures[i])
		names[p.figures[i].name] = true
	}
	p.titles = l.titles(m, p.view, p.request.Language, names)
}

// corners are those where the inset may be, the best first, as multiples of the room that
// is left.
var corners = []struct {
	name string
	x, y float64
}{{"south-east", 1, 1}, {"north-east", 1, 0}, {"south-west", 0, 1}, {"north-west", 0, 0}}

// choose takes the corner that covers the fewest dots.
func (p *picture) choose(l *layout) string {
	best, name := math.MaxInt, ""
	var room [2]plane.Box
	for _, c := range corners {
		wide, narrow := p.inset(c.x, c.y, insetShare), p.inset(c.x, c.y, insetNarrow)
		covered := 0
		for i := range l.taken {
			if l.taken[i].Overlaps(wide) {
				covered++
			}
			if l.tiny[i].Overlaps(narrow) {
				covered++
			}
		}
		if covered < best {
			best, name, room = covered, c.name, [2]plane.Box{wide, narrow}
		}
	}
	l.taken, l.tiny = append(l.taken, room[0]), append(l.tiny, room[1])
	return name
}

func (p *picture) inset(x, y, share float64) plane.Box {
	width := p.view.width * share
	height := width * p.globe.view.height / p.globe.view.width
	west, top := x*(p.view.width-width), y*(p.view.height-height)
	return plane.Box{West: west, South: top, East: west + width, North: top + height}
}

// markup writes the map.
func (p *picture) markup() string {
	w := &writer{}
	w.open("div", append([]attribute{{"class", "map-drawing"}}, p.tiles()...)...)
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
	p.overview(w)
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

// overview writes the inset.
func (p *picture) overview(w *writer) {
	if p.corner == "" {
		return
	}
	w.open("svg", attribute{"class", "map-inset map-" + p.corner}, attribute{"viewBox", p.globe.view.size()}, attribute{"aria-hidden", "true"},
		attribute{"width", number(p.globe.view.width)}, attribute{"height", number(p.globe.view.height)})
	w.empty("path", attribute{"class", "map-sea"}, attribute{"d", p.globe.sea})
	w.empty("path", attribute{"class", "map-land"}, attribute{"fill-rule", "evenodd"}, attribute{"d", p.globe.land})
	w.empty("path", attribute{"class", "map-frame"}, attribute{"d", p.globe.frame(p.view)})
	w.close("svg")
}

// tiles are what the script has to know of tiles.
func (p *picture) tiles() []attribute {
	m := p.view.mercator
	if m == nil {
		return nil
	}
	long := func(v float64) string { return strconv.FormatFloat(v, 'g', 10, 64) }
	return []attribute{
		{"data-tiles", p.options.Tiles.template}, {"data-attribution", p.options.Attribution},
		{"data-x", long(m.x)}, {"data-y", long(m.y)}, {"data-pixel", long(m.pixel)},
	}
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
