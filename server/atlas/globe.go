package atlas

import (
	"vitrine/server/atlas/basemap"
	"vitrine/server/atlas/plane"
)

// insetWidth is the width of the inset, in pixels of its own. In the picture it takes
// insetShare of the width, and insetNarrow where that is small.
const (
	insetWidth              = 160
	insetShare, insetNarrow = 0.2, 0.28
)

// globe is the world in an inset.
type globe struct {
	view      view
	sea, land string
}

func newGlobe(m *basemap.Map) globe {
	v := worldwide(insetWidth, 0)
	d := drawer{view: v, tolerance: 0.5}
	land := d.rings(m.Levels[0].Land)
	return globe{v, v.edge(), string(land.data)}
}

// edge is the path around what is seen of the world.
func (v view) edge() string {
	p := path{}
	if v.outline == nil {
		p.ring(v.picture().Ring())
	} else {
		p.ring(plane.Simplify(drawer{view: v}.projected(v.outline), 0.1))
	}
	return string(p.data)
}

// frame is the path of what another view shows, on the globe. One too small to be seen is
// drawn larger.
func (g globe) frame(v view) string {
	const least = 7
	box := v.box
	if box.Width() > 360 {
		box.West, box.East = -180, 180
	}
	ring := plane.Densify(box.Ring(), step, true)
	out := path{}
	for _, turn := range g.view.turns {
		part := drawer{view: g.view}.projected(plane.ClipRing(plane.Shift(ring, turn), g.view.box))
		seen, ok := plane.Bounds(part)
		switch {
		case !ok:
		case seen.Width() < least && seen.Height() < least:
			x, y := (seen.West+seen.East)/2, (seen.South+seen.North)/2
			x, y = min(max(x, least/2.), g.view.width-least/2.), min(max(y, least/2.), g.view.height-least/2.)
			out.ring(square(plane.Point{X: x, Y: y}, least/2.).Ring())
		default:
			out.ring(part)
		}
	}
	return string(out.data)
}
