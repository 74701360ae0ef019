package loadcmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/iri"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

type ValidateCommand struct {
	storeopen.BaseFlag
	storeopen.ContextsFlag
	reportFlags
	console.JSONFlag
	Format string   `placeholder:"NAME" help:"Format of all files, whatever their extensions; required for standard input."`
	Strict bool     `help:"Use the strict reading of the model: what one of its sources forbids is an error."`
	Allow  []string `placeholder:"RULE,..." help:"Report the errors of these rules as warnings."`
	DB     string   `name:"db" placeholder:"FILE" help:"Store with more records; references to them are not reported as missing."`
	storeopen.ControlFlag
	Path []string `arg:"" help:"File, folder, or - for standard input."`
}

func (ValidateCommand) Help() string {
	return `Each finding has the file, the place as a JSON Pointer, the level, the rule and what
would be correct. In the text format, the first 8 findings are shown,
and a table counts all of them; --report writes all of them to a file. The exit
status is 1 if there are errors. vitrine explain RULE prints a rule with an example.

Examples:

    vitrine validate --base-url https://data.museum.example/ records/

    vitrine validate --report findings.sarif people.jsonl.gz

    vitrine validate --strict --allow D-05,label-missing person.json`
}

func (c *ValidateCommand) Run(a *console.App) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	if c.DB != "" {
		if c.BaseURL, err = storeopen.Local(c.DB, c.ControlFlag).Base(a.Ctx, c.BaseURL, false); err != nil {
			return err
		}
	}
	v, err := c.validation(a, r)
	if err != nil {
		return err
	}
	v.bar.Begin(func() int64 { return documentSize(v.walker, c.Path, 0) })
	for _, path := range c.Path {
		if err := v.path(path); err != nil {
			return err
		}
	}
	v.bar.Clear()
	if err := errors.Join(v.reportMissing(c), v.findings.close()); err != nil {
		return err
	}
	if v.unread > 0 || v.findings.summary().Errors > 0 {
		return console.StatusError(console.StatusFailed)
	}
	return nil
}

// validation is one run of the command.
type validation struct {
	app       *console.App
	needs     *storeopen.Dependencies
	base      string
	walker    load.Walker
	validator *linkedart.Validator
	findings  *findings
	// missing holds findings about records that have not been read.
	missing *references
	// unread counts the documents and lines that could not be read as records.
	unread int
	// bar shows how many records were checked, and read is how many bytes were read of
	// the documents.
	bar     *console.ProgressBar
	checked uint64
	read    int64
}

func (c *ValidateCommand) validation(a *console.App, r *storeopen.Dependencies) (*validation, error) {
	v := &validation{app: a, needs: r, base: string(c.BaseURL), walker: load.Walker{Formats: r.Formats}}
	if c.Format != "" {
		format, err := console.FormatNamed(c.Format, r.Formats.Readable())
		if err != nil {
			return nil, err
		}
		v.walker.Format = format
	}
	options := linkedart.Options{Allow: c.Allow, Contexts: r.Contexts, Terms: r.Terms}
	if c.Strict {
		options.Reading = linkedart.Strict
	}
	options.Base = string(c.BaseURL)
	options.Exists = func(string) bool { return false } // references are checked at the end
	var err error
	if v.validator, err = linkedart.NewValidator(options); err != nil {
		return nil, &console.UsageError{Err: err}
	}
	screen := report.Options{Format: "text", Reading: options.Reading}
	if c.JSON {
		screen.Format = "json"
	}
	// A bar among findings on one terminal gives way to them.
	v.bar = console.NewProgressBar(a.Stderr, a.Terminal)
	v.findings, err = c.reportFlags.open(a, a.Stdout, screen, v.bar.Clear)
	v.missing = newReferences(v.findings)
	return v, err
}

