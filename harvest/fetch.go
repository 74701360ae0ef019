package harvest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/harvest/client"
	"vitrine/load"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize"
)

// result is what the fetching of one resource came to.
type result struct {
	task
	iri rdf.IRI
	// graph is the record; nil for one that is gone or refused.
	graph *graph.Graph
	// refused says why there is no graph.
	refused error
	// silent means that the publisher did not answer, or only that it cannot.
	silent bool
	// settled means that the second of the activity was over when the record
	// was made.
	settled bool
	// interrupted means that the run ended meanwhile.
	interrupted bool
	losses      int
}

// fetchAll fetches the resources of the plan, several at once, and yields the
// results in order: those of the oldest activities first.
func (r *run) fetchAll(ctx context.Context, p *plan) iter.Seq[result] {
	return func(yield func(result) bool) {
		ctx, cancel := context.WithCancel(ctx)
		slots := make(chan chan result, 2*r.Concurrency)
		go r.fetchers(ctx, p, slots)
		// The fetchers have ended when their slots are empty.
		defer func() {
			cancel()
			for slot := range slots {
				<-slot
			}
		}()
		for slot := range slots {
			if !yield(<-slot) {
				return
			}
		}
	}
}

// fetchers fills a slot for each task, in order.
func (r *run) fetchers(ctx context.Context, p *plan, slots chan<- chan result) {
	defer close(slots)
	free := make(chan struct{}, r.Concurrency)
	for _, t := range slices.Backward(p.tasks) {
		if ctx.Err() != nil {
			return
		}
		slot := make(chan result, 1)
		slots <- slot
		if t.gone || t.leftOut() {
			slot <- r.unfetched(t)
			continue
		}
		free <- struct{}{}
		go func() {
			slot <- r.fetch(ctx, t)
			<-free
		}()
	}
}

// unfetched is the result of a task to delete, or to leave out. What is no IRI
// cannot be in a store, so it is not refused.
func (r *run) unfetched(t task) result {
	iri, _ := graph.IRI(t.name)
	return result{task: t, iri: iri, settled: t.mark != ""}
}

// fetch asks for a resource and reads its record. Since the publisher is another, a fault of
// the program that its record brings out refuses the record, and does not end the process.
func (r *run) fetch(ctx context.Context, t task) (res result) {
	defer func() {
		if fault := recover(); fault != nil {
			res.graph, res.refused = nil, fmt.Errorf("the program failed on the record, please report it: %v", fault)
		}
	}()
	res = result{task: t}
	if res.iri, res.refused = graph.IRI(t.name); res.refused != nil {
		return res
	}
	answer, err := r.Client.Get(ctx, client.Request{URL: t.url, Accept: r.accept(), MaxBytes: r.MaxRecord})
	if ctx.Err() != nil {
		res.interrupted = true
		return res
	}
	if err != nil {
		var unreachable *remote.UnreachableError
		var wait *remote.WaitError
		res.refused, res.silent = err, errors.As(err, &unreachable) || errors.As(err, &wait)
		return res
	}
	res.settled = momentOf(answer).after(t.endTime)
	if answer.Status != http.StatusOK {
		res.refused = fmt.Errorf("the answer is %d %s%s", answer.Status, http.StatusText(answer.Status), meaning(answer.Status))
		res.silent = answer.Status >= 500 || answer.Status == http.StatusTooManyRequests
		return res
	}
	res.graph, res.losses, res.refused = r.read(ctx, t, res.iri, answer)
	res.interrupted = ctx.Err() != nil && res.refused != nil
	return res
}

// meaning says what follows from a status. A feed alone says what is gone:
// access that is refused is no deletion, and one may be on its way.
func meaning(status int) string {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "; what is stored stays, since access may be refused for a time"
	case http.StatusNotFound, http.StatusGone:
		return ", but the feed does not say that it was deleted; what is stored stays"
	}
	return ""
}

// read reads the one record of an answer and makes sure that it is about the
// resource.
func (r *run) read(ctx context.Context, t task, name rdf.IRI, answer *client.Answer) (*graph.Graph, int, error) {
	format, err := r.format(answer.Header.Get("Content-Type"))
	if err != nil {
		return nil, 0, err
	}
	source := load.Source{Name: t.url, Format: format, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(answer.Body)), nil
	}}
	if format.MediaType != "application/ld+json" {
		source.Graph = name // JSON-LD tells it by its id
	}
	var refused error
	loader := load.New(load.Options{
		Base: answer.URL, Lenient: r.Lenient, MaxBytes: r.MaxRecord, Check: r.Check, Dropped: r.Dropped,
		Refused: func(refusal load.Refusal) { refused = errors.Join(refused, withLine(refusal)) },
	})
	one := func(yield func(load.Source, error) bool) { yield(source, nil) }
	var found *graph.Graph
	for g, err := range loader.Graphs(ctx, one) {
		switch {
		case err != nil:
			return nil, 0, err
		case g.Name != name:
			return nil, 0, fmt.Errorf("the record is about %s, the feed names %s", g.Name, name)
		}
		found = g
	}
	switch {
	case refused != nil:
		return nil, 0, refused
	case found == nil || !isSubject(found, name):
		return nil, 0, fmt.Errorf("the record says nothing about %s", name)
	}
	return found, loader.Report().Dropped, nil
}

func withLine(r load.Refusal) error {
	if r.At.Line > 0 {
		return fmt.Errorf("line %d: %w", r.At.Line, r.Err)
	}
	return r.Err
}

func isSubject(g *graph.Graph, name rdf.IRI) bool {
	return slices.ContainsFunc(g.Triples, func(t rdf.Triple) bool { return t.Subj == rdf.Subject(name) })
}

// format returns the format that a Content-Type names.
func (r *run) format(contentType string) (*serialize.Format, error) {
	if contentType == "" {
		return nil, errors.New("the answer does not say its media type")
	}
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, fmt.Errorf("the media type %q: %w", contentType, err)
	}
	switch charset := strings.ToLower(params["charset"]); charset {
	case "", "utf-8", "us-ascii":
	default:
		return nil, fmt.Errorf("the character encoding is %s, not UTF-8", charset)
	}
	format := r.Formats.Readable().ByMediaType(contentType)
	if format == nil {
		return nil, fmt.Errorf("no format has the media type %s", contentType)
	}
	return format, nil
}

// accept asks for Linked Art, and for the other formats if there is none.
func (r *run) accept() string {
	var b strings.Builder
	fmt.Fprintf(&b, "application/ld+json;profile=%q, application/ld+json;q=0.9", ldcontext.LinkedArt)
	named := []string{"application/ld+json"}
	for _, f := range r.Formats.Readable() {
		if !slices.Contains(named, f.MediaType) {
			named = append(named, f.MediaType)
			fmt.Fprintf(&b, ", %s;q=0.%d", f.MediaType, max(1, 9-len(named)))
		}
	}
	b.WriteString(", application/json;q=0.1")
	return b.String()
}
