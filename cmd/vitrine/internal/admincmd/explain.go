package admincmd

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/linkedart"
)

type ExplainCommand struct {
	console.JSONFlag
	Rule string `arg:"" optional:"" help:"Name of the rule, as findings have it, or of a source such as D-05. Without it all rules are listed."`
}

func (ExplainCommand) Help() string {
	return `Says what a rule of the model asks for, with an example of what breaks it and what
would be right. 'vitrine validate' names the rules of its findings. Without a rule it
lists all of them, with their levels in the standard and the strict reading. Sources with
names like D-05 are where Linked Art's property tables and its published JSON Schemas
differ; the command says how.

Examples:

    vitrine explain
    vitrine explain part-lacks
    vitrine explain D-05`
}

// ruleLine is one of the rules that are listed as JSON.
type ruleLine struct {
	Rule   string          `json:"rule"`
	Title  string          `json:"title"`
	Level  linkedart.Level `json:"level"`
	Strict linkedart.Level `json:"strict"`
	Source string          `json:"source"`
}

// explanation is what the command prints of a rule as JSON.
type explanation struct {
	ruleLine
	Wrong string `json:"wrong"`
	Right string `json:"right"`
}

func (c *ExplainCommand) Run(a *console.App) error {
	if c.Rule == "" {
		return c.list(a)
	}
	if d, ok := linkedart.DisagreementOf(c.Rule); ok {
		if c.JSON {
			return a.PrintJSON(d)
		}
		_, err := fmt.Fprintf(a.Stdout, "%s: %s\nproperty tables: %s\npublished schemas: %s\nrules: %s\n", d.Row, d.Subject, d.Tables, d.Schemas, d.Rules)
		return err
	}
	e, ok := linkedart.Explain(c.Rule)
	if !ok {
		return console.Usage("'vitrine explain' lists the rules, and each finding names its own", "no rule is called %q", c.Rule)
	}
	if c.JSON {
		return a.PrintJSON(explanation{ruleLine{e.ID, e.Title, e.Standard, e.Strict, e.Source}, e.Wrong, e.Right})
	}
	indented := func(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }
	_, err := fmt.Fprintf(a.Stdout, "%s: %s\n%s; in the strict reading %s; source: %s\n\nwrong:\n%s\n\nright:\n%s\n",
		e.ID, e.Title, e.Standard, e.Strict, e.Source, indented(e.Wrong), indented(e.Right))
	return err
}

func (c *ExplainCommand) list(a *console.App) error {
	rules := linkedart.Rules()
	if c.JSON {
		lines := make([]ruleLine, len(rules))
		for i, r := range rules {
			lines[i] = ruleLine{r.ID, r.Title, r.Standard, r.Strict, r.Source}
		}
		return a.PrintJSON(lines)
	}
	w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tSTANDARD\tSTRICT\tSOURCE\tWHAT IT ASKS FOR")
	for _, r := range rules {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.Standard, r.Strict, r.Source, r.Title)
	}
	return w.Flush()
}
