package report

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"vitrine/linkedart"
)

// text writes one line a finding, then a table of the rules that were broken,
// then a summary.
type text struct {
	*base
	// shown counts the findings that were written one by one.
	shown int
}

func (t *text) item(r Result, f linkedart.Finding) error {
	if t.options.Shown > 0 && t.shown == t.options.Shown {
		t.summary.Hidden++
		return nil
	}
	t.shown++
	if _, err := t.out.WriteString(printable(line(r, f)) + "\n"); err != nil || !t.options.Live {
		return err
	}
	return t.out.Flush()
}

// line says what was found, and where.
func line(r Result, f linkedart.Finding) string {
	place := placeOf(r, f)
	if f.Rule == Refused {
		place.Pointer = ""
		return strings.TrimSuffix(place.String(), "(record)") + "refused: " + f.Message
	}
	line := fmt.Sprintf("%s: %s %s: %s", place, f.Level, f.Rule, f.Message)
	if f.Fix != "" {
		line += "; right: " + f.Fix
	}
	if f.Source != "" {
		line += " [" + f.Source + "]"
	}
	return line
}

func (t *text) Close() error {
	if rows := t.table.list(); len(rows) > 0 {
		if err := t.writeTable(rows); err != nil {
			return err
		}
	}
	if s := t.summary; !t.options.Live {
		fmt.Fprintf(t.out, "%s checked: %s in %s, %s\n",
			plural(s.Records, "record"), plural(s.Errors, "error"), plural(s.Invalid, "record"), plural(s.Warnings, "warning"))
	}
	return t.out.Flush()
}

// writeTable writes the rows, after a line that says what is not shown above.
func (t *text) writeTable(rows []Row) error {
	if t.summary.Hidden > 0 {
		fmt.Fprintf(t.out, "… and %s\n", plural(t.summary.Hidden, "more finding"))
	}
	more := 0
	if limit := t.options.Rows; limit > 0 && len(rows) > limit {
		rows, more = rows[:limit], len(rows)-limit
	}
	columns := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprint(columns, "\nrule\tlevel\ttimes\tfirst place\twhat to do\n")
	for _, row := range rows {
		cells := []string{row.Rule, string(row.Level), strconv.Itoa(row.Count), row.First.String(), row.Fix}
		for i := range cells {
			cells[i] = printable(cells[i])
		}
		fmt.Fprintln(columns, strings.Join(cells, "\t"))
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	if more > 0 {
		fmt.Fprintf(t.out, "… and %s\n", plural(more, "more rule"))
	}
	_, err := t.out.WriteString("\n")
	return err
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// printable keeps file names and pointers from ending a line or moving the
// cursor of a terminal.
func printable(line string) string {
	if !strings.ContainsFunc(line, hidden) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if hidden(r) {
			quoted := strconv.QuoteToASCII(string(r))
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }
