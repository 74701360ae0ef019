package atlas

import (
	"math"
	"slices"

	"vitrine/server/atlas/plane"
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
	// polarLatitude is beyond which a map is one of a pole if it reaches polarEdge or has
	// more than polarWidth degrees of longitude.
	polarLatitude, polarEdge, polarWidth = 50, 82, 150
)

// frame finds the view of the shapes. Neighbours have no say.
func (a *Atlas) frame(shapes []shape) view {
	var boxes []plane.Box
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
	box := around(boxes)
	if a.options.Tiles.IsZero() {
		return fit(box, least)
	}
	return fitMercator(box, least)
}

// fit finds the projection and the scale for a box.
func fit(box plane.Box, least float64) view {
	middle := plane.Point{X: (box.West + box.East) / 2, Y: (box.South + box.North) / 2}
	switch {
	case box.South >= polarLatitude && (box.North >= polarEdge || box.Width() > polarWidth):
		return polar(true, min(90-(90-box.South)*1.1, 86))
	case box.North <= -polarLatitude && (box.South <= -polarEdge || box.Width() > polarWidth):
		return polar(false, max(-90+(90+box.North)*1.1, -86))
	}
	shrink := max(math.Cos(middle.Y*radians), 0.05)
	height := max(least, box.Height()*room, box.Width()*shrink*room*mapHeight/mapWidth)
	if height > highest || height*mapWidth/mapHeight/shrink > widest {
		if box.East <= 180 {
			middle.X = 0
		}
		return worldwide(mapWidth, middle.X)
	}
	return regional(middle, height)
}

func fitMercator(box plane.Box, least float64) view {
	south, north := mercatorY(box.South), mercatorY(box.North)
	latitude := latitudeOf((south + north) / 2)
	smallest := least / 360 / max(math.Cos(latitude*radians), 0.05) / mapHeight
	pixel := max(smallest, (north-south)*room/mapHeight, box.Width()/360*room/mapWidth)
	return webMercator((box.West+box.East)/720, (south+north)/2, pixel)
}

// around is the narrowest box around boxes on the globe: it leaves out the widest gap
// between them. Its west is from -180 to 180.
func around(boxes []plane.Box) plane.Box {
	if len(boxes) == 0 {
		return plane.World()
	}
	boxes = slices.Clone(boxes)
	for i, b := range boxes {
		boxes[i] = b.Shift(-360 * math.Floor((b.West+180)/360))
	}
	slices.SortFunc(boxes, func(a, b plane.Box) int { return int(math.Copysign(1, a.West-b.West)) })
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
		return plane.Box{West: -180, South: south, East: 180, North: north}
	}
	return plane.Box{West: west, South: south, East: east, North: north}
}
