package main

import (
	"fmt"
	"strings"

	"vitrine/linkedart"
)

type explainCommand struct {
	jsonFlag
	Rule string `arg:"" help:"Name of the rule, as findings have it."`
}

func (explainCommand) Help() string {
	return `Says what a rule of the model asks for, with an example of what breaks it and what
would be right. 'vitrine validate' names the rules of its findings.

Examples:

    vitrine explain part-lacks`
}

// explanation is what the command prints as JSON.
type explanation struct {
	Rule   string          `json:"rule"`
	Title  string          `json:"title"`
	Level  linkedart.Level `json:"level"`
	Strict linkedart.Level `json:"strict"`
	Source string          `json:"source"`
	Wrong  string          `json:"wrong"`
	Right  string          `json:"right"`
}

func (c *explainCommand) Run(a *app) error {
	e, ok := linkedart.Explain(c.Rule)
	if !ok {
		return usage("docs/model.md lists the rules, and each finding names its own", "no rule is called %q", c.Rule)
	}
	if c.JSON {
		return a.printJSON(explanation{e.ID, e.Title, e.Standard, e.Strict, e.Source, e.Wrong, e.Right})
	}
	indented := func(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }
	_, err := fmt.Fprintf(a.stdout, "%s: %s\n%s; in the strict reading %s; source: %s\n\nwrong:\n%s\n\nright:\n%s\n",
		e.ID, e.Title, e.Standard, e.Strict, e.Source, indented(e.Wrong), indented(e.Right))
	return err
}
