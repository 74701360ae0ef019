package query

// Square is a square of cells, Size of them in each direction, from Cell on.
type Square struct {
	Cell
	Size int
}

// SquareOf is the square of some size that a cell is in.
func SquareOf(c Cell, size int) Square {
	return Square{Cell{c.Column / size * size, c.Row / size * size}, size}
}

// Area is the part of the earth in the square.
func (s Square) Area() Area {
	degrees := func(cells, from int) float64 { return float64(cells)/CellsPerDegree - float64(from) }
	return Area{
		West: degrees(s.Column, 180), East: degrees(s.Column+s.Size, 180),
		South: degrees(s.Row, 90), North: degrees(s.Row+s.Size, 90),
	}
}

// Around is the smallest area around both.
func (a Area) Around(o Area) Area {
	return Area{min(a.West, o.West), min(a.South, o.South), max(a.East, o.East), max(a.North, o.North)}
}
