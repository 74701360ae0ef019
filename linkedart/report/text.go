package report

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// text writes one line a finding, and a summary.
type text struct {
	out     *bufio.Writer
	summary Summary
}

func (t *text) Summary() Summary { return t.summary }

func (t *text) Write(r Result) error {
	t.summary.count(r)
	for _, f := range r.Findings {
		place := r.Path
		if r.Line > 0 {
			place += ":" + strconv.Itoa(r.Line)
		}
		pointer := f.Pointer
		if pointer == "" {
			pointer = "(record)"
		}
		line := fmt.Sprintf("%s: %s: %s %s: %s", place, pointer, f.Level, f.Rule, f.Message)
		if f.Fix != "" {
			line += "; right: " + f.Fix
		}
		if f.Source != "" {
			line += " [" + f.Source + "]"
		}
		if _, err := t.out.WriteString(printable(line) + "\n"); err != nil {
			return err
		}
	}
	return nil
}

func (t *text) Close() error {
	s := t.summary
	fmt.Fprintf(t.out, "%s checked: %s in %s, %s\n",
		plural(s.Records, "record"), plural(s.Errors, "error"), plural(s.Invalid, "record"), plural(s.Warnings, "warning"))
	return t.out.Flush()
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