// reportMissing reports references to records that were not read and are not in the
// store, if one is named.
func (v *validation) reportMissing(c *ValidateCommand) error {
	if c.DB == "" {
		v.missing.report(nil)
		return nil
	}
	shared := storeopen.SharedFlag{DB: c.DB, ControlFlag: c.ControlFlag}
	served, err := shared.LocalServer(v.app.Ctx, c.DB)
	if err != nil {
		return err
	}
	if served != nil {
		defer served.Close()
		records, err := v.needs.RecordsOf(served, string(c.BaseURL))
		if err == nil {
			v.missing.report(records)
		}
		return err
	}
	store, err := shared.Opened(v.app.Ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	v.missing.report(store)
	return store.Close()
}

// path checks the records of a file, a folder or standard input. The error
// ends the command.
func (v *validation) path(path string) error {
	if path == "-" {
		if v.walker.Format == nil {
			return console.Usage("give it with --format, such as --format jsonl", "the format of standard input is unknown")
		}
		open := func() (io.ReadCloser, error) { return io.NopCloser(v.app.Stdin), nil }
		return v.document(load.Source{Name: "-", Format: v.walker.Format, Open: open})
	}
	for source, err := range v.walker.Sources([]string{path}) {
		if err != nil {
			v.fault(load.Place{Source: source.Name}, err)
			continue
		}
		if err := v.document(source); err != nil {
			return err
		}
	}
	return nil
}

// document checks the records of one document.
func (v *validation) document(source load.Source) error {
	if err := v.app.Ctx.Err(); err != nil {
		return err
	}
	text, err := source.Reader(&v.read)
	if err != nil {
		v.fault(load.Place{Source: source.Name}, err)
		return nil
	}
	defer text.Close()
	switch source.Format.Name {
	case "jsonld":
		return v.whole(source.Name, text)
	case "jsonl":
		return v.lines(source.Name, text)
	default:
		return v.graphs(source, text)
	}
}

// whole checks a JSON document, which is one record or several.
func (v *validation) whole(name string, r io.Reader) error {
	limit := serialize.DecodeOptions{}.Limit()
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("the record has more than %d bytes", limit)
	}
	if err != nil {
		v.fault(load.Place{Source: name}, err)
		return nil
	}
	all, err := jsonld.Records(text)
	if err != nil {
		v.fault(load.Place{Source: name}, err)
		return nil
	}
	for _, r := range all {
		if err := v.record(name, r); err != nil {
			return err
		}
	}
	return nil
}

// lines checks a document with a record on each line.
func (v *validation) lines(name string, r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, int(serialize.DecodeOptions{}.Limit()))
	number := 0
	for lines.Scan() {
		number++
		text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(text) == 0 {
			continue
		}
		if err := v.record(name, jsonld.Record{Text: text, Line: number}); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		v.fault(load.Place{Source: name, Line: number + 1}, err)
	}
	return nil
}

// graphs checks a document of another format: each record is checked as the JSON that
// Vitrine makes of it.
func (v *validation) graphs(source load.Source, r io.Reader) error {
	number := 0
	for g, err := range source.Format.Decode(v.app.Ctx, r, serialize.DecodeOptions{Base: v.base}) {
		if ctxErr := v.app.Ctx.Err(); ctxErr != nil {
			return ctxErr
		}
		number++
		var text []byte
		if err == nil {
			text, err = v.needs.Processor.Append(nil, g)
		}
		if err != nil {
			at := load.Place{Source: source.Name}
			if source.Format.Dataset {
				at.Record = number
			}
			v.fault(at, err)
			continue
		}
		name := source.Name
		if source.Format.Dataset {
			name += "#" + g.Name.String()
		}
		if err := v.record(name, jsonld.Record{Text: text}); err != nil {
			return err
		}
	}
	return nil
}

func (v *validation) record(name string, r jsonld.Record) error {
	if err := v.app.Ctx.Err(); err != nil {
		return err
	}
	v.missing.add(v.recordID(r.Text))
	found := v.validator.Validate(r.Text)
	for i := range found {
		found[i].Pointer = r.Pointer + found[i].Pointer
	}
	found = v.missing.hold(load.Place{Source: name, Line: r.Line}, found)
	v.findings.add(report.Result{Path: name, Line: r.Line, Findings: found})
	v.checked++
	v.bar.Records(v.checked, float64(v.read)/float64(v.bar.Total))
	return nil
}

// recordID returns the id of a record in full, or "" if it has no
// usable id.
func (v *validation) recordID(text []byte) string {
	var record struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return ""
	}
	full, err := iri.Resolve(v.base, record.ID)
	if err != nil {
		return ""
	}
	return full
}

// fault reports a document or line that could not be read as a record.
func (v *validation) fault(at load.Place, err error) {
	v.unread++
	v.bar.Clear()
	v.findings.unread(at, err)
	if errors.Is(err, load.ErrFormat) {
		v.app.Hint("give the format with --format; the known extensions are " + v.walker.Extensions())
	}
}
