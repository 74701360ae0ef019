package document

import (
	"math"

	"vitrine/linkedart/reading"
	"vitrine/linkedart/wkt"
	"vitrine/server/data/search/query"
)

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
		column := min(int((lon+180)*query.CellsPerDegree), 360*query.CellsPerDegree-1)
		row := min(int((lat+90)*query.CellsPerDegree), 180*query.CellsPerDegree-1)
		return []string{query.Cell{Column: column, Row: row}.Term()}
	}
	return nil
}
