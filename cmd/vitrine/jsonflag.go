package main

import (
	"encoding/json"
	"fmt"
)

// jsonFlag has a command print its result as JSON.
type jsonFlag struct {
	JSON bool `name:"json" help:"Print the result as JSON (docs/running.md)."`
}

// report prints a result: as JSON, or as the line of text.
func (f jsonFlag) report(a *app, result any, format string, args ...any) error {
	if f.JSON {
		return a.printJSON(result)
	}
	return a.print(format, args...)
}

// printJSON writes a result as JSON.
func (a *app) printJSON(result any) error {
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "%s\n", text)
	return err
}
