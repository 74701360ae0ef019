package report

import (
	"bufio"
	"encoding/json"

	"vitrine/linkedart"
)

// jsonReport writes one object: the findings, one a line, and the summary.
type jsonReport struct {
	out     *bufio.Writer
	summary Summary
	begun   bool
}

// entry is one finding of a jsonReport.
type entry struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	linkedart.Finding
}

func (j *jsonReport) Summary() Summary { return j.summary }

func (j *jsonReport) Write(r Result) error {
	j.summary.count(r)
	for _, f := range r.Findings {
		text, err := json.Marshal(entry{File: r.Path, Line: r.Line, Finding: f})
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
	text, err := json.Marshal(j.summary)
	if err != nil {
		return err
	}
	if !j.begun {
		j.out.WriteString(`{"findings": [`)
	}
	j.out.WriteString("\n" + `], "summary": `)
	j.out.Write(text)
	j.out.WriteString("}\n")
	return j.out.Flush()
}
