package query

import (
	"fmt"
	"strconv"
	"strings"
)

// Area is a part of the earth between two meridians and two parallels, in degrees, to the
// precision of a Cell. West is less than East.
type Area struct{ West, South, East, North float64 }

// Has tells whether the middle of a cell is in the area.
func (a Area) Has(c Cell) bool {
	return c.Longitude() >= a.West && c.Longitude() < a.East && c.Latitude() >= a.South && c.Latitude() < a.North
}

// CellsPerDegree is how fine the cells are by which the index knows where places are.
const CellsPerDegree = 4

// Cell is a square of a quarter of a degree, by its column from 180° W and its row from
// 90° S.
type Cell struct{ Column, Row int }

// Longitude and latitude of the middle of the cell, in degrees.
func (c Cell) Longitude() float64 { return (float64(c.Column)+0.5)/CellsPerDegree - 180 }

// Latitude is that of the middle of the cell, in degrees.
func (c Cell) Latitude() float64 { return (float64(c.Row)+0.5)/CellsPerDegree - 90 }

func (c Cell) Term() string { return fmt.Sprintf("%d.%d", c.Column, c.Row) }

// Term is the cell as the index has it, which ParseCell reads.
func ParseCell(term string) (c Cell, ok bool) {
	column, row, _ := strings.Cut(term, ".")
	var errColumn, errRow error
	c.Column, errColumn = strconv.Atoi(column)
	c.Row, errRow = strconv.Atoi(row)
	return c, errColumn == nil && errRow == nil
}
