package svgmap

import (
	"math"
	"strconv"

	"vitrine/server/people/svgmap/basemap"
)

// path is the data of a path (SVG 2, section 9.3), with coordinates rounded to tenths of a
// pixel and relative ones after the first of each piece.
type path struct {
	data []byte
	// x and y are where the pen is, in tenths.
	x, y int
}

func tenths(v float64) int { return int(math.Round(v * 10)) }

// ring adds a closed piece; one of fewer than three different points is left out.
func (p *path) ring(points []basemap.Point) {
	before := *p
	if p.piece(points) < 3 {
		*p = path{before.data, before.x, before.y}
		return
	}
	p.data = append(p.data, 'z')
	// The pen is back at the start.
	p.x, p.y = tenths(points[0].X), tenths(points[0].Y)
}

// line adds an open piece; one of a single point is left out.
func (p *path) line(points []basemap.Point) {
	before := *p
	if p.piece(points) < 2 {
		*p = path{before.data, before.x, before.y}
	}
}

// piece returns how many points are different from those before them.
func (p *path) piece(points []basemap.Point) int {
	written := 0
	for i, point := range points {
		x, y := tenths(point.X), tenths(point.Y)
		dx, dy := x-p.x, y-p.y
		switch {
		case i == 0:
			p.data = append(p.data, 'M')
			p.pair(x, y)
		case dx == 0 && dy == 0:
			continue
		case written == 1:
			p.data = append(p.data, 'l')
			p.pair(dx, dy)
		default:
			if dx >= 0 {
				p.data = append(p.data, ' ')
			}
			p.pair(dx, dy)
		}
		p.x, p.y = x, y
		written++
	}
	return written
}

func (p *path) pair(x, y int) {
	p.data = appendTenths(p.data, x)
	if y >= 0 {
		p.data = append(p.data, ' ')
	}
	p.data = appendTenths(p.data, y)
}

// appendTenths writes a number of tenths as short as it goes: 5 is .5 and 20 is 2.
func appendTenths(out []byte, n int) []byte {
	if n < 0 {
		out, n = append(out, '-'), -n
	}
	if n >= 10 || n == 0 {
		out = strconv.AppendInt(out, int64(n/10), 10)
	}
	if n%10 != 0 {
		out = append(out, '.', byte('0'+n%10))
	}
	return out
}

// number is a coordinate as text.
func number(v float64) string { return string(appendTenths(nil, tenths(v))) }
