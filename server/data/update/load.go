package update

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/yield"
	"vitrine/server/web/respond"
)

// LoadReport is the answer to a load, whether it was done or refused.
type LoadReport struct {
	// Records counts the records that were sent, Refused those of them that
	// are not right. Where one is refused, none is stored.
	Records int `json:"records"`
	Refused int `json:"refused"`
	// Created, Updated and Unchanged count what became of the records.
	Created   int  `json:"created"`
	Updated   int  `json:"updated"`
	Unchanged int  `json:"unchanged"`
	DryRun    bool `json:"dryRun,omitempty"`
	// Lines has a report for each line with a record, or for each element of an array.
	Lines []LineReport `json:"lines"`
	// Omitted counts the findings that are left out of a very long report.
	Omitted int `json:"omitted,omitempty"`
}

// LineReport says what became of the record on a line.
type LineReport struct {
	// Line counts from 1: lines, or the elements of an array.
	Line int    `json:"line"`
	ID   string `json:"id,omitempty"`
	// Result is created, updated, unchanged or refused; where others were
	// refused, accepted.
	Result   string              `json:"result"`
	Version  uint64              `json:"version,omitempty"`
	Findings []linkedart.Finding `json:"findings,omitempty"`
}

// MaxLineFindings bounds the findings of one report of a load.
const MaxLineFindings = 10_000

// load stores the records of a body of JSON Lines or of a JSON array, all of them or none.
func (w *Writer) load(q *Request) (*LoadReport, error) {
	f, err := bodyFormat(q.HTTP.Header, w.loadFormats(), "Accept-Post")
	if err != nil {
		return nil, err
	}
	length, err := lengthOf(q.HTTP, w.MaxLoad)
	if err != nil {
		return nil, err
	}
	share, err := w.Memory.Take(q.HTTP.Context(), length)
	if err != nil {
		return nil, err
	}
	defer share.Release()
	b := batch{writer: w, seen: map[string]int{}, others: yield.New(), report: LoadReport{Lines: []LineReport{}}}
	read := b.readArray
	if isLines(f) {
		read = b.readLines
	}
	if err := read(q.HTTP.Context(), http.MaxBytesReader(q.Response, q.HTTP.Body, w.MaxLoad)); err != nil {
		return nil, err
	}
	for i := range b.report.Lines {
		b.report.Lines[i].Findings = unlessHere(b.report.Lines[i].Findings, b.seen)
	}
	b.report.DryRun = q.DryRun
	if b.report.Refused > 0 {
		return nil, &respond.Error{Type: respond.Unprocessable, Load: &b.report,
			Detail: fmt.Sprintf("%d of %d records are not right. None was stored.", b.report.Refused, b.report.Records)}
	}
	if err := b.apply(q); err != nil {
		return nil, err
	}
	return &b.report, nil
}

// batch gathers the records of a load.
type batch struct {
	writer   *Writer
	changes  []rdfstore.Change
	report   LoadReport
	findings int
	// seen are the lines on which each record stands.
	seen map[string]int
	// others go first after short turns of work.
	others yield.Turn
}

// readArray reads the elements of an array. The error is about the body as a whole.
func (b *batch) readArray(ctx context.Context, body io.Reader) error {
	d := json.NewDecoder(body)
	if start, err := d.Token(); err != nil {
		return arrayFault(err)
	} else if start != json.Delim('[') {
		return malformed("The body is no array of records.")
	}
	for number := 1; d.More(); number++ {
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return arrayFault(err)
		}
		if int64(len(text)) > b.writer.MaxBody {
			return tooLong(b.writer.MaxBody)
		}
		if err := b.add(ctx, number, text); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return arrayFault(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return malformed("Something follows the array of records.")
	}
	return nil
}

// arrayFault is the answer to an array that cannot be read to its end.
func arrayFault(err error) error {
	var wrong *json.SyntaxError
	switch {
	case errors.As(err, &wrong):
		return malformed(fmt.Sprintf("The array of records is no JSON: byte %d: %v.", wrong.Offset, err))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return malformed("The array of records ends too early.")
	}
	return readFault(err)
}

func malformed(detail string) error { return &respond.Error{Type: respond.Malformed, Detail: detail} }

