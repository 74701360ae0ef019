package criteria

import (
	"fmt"
	"strconv"
	"strings"

	"vitrine/server/data/search/query"
)

// ParseArea reads the west, south, east and north of an area. It may end beyond the
// earth, as the squares of a grid do.
func ParseArea(value string) (a query.Area, ok bool) {
	parts := strings.Split(value, ",")
	if len(parts) != 4 {
		return a, false
	}
	var numbers [4]float64
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || !(n >= -720 && n <= 720) {
			return a, false
		}
		numbers[i] = n
	}
	a = query.Area{West: numbers[0], South: numbers[1], East: numbers[2], North: numbers[3]}
	return a, a.West < a.East && a.South < a.North
}

// AreaText is an area as the parameter area has it: west, south, east, north.
func AreaText(a query.Area) string {
	return fmt.Sprintf("%g,%g,%g,%g", a.West, a.South, a.East, a.North)
}
