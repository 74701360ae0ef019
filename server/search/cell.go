package search

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/linkedart/wkt"
)

// CellsPerDegree is how fine the cells are by which the index knows where places are.
const CellsPerDegree = 4

// Cell is a square of a quarter of a degree, by its column from 180° W and its row from
// 90° S.
type Cell struct{ Column, Row int }

// Longitude and latitude of the middle of the cell, in degrees.
func (c Cell) Longitude() float64 { return (float64(c.Column)+0.5)/CellsPerDegree - 180 }

// Latitude is that of the middle of the cell, in degrees.
func (c Cell) Latitude() float64 { return (float64(c.Row)+0.5)/CellsPerDegree - 90 }

func (c Cell) term() string { return fmt.Sprintf("%d.%d", c.Column, c.Row) }

func cellOfTerm(term string) (c Cell, ok bool) {
	column, row, _ := strings.Cut(term, ".")
	var errColumn, errRow error
	c.Column, errColumn = strconv.Atoi(column)
	c.Row, errRow = strconv.Atoi(row)
	return c, errColumn == nil && errRow == nil
}

// maxGeometry is the length of the longest geometry that is looked at, in bytes.
const maxGeometry = 1 << 20

// cellsOf returns the cell of the middle of a place; none where it says nothing of
// where it is.
func cellsOf(place reading.Node) []string {
	for _, literal := range place.Literals(reading.DefinedBy) {
		if len(literal.String()) > maxGeometry {
			continue
		}
		shape, err := wkt.Read(literal.String())
		if err != nil || shape.Empty() {
			continue
		}
		bounds := shape.Bounds()
		lon, lat := (bounds.Min(0)+bounds.Max(0))/2, (bounds.Min(1)+bounds.Max(1))/2
		if !(math.Abs(lon) <= 180 && math.Abs(lat) <= 90) {
			continue
		}
		column := min(int((lon+180)*CellsPerDegree), 360*CellsPerDegree-1)
		row := min(int((lat+90)*CellsPerDegree), 180*CellsPerDegree-1)
		return []string{Cell{column, row}.term()}
	}
	return nil
}
