package atlas

import (
	"math"

	"vitrine/server/people/atlas/plane"
)

// leg is a piece of a journey, bent to the left of the way, so that the way there and the
// way back are two.
type leg struct {
	from, bend, to plane.Point
	// turn is the direction of its end, in degrees clockwise from the east.
	turn float64
}

// legs joins the stops of a journey in their order. Stops at one spot need no leg.
func legs(shapes []shape, v view, figures []figure) []leg {
	var out []leg
	before := plane.Point{}
	some := false
	drawn := map[[2]plane.Point]bool{}
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
		way := [2]plane.Point{before, at}
		if some && at != before && !drawn[way] {
			drawn[way] = true
			out = append(out, newLeg(before, at, v))
		}
		before, some = at, true
	}
	return out
}

// spot is where the stop at a place is drawn.
func spot(at plane.Point, figures []figure) plane.Point {
	for _, f := range figures {
		if f.kind == Stop && distance(f.at, at) < 2*stopRadius {
			return f.at
		}
	}
	return at
}

func newLeg(from, to plane.Point, v view) leg {
	length := distance(from, to)
	bulge := min(0.16*length, 60) / length
	bend := plane.Point{
		X: min(max((from.X+to.X)/2+(to.Y-from.Y)*bulge, 0), v.width),
		Y: min(max((from.Y+to.Y)/2-(to.X-from.X)*bulge, 0), v.height),
	}
	from, to = towards(from, bend, stopRadius), towards(to, bend, stopRadius+2)
	return leg{from, bend, to, math.Atan2(to.Y-bend.Y, to.X-bend.X) / radians}
}

// point is where the leg is after a part of the way, from 0 to 1.
func (l leg) point(t float64) plane.Point {
	a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
	return plane.Point{X: a*l.from.X + b*l.bend.X + c*l.to.X, Y: a*l.from.Y + b*l.bend.Y + c*l.to.Y}
}

// towards is the point so far from one on the way to another, at most half of it.
func towards(p, q plane.Point, by float64) plane.Point {
	length := distance(p, q)
	if length == 0 {
		return p
	}
	t := min(by/length, 0.5)
	return plane.Point{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)}
}
