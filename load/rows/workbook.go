package rows

import (
	"archive/zip"
	"errors"
	"fmt"
	"iter"
	"slices"
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

// workbook yields the rows of a sheet of an Excel workbook. The first row names the columns.
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
		sheet, err := sheetOf(book.Sheets, r.options.Sheet)
		if err != nil {
			yield(Row{}, err)
			return
		}
		sheetRows(book.ReadRows(sheet), yield)
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

// sheetOf returns the name of the sheet to read.
func sheetOf(sheets []string, name string) (string, error) {
	switch {
	case len(sheets) == 0:
		return "", errors.New("the workbook has no sheet")
	case name == "":
		return sheets[0], nil
	case slices.Contains(sheets, name):
		return name, nil
	}
	return "", fmt.Errorf("the workbook has no sheet %q; it has %s", name, strings.Join(sheets, ", "))
}

// sheetRows yields the rows of a sheet. It reads the channel to its end, since its writer
// would otherwise wait for ever.
func sheetRows(from chan xlsxreader.Row, yield func(Row, error) bool) {
	defer func() {
		for range from {
		}
	}()
	var columns []string
	number := 0
	for read := range from {
		if read.Error != nil {
			yield(Row{}, fmt.Errorf("row %d of the sheet: %w", read.Index, read.Error))
			return
		}
		cells := cellsOf(read)
		if columns == nil {
			var err error
			if columns, err = columnNames(cells); err != nil {
				yield(Row{}, err)
				return
			}
			continue
		}
		if len(cells) == 0 {
			continue
		}
		number++
		row, err := sheetRow(columns, cells, number, read.Index)
		if !yield(row, err) {
			return
		}
	}
	if columns == nil {
		yield(Row{}, errors.New("the sheet is empty"))
	}
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
