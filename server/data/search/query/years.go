package query

import (
	"fmt"
	"strconv"
	"strings"
)

// Years are those from a first to a last one, astronomical: 0 is 1 BC.
type Years struct{ First, Last int64 }

// Term is the value of the field years.
func (y Years) Term() string { return fmt.Sprintf("%d/%d", y.First, y.Last) }

// ParseYears reads a value of the field years.
func ParseYears(term string) (y Years, ok bool) {
	first, last, _ := strings.Cut(term, "/")
	var err, err2 error
	y.First, err = strconv.ParseInt(first, 10, 64)
	y.Last, err2 = strconv.ParseInt(last, 10, 64)
	return y, err == nil && err2 == nil && y.First <= y.Last
}

// Overlap tells whether both have a year in common.
func (y Years) Overlap(o Years) bool { return y.First <= o.Last && o.First <= y.Last }

// Length is the number of years.
func (y Years) Length() int64 { return y.Last - y.First + 1 }
