package draft

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart/words/dates"
	"vitrine/load/mapping"
	"vitrine/load/rows"
)

// Column is what a look at a column shows.
type Column struct {
	// Name is the name, or the path in rows that are trees.
	Name string
	// List is the path of the list that the column is in, "" where there is none, and
	// Inner the path from its elements on, "" where these are the values.
	List, Inner string
	// Filled counts the rows in which it is not empty, Distinct its values, up to
	// maxDistinct.
	Filled, Distinct int
	// Examples are its first values.
	Examples []string
	// Split is what stands between the values of a row, "" where there is one.
	Split string
	// Role is what the column holds, "" where that is not known, and Reason says why.
	Role, Reason string

	// language is the number in the AAT and the label of the language that a title is in.
	language string
	seen     map[string]bool
	shapes   map[string]int
	splits   map[string]int
	lengths  int
	// markup counts values that have HTML.
	markup int
	// lines counts values of several lines. inBrackets tells that a separator stands in
	// brackets, where it separates nothing.
	lines      int
	inBrackets bool
	// parts are how many values a row has, by what stands between them and the row.
	parts map[string]map[int]int
	// filledRows are the rows that have a value, in order.
	filledRows []int
	// common is what all values begin with, prefix the same up to a character that is no letter
	// or digit, and shortest the length of the shortest value.
	common   string
	prefix   string
	shortest int
	// fractions counts numbers with two decimals and more, and sixteenths those of them
	// that are sixteenths of one.
	fractions, sixteenths int
	meanings
}

// Rows is how many rows a draft is made by.
const Rows = 20_000

// maxDistinct bounds the values of a column that are told apart, and maxColumns the columns.
const (
	maxDistinct = 50_000
	maxColumns  = 2_000
)

// Look is a look at a file.
type Look struct {
	Rows    int
	Columns []*Column

	byName map[string]*Column
	// lists are the paths at which some row has a list, and paths those of columns: with a zero
	// between their names, which may have points.
	lists  map[string]bool
	paths  map[string]string
	isTree bool

	// habits are how dates are read, nil where the file does not show it.
	habits *dates.Habits
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
	l := &Look{byName: map[string]*Column{}, lists: map[string]bool{}, paths: map[string]string{}}
	reader, err := newMeaningReader()
	if err != nil {
		return nil, err
	}
	var faulty *rows.RowError
	for row, err := range rows.Read(ctx, file, options) {
		var of *rows.RowError
		if err != nil && !errors.As(err, &of) {
			return nil, err
		}
		if err != nil {
			faulty = cmp.Or(faulty, of)
			continue
		}
		l.Rows++
		l.row(row, reader)
		if l.Rows == maxRows {
			break
		}
	}
	switch {
	case l.Rows == 0 && faulty != nil:
		return nil, fmt.Errorf("no row can be read; the first: %w; the first line has to name the columns", faulty)
	case l.Rows == 0:
		return nil, fmt.Errorf("%s: the file has no rows", file.Name)
	}
	if err := l.headless(); err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	for _, c := range l.Columns {
		c.List, c.Inner = l.listOf(c.Name)
		c.end()
	}
	l.giveRoles()
	return l, l.learn(ctx, file, options, maxRows)
}

// headless is an error where the first line of a table, which is to name the columns, looks like
// a row: two of its cells, and a third of them, are addresses, days or numbers, or values that
// their columns have in other rows.
func (l *Look) headless() error {
	if l.isTree {
		return nil
	}
	var values []string
	for _, c := range l.Columns {
		if c.seen[c.Name] || shapeOf(c.Name) != isText {
			values = append(values, strconv.Quote(c.Name))
		}
	}
	if len(values) < 2 || 3*len(values) < len(l.Columns) {
		return nil
	}
	return fmt.Errorf("the first line looks like a row, by %s; put a line above it that names the columns", strings.Join(values[:min(len(values), 3)], ", "))
}

