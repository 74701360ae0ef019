package report

import (
	"bufio"
	"encoding/json"

	"vitrine/linkedart"
)

// jsonReport writes one object: the findings, one a line, the table of rules and
// the summary.
type jsonReport struct {
	out     *bufio.Writer
	summary Summary
	table   table
	begun   bool
}

// entry is one finding of a jsonReport.
type entry struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	// Record is that of Result.
	Record int `json:"record,omitempty"`
	linkedart.Finding
}

func (j *jsonReport) Summary() Summary { return j.summary }

func (j *jsonReport) Rows() []Row { return j.table.list() }

func (j *jsonReport) Write(r Result) error {
	j.summary.count(r)
	for _, f := range r.Findings {
		j.table.count(r, f)
		text, err := json.Marshal(entry{File: r.Path, Line: r.Line, Record: r.Record, Finding: f})
		if err != nil {
			return err
		}
		if err := j.item(text); err != nil {
			return err
		}
	}
	return nil
}

func (j *jsonReport) item(text []byte) error {
	before := `,` + "\n"
	if !j.begun {
		j.begun = true
		before = `{"findings": [` + "\n"
	}
	if _, err := j.out.WriteString(before); err != nil {
		return err
	}
	_, err := j.out.Write(text)
	return err
}

func (j *jsonReport) Close() error {
	rows, err := json.Marshal(j.table.list())
	if err != nil {
		return err
	}
	summary, err := json.Marshal(j.summary)
	if err != nil {
		return err
	}
	if !j.begun {
		j.out.WriteString(`{"findings": [`)
	}
	j.out.WriteString("\n" + `], "rules": `)
	j.out.Write(rows)
	j.out.WriteString(`, "summary": `)
	j.out.Write(summary)
	j.out.WriteString("}\n")
	return j.out.Flush()
}
