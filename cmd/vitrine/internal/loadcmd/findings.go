package loadcmd

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/linkedart"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/serialize"
)

// The screen has at most 40 lines: findings one by one, and then rules.
const (
	shownFindings = 8
	shownRules    = 22
)

// reportFlags name the file to which all findings are written.
type reportFlags struct {
	Report string `placeholder:"FILE" help:"Write every finding to this file, as text, JSON or SARIF according to its extension: .txt, .json or .sarif."`
}

// format returns the format of the report file.
func (f reportFlags) format() (string, error) {
	switch strings.ToLower(filepath.Ext(f.Report)) {
	case ".txt", ".text", ".log":
		return "text", nil
	case ".json":
		return "json", nil
	case ".sarif":
		return "sarif", nil
	}
	return "", console.Usage("use the extension .txt, .json or .sarif", "--report: the file name %q does not determine the format", f.Report)
}

// findings reports the findings about records: on the screen up to shownFindings, and
// then a table; in the report file, if there is one, all of them. It is safe
// for concurrent use.
type findings struct {
	app    *console.App
	mu     sync.Mutex
	screen report.Writer
	file   report.Writer
	out    *os.File
	err    error
	quiet  bool
	// rules are those of the model whose errors were found. storing is true if records
	// with errors are stored, and silent if the screen has a format for programs.
	rules   map[string]bool
	storing bool
	silent  bool
	// before is called before anything is shown; it may be nil.
	before func()
}

// open opens the report file, if there is one. The screen has the format of o; as text
// it shows a limited number of findings.
func (f reportFlags) open(a *console.App, screen io.Writer, o report.Options, before func()) (*findings, error) {
	o.Version = console.Version()
	all := o
	o.Shown, o.Rows = shownFindings, shownRules
	shown, err := report.New(screen, o)
	if err != nil {
		return nil, err
	}
	reported := &findings{app: a, screen: shown, before: before, rules: map[string]bool{}, silent: o.Format != "text"}
	if f.Report == "" {
		return reported, nil
	}
	all.Live = false
	if all.Format, err = f.format(); err != nil {
		return nil, err
	}
	if reported.out, err = os.Create(f.Report); err != nil {
		return nil, fmt.Errorf("write the report: %w", err)
	}
	reported.file, err = report.New(reported.out, all)
	return reported, err
}

// add reports the findings about a record.
func (f *findings) add(r report.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.quiet {
		return
	}
	if len(r.Findings) > 0 && f.before != nil {
		f.before()
	}
	for _, found := range r.Findings {
		if found.Level == linkedart.Error && found.Rule != report.Refused && found.Rule != report.Dropped {
			f.rules[found.Rule] = true
		}
	}
	err := f.screen.Write(r)
	if f.file != nil {
		err = errors.Join(err, f.file.Write(r))
	}
	if f.err == nil {
		f.err = err
	}
}

// model reports the findings of the model about a record.
func (f *findings) model(at load.Place, found []linkedart.Finding) {
	f.add(report.Result{Path: at.Source, Line: at.Line, Record: at.Record, Findings: found})
}

// refused reports a record that was not stored. The error gives the place in the
// record; the message may say more than the error.
func (f *findings) refused(at load.Place, err error, message string) {
	pointer := ""
	var syntax *serialize.SyntaxError
	if errors.As(err, &syntax) {
		pointer = syntax.Pointer
	}
	f.model(at, []linkedart.Finding{{Pointer: pointer, Level: linkedart.Error, Rule: report.Refused, Message: message}})
}

// unread reports a document that could not be read as a record. It writes a message,
// because the screen may have a format for programs.
func (f *findings) unread(at load.Place, err error) {
	f.app.Say("%s: %s", at, err)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file != nil {
		f.err = errors.Join(f.err, f.file.Write(report.Result{Path: at.Source, Line: at.Line, Record: at.Record, Findings: []linkedart.Finding{
			{Level: linkedart.Error, Rule: report.Refused, Message: err.Error()},
		}}))
	}
}

// dropped reports what lenient reading has dropped.
func (f *findings) dropped(at load.Place, loss serialize.Loss) {
	f.model(at, []linkedart.Finding{{Pointer: loss.Pointer, Level: linkedart.Warning, Rule: report.Dropped, Message: loss.Reason}})
}

// summary counts the findings reported so far.
func (f *findings) summary() report.Summary {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.screen.Summary()
}

// silence ignores all findings from now on, because they would be repeated.
func (f *findings) silence() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.quiet = true
}

// teach says where the rules that were broken are described, and what to add to the command
// line to have their errors accepted.
func (f *findings) teach() {
	if len(f.rules) == 0 || f.silent {
		return
	}
	rules := slices.Sorted(maps.Keys(f.rules))
	f.app.Hint("what a rule asks for, with an example: vitrine explain " + rules[0])
	if !f.storing {
		f.app.Hint("to accept these errors as warnings, add: --allow " + strings.Join(rules, ","))
	}
}

// close shows the table and ends the report file.
func (f *findings) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.before != nil {
		f.before()
	}
	err := errors.Join(f.err, f.screen.Close())
	f.teach()
	if f.file == nil {
		if f.screen.Summary().Hidden > 0 {
			f.app.Hint("--report FILE writes every finding to a file")
		}
		return err
	}
	if err = errors.Join(err, f.file.Close(), f.out.Close()); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if f.screen.Summary().Hidden > 0 {
		f.app.Hint("every finding is in " + f.out.Name())
	}
	return nil
}
