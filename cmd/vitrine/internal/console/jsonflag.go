package console

import (
	"encoding/json"
	"fmt"
)

// JSONFlag has a command print its result as JSON.
type JSONFlag struct {
	JSON bool `name:"json" help:"Print the result as JSON (docs/running.md)."`
}

// Report prints a result: as JSON, or as the line of text.
func (f JSONFlag) Report(a *App, result any, format string, args ...any) error {
	if f.JSON {
		return a.PrintJSON(result)
	}
	return a.Print(format, args...)
}

// PrintJSON writes a result as JSON.
func (a *App) PrintJSON(result any) error {
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Stdout, "%s\n", text)
	return err
}
