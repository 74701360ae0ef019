package result

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/knakk/rdf"
	"golang.org/x/text/width"

	"vitrine/serialize/terms"
)

// measured is how many solutions decide how wide the columns of a table are. Those
// that follow stream.
const measured = 200

// TableOptions say how a table looks.
type TableOptions struct {
	// MaxWidth is the width of the widest column, in columns of a terminal; longer
	// texts are cut, and end with "…". 0 cuts nothing.
	MaxWidth int
	// Shorten returns an IRI as a prefixed name, or false where it has none. Nil
	// shortens nothing.
	Shorten func(iri string) (string, bool)
}

// table writes a table for people.
type table struct {
	output
	options TableOptions
	// first holds what decides about the widths: the names and the first solutions.
	first  [][]string
	widths []int
	rows   int
}

// NewTable returns a writer of a table for people, of terms as SPARQL writes them,
// with the number of solutions at its end. Control characters are escaped.
func NewTable(w io.Writer, options TableOptions) Writer {
	return &table{output: output{w: w}, options: options}
}

func (t *table) Variables(names []string) error {
	if err := t.variables(len(names)); err != nil {
		return err
	}
	cells := make([]string, len(names))
	for i, name := range names {
		cells[i] = "?" + name
	}
	t.first = append(t.first, cells)
	return nil
}

func (t *table) Solution(row []rdf.Term) error {
	if err := t.row(row); err != nil {
		return err
	}
	t.rows++
	cells := make([]string, len(row))
	for i, term := range row {
		if term != nil {
			cells[i] = t.cut(t.cell(term))
		}
	}
	if t.widths == nil && len(t.first) <= measured {
		t.first = append(t.first, cells)
		return nil
	}
	t.measure()
	t.line(cells)
	return t.full()
}

// cell returns a term as SPARQL writes it.
func (t *table) cell(term rdf.Term) string {
	switch term := term.(type) {
	case rdf.IRI:
		return t.iri(term)
	case rdf.Literal:
		text := string(appendLiteral(nil, term, terms.Visible))
		if datatype := "<" + term.DataType.String() + ">"; strings.HasSuffix(text, "^^"+datatype) {
			return strings.TrimSuffix(text, datatype) + t.iri(term.DataType)
		}
		return text
	case rdf.Blank:
		return "_:" + visible(label(term))
	}
	return ""
}

func (t *table) iri(iri rdf.IRI) string {
	if t.options.Shorten != nil {
		if short, ok := t.options.Shorten(iri.String()); ok {
			return visible(short)
		}
	}
	return "<" + visible(iri.String()) + ">"
}

// visible replaces what a terminal could take for a command.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, text)
}

// cut shortens a text to the width of the widest column.
func (t *table) cut(text string) string {
	if t.options.MaxWidth == 0 || widthOf(text) <= t.options.MaxWidth {
		return text
	}
	wide := 0
	for i, r := range text {
		if wide += widthOfRune(r); wide >= t.options.MaxWidth {
			return text[:i] + "…"
		}
	}
	return text
}

// measure finds out how wide the columns are, and writes what was held back for it.
func (t *table) measure() {
	if t.widths != nil {
		return
	}
	t.widths = make([]int, t.output.width)
	for _, cells := range t.first {
		for i, cell := range cells {
			t.widths[i] = max(t.widths[i], widthOf(cell))
		}
	}
	for n, cells := range t.first {
		t.line(cells)
		if n == 0 {
			rule := make([]string, len(cells))
			for i := range rule {
				rule[i] = strings.Repeat("─", t.widths[i])
			}
			t.line(rule)
		}
	}
	t.first = nil
}

func (t *table) line(cells []string) {
	start := len(t.buf)
	for i, cell := range cells {
		if i > 0 {
			t.buf = append(t.buf, "  "...)
		}
		t.buf = append(t.buf, cell...)
		for wide := widthOf(cell); wide < t.widths[i]; wide++ {
			t.buf = append(t.buf, ' ')
		}
	}
	for len(t.buf) > start && t.buf[len(t.buf)-1] == ' ' {
		t.buf = t.buf[:len(t.buf)-1]
	}
	t.buf = append(t.buf, '\n')
}

func (t *table) Boolean(b bool) error {
	if err := t.begin(begun, afterBoolean); err != nil {
		return err
	}
	t.buf = append(strconv.AppendBool(t.buf, b), '\n')
	return nil
}

// Flush sends what was collected; the first solutions are measured with it.
func (t *table) Flush() error {
	if t.stage == inSolutions {
		t.measure()
	}
	return t.output.Flush()
}

func (t *table) Close() error {
	if t.stage == inSolutions {
		t.measure()
		if t.rows == 1 {
			t.buf = append(t.buf, "\n1 solution\n"...)
		} else {
			t.buf = fmt.Appendf(t.buf, "\n%d solutions\n", t.rows)
		}
	}
	if _, err := t.end(); err != nil {
		return err
	}
	return t.output.Flush()
}

// widthOf returns how many columns of a terminal a text takes.
func widthOf(text string) (columns int) {
	for _, r := range text {
		columns += widthOfRune(r)
	}
	return columns
}

func widthOfRune(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
		return 2
	}
	return 1
}
