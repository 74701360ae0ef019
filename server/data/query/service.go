package query

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/rdfstore"
	"vitrine/serialize/jsonld/framing"
	"vitrine/server/data/spool"
	"vitrine/server/ops/pace"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/syntax"
	"vitrine/sparql/value"
)

// Service answers queries over the records of a store. It may be used by many goroutines.
type Service struct {
	// Snapshot returns the store as it is now.
	Snapshot func(context.Context) (rdfstore.Snapshot, error)
	// Names are those of the dataset, Endpoint is the URI of the service, which relative
	// IRIs are resolved against.
	Names    dataset.Options
	Endpoint string
	// Contexts are those that frames may name.
	Contexts *framing.Contexts
	// Frames are those that the operator keeps, by their names.
	Frames map[string]*framing.Frame
	// Scheduler decides which queries are evaluated, Timeout is the time that one is
	// evaluated, without its waits, and Limits what it may use; their Pool is needed.
	Scheduler *Scheduler
	Timeout   time.Duration
	Limits    sparql.Limits
	// Processors is how many there are: a query pauses while more goroutines than that have
	// something to do.
	Processors int
	// Answers keeps answers while they are sent, so that a query is evaluated at full
	// speed however slow its client is. WriteTimeout is the time that a client has for a piece of
	// one.
	Answers      *spool.Folder
	WriteTimeout time.Duration
	// Codings are the content codings that a client accepts, ranked.
	Codings func(http.Header) ([]string, error)
	// Digest makes the opaque part of an entity tag.
	Digest func(parts ...string) string

	answers atomic.Uint64
	buffers BufferPool
}

// Close ends the answers that are being sent, and removes their files.
func (v *Service) Close() error { return v.Answers.Close() }

// Prepare reads the query of a request. The error is a *respond.Error.
func (v *Service) Prepare(q Request) (*sparql.Query, error) {
	prepared, err := sparql.Prepare(q.Text, sparql.Options{Base: v.Endpoint})
	if err != nil {
		return nil, v.problem(err)
	}
	return prepared.WithDataset(q.Default, q.Named), nil
}

// Answer answers a request in a form that is not the page.
func (v *Service) Answer(x *respond.Exchange, r *http.Request, q Request, prepared *sparql.Query, f Form) error {
	x.Format = f.Name
	accepted, err := v.Codings(r.Header)
	if err != nil {
		return err
	}
	ctx, e, err := v.begin(r.Context())
	if err != nil {
		return err
	}
	known, err := v.describe(x, r, q, prepared, f, e.snapshot.At())
	if known || err != nil {
		e.end()
		return err
	}
	picked := make(chan string, 1)
	file, err := v.spool(ctx, e, func(ctx context.Context, out io.Writer) error {
		coded := respond.NewStream(flushed{out}, accepted, func(name string) { picked <- name })
		err := reason(ctx, v.evaluate(ctx, coded, e, q, prepared, f))
		if err == nil {
			err = coded.Close()
		}
		return err
	})
	if err != nil {
		return err
	}
	defer file.Close()
	return v.send(x, r, f, file, picked)
}

// evaluation is a query that has a place, and the store as it was when it got it.
type evaluation struct {
	turn     *turn
	snapshot rdfstore.Snapshot
	cancel   func()
}

// waits is how much longer than it is evaluated a query may take with its waits.
const waits = 6

// reason returns the error of an evaluation, or why its context has ended.
func reason(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) && context.Cause(ctx) != nil {
		return context.Cause(ctx)
	}
	return err
}

// begin waits for a place for a query, and returns the evaluation with a context that ends with
// the time that a query has. The networks of requests take turns. The caller ends it.
func (v *Service) begin(ctx context.Context) (context.Context, *evaluation, error) {
	ctx, end := context.WithTimeout(ctx, waits*v.Timeout)
	ctx, over := context.WithCancelCause(ctx)
	cancel := func() {
		over(context.Canceled)
		end()
	}
	turn, err := v.Scheduler.start(ctx, pace.NetworkOf(ctx), v.Timeout, func() { over(context.DeadlineExceeded) })
	if err != nil {
		cancel()
		return nil, nil, err
	}
	snapshot, err := v.Snapshot(ctx)
	if err != nil {
		turn.end()
		err = reason(ctx, err)
		cancel()
		return nil, nil, err
	}
	return ctx, &evaluation{turn, snapshot, cancel}, nil
}

