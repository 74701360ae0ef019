package svgmap

import (
	"math"
	"slices"

	"vitrine/server/people/svgmap/basemap"
)

// How a view is fitted to the places.
const (
	// room is how much larger the picture is than what it is about.
	room = 1.4
	// aroundPoint and aroundArea are how high a picture is at least, in degrees of
	// latitude, around points alone and around what has an extent.
	aroundPoint, aroundArea = 3.2, 1.6
	// widest and highest are how much of the world a map of a region shows, in degrees.
	widest, highest = 190, 85
)

// frame finds the view of the shapes. Neighbours have no say.
func frame(shapes []shape) view {
	var boxes []basemap.Box
	least := aroundPoint
	for _, s := range shapes {
		if s.Kind == Neighbour {
			continue
		}
		boxes = append(boxes, s.boxes...)
		if len(s.areas)+len(s.lines) > 0 {
			least = aroundArea
		}
	}
	return fit(around(boxes), least)
}

// fit finds the scale for a box.
func fit(box basemap.Box, least float64) view {
	middle := basemap.Point{X: (box.West + box.East) / 2, Y: (box.South + box.North) / 2}
	shrink := max(math.Cos(middle.Y*radians), 0.05)
	height := max(least, box.Height()*room, box.Width()*shrink*room*mapHeight/mapWidth)
	if height > highest || height*mapWidth/mapHeight/shrink > widest {
		if box.East <= 180 {
			middle.X = 0
		}
		return worldwide(middle.X)
	}
	return regional(middle, height)
}

// around is the narrowest box around boxes on the globe: it leaves out the widest gap
// between them. Its west is from -180 to 180.
func around(boxes []basemap.Box) basemap.Box {
	if len(boxes) == 0 {
		return basemap.World()
	}
	boxes = slices.Clone(boxes)
	for i, b := range boxes {
		boxes[i] = b.Shift(-360 * math.Floor((b.West+180)/360))
	}
	slices.SortFunc(boxes, func(a, b basemap.Box) int { return int(math.Copysign(1, a.West-b.West)) })
	south, north := boxes[0].South, boxes[0].North
	reach := boxes[0].East
	gap, west, east := -1.0, boxes[0].West, 0.0
	for _, b := range boxes[1:] {
		south, north = min(south, b.South), max(north, b.North)
		if b.West-reach > gap {
			gap, west, east = b.West-reach, b.West, reach+360
		}
		reach = max(reach, b.East)
	}
	if last := boxes[0].West + 360 - reach; last >= gap {
		gap, west, east = last, boxes[0].West, reach
	}
	if gap <= 0 || east-west >= 360 {
		return basemap.Box{West: -180, South: south, East: 180, North: north}
	}
	return basemap.Box{West: west, South: south, East: east, North: north}
}
