package report

import (
	"encoding/json"

	"vitrine/linkedart"
)

// jsonReport writes one object: the findings, one a line, the table of rules and
// the summary.
type jsonReport struct {
	*base
	begun bool
}

// entry is one finding of a jsonReport.
type entry struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	// Record is that of Result.
	Record int `json:"record,omitempty"`
	linkedart.Finding
}

func (j *jsonReport) item(r Result, f linkedart.Finding) error {
	text, err := json.Marshal(entry{File: r.Path, Line: r.Line, Record: r.Record, Finding: f})
	if err != nil {
		return err
	}
	before := ",\n"
	if !j.begun {
		before = `{"findings": [` + "\n"
	}
	j.begun = true
	j.out.WriteString(before)
	_, err = j.out.Write(text)
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
