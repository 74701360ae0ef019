package draft

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"vitrine/load/rows"
)

// Column is what a look at a column shows.
type Column struct {
	Name string
	// Filled counts the rows in which it is not empty, Distinct its values, up to
	// maxDistinct.
	Filled, Distinct int
	// Examples are its first values.
	Examples []string
	// Split is what stands between the values of a row, "" where there is one.
	Split string
	// Role is what the column holds, "" where that is not known, and Reason says why.
	Role, Reason string

	seen    map[string]bool
	shapes  map[string]int
	splits  map[string]int
	lengths int
	// prefix is what all values begin with, up to a character that is no letter or digit.
	prefix string
	// fractions counts numbers with two decimals and more, and sixteenths those of them
	// that are sixteenths of one.
	fractions, sixteenths int
}

// maxDistinct bounds the values of a column that are told apart.
const maxDistinct = 50_000

// Look is a look at a file.
type Look struct {
	Rows    int
	Columns []*Column
}

// At returns the column with a role, nil where there is none.
func (l *Look) At(role string) *Column {
	for _, c := range l.Columns {
		if c.Role == role {
			return c
		}
	}
	return nil
}

// LookAt looks at the first rows of a file.
func LookAt(ctx context.Context, file rows.Source, options rows.Options, maxRows int) (*Look, error) {
	l := &Look{}
	byName := map[string]*Column{}
	for row, err := range rows.Read(ctx, file, options) {
		var of *rows.RowError
		if err != nil && !errors.As(err, &of) {
			return nil, err
		}
		if err != nil {
			continue
		}
		l.Rows++
		names := row.Columns
		if names == nil {
			names = rows.Leaves(row.Value)
		}
		for _, name := range names {
			c := byName[name]
			if c == nil {
				c = &Column{Name: name, seen: map[string]bool{}, shapes: map[string]int{}, splits: map[string]int{}}
				byName[name] = c
				l.Columns = append(l.Columns, c)
			}
			c.add(rows.Find(row.Value, name))
		}
		if l.Rows == maxRows {
			break
		}
	}
	if l.Rows == 0 {
		return nil, errors.New("the file has no rows")
	}
	for _, c := range l.Columns {
		c.end()
	}
	l.giveRoles()
	return l, nil
}

// add looks at what a row has in the column.
func (c *Column) add(values []any) {
	var texts []string
	for _, value := range values {
		if text := strings.TrimSpace(rows.Text(value)); text != "" {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return
	}
	c.Filled++
	text := texts[0]
	if len(c.seen) < maxDistinct {
		c.seen[text] = true
	}
	if len(c.Examples) < 3 && !slices.Contains(c.Examples, text) {
		c.Examples = append(c.Examples, text)
	}
	if c.Filled == 1 {
		c.prefix = text
	}
	for !strings.HasPrefix(text, c.prefix) {
		c.prefix = c.prefix[:len(c.prefix)-1]
	}
	c.lengths += len(text)
	for _, separator := range []string{"|", ";"} {
		if strings.Contains(text, separator) {
			c.splits[separator]++
		}
	}
	first, _, _ := strings.Cut(text, "|")
	c.shapes[shapeOf(strings.TrimSpace(first))]++
	c.fraction(text)
}

func (c *Column) fraction(text string) {
	_, decimals, ok := strings.Cut(text, ".")
	if !ok || len(strings.TrimRight(decimals, "0")) < 2 {
		return
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		c.fractions++
		// 1/16 may be rounded to three decimals.
		if off := n*16 - float64(int(n*16+0.5)); off < 0.02 && off > -0.02 {
			c.sixteenths++
		}
	}
}

// end ends the look at a column.
func (c *Column) end() {
	c.Distinct = len(c.seen)
	c.seen = nil
	if c.splits["|"] > 0 {
		c.Split = "|"
	}
	i := strings.LastIndexAny(c.prefix, ":/_-.#=")
	c.prefix = c.prefix[:i+1]
	if c.Distinct < 2 {
		c.prefix = ""
	}
}

// The shapes of values.
const (
	isNumber = "number"
	isURL    = "URL"
	isImage  = "picture"
	isDay    = "day"
	isText   = "text"
)

// shapeOf returns the shape of a value.
func shapeOf(text string) string {
	lower := strings.ToLower(text)
	switch {
	case strings.HasPrefix(lower, "http://"), strings.HasPrefix(lower, "https://"):
		path, _, _ := strings.Cut(lower, "?")
		for _, extension := range []string{".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".gif"} {
			if strings.HasSuffix(path, extension) {
				return isImage
			}
		}
		return isURL
	case isDigits(text, "0000-00-00"), isDigits(text, "0000"):
		return isDay
	case json.Valid([]byte(text)) && strings.ContainsAny(text[:1], "-0123456789"):
		return isNumber
	}
	return isText
}

// isDigits tells whether a text is written like another, with any digits.
func isDigits(text, like string) bool {
	if len(text) != len(like) {
		return false
	}
	for i := range len(text) {
		digit := text[i] >= '0' && text[i] <= '9'
		if digit != (like[i] == '0') || !digit && text[i] != like[i] {
			return false
		}
	}
	return true
}

// share returns which part of the filled values has one of the shapes, from 0 to 1.
func (c *Column) share(shapes ...string) float64 {
	n := 0
	for _, shape := range shapes {
		n += c.shapes[shape]
	}
	return float64(n) / float64(max(c.Filled, 1))
}
