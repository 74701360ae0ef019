package importpages

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/linkedart"
	"vitrine/linkedart/reading"
	"vitrine/load/convert"
	"vitrine/load/mapping"
	"vitrine/rdfstore"
	"vitrine/server/people/describe"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/session"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// Bounds on what pages show.
const (
	maxShownColumns = 200
	maxShownText    = 120
	maxShownValues  = 12
	maxMappingLines = 36
	// maxShownRecord is the size of the longest record that is shown as JSON, in bytes.
	maxShownRecord = 256 << 10
)

// imports gives a frame the style sheet of imports.
func imports(f html.Frame) html.Frame {
	f.Import = true
	return f
}

// sendStart answers with the page where imports begin; s is nil for one without a token. The
// fault says why something did not succeed, nil for none.
func (p *Pages) sendStart(x *respond.Exchange, r *http.Request, s *session.Session, fault error) error {
	at, err := p.Site.Log.Follow(r.Context())
	if err != nil {
		return err
	}
	l, err := p.Site.Language(r)
	if err != nil {
		return err
	}
	// The address is that of the start, since a form may have been sent to another one.
	frame := imports(p.Site.FrameAt(r.Context(), at, l.Wording.Text("Import a file"), p.address(""), l))
	view := html.ImportStart{Frame: frame, MaxMegabytes: p.Uploads.options.MaxBytes >> 20}
	var status int
	if view.TokenForm, view.Fault, status, err = p.sessions().Start(x, p.address(""), p.Uploads.options.Store, view.Wording, fault); err != nil {
		return err
	}
	if view.Fault == nil && fault != nil {
		text := said(fault, view.Wording)
		view.Fault, status = &text, refusal(fault).Status
	}
	if s != nil {
		view.Key = s.Key
		for _, f := range p.Uploads.of(s.Owner) {
			href := p.address(f.id)
			if f.running() != nil {
				href = p.address(f.id + "/report")
			}
			view.Files = append(view.Files, html.Link{Title: f.name, Href: href})
		}
	}
	return p.send(x, r, status, func(_ context.Context, b *bytes.Buffer) ([]string, error) {
		return nil, p.Site.Pages.Write(b, &view)
	})
}

// sendFile answers with the page of a file: its columns, its mapping, and a record that this
// makes.
func (p *Pages) sendFile(x *respond.Exchange, r *http.Request, s *session.Session, f *upload) error {
	at, err := p.Site.Log.Follow(r.Context())
	if err != nil {
		return err
	}
	reader := p.Site.Reader(r, at)
	view := html.ImportFile{Frame: imports(p.Site.FrameFor(reader, f.name)), Start: p.address(""), Address: p.address(f.id), Key: s.Key}
	view.Rows = uint64(f.look.Rows)
	for _, c := range f.look.Columns[:min(len(f.look.Columns), maxShownColumns)] {
		column := html.ImportColumn{Name: c.Name, Filled: uint64(c.Filled), Distinct: uint64(c.Distinct)}
		for _, example := range c.Examples {
			column.Examples = append(column.Examples, short(example))
		}
		view.Columns = append(view.Columns, column)
	}
	view.MoreColumns = uint64(max(len(f.look.Columns)-maxShownColumns, 0))
	f.mu.Lock()
	view.Mapping, view.Earlier = f.mapping, f.earlier
	result, fault := f.checked, f.fault
	f.mu.Unlock()
	view.Lines = min(max(10, strings.Count(view.Mapping, "\n")+2), maxMappingLines)
	status := http.StatusOK
	if fault != nil {
		view.Fault = faultOf(fault, reader.Words)
		status = refusal(fault).Status
	}
	return p.send(x, r, status, func(ctx context.Context, b *bytes.Buffer) ([]string, error) {
		if result == nil {
			return nil, p.Site.Pages.Write(b, &view)
		}
		view.Checked, view.Records = uint64(result.report.Rows+result.report.Refused), uint64(result.report.Records)
		view.Outcome = outcomeOf(&result.report, &result.tally, reader.Words)
		hosts, err := p.addRecord(ctx, reader, &view, result.records)
		if err != nil {
			return nil, err
		}
		return hosts, p.Site.Pages.Write(b, &view)
	})
}

// addRecord adds the record that is asked for to the page of a file, and returns the hosts of
// its pictures.
func (p *Pages) addRecord(ctx context.Context, reader site.Reader, view *html.ImportFile, records []made) ([]string, error) {
	if len(records) == 0 {
		return nil, nil
	}
	number, _ := strconv.Atoi(reader.Request.URL.Query().Get("record"))
	number = min(max(number, 1), len(records))
	m := records[number-1]
	subject := describe.Subject{Entity: &rdfstore.Entity{Graph: m.graph, Modified: time.Now()}, Read: reading.Read(m.graph), At: reader.At}
	record, err := p.Describer.Record(ctx, subject, reader.Words)
	if err != nil {
		return nil, err
	}
	view.Record, view.Number, view.Shown = &record, number, len(records)
	if view.Frame.Map = record.Frame.Map; len(m.text) <= maxShownRecord {
		view.JSON = html.NewSource(m.text, p.Site.Follow).HTML()
	}
	to := func(n int) string {
		return p.address(lastSegment(view.Address)+"?record="+strconv.Itoa(n)) + "#preview"
	}
	if number > 1 {
		view.Previous = to(number - 1)
	}
	if number < len(records) {
		view.Next = to(number + 1)
	}
	return record.ImageHosts, nil
}