// readLines reads the lines, each of which may be as long as a record. The error is about the
// body as a whole.
func (b *batch) readLines(ctx context.Context, body io.Reader) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, int(b.writer.MaxBody)+len("\n"))
	for number := 1; lines.Scan(); number++ {
		if text := bytes.TrimSpace(lines.Bytes()); len(text) > 0 {
			if err := b.add(ctx, number, bytes.Clone(text)); err != nil {
				return err
			}
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return tooLong(b.writer.MaxBody)
	case err != nil:
		return readFault(err)
	}
	return nil
}

// unlessHere leaves out what was said about references to records that came at the same time.
func unlessHere(findings []linkedart.Finding, here map[string]int) []linkedart.Finding {
	return slices.DeleteFunc(findings, func(f linkedart.Finding) bool {
		_, came := here[f.Reference]
		return f.Reference != "" && came
	})
}

// add takes the record on a line, or an element of an array. The error ends the load; a record that is
// refused does not.
func (b *batch) add(ctx context.Context, number int, text []byte) error {
	line := LineReport{Line: number, Result: "accepted"}
	d, err := b.draft(ctx, number, text)
	var refused *respond.Error
	switch {
	case err == nil:
		line.ID = d.graph.Name.String()
		b.seen[line.ID] = number
		b.changes = append(b.changes, rdfstore.Change{Put: d.graph})
		b.keep(&line, d.findings)
	case errors.As(err, &refused) && refused.Type.Status < http.StatusInternalServerError:
		line.Result = "refused"
		b.report.Refused++
		b.keep(&line, asFindings(refused))
	default:
		return err
	}
	b.others.Pause()
	b.report.Records++
	b.report.Lines = append(b.report.Lines, line)
	return nil
}

// draft reads and checks the record on a line.
func (b *batch) draft(ctx context.Context, number int, text []byte) (*draft, error) {
	d, err := b.writer.draftNamed(ctx, text)
	if err != nil {
		return nil, err
	}
	if first, again := b.seen[d.graph.Name.String()]; again {
		return nil, unprocessable(about("/id", fmt.Sprintf("the record %s stands at %d already", d.graph.Name, first), "each record once"))
	}
	return d, nil
}

// keep puts findings into a line's report as long as there is room.
func (b *batch) keep(line *LineReport, findings []linkedart.Finding) {
	room := min(len(findings), MaxLineFindings-b.findings)
	line.Findings = findings[:room]
	b.findings += room
	b.report.Omitted += len(findings) - room
}

// apply stores the records and completes the report.
func (b *batch) apply(q *Request) error {
	ctx := context.WithoutCancel(q.HTTP.Context())
	for i := range b.changes {
		if err := q.sign(&b.changes[i]); err != nil {
			return err
		}
	}
	outcomes, err := b.outcomes(ctx, q.DryRun)
	var at *rdfstore.ChangeError
	if errors.As(err, &at) && (errors.Is(err, graph.ErrTooLarge) || errors.Is(err, graph.ErrTerm)) {
		return &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("Record %d is beyond a limit: %v.", b.report.Lines[at.Index].Line, at.Err), Err: err}
	}
	if err != nil {
		return err
	}
	for i, o := range outcomes {
		line := &b.report.Lines[i]
		line.Result, line.Version = o.Kind.String(), o.Version
		switch o.Kind {
		case rdfstore.Created:
			b.report.Created++
		case rdfstore.Updated:
			b.report.Updated++
		default:
			b.report.Unchanged++
		}
		if !q.DryRun {
			b.writer.audit(q, b.changes[i], o)
		}
	}
	return nil
}

// outcomes carries out the changes, or tells what would become of them.
func (b *batch) outcomes(ctx context.Context, dry bool) ([]rdfstore.Outcome, error) {
	store := b.writer.Store
	if !dry {
		return store.Apply(ctx, b.changes...)
	}
	var out []rdfstore.Outcome
	for _, c := range b.changes {
		current, err := store.Get(ctx, c.Name())
		if err != nil && !rdfstore.IsMissing(err) {
			return nil, err
		}
		out = append(out, dryRunOutcome(c, current))
	}
	return out, nil
}

// asFindings returns what an error answer about a record says as findings.
func asFindings(e *respond.Error) []linkedart.Finding {
	if len(e.Findings) > 0 {
		return e.Findings
	}
	return []linkedart.Finding{{Pointer: e.At.Pointer, Level: linkedart.Error, Rule: e.Type.Code, Message: e.Detail}}
}

// draftNamed reads and checks a record of JSON Lines, which is named by its id
// alone.
func (w *Writer) draftNamed(ctx context.Context, text []byte) (*draft, error) {
	return w.draft(ctx, w.Record, text, Target{})
}
