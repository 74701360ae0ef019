package admincmd

import (
	"fmt"
	"text/tabwriter"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/linkedart"
)

type ExplainCommand struct {
	console.JSONFlag
	Rule string `arg:"" optional:"" help:"Name of the rule, as findings have it, or of a source such as D-05. Without it all rules are listed."`
}

func (ExplainCommand) Help() string {
	return `Lists the rules of the model with their levels in the standard and the strict reading,
or says what one of them asks for. 'vitrine validate' names the rules of its findings.
Sources with names like D-05 are where Linked Art's property tables and its published
JSON Schemas differ; the command says how.

Examples:

    vitrine explain
    vitrine explain part-lacks
    vitrine explain D-05`
}

// ruleLine is a rule as JSON.
type ruleLine struct {
	Rule   string          `json:"rule"`
	Title  string          `json:"title"`
	Level  linkedart.Level `json:"level"`
	Strict linkedart.Level `json:"strict"`
	Source string          `json:"source"`
}

func (c *ExplainCommand) Run(a *console.App) error {
	if d, ok := linkedart.DisagreementOf(c.Rule); ok {
		if c.JSON {
			return a.PrintJSON(d)
		}
		return a.Print("%s: %s\nproperty tables: %s\npublished schemas: %s\nrules: %s", d.Row, d.Subject, d.Tables, d.Schemas, d.Rules)
	}
	lines := []ruleLine{}
	for _, r := range linkedart.Rules() {
		if c.Rule == "" || c.Rule == r.ID {
			lines = append(lines, ruleLine{r.ID, r.Title, r.Standard, r.Strict, r.Source})
		}
	}
	switch {
	case len(lines) == 0:
		return console.Usage("'vitrine explain' lists the rules, and each finding names its own", "no rule is called %q", c.Rule)
	case c.JSON:
		return a.PrintJSON(lines)
	}
	w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tSTANDARD\tSTRICT\tSOURCE\tWHAT IT ASKS FOR")
	for _, r := range lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.Rule, r.Level, r.Strict, r.Source, r.Title)
	}
	return w.Flush()
}
