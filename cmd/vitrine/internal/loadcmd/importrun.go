package loadcmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/load/convert"
	"vitrine/load/history"
	"vitrine/load/mapping"
	"vitrine/load/rows"
)

// run converts all rows, stores their records, and notes what it did beside the mapping.
func (c *ImportCommand) run(a *console.App, m *mapping.Mapping, files []rows.Source) error {
	past, err := history.Open(c.Mapping)
	if err != nil {
		return err
	}
	defer past.Close()
	ids := bufio.NewWriter(past.IDs())
	a.Begin("reading rows")
	result, name, err := c.converted(a, m, files, 0, ids)
	if err = errors.Join(err, ids.Flush()); err != nil {
		return err
	}
	defer os.Remove(name)
	if err := c.writeReview(a, m); err != nil {
		return err
	}
	if result.Records == 0 {
		c.say(a, result)
		return errors.New("no row became a record, so nothing was stored")
	}
	return c.store(a, result, name, past)
}

// store stores the records of a conversion, and keeps what it changed.
func (c *ImportCommand) store(a *console.App, result *convert.Result, name string, past *history.History) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	plan, err := c.plan(a, r, result, name)
	if err != nil {
		return err
	}
	isNew := c.Server == "" && c.loading(name).isNew()
	plan.options.Check, plan.flush = past.Noted(plan.options.Check, plan.check), past.Flush
	stored := c.loading(name).load(a, r, plan)
	c.say(a, result)
	var status console.StatusError
	if stored != nil && !errors.As(stored, &status) {
		if plan.partly {
			stored = errors.Join(stored, past.KeepPart())
		}
		return stored
	}
	if !isNew && past.Created() > 0 {
		if err := c.tellSame(a, past); err != nil {
			return errors.Join(err, past.KeepPart())
		}
	}
	err = c.gone(a, past)
	if err == nil {
		err = c.recordRun(a, past)
	}
	if err != nil {
		return errors.Join(err, past.KeepPart())
	}
	if err := past.Keep(); err != nil {
		return err
	}
	if stored == nil && result.Refused > 0 {
		return console.StatusError(console.StatusPartly)
	}
	return stored
}

// say reports what became of the rows.
func (c *ImportCommand) say(a *console.App, result *convert.Result) {
	if result.Rows+result.Refused == 0 {
		return
	}
	a.Say("%s became %s; %s refused", console.Count(result.Rows, "row"), console.Count(result.Records, "record"), console.WasCount(result.Refused, "row"))
	for _, fault := range result.Faults {
		a.Say("%s: %v", fault.Place, fault.Err)
	}
	if more := result.Refused - len(result.Faults); more > 0 {
		a.Say("and %s more", console.Count(more, "row"))
	}
	for file, unused := range result.Unused {
		a.Say("columns of %s that the mapping does not use: %q", file, unused)
	}
	values := result.UnclearValues()
	for i, value := range values {
		if i == maxUnclear {
			a.Say("and %s more that were not understood", console.Count(len(values)-i, "value"))
			break
		}
		n := result.Unclear[value]
		a.Say("not understood by %s, kept as text: %q (%s, first %s)", value.Verb, value.Value, console.Count(n.Rows, "row"), n.First)
	}
	for _, conflict := range result.Differing {
		a.Say("rows say different things of %s at %s: %s was kept, %s left out", conflict.ID, conflict.Member, conflict.Kept, conflict.Left)
	}
	if more := result.Conflicts - len(result.Differing); more > 0 {
		a.Say("and %s more of this kind", console.Count(more, "difference"))
	}
}

// maxUnclear is how many values that are not understood are listed.
const maxUnclear = 10

// printRecords prints records, a line each, as indented JSON.
func printRecords(w io.Writer, lines io.Reader) error {
	decoder := json.NewDecoder(lines)
	for {
		var record json.RawMessage
		err := decoder.Decode(&record)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var text bytes.Buffer
		if err := json.Indent(&text, record, "", "  "); err != nil {
			return err
		}
		text.WriteByte('\n')
		if _, err := text.WriteTo(w); err != nil {
			return err
		}
	}
}
