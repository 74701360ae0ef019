package importpages

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"vitrine/linkedart"
	"vitrine/load/convert"
	"vitrine/load/draft"
	"vitrine/load/rows"
	"vitrine/rdfstore/graph"
)

// Bounds on a look at a file.
const (
	// checkedRows is how many rows a mapping is tried with.
	checkedRows = 100
	// maxCells bounds the values that a draft keeps apart.
	maxCells = 2_000_000
	// maxMapping bounds a mapping, maxRecords what it makes of checkedRows, and sortMemory
	// the memory for sorting its records, all in bytes.
	maxMapping = 256 << 10
	maxRecords = 16 << 20
	sortMemory = 32 << 20
)

// checked is what a mapping makes of the first rows of a file.
type checked struct {
	report  convert.Report
	records []made
	tally   tally
}

// made is a record that was made of a row.
type made struct {
	graph *graph.Graph
	text  []byte
	// isObject tells that it is that of an object, and row is the row.
	isObject bool
	row      int
}

// lookAt looks at the columns of a file, and drafts a mapping.
func lookAt(ctx context.Context, file rows.Source) (*draft.Look, string, error) {
	first, err := draft.LookAt(ctx, file, rows.Options{}, 1)
	if err != nil {
		return nil, "", err
	}
	look, err := draft.LookAt(ctx, file, rows.Options{}, min(draft.Rows, max(maxCells/len(first.Columns), 1)))
	if err != nil {
		return nil, "", err
	}
	if isLIDO, err := draft.IsLIDO(file); err != nil || isLIDO {
		return look, draft.LIDO, err
	}
	text, err := look.Mapping(file.Name)
	return look, text, err
}

// check makes records of the first rows of a file, and judges them. References to other
// records are not judged, since those may come of later rows.
func (p *Pages) check(ctx context.Context, file rows.Source, text string) (*checked, error) {
	m, err := p.Uploads.readMapping(file.Name, text)
	if err != nil {
		return nil, err
	}
	result, err := convert.Convert(ctx, convert.Options{Mapping: m, Files: []rows.Source{file}, MaxRows: checkedRows, Memory: sortMemory})
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	err = result.Write(&bounded{&lines, maxRecords}, func(string) error { return nil })
	if err = errors.Join(err, result.Close()); err != nil {
		return nil, err
	}
	c := &checked{report: result.Report}
	for line := range bytes.Lines(lines.Bytes()) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := result.Place(c.tally.records + 1)
		g, findings, err := p.Writer.Judge(ctx, line)
		if err != nil {
			return nil, &serverError{err}
		}
		c.tally.add(at, g == nil, slices.DeleteFunc(findings, func(f linkedart.Finding) bool { return f.Reference != "" || !result.Asks(f.Rule, line) }))
		if g != nil {
			c.records = append(c.records, made{g, bytes.TrimSpace(line), bytes.Contains(line, []byte(`"type":"HumanMadeObject"`)), at.Row})
		}
	}
	slices.SortStableFunc(c.records, func(a, b made) int {
		if a.isObject != b.isObject {
			return map[bool]int{true: -1, false: 1}[a.isObject]
		}
		return cmp.Compare(a.row, b.row)
	})
	return c, nil
}

// bounded takes so many bytes.
type bounded struct {
	to   io.Writer
	left int
}

func (b *bounded) Write(text []byte) (int, error) {
	if b.left -= len(text); b.left < 0 {
		return 0, fmt.Errorf("the first %d rows make records of more than %d MiB", checkedRows, maxRecords>>20)
	}
	return b.to.Write(text)
}

// serverError is an error for which neither the file nor its mapping is to blame.
type serverError struct{ err error }

func (e *serverError) Error() string { return "judge a record: " + e.err.Error() }

func (e *serverError) Unwrap() error { return e.err }
