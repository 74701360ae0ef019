package svgmap

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/server/people/svgmap/basemap"
)

// figure is a mark as it is drawn, or several as one.
type figure struct {
	kind Kind
	// marks are those it stands for, by their indexes in the request.
	marks []int
	// name is the whole name, label what is shown of it, "" for nothing.
	name, label, lang, href string
	// outline is that of an area, where not all of its edges are drawn.
	area, outline, line path
	// dots are where its points are, at the radius, with the number in the first of
	// them.
	dots   []basemap.Point
	radius float64
	number string
	// at is what the label is set beside, clear of it by the radius.
	at basemap.Point
	// caption is where the label went.
	caption caption
}

// The radii of dots, in pixels, and the smallest extent of a shape that is seen without a
// dot.
const (
	placeRadius, neighbourRadius, stopRadius = 5.5, 3.5, 9.5

	seenWithoutDot = 10
)

// figures are the shapes as they are drawn in a view, those that matter most first, and
// what had to be left out.
func figures(shapes []shape, v view) ([]figure, []Omission) {
	byKind := map[Kind][]shape{}
	for _, s := range shapes {
		byKind[s.Kind] = append(byKind[s.Kind], s)
	}
	var omissions []Omission
	bound := func(kind Kind, limit int) []shape {
		all := byKind[kind]
		for _, s := range all[min(limit, len(all)):] {
			omissions = append(omissions, Omission{s.index, TooMany})
		}
		return all[:min(limit, len(all))]
	}
	out := places(bound(Place, maxPlaces), v)
	out = append(out, stops(bound(Stop, maxStops), v)...)
	out = append(out, clusters(byKind[Cluster], v)...)
	out = append(out, neighbours(byKind[Neighbour], v)...)
	size := 0
	for i, f := range out {
		if size += f.size(); size > maxNames {
			return out[:i], append(omissions, dropped(out[i:])...)
		}
	}
	return out, omissions
}

// size is how many bytes the texts of a figure take.
func (f figure) size() int { return 3*len(escape(f.name)) + len(escape(f.href)) }

func dropped(figures []figure) []Omission {
	var out []Omission
	for _, f := range figures {
		for _, mark := range f.marks {
			if f.kind != Neighbour {
				out = append(out, Omission{mark, TooMany})
			}
		}
	}
	return out
}

// places draws the shapes in full, simplified until they fit.
func places(shapes []shape, v view) []figure {
	for tolerance := 0.35; ; {
		d := drawer{view: v, tolerance: tolerance}
		size := 0
		var out []figure
		for _, s := range shapes {
			if f, ok := d.figure(s); ok {
				size += len(f.area.data) + len(f.outline.data) + len(f.line.data) + 40*len(f.dots)
				out = append(out, f)
			}
		}
		if size <= maxShapes || tolerance > 2*mapWidth {
			return out
		}
		tolerance = coarser(tolerance, size, maxShapes)
	}
}

// figure draws a shape. It is not ok where nothing of it is in the picture.
func (d drawer) figure(s shape) (figure, bool) {
	f := named(s)
	f.radius = placeRadius
	for _, ring := range s.areas {
		d.turns(boxOf(ring), func(turn float64) { d.ring(&f.area, basemap.Shift(ring, turn)) })
		for _, edge := range outlines(ring) {
			d.turns(boxOf(edge), func(turn float64) { d.line(&f.outline, basemap.Shift(edge, turn)) })
		}
	}
	for _, line := range s.lines {
		d.turns(boxOf(line), func(turn float64) { d.line(&f.line, basemap.Shift(line, turn)) })
	}
	seen := map[[2]int]bool{}
	for _, p := range s.points {
		at, ok := d.view.pin(p)
		apart := max(2, d.tolerance)
		if cell := [2]int{int(at.X / apart), int(at.Y / apart)}; ok && !seen[cell] {
			seen[cell] = true
			f.dots = append(f.dots, at)
		}
	}
	at, ok := d.view.pin(s.middle())
	empty := len(f.area.data)+len(f.line.data) == 0
	switch {
	case len(f.dots) > 0:
		f.at = f.dots[0]
	case !ok && empty:
		return figure{}, false
	case ok && (empty || d.small(s)):
		f.at, f.dots = at, []basemap.Point{at}
	case ok:
		f.at, f.radius = at, 0
	default:
		f.label = ""
	}
	return f, true
}

