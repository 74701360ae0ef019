package linkedart

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestEveryRuleIsTested looks in the tables of records for each rule.
func TestEveryRuleIsTested(t *testing.T) {
	tested := map[string]bool{"too-many": true} // TestTooMany
	for _, c := range readCases(t) {
		noteRules(tested, c.want)
	}
	for _, c := range rawCases {
		noteRules(tested, c.want)
	}
	for _, r := range Rules() {
		if !tested[r.ID] {
			t.Errorf("no record of the tables breaks the rule %s", r.ID)
		}
	}
}

func noteRules(tested map[string]bool, want string) {
	for _, finding := range strings.Split(want, " ; ") {
		if f := strings.Fields(finding); len(f) == 3 {
			tested[f[1]] = true
		}
	}
}

// TestTables holds each line of the tables to its fields and known levels.
func TestTables(t *testing.T) {
	for file, count := range map[string]int{"rules.tsv": 5, "disagreements.tsv": 5, "wordings.tsv": 3, "members.tsv": 2, "classes.tsv": 2, "examples.tsv": 3} {
		if lines, rows := strings.Count(readFile(t, file), "\n"), tableRows(file, count); len(rows) != lines-1 {
			t.Errorf("%s: of %d lines %d can be read", file, lines, len(rows)+1)
		}
	}
	for _, r := range Rules() {
		for _, level := range []Level{r.Standard, r.Strict} {
			if level != Error && level != Warning {
				t.Errorf("%s has the level %q", r.ID, level)
			}
		}
	}
}

// TestDisagreements holds the table of disagreements to having every row and to naming rules
// that exist, among them each rule that rests on the row.
func TestDisagreements(t *testing.T) {
	known := ruleIndex()
	name := regexp.MustCompile("`([a-z]+(?:-[a-z]+)+)`")
	for i := 1; i <= 52; i++ {
		row := fmt.Sprintf("D-%02d", i)
		d, ok := DisagreementOf(row)
		if !ok {
			t.Errorf("there is no row %s", row)
		}
		for _, m := range name.FindAllStringSubmatch(d.Rules, -1) {
			if known[m[1]] == nil {
				t.Errorf("%s names the rule %s, which is none", row, m[1])
			}
		}
	}
	for _, r := range Rules() {
		if d, _ := DisagreementOf(r.Source); strings.HasPrefix(r.Source, "D-") && !strings.Contains(d.Rules, "`"+r.ID+"`") {
			t.Errorf("%s rests on %s, whose row does not name it", r.ID, r.Source)
		}
	}
}

// TestRulesAreKnownToSchemas holds the names in rules.json against the rules,
// and every one against a wording.
func TestRulesAreKnownToSchemas(t *testing.T) {
	known, words := ruleIndex(), wordings()
	doc, _ := decode(t, readFile(t, "schemas/rules.json")).(map[string]any)
	names, _ := doc["$defs"].(map[string]any)
	for name, schema := range names {
		if schema != false {
			t.Errorf("%s is not the schema false", name)
		}
		if known[name] == nil {
			t.Errorf("the schemas name the rule %s, which is none", name)
		}
		if _, ok := words[name]; !ok && name != "recommended-missing" && name != "label-missing" {
			t.Errorf("the rule %s has no words", name)
		}
	}
	for name := range words {
		if _, ok := names[name]; !ok {
			t.Errorf("there are words for %s, which no schema names", name)
		}
	}
}