// row looks at a row.
func (l *Look) row(row rows.Row, reader *meaningReader) {
	names := row.Columns
	if names == nil {
		l.isTree = true
		l.findLists(row.Value, "")
		names = rows.Leaves(row.Value)
	}
	for _, name := range names {
		plain := plainName(name)
		c := l.byName[plain]
		if c == nil {
			if len(l.Columns) == maxColumns {
				continue
			}
			c = &Column{Name: plain, seen: map[string]bool{}, shapes: map[string]int{}, splits: map[string]int{}, parts: map[string]map[int]int{}}
			l.byName[plain] = c
			l.Columns = append(l.Columns, c)
		}
		c.add(l.Rows, rows.Find(row.Value, name), reader)
	}
}

// findLists notes where a value has lists, and the paths in it.
func (l *Look) findLists(value any, at string) {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			l.findLists(member, strings.TrimPrefix(at+"\x00"+name, "\x00"))
		}
	case []any:
		l.lists[at] = true
		for _, element := range v {
			l.findLists(element, at)
		}
	default:
		l.paths[plainName(strings.ReplaceAll(at, "\x00", "."))] = at
	}
}

// hasMarkup tells whether a text has HTML. A tag that does not end may be no HTML, as in "Bowl <b>".
func hasMarkup(text string) bool {
	return (strings.Contains(text, "</") || strings.Contains(text, "&") || strings.Contains(strings.ToLower(text), "<br")) && mapping.Plain(text) != text
}

// plainName is the path of an element of XML or a value of JSON-LD by which its text is found, too.
func plainName(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path, ".#text"), ".@value")
}

// listOf returns the outermost list that a path leads through, and the path within it.
func (l *Look) listOf(name string) (list, inner string) {
	path := l.paths[name]
	for i := range path {
		if path[i] == 0 && i < len(name) && l.lists[path[:i]] {
			return name[:i], name[i+1:]
		}
	}
	if path != "" && l.lists[path[:len(name)]] {
		return name, ""
	}
	return "", ""
}

// separators are what stands between several values of a cell.
var separators = []string{"|", ";"}

// secondURL finds the begin of a second address in a cell, and what is before it.
var secondURL = regexp.MustCompile(`https?://[^\s|;,]+(\s*[|;,]\s*|\s+)https?://`)

// add looks at what a row has in the column.
func (c *Column) add(row int, values []any, reader *meaningReader) {
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
	c.filledRows = append(c.filledRows, row)
	text := texts[0]
	if len(c.seen) < maxDistinct {
		c.seen[text] = true
	}
	if len(c.Examples) < 3 && !slices.Contains(c.Examples, text) {
		c.Examples = append(c.Examples, text)
	}
	if c.Filled == 1 {
		c.common, c.shortest = text, len(text)
	}
	c.shortest = min(c.shortest, len(text))
	for !strings.HasPrefix(text, c.common) {
		c.common = c.common[:len(c.common)-1]
	}
	c.lengths += len(text)
	if strings.Contains(text, "\n") {
		c.lines++
	}
	if hasMarkup(text) {
		c.markup++
	}
	c.divisions(row, text)
	first, _, _ := strings.Cut(text, "|")
	c.shapes[shapeOf(strings.TrimSpace(first))]++
	c.fraction(text)
	c.meanings.add(strings.TrimSpace(first), reader)
}

// divisions looks at what may stand between several values of a text.
func (c *Column) divisions(row int, text string) {
	for _, separator := range separators {
		if n := strings.Count(text, separator); n > 0 {
			if strings.Count(bracketed.ReplaceAllString(text, ""), separator) < n {
				c.inBrackets = true
			}
			c.splits[separator]++
			if c.parts[separator] == nil {
				c.parts[separator] = map[int]int{}
			}
			c.parts[separator][row] = n + 1
		}
	}
	if found := secondURL.FindStringSubmatch(text); found != nil {
		separator := strings.TrimSpace(found[1])
		if separator == "" {
			separator = found[1][:1]
		}
		c.splits["URL"+separator]++
	}
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
	for name, n := range c.splits {
		if separator, ok := strings.CutPrefix(name, "URL"); ok && n > 0 {
			c.Split = separator
		}
	}
	c.prefix = c.common[:strings.LastIndexAny(c.common, ":/_-.#=")+1]
	if c.Distinct < 2 || c.shortest <= len(c.prefix) || c.share(isNumber) > 0 {
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
		for _, extension := range []string{".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".gif", ".jp2"} {
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