// outlines are the lines that a ring has, where some of its edges are none: those along a
// pole or the antimeridian, at which a polygon was cut. It is empty where all are.
func outlines(ring []basemap.Point) [][]basemap.Point {
	seam := func(p, q basemap.Point) bool {
		return p.Y == q.Y && math.Abs(p.Y) == 90 || p.X == q.X && math.Mod(math.Abs(p.X), 360) == 180
	}
	start := -1
	for i, p := range ring {
		if seam(p, ring[(i+1)%len(ring)]) {
			start = i
		}
	}
	if start < 0 {
		return nil
	}
	var out [][]basemap.Point
	var line []basemap.Point
	for i := range ring {
		p, q := ring[(start+1+i)%len(ring)], ring[(start+2+i)%len(ring)]
		if line = append(line, p); seam(p, q) {
			out = append(out, line)
			line = nil
		}
	}
	return out
}

// small tells whether a shape would hardly be seen.
func (d drawer) small(s shape) bool {
	box := s.boxes[0]
	for _, b := range s.boxes[1:] {
		box = box.Union(b)
	}
	return max(box.Width(), box.Height())/d.view.pixel < seenWithoutDot
}

// named is the figure of a shape without anything drawn.
func named(s shape) figure {
	name := strings.Join(strings.Fields(shorten(s.Label, maxTitle)), " ")
	f := figure{kind: s.Kind, marks: []int{s.index}, name: name, label: shortLabel(name), href: followed(s.Href)}
	if len(s.Lang) <= maxLang {
		f.lang = s.Lang
	}
	return f
}

// shorten cuts a text after so many characters.
func shorten(text string, limit int) string {
	n := 0
	for i := range text {
		if n == limit {
			return strings.TrimSpace(text[:i]) + "…"
		}
		n++
	}
	return text
}

// shortLabel is as much of a name as a label shows. It ends with a whole word if there is
// one in its second half, so that a reader can say what is seen.
func shortLabel(name string) string {
	short := shorten(name, maxLabel)
	cut, isCut := strings.CutSuffix(short, "…")
	if !isCut || short == name || strings.HasPrefix(name[len(cut):], " ") {
		return short
	}
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		return strings.TrimRight(cut[:i], " ,;:") + "…"
	}
	return short
}

// neighbours are the first that are in the picture, one to a spot.
func neighbours(shapes []shape, v view) []figure {
	var out []figure
	for _, s := range shapes {
		f := named(s)
		at, ok := v.pin(s.middle())
		if !ok || slices.ContainsFunc(out, func(o figure) bool { return distance(o.at, at) < neighbourRadius }) {
			continue
		}
		f.at, f.dots, f.radius = at, []basemap.Point{at}, neighbourRadius
		if out = append(out, f); len(out) == maxNeighbours {
			break
		}
	}
	return out
}

// stops are numbered; those so close together that they would cover one another are one,
// which is as wide as its numbers and stays whole at the edge of the picture.
func stops(shapes []shape, v view) []figure {
	var out []figure
	for _, s := range shapes {
		at, ok := v.pin(s.middle())
		if !ok {
			continue
		}
		number := strconv.Itoa(s.number)
		near := slices.IndexFunc(out, func(o figure) bool { return distance(o.at, at) < 2*stopRadius })
		if near < 0 {
			f := named(s)
			f.at, f.dots, f.radius, f.number = at, []basemap.Point{at}, stopRadius, number
			out = append(out, f)
			continue
		}
		out[near].merge(named(s))
		out[near].number = shorten(strings.TrimSuffix(out[near].number, "…")+", "+number, maxNumber)
	}
	for i := range out {
		out[i].keepInside(v)
	}
	return out
}

// keepInside moves the dot of a stop to where the picture shows all of it.
func (f *figure) keepInside(v view) {
	const line = 2 // The width of its outline, in pixels.
	wide, high := f.wide()/2+line, f.radius+line
	f.at = basemap.Point{X: min(max(f.at.X, wide), v.width-wide), Y: min(max(f.at.Y, high), v.height-high)}
	f.dots[0] = f.at
}

// wide is how wide the dot with the number is, in pixels.
func (f *figure) wide() float64 {
	if utf8.RuneCountInString(f.number) <= 2 || f.kind != Stop {
		return 2 * f.radius
	}
	return max(2*f.radius, textWidth(f.number)*0.85+12)
}

// merge lets a figure stand for another one, too. It leads nowhere then, unless both lead
// to the same.
func (f *figure) merge(o figure) {
	f.marks = append(f.marks, o.marks...)
	if f.href != o.href {
		f.href = ""
	}
	if f.name == o.name {
		return
	}
	if f.lang != o.lang {
		f.lang = ""
	}
	f.name = shorten(strings.Trim(f.name+", "+o.name, ", "), maxTitle)
	f.label = shortLabel(f.name)
}
