package rows

import (
	"archive/zip"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/thedatashed/xlsxreader"
)

// maxWorkbook bounds what a workbook unpacks to, and maxShared the part of it that holds
// the texts, which are in memory while it is read. In bytes. A part above maxSmall that
// unpacks to more than maxRatio times its size is no sheet: sheets unpack to ten or twenty
// times theirs.
const (
	maxWorkbook = 8 << 30
	maxShared   = 512 << 20
	maxSmall    = 64 << 20
	maxRatio    = 200
)

// workbook yields the rows of a sheet of an Excel workbook: the one that is asked for, or the
// first that has rows. The first row names the columns, or the second where the first has one
// cell, as a title has, and the second has more, none of them a number.
func (r *reading) workbook() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		if r.source.File == nil {
			yield(Row{}, errors.New("a workbook has to be a file; save it first"))
			return
		}
		file, err := r.source.File()
		if err != nil {
			yield(Row{}, err)
			return
		}
		defer file.Close()
		archive, err := zip.NewReader(file, file.Size())
		if err != nil {
			yield(Row{}, fmt.Errorf("the file is no workbook of Excel (.xlsx): %w", err))
			return
		}
		if err := bounded(archive); err != nil {
			yield(Row{}, err)
			return
		}
		book, err := xlsxreader.NewReaderZip(archive)
		if err != nil {
			yield(Row{}, fmt.Errorf("read the workbook: %w", err))
			return
		}
		sheets, err := sheetsOf(book.Sheets, r.options.Sheet)
		if err != nil {
			yield(Row{}, err)
			return
		}
		for _, name := range sheets {
			s := &sheet{yield: yield}
			if s.read(book.ReadRows(name)); s.number > 0 || s.ended {
				return
			}
		}
		yield(Row{}, errors.New("the workbook has no sheet with a line of names and rows below it"))
	}
}

// bounded refuses a workbook that unpacks to more than there is memory for.
func bounded(archive *zip.Reader) error {
	var all uint64
	for _, part := range archive.File {
		all += part.UncompressedSize64
		isBomb := part.UncompressedSize64 > maxSmall && part.UncompressedSize64/maxRatio > part.CompressedSize64
		if all > maxWorkbook || isBomb || strings.HasSuffix(part.Name, "sharedStrings.xml") && part.UncompressedSize64 > maxShared {
			return errors.New("the workbook unpacks to too much; save the sheet as CSV")
		}
	}
	return nil
}

// sheetsOf returns the names of the sheets to read, of which the first with rows is taken.
func sheetsOf(sheets []string, name string) ([]string, error) {
	switch {
	case len(sheets) == 0:
		return nil, errors.New("the workbook has no sheet")
	case name == "":
		return sheets, nil
	case slices.Contains(sheets, name):
		return []string{name}, nil
	}
	return nil, fmt.Errorf("the workbook has no sheet %q; it has %s", name, strings.Join(sheets, ", "))
}

// sheet is the reading of one sheet.
type sheet struct {
	yield func(Row, error) bool
	// title is the first row, while it is not known whether it names the columns.
	title, columns []string
	number         int
	// ended tells that no more rows are wanted, or can be read.
	ended bool
}

// read yields the rows of a sheet. It reads the channel to its end, since its writer would
// otherwise wait for ever.
func (s *sheet) read(from chan xlsxreader.Row) {
	defer func() {
		for range from {
		}
	}()
	for read := range from {
		if read.Error != nil {
			s.fail(fmt.Errorf("row %d of the sheet: %w", read.Index, read.Error))
		} else if cells := cellsOf(read); filled(cells) > 0 && !s.header(cells) {
			s.row(cells, read.Index)
		}
		if s.ended {
			return
		}
	}
}

// header takes a row that names the columns, or stands above them.
func (s *sheet) header(cells []string) bool {
	if s.columns != nil {
		return false
	}
	if s.title == nil && filled(cells) == 1 {
		s.title = cells
		return true
	}
	names, isNames := cells, true
	if s.title != nil && (filled(cells) == 1 || slices.ContainsFunc(cells, isNumber)) {
		names, isNames = s.title, false
	}
	columns, err := columnNames(names)
	if err != nil {
		s.fail(err)
	}
	s.columns = columns
	return isNames
}

func (s *sheet) row(cells []string, index int) {
	s.number++
	row, err := sheetRow(s.columns, cells, s.number, index)
	s.ended = s.ended || !s.yield(row, err)
}

func (s *sheet) fail(err error) {
	s.ended = true
	s.yield(Row{}, err)
}

// isNumber tells whether a cell is a number, which is no name of a column.
func isNumber(cell string) bool {
	_, err := strconv.ParseFloat(cell, 64)
	return err == nil
}

// filled counts the cells that are not empty.
func filled(cells []string) int {
	n := 0
	for _, cell := range cells {
		if strings.TrimSpace(cell) != "" {
			n++
		}
	}
	return n
}

// sheetRow returns a row. Cells that the sheet leaves out at the end are empty.
func sheetRow(columns, cells []string, number, line int) (Row, error) {
	if len(cells) > len(columns) {
		return Row{}, &RowError{number, line, fmt.Errorf("there is a cell beyond the %d columns of the header", len(columns))}
	}
	cells = append(cells, make([]string, len(columns)-len(cells))...)
	return Row{Number: number, Line: line, Columns: columns, Value: valueOf(columns, cells)}, nil
}

// cellsOf returns the texts of the cells of a row, by the places of their columns.
func cellsOf(row xlsxreader.Row) []string {
	var cells []string
	for _, cell := range row.Cells {
		i := cell.ColumnIndex()
		if i < 0 || i > 20_000 {
			continue
		}
		if i >= len(cells) {
			cells = append(cells, make([]string, i+1-len(cells))...)
		}
		cells[i] = cell.Value
	}
	return cells
}
