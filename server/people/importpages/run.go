package importpages

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/linkedart"
	"vitrine/load"
	"vitrine/load/convert"
	"vitrine/load/history"
	"vitrine/load/mapping"
	"vitrine/load/rows"
	"vitrine/rdfstore"
	"vitrine/rdfstore/atomicfile"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/server/data/update"
)

// together is how many records are stored at once: the caches of the server follow them while
// its readers wait, which takes less than a millisecond.
const together = 50

// run is an import that goes on, or has ended.
type run struct {
	pages   *Pages
	request *update.Request
	file    *upload
	text    string
	mapping *mapping.Mapping
	// path is that of the mapping.
	path string
	// rows were read and stored were stored so far.
	rows, stored atomic.Int64
	done         chan struct{}

	mu     sync.Mutex
	report report
}

// report says what became of an import.
type report struct {
	convert.Report
	tally                       tally
	created, updated, unchanged int
	// classes counts the records by the names of their classes.
	classes map[string]int
	// gone counts the records of the import before whose rows are gone, such as goneID.
	gone   int
	goneID string
	// err ended the import, nil where it came to its end.
	err error
}

func (r *run) hasEnded() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// begin begins the import of a file by a mapping, unless another one goes on.
func (p *Pages) begin(q *update.Request, f *upload, text string, m *mapping.Mapping) error {
	u := p.Uploads
	select {
	case u.importing <- struct{}{}:
	default:
		return errBusy
	}
	r := &run{pages: p, request: q, file: f, text: text, mapping: m, path: u.mappingPath(f.name), done: make(chan struct{})}
	f.mu.Lock()
	f.run = r
	f.mu.Unlock()
	u.imports.Add(1)
	go func() {
		defer u.imports.Done()
		ctx, cancel := context.WithTimeout(u.ended, maxImport)
		defer cancel()
		err := guarded(func() error { return r.work(ctx) })
		<-u.importing // before the end is told, so that who is told can import again
		r.end(err)
	}()
	return nil
}

// end notes how the import ended. The error is for who imports, and for the log.
func (r *run) end(err error) {
	r.mu.Lock()
	r.report.err = err
	r.mu.Unlock()
	if err != nil {
		r.pages.Uploads.options.Logger.Warn("an import did not come to its end", slog.String("request", r.request.ID), slog.Any("error", err))
	}
	close(r.done)
}

// work makes the records and stores them, and notes what it does beside the mapping.
func (r *run) work(ctx context.Context) (err error) {
	past, err := history.Open(r.path)
	if err != nil {
		return err
	}
	defer past.Close()
	names := &names{base: r.pages.Site.Mapper.Base, to: bufio.NewWriter(past.IDs()), seen: map[[16]byte]bool{}}
	result, made, err := convert.File(ctx, convert.Options{
		Mapping: r.mapping, Files: []rows.Source{r.file.source()}, Memory: sortMemory,
	}, names)
	if err != nil {
		return err
	}
	defer os.Remove(made)
	r.rows.Store(int64(result.Rows))
	r.mu.Lock()
	r.report.Report, r.report.classes = result.Report, map[string]int{}
	r.mu.Unlock()
	if err := names.to.Flush(); err != nil {
		return err
	}
	if result.Records == 0 {
		return errNothing
	}
	if err := atomicfile.Write(r.path, []byte(r.text), 0o600); err != nil {
		return fmt.Errorf("keep the mapping: %w", err)
	}
	if err := r.pages.Uploads.writeReview(r.mapping); err != nil {
		return err
	}
	if err := r.store(ctx, result, made, past, names); err != nil {
		if r.stored.Load() > 0 {
			err = errors.Join(err, past.KeepPart()) // what was stored can be undone
		}
		return err
	}
	ids, err := past.Missing()
	if err != nil {
		return err
	}
	if r.report.gone = len(ids); len(ids) > 0 {
		r.report.goneID = ids[0]
	}
	if err := r.record(ctx, past); err != nil {
		return errors.Join(err, past.KeepPart())
	}
	return past.Keep()
}