// end gives back what the evaluation has.
func (e *evaluation) end() {
	_ = e.snapshot.Close()
	e.turn.end()
	e.cancel()
}

// spool has write write an answer to a file, and returns a reader of that. It
// ends the evaluation when write has ended, or where there is no room.
func (v *Service) spool(ctx context.Context, e *evaluation, write func(context.Context, io.Writer) error) (*spool.Reader, error) {
	ctx, cancel := context.WithCancel(ctx)
	file, _, err := v.Answers.Make(strconv.FormatUint(v.answers.Add(1), 10), pace.NetworkOf(ctx), cancel, func(out io.Writer) error {
		defer e.end()
		return write(ctx, out)
	})
	if err != nil {
		cancel()
		e.end()
		return nil, v.problem(err)
	}
	return file, nil
}

// flushed is a file of which readers see each piece that is written.
type flushed struct{ io.Writer }

func (f flushed) Write(b []byte) (int, error) {
	n, err := f.Writer.Write(b)
	if out, ok := f.Writer.(flusher); ok && err == nil {
		err = out.Flush()
	}
	return n, err
}

// describe writes the part of the header that tells the state of the store, and
// evaluates the preconditions. It is true where the client has the answer already.
func (v *Service) describe(x *respond.Exchange, r *http.Request, q Request, prepared *sparql.Query, f Form, at rdfstore.LogEntry) (known bool, err error) {
	header := x.Header()
	header.Set("Vary", respond.Vary)
	warn(header, prepared)
	if r.Method == http.MethodPost || prepared.IsVolatile() || q.Explain {
		header.Set("Cache-Control", "no-store")
		return false, nil
	}
	etag := `W/"` + v.Digest("query", r.URL.RawQuery, f.MediaType, strconv.FormatUint(at.Seq, 10), at.Time.UTC().Format(time.RFC3339Nano)) + `"`
	header.Set("Cache-Control", "no-cache")
	return x.Unchanged(r, etag, time.Time{})
}

// warningField is the field that has the warnings about a query, one a line. Warning itself
// is obsolete, and about caches (RFC 9111 section 5.5).
const warningField = "X-Query-Warning"

// Bounds on the warnings in a header, which proxies want to be short: how many there are,
// and the bytes of each.
const (
	maxWarnings = 3
	maxWarning  = 400
)

