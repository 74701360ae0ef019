package basemap

// ClipRing is the part of a ring that is in the box, by the algorithm of Sutherland and
// Hodgman: a ring of which the box cuts off several parts has edges along the box between
// them. It is empty where nothing is in the box.
func ClipRing(ring []Point, box Box) []Point {
	b, ok := Bounds(ring)
	switch {
	case !ok || !b.Overlaps(box):
		return nil
	case b.West >= box.West && b.East <= box.East && b.South >= box.South && b.North <= box.North:
		return ring
	}
	for _, s := range sides(box) {
		ring = cut(ring, s)
	}
	return ring
}

// ClipLine is the parts of a line that are in the box.
func ClipLine(line []Point, box Box) [][]Point {
	b, ok := Bounds(line)
	if !ok || !b.Overlaps(box) {
		return nil
	}
	var out [][]Point
	var part []Point
	for i := 1; i < len(line); i++ {
		from, to, ok := clipEdge(line[i-1], line[i], box)
		if !ok {
			continue
		}
		if len(part) == 0 || part[len(part)-1] != from {
			out = appendPart(out, part)
			part = []Point{from}
		}
		part = append(part, to)
	}
	return appendPart(out, part)
}

func appendPart(parts [][]Point, part []Point) [][]Point {
	if len(part) < 2 {
		return parts
	}
	return append(parts, part)
}

// side is a line that a box ends at: of an axis, from the value up where up is true and
// from it down otherwise.
type side struct {
	vertical, up bool
	value        float64
}

func sides(b Box) [4]side {
	return [4]side{{true, true, b.West}, {true, false, b.East}, {false, true, b.South}, {false, false, b.North}}
}

func (s side) keeps(p Point) bool {
	v := p.Y
	if s.vertical {
		v = p.X
	}
	return s.up && v >= s.value || !s.up && v <= s.value
}

// crossing is where the edge meets the side.
func (s side) crossing(p, q Point) Point {
	if s.vertical {
		t := (s.value - p.X) / (q.X - p.X)
		return Point{s.value, p.Y + t*(q.Y-p.Y)}
	}
	t := (s.value - p.Y) / (q.Y - p.Y)
	return Point{p.X + t*(q.X-p.X), s.value}
}

func cut(ring []Point, s side) []Point {
	var out []Point
	for i, q := range ring {
		p := ring[(i+len(ring)-1)%len(ring)]
		was, is := s.keeps(p), s.keeps(q)
		if was != is {
			out = append(out, s.crossing(p, q))
		}
		if is {
			out = append(out, q)
		}
	}
	return out
}

func clipEdge(p, q Point, box Box) (from, to Point, ok bool) {
	for _, s := range sides(box) {
		switch was, is := s.keeps(p), s.keeps(q); {
		case !was && !is:
			return p, q, false
		case !was:
			p = s.crossing(p, q)
		case !is:
			q = s.crossing(p, q)
		}
	}
	return p, q, true
}