// record stores a record of the import, so that the feed has one entry that stands for all of
// it, if the token may write it.
func (r *run) record(ctx context.Context, past *history.History) error {
	text, err := past.Record([]string{r.file.name})
	if err != nil || text == nil {
		return err
	}
	g, findings, err := r.pages.Writer.Judge(ctx, text)
	if err != nil {
		return err
	}
	if g == nil || !r.request.Token.Scope.Covers(g.Name.String(), r.pages.Site.Mapper.Base) {
		r.pages.Uploads.options.Logger.Warn("no record of an import was stored", slog.String("request", r.request.ID), slog.Int("findings", len(findings)))
		return nil
	}
	if err := past.Add(g.Name.String(), nil, text); err != nil {
		return err
	}
	_, err = r.pages.Writer.Apply(ctx, r.request, []rdfstore.Change{{Put: g}})
	return err
}

// names are those of the records of an import, as ids that come a line each and go on to a
// file.
type names struct {
	base string
	to   *bufio.Writer
	// seen has the fingerprints of the names, each true once its record was judged.
	seen map[[16]byte]bool
}

func (n *names) Write(line []byte) (int, error) {
	resolved, err := iri.Resolve(n.base, strings.TrimSpace(string(line)))
	if err == nil {
		n.seen[load.Fingerprint(resolved)] = false
	}
	return n.to.Write(line)
}

// store judges and stores the records of a file, some at a time, and gives way to readers.
func (r *run) store(ctx context.Context, result *convert.Result, made string, past *history.History, names *names) error {
	file, err := os.Open(made)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewReaderSize(file, 64<<10)
	var changes []rdfstore.Change
	for number, more := 1, true; more; number++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		more = err == nil
		if err := ctx.Err(); err != nil {
			return err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			g, err := r.judge(ctx, result.Place(number), line, names)
			if err != nil {
				return err
			}
			if g != nil {
				if err := past.Note(ctx, r.pages.Writer, g, line); err != nil {
					return err
				}
				changes = append(changes, rdfstore.Change{Put: g})
			}
		}
		if len(changes) == together || !more {
			if err := past.Flush(); err != nil {
				return err
			}
			if err := r.apply(ctx, changes); err != nil {
				return err
			}
			changes = nil
		}
	}
	return nil
}

// judge returns a record, nil where it is refused.
func (r *run) judge(ctx context.Context, at convert.Place, line []byte, names *names) (*graph.Graph, error) {
	w := r.pages.Writer
	g, findings, err := w.Judge(ctx, line)
	if err != nil {
		return nil, err
	}
	var kept []linkedart.Finding
	for _, f := range findings {
		if _, here := names.seen[load.Fingerprint(f.Reference)]; (f.Reference == "" || !here) && r.mapping.Asks(f.Rule, line) {
			kept = append(kept, f)
		}
	}
	if g != nil {
		if reason := r.refusal(g.Name.String(), names); reason != "" {
			kept = append(kept, linkedart.Finding{Level: linkedart.Error, Rule: "refused", Message: reason})
			g = nil
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.tally.add(at, g == nil, kept)
	if g != nil {
		for _, class := range g.Classes() {
			r.report.classes[class.String()]++
		}
	}
	return g, nil
}

// refusal returns why a record with a name is not stored, "" where it is.
func (r *run) refusal(name string, names *names) string {
	at := load.Fingerprint(name)
	if names.seen[at] {
		return "an earlier record has the id " + name + " as well"
	}
	names.seen[at] = true
	if scope := r.request.Token.Scope; !scope.Covers(name, r.pages.Site.Mapper.Base) {
		return fmt.Sprintf("the scope of the token is %s, and %s is outside it", scope, name)
	}
	return ""
}

// apply stores some records.
func (r *run) apply(ctx context.Context, changes []rdfstore.Change) error {
	if len(changes) == 0 {
		return nil
	}
	began := time.Now()
	outcomes, err := r.pages.Writer.Apply(ctx, r.request, changes)
	if err != nil {
		return err
	}
	r.stored.Add(int64(len(outcomes)))
	r.mu.Lock()
	for _, o := range outcomes {
		switch o.Kind {
		case rdfstore.Created:
			r.report.created++
		case rdfstore.Updated:
			r.report.updated++
		default:
			r.report.unchanged++
		}
	}
	r.mu.Unlock()
	r.pages.GiveWay(ctx, time.Since(began))
	return nil
}
