package query

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/server/people/html"
)

// chartColumn is the column of the numbers that are drawn: that of a variable, or without one the
// second of two; less than 0 where there is none.
func chartColumn(columns []string, variable string) int {
	if variable == "" && len(columns) == 2 {
		return 1
	}
	return slices.Index(columns, variable)
}

// numbersIn returns the numbers of a column and the greatest of them. It is nil where one is no
// number or negative, or all are 0.
func numbersIn(rows [][]rdf.Term, column int) (numbers []float64, most float64) {
	if column < 0 {
		return nil, 0
	}
	numbers = make([]float64, len(rows))
	for i, row := range rows {
		literal, ok := row[column].(rdf.Literal)
		number, err := strconv.ParseFloat(literal.String(), 64)
		if !ok || err != nil || math.IsNaN(number) || math.IsInf(number, 0) || number < 0 {
			return nil, 0
		}
		numbers[i], most = number, max(most, number)
	}
	if most == 0 {
		return nil, 0
	}
	return numbers, most
}

// bars returns how long the bar of each row is, in percent of the longest, as texts, by the numbers
// of a column. It is nil where they cannot be drawn.
func bars(rows [][]rdf.Term, column int) []string {
	numbers, most := numbersIn(rows, column)
	var out []string
	for _, number := range numbers {
		out = append(out, fmt.Sprintf("%.1f", 100*number/most))
	}
	return out
}

// line returns the line of the numbers of a column over the first column, nil where that has no
// numbers, years or dates that only grow.
func line(rows [][]rdf.Term, column int) *html.Line {
	numbers, most := numbersIn(rows, column)
	if column == 0 || len(numbers) < 3 {
		return nil
	}
	at := make([]float64, len(rows))
	for i, row := range rows {
		var ok bool
		if at[i], ok = timeOf(row[0]); !ok || i > 0 && at[i] <= at[i-1] {
			return nil
		}
	}
	first, last := at[0], at[len(at)-1]
	points := make([]string, len(rows))
	for i, number := range numbers {
		points[i] = fmt.Sprintf("%.1f,%.1f", html.LineWidth*(at[i]-first)/(last-first), html.LineHeight*(1-number/most))
	}
	return &html.Line{Points: strings.Join(points, " "), First: rows[0][0].String(), Last: rows[len(rows)-1][0].String()}
}

// timeOf is a number, a year, or the year and month of a date, as a number.
func timeOf(term rdf.Term) (float64, bool) {
	literal, ok := term.(rdf.Literal)
	if number, err := strconv.ParseFloat(literal.String(), 64); ok && err == nil {
		return number, !math.IsNaN(number) && !math.IsInf(number, 0)
	}
	text, isBefore := strings.CutPrefix(literal.String(), "-")
	years, rest, _ := strings.Cut(text, "-")
	year, err := strconv.Atoi(years)
	if isBefore {
		year = -year
	}
	month := 1
	if len(rest) >= len("01") && err == nil {
		month, err = strconv.Atoi(rest[:2])
	}
	return float64(year) + float64(month-1)/12, ok && err == nil
}
