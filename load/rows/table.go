package rows

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// table yields the rows of a CSV or TSV file. The first row names the columns.
func (r *reading) table() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		text, file, err := r.text()
		if err != nil {
			yield(Row{}, err)
			return
		}
		defer file.Close()
		limit := &bound{r: text}
		limit.allow(0)
		begin, _ := text.Peek(64 << 10)
		if isHTML(begin) {
			yield(Row{}, errHTML)
			return
		}
		input := io.Reader(limit)
		if !bytes.Contains(begin, []byte{'\n'}) && bytes.Contains(begin, []byte{'\r'}) {
			begin, input = bytes.ReplaceAll(begin, []byte{'\r'}, []byte{'\n'}), lineFeeds{limit}
		}
		reader := csv.NewReader(bufio.NewReader(input))
		reader.FieldsPerRecord, reader.LazyQuotes, reader.ReuseRecord = -1, r.options.LooseQuotes, true
		if reader.Comma = r.options.Delimiter; reader.Comma == 0 {
			reader.Comma = delimiter(string(begin), r.options.Format == "tsv")
		}
		t := &table{reader: reader, bound: limit}
		t.read(yield)
	}
}

// lineFeeds reads a text whose lines end in carriage returns alone, as Excel for the Mac
// writes them, with line feeds in their place.
type lineFeeds struct{ r io.Reader }

func (l lineFeeds) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// table is the reading of one table.
type table struct {
	reader  *csv.Reader
	bound   *bound
	columns []string
	number  int
}

func (t *table) read(yield func(Row, error) bool) {
	header, err := t.reader.Read()
	if err != nil {
		yield(Row{}, tableError(err, "the file is empty"))
		return
	}
	if t.columns, err = columnNames(header); err == nil {
		err = t.undivided()
	}
	if err != nil {
		yield(Row{}, err)
		return
	}
	for {
		t.bound.allow(t.reader.InputOffset())
		cells, err := t.reader.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			yield(Row{}, tableError(err, ""))
			return
		}
		t.number++
		line, _ := t.reader.FieldPos(0)
		if !yield(t.row(cells, line)) {
			return
		}
	}
}

// undivided returns an error where the header is one column that another delimiter divides.
func (t *table) undivided() error {
	if len(t.columns) > 1 {
		return nil
	}
	for _, other := range ",;\t|^~" {
		if other != t.reader.Comma && strings.Count(t.columns[0], string(other)) > 1 {
			return fmt.Errorf("the header is one column, %q; say delimiter: %q, or leave delimiter out", t.columns[0], other)
		}
	}
	return nil
}

// row returns the row of some cells.
func (t *table) row(cells []string, line int) (Row, error) {
	if len(cells) != len(t.columns) {
		err := fmt.Errorf("there are %d cells where the header has %d columns; a delimiter or a line break may stand in a cell without quotes", len(cells), len(t.columns))
		return Row{}, &RowError{t.number, line, err}
	}
	return Row{Number: t.number, Line: line, Columns: t.columns, Value: valueOf(t.columns, cells)}, nil
}

// valueOf returns the value of a row of a table.
func valueOf(columns, cells []string) map[string]any {
	value := make(map[string]any, len(columns))
	for i, column := range columns {
		value[column] = strings.TrimSpace(cells[i])
	}
	return value
}

// tableError returns an error of package csv with what to do about it.
func tableError(err error, empty string) error {
	var at *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return errors.New(empty)
	case !errors.As(err, &at):
		return err
	case errors.Is(err, csv.ErrBareQuote):
		return fmt.Errorf("line %d: a cell without quotes around it has a quote within; double the quotes and put the cell in quotes, or allow them by quotes: loose", at.Line)
	case errors.Is(err, csv.ErrQuote):
		return fmt.Errorf("line %d: the quote at the begin of the cell in line %d is not closed, or a quote in it is not doubled; export again, or allow such quotes by quotes: loose", at.Line, at.StartLine)
	}
	return err
}

// columnNames returns the names of columns, each once: an empty one is called by its place.
func columnNames(header []string) ([]string, error) {
	if len(header) > 10_000 {
		return nil, fmt.Errorf("the header has %d columns; the limit is 10,000", len(header))
	}
	names := make([]string, len(header))
	for i, name := range header {
		name = strings.TrimSpace(name)
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
		}
		for n := 2; slices.Contains(names[:i], name); n++ {
			name = fmt.Sprintf("%s (%d)", strings.TrimSpace(header[i]), n)
		}
		names[i] = name
	}
	return names, nil
}

// delimiter returns what separates the cells of a table: that of the usual ones by which
// the first rows have the same number of cells, the largest number.
func delimiter(begin string, tabs bool) rune {
	best, most := ',', 1
	if tabs {
		best = '\t'
	}
	for _, candidate := range []rune{best, ',', ';', '\t', '|'} {
		if n := cellsBy(begin, candidate); n > most {
			best, most = candidate, n
		}
	}
	return best
}

// cellsBy returns how many cells the first rows have by a delimiter, 0 where more than one
// in five has another number.
func cellsBy(begin string, comma rune) int {
	reader := csv.NewReader(strings.NewReader(begin))
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = comma, true, -1
	cells, differ := 0, 0
	for i := 0; i < 20; i++ {
		row, err := reader.Read()
		if err != nil || reader.InputOffset() >= int64(len(begin)) && i > 0 {
			break
		}
		if i == 0 {
			cells = len(row)
		}
		if len(row) != cells {
			differ++
		}
		if differ*5 > i+1 {
			return 0
		}
	}
	return cells
}