// warn adds the first warnings about a query to a header, in ASCII.
func warn(header http.Header, prepared *sparql.Query) {
	warnings := prepared.Warnings()
	for _, w := range warnings[:min(len(warnings), maxWarnings)] {
		text := strconv.QuoteToASCII(fmt.Sprintf("line %d column %d: %s", w.Line, w.Column, w.Text))
		text = strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`)
		if len(text) > maxWarning {
			text = text[:maxWarning] + "..."
		}
		header.Add(warningField, text)
	}
}

// explained is a plan with the warnings about its query.
type explained struct {
	*sparql.Explanation
	Warnings []sparql.Warning `json:"warnings,omitempty"`
}

// limits are those of a query whose evaluation begins.
func (v *Service) limits(e *evaluation) sparql.Limits {
	l := v.Limits
	pacer := pace.New(v.Processors)
	l.Pause = func(ctx context.Context) {
		if e.turn.pause(ctx) {
			pacer = pace.New(v.Processors)
		}
		pacer.Pause(ctx)
	}
	return l
}

// evaluate writes the answer.
func (v *Service) evaluate(ctx context.Context, out io.Writer, e *evaluation, q Request, prepared *sparql.Query, f Form) error {
	records := dataset.NewRecords(e.snapshot, v.Names)
	if q.Explain {
		explanation, err := prepared.Explain(ctx, records, v.limits(e), true)
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(explained{explanation, prepared.Warnings()})
	}
	answer, err := prepared.Run(ctx, records, f.Limited(v.limits(e)))
	if err != nil {
		return err
	}
	return v.buffers.Write(ctx, out, f, answer)
}

// send sends an answer in the content coding that is picked before its first bytes. One that
// fails before them has an answer of its own. The entity tag is weak, and the same in all
// codings (RFC 9110 section 8.8.1).
func (v *Service) send(x *respond.Exchange, r *http.Request, f Form, file *spool.Reader, picked <-chan string) error {
	err := x.Stream(r.Context(), file, time.Time{}, v.WriteTimeout, func(header http.Header) {
		header.Set("Content-Type", f.ContentType())
		if name := <-picked; name != contentneg.Identity {
			header.Set("Content-Encoding", name)
		}
	})
	if errors.Is(err, respond.ErrAborted) {
		return err
	}
	return v.problem(err)
}

// Load is what queries have at a moment.
type Load struct {
	// Evaluated is how many are evaluated, Waiting how many wait for that.
	Evaluated, Waiting int
	// Memory is how many bytes of MemoryLimit they have for what they keep.
	Memory, MemoryLimit int64
}

// Load tells what queries have at the moment.
func (v *Service) Load() Load {
	pool := v.Limits.Pool
	evaluated, waiting := v.Scheduler.load()
	return Load{evaluated, waiting, pool.Taken(), pool.Size()}
}

// problem returns an error of a query as one that is answered.
func (v *Service) problem(err error) error {
	var wrong *syntax.SyntaxError
	var unsupported *algebra.UnsupportedError
	var unknown *dataset.UnknownGraphError
	var limit *sparql.LimitError
	var search *dataset.SearchError
	if wrong := frameProblem(err); wrong != nil {
		return wrong
	}
	switch {
	case errors.As(err, &wrong):
		return &respond.Error{Type: respond.Query, Err: err, Detail: sentence(err.Error()), At: respond.Position{Line: wrong.Line, Column: wrong.Column}}
	case errors.As(err, &unsupported):
		return &respond.Error{Type: respond.Query, Err: err, Detail: sentence(err.Error()), At: respond.Position{Line: unsupported.Line, Column: unsupported.Column}}
	case errors.Is(err, syntax.ErrLimit), errors.As(err, &unknown), errors.As(err, &search):
		return &respond.Error{Type: respond.Query, Detail: sentence(err.Error())}
	case errors.Is(err, value.ErrLimit), errors.Is(err, dataset.ErrClauses):
		return &respond.Error{Type: respond.QueryLimit, Detail: sentence(err.Error())}
	case errors.Is(err, sparql.ErrScratch):
		return &respond.Error{Type: respond.Busy, Header: respond.RetryAfter, Err: err,
			Detail: "There is no room on the disk for what the query sorts or compares. Ask again later, or for less."}
	case errors.Is(err, spool.ErrShare):
		return &respond.Error{Type: respond.Busy, Header: respond.RetryAfter, Err: err,
			Detail: "The answers that are being sent to this client take its share of the room for answers. Read them to their ends, or ask for less."}
	case errors.Is(err, spool.ErrFull):
		return &respond.Error{Type: respond.Busy, Header: respond.RetryAfter, Err: err,
			Detail: "There is no room for the answer at the moment. Ask again later, or for less with LIMIT."}
	case errors.As(err, &limit):
		return &respond.Error{Type: respond.QueryLimit, Detail: sentence(limit.Error())}
	case errors.Is(err, sparql.ErrPool):
		return &respond.Error{Type: respond.Busy, Header: respond.RetryAfter, Detail: sentence(err.Error())}
	case errors.Is(err, context.DeadlineExceeded):
		return &respond.Error{Type: respond.Busy, Header: respond.RetryAfter, Detail: fmt.Sprintf("The query was not answered within %s.", v.Timeout)}
	}
	return err
}

// sentence is what an error or a warning says, as a sentence.
func sentence(text string) string {
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// Reason is what is wrong with a query, without its place, as a sentence in English.
func Reason(answer *respond.Error) string {
	var wrong *syntax.SyntaxError
	var unsupported *algebra.UnsupportedError
	text := answer.Detail
	switch {
	case errors.As(answer.Err, &wrong):
		text = wrong.Message() + "."
	case errors.As(answer.Err, &unsupported):
		text = unsupported.Reason + "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
