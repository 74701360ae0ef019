// Package report writes what a linkedart.Validator found in many records: as
// text for people, as JSON for programs, and as SARIF 2.1.0
// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) for tools
// that show findings beside the lines they are about.
//
// A report is written as it comes, so that millions of records need no memory.
// It ends with a table: how often each rule was broken, where first, and what to
// do. The package never reads a record.
package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"vitrine/linkedart"
)

// Result is what was found in one record.
type Result struct {
	// Path is the file or the URL that the record came from, "-" for standard
	// input.
	Path string
	// Line counts from 1 in a file of JSON Lines; 0 for a file of one record.
	Line int
	// Record counts from 1 in a file of several records that has no lines of
	// its own for each; else 0.
	Record   int
	Findings []linkedart.Finding
	// More means that a result of the same record was written before.
	More bool
}

// Summary counts the results that were written.
type Summary struct {
	// Records is the number of records, Invalid of those with an error.
	Records  int `json:"records"`
	Invalid  int `json:"invalid"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	// Hidden is the number of findings that Options.Shown kept back.
	Hidden int `json:"-"`
}

func (s *Summary) count(r Result) {
	if !r.More {
		s.Records++
	}
	errors := 0
	for _, f := range r.Findings {
		if f.Level == linkedart.Error {
			errors++
		} else {
			s.Warnings++
		}
	}
	s.Errors += errors
	if errors > 0 {
		s.Invalid++
	}
}

// Writer writes a report. It is not for several goroutines at once.
type Writer interface {
	// Write adds the findings of one record, none for one that is right.
	Write(Result) error
	// Close ends the report and flushes it; the writer below stays open.
	Close() error
	// Summary counts what was written so far.
	Summary() Summary
	// Rows sums up what was written so far by rule.
	Rows() []Row
}

// Options say how to write a report.
type Options struct {
	// Format is one of Formats.
	Format string
	// Version is that of the program, for SARIF.
	Version string
	// Reading is that of the validator, for SARIF.
	Reading linkedart.Reading
	// Shown is how many findings are written one by one, as text, and Rows how
	// many rules the table has; 0 for all. The table counts all findings.
	Shown, Rows int
	// Live writes each finding at once, as text, and no summary at the end:
	// for messages beside other output.
	Live bool
}

// Formats returns the names of the formats, the one for people first.
func Formats() []string { return []string{"text", "json", "sarif"} }

// New starts a report.
func New(w io.Writer, o Options) (Writer, error) {
	b := &base{out: bufio.NewWriter(w), options: o, table: newTable()}
	switch o.Format {
	case "text":
		t := &text{base: b}
		b.item = t.item
		return t, nil
	case "json":
		j := &jsonReport{base: b}
		b.item = j.item
		return j, nil
	case "sarif":
		s := &sarif{base: b}
		b.item = s.item
		return s, nil
	}
	return nil, fmt.Errorf("no report format is called %q; there are %s", o.Format, strings.Join(Formats(), ", "))
}

// base is what the formats have in common.
type base struct {
	out     *bufio.Writer
	options Options
	summary Summary
	table   table
	// item writes one finding.
	item func(Result, linkedart.Finding) error
}

func (b *base) Summary() Summary { return b.summary }

func (b *base) Rows() []Row { return b.table.list() }

func (b *base) Write(r Result) error {
	b.summary.count(r)
	for _, f := range r.Findings {
		b.table.count(r, f)
		if err := b.item(r, f); err != nil {
			return err
		}
	}
	return nil
}
