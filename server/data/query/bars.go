package query

import (
	"fmt"
	"math"
	"strconv"

	"github.com/knakk/rdf"
)

// bars returns how long the bar of each row is, in percent of the longest, as texts, by the numbers
// of a column. It is nil where one is no number or negative.
func bars(rows [][]rdf.Term, column int) []string {
	if column < 0 {
		return nil
	}
	numbers, most := make([]float64, len(rows)), 0.0
	for i, row := range rows {
		literal, ok := row[column].(rdf.Literal)
		number, err := strconv.ParseFloat(literal.String(), 64)
		if !ok || err != nil || math.IsNaN(number) || math.IsInf(number, 0) || number < 0 {
			return nil
		}
		numbers[i], most = number, max(most, number)
	}
	if most == 0 {
		return nil
	}
	out := make([]string, len(rows))
	for i, number := range numbers {
		out[i] = fmt.Sprintf("%.1f", 100*number/most)
	}
	return out
}
