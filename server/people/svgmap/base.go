package svgmap

import (
	"vitrine/server/people/svgmap/basemap"
)

// base is the base map of a view as data of paths.
type base struct{ land, lakes, rivers, borders path }

func (b base) size() int {
	return len(b.land.data) + len(b.lakes.data) + len(b.rivers.data) + len(b.borders.data)
}

// The pixels, in degrees, below which the levels of the base map are fine enough.
const fineBelow, mediumBelow = 0.05, 0.25

func level(m *basemap.Map, pixel float64) basemap.Level {
	switch {
	case pixel < fineBelow:
		return m.Levels[2]
	case pixel < mediumBelow:
		return m.Levels[1]
	default:
		return m.Levels[0]
	}
}

// drawBase simplifies the base map until it takes no more than so many bytes, or pixels are
// lost that can be seen.
func drawBase(m *basemap.Map, v view, limit int) base {
	level := level(m, v.pixel)
	for tolerance := 0.45; ; {
		d := drawer{view: v, tolerance: tolerance}
		out := base{
			land: d.rings(level.Land), lakes: d.rings(level.Lakes),
			rivers: d.lines(level.Rivers), borders: d.lines(level.Borders),
		}
		if out.size() <= limit || tolerance > 8 {
			return out
		}
		tolerance = coarser(tolerance, out.size(), limit)
	}
}

// coarser is a tolerance at which a path of so many bytes may keep to the limit.
func coarser(tolerance float64, size, limit int) float64 {
	return tolerance * min(max(1.3, 1.25*float64(size)/float64(limit)), 6)
}

// drawer draws what is in a view.
type drawer struct {
	view view
	// tolerance is how many pixels a line may be away from where it was. Rings that enclose
	// less than a few such squares are left out.
	tolerance float64
}

func (d drawer) rings(lines []basemap.Line) path {
	out := path{}
	for _, line := range lines {
		d.turns(line.Box, func(turn float64) { d.ring(&out, basemap.Shift(line.Near(d.view.box.Shift(-turn)), turn)) })
	}
	return out
}

func (d drawer) lines(lines []basemap.Line) path {
	out := path{}
	for _, line := range lines {
		d.turns(line.Box, func(turn float64) { d.line(&out, basemap.Shift(line.Points(), turn)) })
	}
	return out
}

// turns calls draw for each turn by which something within the box is seen.
func (d drawer) turns(box basemap.Box, draw func(turn float64)) {
	for _, turn := range d.view.turns {
		if box.Shift(turn).Overlaps(d.view.box) {
			draw(turn)
		}
	}
}

func (d drawer) ring(out *path, ring []basemap.Point) {
	ring = basemap.ClipRing(ring, d.view.box)
	ring = basemap.SimplifyRing(d.projected(ring), d.tolerance)
	if ring = basemap.ClipRing(ring, d.view.picture()); basemap.Area(ring) > 2*d.tolerance*d.tolerance {
		out.ring(ring)
	}
}

func (d drawer) line(out *path, line []basemap.Point) {
	for _, part := range basemap.ClipLine(line, d.view.box) {
		for _, seen := range basemap.ClipLine(basemap.Simplify(d.projected(part), d.tolerance), d.view.picture()) {
			if box, _ := basemap.Bounds(seen); max(box.Width(), box.Height()) > d.tolerance {
				out.line(seen)
			}
		}
	}
}

func (d drawer) projected(points []basemap.Point) []basemap.Point {
	out := make([]basemap.Point, len(points))
	for i, p := range points {
		out[i] = d.view.project(p)
	}
	return out
}