func lastSegment(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// sendReport answers with what became of the import of a file, or how far it has come. It
// waits a little for the end.
func (p *Pages) sendReport(x *respond.Exchange, r *http.Request, s *session.Session, f *upload) error {
	running := f.running()
	if running == nil {
		return p.see(x, r, f.id)
	}
	select {
	case <-running.done:
	case <-r.Context().Done():
	case <-time.After(reportTime):
	}
	frame := imports(p.Site.Frame(r, "Import of %s", f.name))
	view := html.ImportReport{Frame: frame, Start: p.address(""), File: p.address(f.id), Address: p.address(f.id + "/report"), Key: s.Key, Home: frame.Home}
	view.Rows, view.Stored = uint64(running.rows.Load()), uint64(running.stored.Load())
	if view.Ended = running.hasEnded(); view.Ended {
		p.addReport(&view, running, frame.Wording)
	}
	return p.send(x, r, http.StatusOK, func(_ context.Context, b *bytes.Buffer) ([]string, error) {
		return nil, p.Site.Pages.Write(b, &view)
	})
}

// addReport adds what became of an import that has ended.
func (p *Pages) addReport(view *html.ImportReport, running *run, w *i18n.Wording) {
	running.mu.Lock()
	defer running.mu.Unlock()
	done := &running.report
	if done.err != nil {
		view.Fault = faultOf(done.err, w)
	}
	view.Rows, view.RowsRefused = uint64(done.Rows), uint64(done.Refused)
	view.Records, view.Refused = uint64(done.tally.records), uint64(done.tally.refused)
	view.Created, view.Updated, view.Unchanged = uint64(done.created), uint64(done.updated), uint64(done.unchanged)
	view.Gone, view.GoneID = uint64(done.gone), done.goneID
	for _, class := range slices.Sorted(maps.Keys(done.classes)) {
		view.Classes = append(view.Classes, html.Count{Class: brief.ClassName(class, w), Count: uint64(done.classes[class])})
	}
	view.Outcome = outcomeOf(&done.Report, &done.tally, w)
	if store := p.Uploads.options.Store; store != "" && done.created+done.updated > 0 {
		view.Undo = "vitrine import --undo --mapping " + word(filepath.ToSlash(running.path)) + " --db " + word(store)
	}
}

// word returns a text as one word of a shell.
func word(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:", r)
	}) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// outcomeOf returns what is to be said of rows and records.
func outcomeOf(report *convert.Report, t *tally, w *i18n.Wording) html.ImportOutcome {
	var out html.ImportOutcome
	for _, n := range t.byRule() {
		level := w.Text("Warning")
		if n.level == linkedart.Error {
			level = w.Text("Error")
		}
		places := strings.Join(n.places, ", ")
		if n.more {
			places += ", …"
		}
		out.Findings = append(out.Findings, html.ImportFinding{Level: level, Rule: n.rule, Message: n.message, Count: uint64(n.count), Places: places})
	}
	for _, fault := range report.Faults {
		out.Refused = append(out.Refused, fault.Place.String()+": "+fault.Err.Error())
	}
	out.MoreRefused = uint64(report.Refused - len(report.Faults))
	for _, columns := range report.Unused {
		out.Unused = append(out.Unused, columns...)
	}
	values := report.UnclearValues()
	for _, v := range values[:min(len(values), maxShownValues)] {
		n := report.Unclear[v]
		out.Unclear = append(out.Unclear, html.ImportValue{Verb: v.Verb, Value: short(v.Value), Rows: uint64(n.Rows), Place: n.First.String()})
	}
	out.MoreUnclear = uint64(max(len(values)-maxShownValues, 0))
	for _, c := range report.Differing[:min(len(report.Differing), maxShownValues)] {
		out.Conflicts = append(out.Conflicts, html.ImportConflict{ID: c.ID, Member: c.Member, Kept: short(c.Kept), Left: short(c.Left)})
	}
	out.MoreConflicts = uint64(report.Conflicts - len(out.Conflicts))
	return out
}

// faultOf returns what is said of a fault.
func faultOf(err error, w *i18n.Wording) *html.Fault {
	var at *mapping.Error
	if errors.As(err, &at) {
		return &html.Fault{Text: html.Part{Text: at.Err.Error(), Lang: "en"}, Line: at.Line, Column: at.Column}
	}
	if isServers(err) || rdfstoreFault(err) {
		return &html.Fault{Text: html.Part{Text: "the service failed; its log says why", Lang: "en"}}
	}
	return &html.Fault{Text: said(err, w)}
}

// rdfstoreFault tells whether the store is to blame for an error.
func rdfstoreFault(err error) bool {
	return slices.ContainsFunc([]error{rdfstore.ErrUncertain, rdfstore.ErrUnavailable, rdfstore.ErrFull, rdfstore.ErrClosed}, func(target error) bool { return errors.Is(err, target) })
}

// short cuts a text that is too long to be an example.
func short(text string) string {
	runes := []rune(text)
	if len(runes) <= maxShownText {
		return text
	}
	return string(runes[:maxShownText]) + "…"
}
