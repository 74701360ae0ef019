package report

import (
	"cmp"
	"slices"
	"strconv"

	"vitrine/linkedart"
)

// Rules of findings that are not the model's.
const (
	// Refused is the rule of a record that cannot be stored or read.
	Refused = "refused"
	// Dropped is the rule of what lenient reading leaves out of a record.
	Dropped = "dropped"
)

// Row sums up the findings of one rule at one level.
type Row struct {
	Rule  string          `json:"rule"`
	Level linkedart.Level `json:"level"`
	// Count is how often the rule was broken.
	Count int `json:"count"`
	// First is the place of the first finding.
	First Place `json:"first"`
	// Fix says what to do: what all findings of the rule ask for, or, where
	// they differ, what the rule asks for. For a rule that is not the model's
	// it is what the first finding says.
	Fix string `json:"fix,omitempty"`
}

// Place is where a finding stands.
type Place struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Record  int    `json:"record,omitempty"`
	Pointer string `json:"pointer"`
}

// String returns the place as text, such as "people.jsonl:12: /born".
func (p Place) String() string {
	text := p.File
	switch {
	case p.Line > 0:
		text += ":" + strconv.Itoa(p.Line)
	case p.Record > 0:
		text += ": record " + strconv.Itoa(p.Record)
	}
	return text + ": " + cmp.Or(p.Pointer, "(record)")
}

func placeOf(r Result, f linkedart.Finding) Place {
	return Place{File: r.Path, Line: r.Line, Record: r.Record, Pointer: f.Pointer}
}

// table counts findings by rule and level. Its size is bounded by the number of
// rules.
type table struct {
	rows   map[rowKey]*Row
	titles map[string]string
}

type rowKey struct {
	rule  string
	level linkedart.Level
}

func newTable() table {
	t := table{rows: map[rowKey]*Row{}, titles: map[string]string{}}
	for _, r := range linkedart.Rules() {
		t.titles[r.ID] = r.Title
	}
	return t
}

// count takes a finding in.
func (t *table) count(r Result, f linkedart.Finding) {
	key := rowKey{f.Rule, f.Level}
	row := t.rows[key]
	if row == nil {
		row = &Row{Rule: f.Rule, Level: f.Level, First: placeOf(r, f), Fix: cmp.Or(f.Fix, t.titles[f.Rule], f.Message)}
		t.rows[key] = row
	}
	if f.Fix != row.Fix && t.titles[f.Rule] != "" {
		row.Fix = t.titles[f.Rule]
	}
	row.Count++
}

// list returns the rows: errors before warnings, then the most frequent first.
func (t *table) list() []Row {
	rows := make([]Row, 0, len(t.rows))
	for _, row := range t.rows {
		rows = append(rows, *row)
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule))
	})
	return rows
}
