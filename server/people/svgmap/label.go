package svgmap

import (
	"cmp"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"vitrine/server/people/svgmap/basemap"
)

// The size of the letters of labels in pixels, and how many times larger everything but the
// shapes is where a map is narrow. Style sheets set both.
const (
	letter      = 15
	narrowScale = 1.9
)

// caption is where a label is, from the point that it belongs to.
type caption struct {
	x, y float64
	// anchor is the value of text-anchor.
	anchor string
	fit    fitting
}

// fitting is on which maps there is room for a label.
type fitting int

// The sizes of maps.
const (
	everywhere fitting = iota
	// wideOnly is where the picture is wide.
	wideOnly
	// closeOnly is where a reader has zoomed in.
	closeOnly
)

// sides are where a label may be set, the best first: by how much of the radius, and of its
// own height, it is away from the point.
var sides = []struct {
	dx, dy float64
	anchor string
}{
	{1, 0, "start"}, {-1, 0, "end"}, {0, -1, "middle"}, {0, 1, "middle"},
	{0.7, -0.8, "start"}, {0.7, 0.8, "start"}, {-0.7, -0.8, "end"}, {-0.7, 0.8, "end"},
}

// layout is what is taken of a picture: as it is, and where it is narrow.
type layout struct {
	picture     basemap.Box
	taken, tiny []basemap.Box
}

// take keeps labels away from a dot.
func (l *layout) take(at basemap.Point, halfWidth, halfHeight float64) {
	l.taken = append(l.taken, oblong(at, halfWidth, halfHeight))
	l.tiny = append(l.tiny, oblong(at, halfWidth*narrowScale, halfHeight*narrowScale))
}

// avoid keeps labels away from the legs of a journey.
func (l *layout) avoid(legs []leg) {
	const apart, radius = 14, 3
	for _, leg := range legs {
		n := int(distance(leg.from, leg.to)/apart) + 1
		for i := range n {
			dot := square(leg.point((float64(i)+0.5)/float64(n)), radius)
			l.taken, l.tiny = append(l.taken, dot), append(l.tiny, dot)
		}
	}
}

func square(at basemap.Point, radius float64) basemap.Box { return oblong(at, radius, radius) }

func oblong(at basemap.Point, halfWidth, halfHeight float64) basemap.Box {
	return basemap.Box{West: at.X - halfWidth, South: at.Y - halfHeight, East: at.X + halfWidth, North: at.Y + halfHeight}
}

// place finds room for the label of a figure.
func (l *layout) place(f *figure) {
	if f.label == "" {
		return
	}
	width := textWidth(f.label)
	half := f.wide() / 2
	own := []basemap.Box{oblong(f.at, half, f.radius), oblong(f.at, half*narrowScale, f.radius*narrowScale)}
	f.caption = set(0, half, f.radius)
	f.caption.fit = closeOnly
	candidates := []caption{}
	if f.radius == 0 {
		candidates = append(candidates, caption{0, letter * 0.35, "middle", everywhere})
	}
	for side := range sides {
		candidates = append(candidates, set(side, half, f.radius))
	}
	for _, c := range candidates {
		room := c.extent(f.at, width, 1)
		if !l.free(room, l.taken, own[0]) {
			continue
		}
		narrow := c.extent(f.at, width, narrowScale)
		if l.free(narrow, l.tiny, own[1]) {
			f.caption = c
			break
		}
		if f.caption.fit == closeOnly {
			f.caption = c
			f.caption.fit = wideOnly
		}
	}
	if f.caption.fit <= wideOnly {
		l.taken = append(l.taken, f.caption.extent(f.at, width, 1))
	}
	if f.caption.fit == everywhere {
		l.tiny = append(l.tiny, f.caption.extent(f.at, width, narrowScale))
	}
}

// set is the caption on a side of a dot.
func set(side int, halfWidth, halfHeight float64) caption {
	const clear = 4
	s := sides[side]
	return caption{s.dx * (halfWidth + clear), s.dy*(halfHeight+clear+letter*0.35) + letter*0.35, s.anchor, everywhere}
}

// extent is what a label takes, at a scale.
func (c caption) extent(at basemap.Point, width, scale float64) basemap.Box {
	west := c.x
	switch c.anchor {
	case "middle":
		west -= width / 2
	case "end":
		west -= width
	}
	return basemap.Box{
		West: at.X + scale*(west-1), East: at.X + scale*(west+width+1),
		South: at.Y + scale*(c.y-letter*0.85), North: at.Y + scale*(c.y+letter*0.3),
	}
}

func (l *layout) free(room basemap.Box, taken []basemap.Box, own basemap.Box) bool {
	if room.West < 2 || room.South < 2 || room.East > l.picture.East-2 || room.North > l.picture.North-2 {
		return false
	}
	return !slices.ContainsFunc(taken, func(other basemap.Box) bool { return other != own && room.Overlaps(other) })
}

// textWidth is about how wide a text is, in pixels.
func textWidth(text string) float64 {
	width := 0.0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r >= 0x1100 && (unicode.Is(unicode.Han, r) || unicode.In(r, unicode.Hangul, unicode.Hiragana, unicode.Katakana) || r >= 0xff00):
			width += 1
		case unicode.IsUpper(r):
			width += 0.68
		case r < utf8.RuneSelf && (r == 'i' || r == 'j' || r == 'l' || r == 't' || r == 'f' || r == 'r' || r == ' ' || unicode.IsPunct(r)):
			width += 0.34
		default:
			width += 0.57
		}
	}
	return width * letter
}

// title is the name of a country in the picture.
type title struct {
	text string
	at   basemap.Point
	fit  fitting
}

// titles are the names of the countries for which there is room, but for those in the
// names of marks.
func (l *layout) titles(m *basemap.Map, v view, language string, named map[string]bool) []title {
	var out []title
	for _, country := range m.Countries {
		name := cmp.Or(country.Names[language], country.Names["en"])
		at, ok := v.pin(country.At)
		width := textWidth(name)
		if !ok || named[name] || extentOf(country, v) < width*0.6 {
			continue
		}
		c := caption{0, letter * 0.35, "middle", everywhere}
		room := c.extent(at, width, 1)
		if !l.free(room, l.taken, basemap.Box{}) {
			continue
		}
		l.taken = append(l.taken, room)
		if narrow := c.extent(at, width, narrowScale); l.free(narrow, l.tiny, basemap.Box{}) {
			l.tiny = append(l.tiny, narrow)
		} else {
			c.fit = wideOnly
		}
		if out = append(out, title{name, at, c.fit}); len(out) == maxCountries {
			break
		}
	}
	return out
}

// extentOf is about how many pixels wide a country is.
func extentOf(c basemap.Country, v view) float64 { return math.Sqrt(c.Size) / v.pixel }
