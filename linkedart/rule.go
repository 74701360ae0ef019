package linkedart

import (
	"embed"
	"slices"
	"sync"

	"vitrine/linkedart/words/lexicon"
)

// Rule is one thing that a record is checked for.
type Rule struct {
	ID string
	// Standard and Strict are its levels in the two readings.
	Standard, Strict Level
	// Source is what it rests on; see Finding.Source.
	Source string
	// Title says in one sentence what the rule asks for.
	Title string
}

// Rules returns all rules, in the order in which vitrine explain lists them: first what holds
// of every JSON text, then what holds of every entity, then the shapes, then the rows of the
// table of disagreements.
func Rules() []Rule { return slices.Clone(rules()) }

// Level returns the level of the rule in the reading.
func (r Rule) Level(reading Reading) Level {
	if reading == Strict {
		return r.Strict
	}
	return r.Standard
}

// Disagreement is a place where Linked Art's property tables and its published JSON Schemas
// say something else.
type Disagreement struct {
	// Row is its name, such as "D-05", and Subject what it is about.
	Row     string `json:"row"`
	Subject string `json:"subject"`
	// Tables and Schemas are what the two say.
	Tables  string `json:"tables"`
	Schemas string `json:"schemas"`
	// Rules are the rules that follow, in backticks.
	Rules string `json:"rules"`
}

// DisagreementOf returns the row of the table of disagreements with the name, false where
// there is none.
func DisagreementOf(row string) (Disagreement, bool) {
	for _, d := range tableRows("disagreements.tsv", 5) {
		if d[0] == row {
			return Disagreement{d[0], d[1], d[2], d[3], d[4]}, true
		}
	}
	return Disagreement{}, false
}

//go:embed rules.tsv disagreements.tsv wordings.tsv members.tsv classes.tsv examples.tsv
var tables embed.FS

var rules = sync.OnceValue(func() []Rule {
	var out []Rule
	for _, r := range tableRows("rules.tsv", 5) {
		out = append(out, Rule{ID: r[0], Standard: Level(r[1]), Strict: Level(r[2]), Source: r[3], Title: r[4]})
	}
	return out
})

// tableRows returns the rows of a table, which is part of the program; a test reads all of each.
func tableRows(file string, columns int) (rows [][]string) {
	text, _ := tables.ReadFile(file)
	for row, err := range lexicon.Rows(string(text), columns) {
		if err != nil {
			return rows
		}
		rows = append(rows, row.Cells)
	}
	return rows
}

// ruleIndex maps the ids to the rules.
func ruleIndex() map[string]*Rule {
	all := rules()
	index := make(map[string]*Rule, len(all))
	for i := range all {
		index[all[i].ID] = &all[i]
	}
	return index
}
