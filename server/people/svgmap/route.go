package svgmap

import (
	"math"

	"vitrine/server/people/svgmap/basemap"
)

// leg is a piece of a journey, bent to the left of the way, so that the way there and the
// way back are two.
type leg struct {
	from, bend, to basemap.Point
	// turn is the direction of its end, in degrees clockwise from the east.
	turn float64
}

// legs joins the stops of a journey in their order. Stops at one spot need no leg.
func legs(shapes []shape, v view, figures []figure) []leg {
	var out []leg
	before := basemap.Point{}
	some := false
	drawn := map[[2]basemap.Point]bool{}
	count := 0
	for _, s := range shapes {
		if s.Kind != Stop {
			continue
		}
		if count++; count > maxStops {
			break
		}
		at, ok := v.pin(s.middle())
		if !ok {
			continue
		}
		at = spot(at, figures)
		way := [2]basemap.Point{before, at}
		if some && at != before && !drawn[way] {
			drawn[way] = true
			out = append(out, newLeg(before, at, v))
		}
		before, some = at, true
	}
	return out
}

// spot is where the stop at a place is drawn.
func spot(at basemap.Point, figures []figure) basemap.Point {
	for _, f := range figures {
		if f.kind == Stop && distance(f.at, at) < 2*stopRadius {
			return f.at
		}
	}
	return at
}

func newLeg(from, to basemap.Point, v view) leg {
	length := distance(from, to)
	bulge := min(0.16*length, 60) / length
	bend := basemap.Point{
		X: min(max((from.X+to.X)/2+(to.Y-from.Y)*bulge, 0), v.width),
		Y: min(max((from.Y+to.Y)/2-(to.X-from.X)*bulge, 0), v.height),
	}
	from, to = towards(from, bend, stopRadius), towards(to, bend, stopRadius+2)
	return leg{from, bend, to, math.Atan2(to.Y-bend.Y, to.X-bend.X) / radians}
}

// point is where the leg is after a part of the way, from 0 to 1.
func (l leg) point(t float64) basemap.Point {
	a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
	return basemap.Point{X: a*l.from.X + b*l.bend.X + c*l.to.X, Y: a*l.from.Y + b*l.bend.Y + c*l.to.Y}
}

// towards is the point so far from one on the way to another, at most half of it.
func towards(p, q basemap.Point, by float64) basemap.Point {
	length := distance(p, q)
	if length == 0 {
		return p
	}
	t := min(by/length, 0.5)
	return basemap.Point{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)}
}
