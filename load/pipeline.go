package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/semaphore"
)

// pipeline reads documents by several goroutines. One walks the sources and
// cuts them into parts; workers decode the parts and check their records;
// whoever ranges over order takes the parts in the order of the documents and
// waits for each. The memory that parts take between the first and the last of
// these is bounded.
type pipeline struct {
	options Options
	ctx     context.Context
	cancel  context.CancelFunc
	order   chan *part
	work    chan *part
	room    *semaphore.Weighted
	// workers is how many more workers may be started.
	workers int
	running sync.WaitGroup
}

// part is a part of a document, or all of it.
type part struct {
	doc *document
	// first means that the part begins the document.
	first bool
	// read is how much was read for it of the documents as they are stored.
	read int64
	// weight is about how much memory it takes, in bytes.
	weight int64
	// job makes the results.
	job     func(ctx context.Context, p *part)
	results []result
	// panicked is what the job panicked with.
	panicked any
	// done is closed when the job is.
	done chan struct{}
}

const (
	// maxWeight bounds the weight of all parts, and that of one.
	maxWeight = 64 << 20
	minWeight = 64 << 10
	// A byte of a document takes about so many in its graphs, and a triple so
	// many bytes.
	bytesPerByte   = 8
	bytesPerTriple = 256
	// partTriples is how many triples make a part of a document that is not read
	// by its lines.
	partTriples = 2000
	// packedBytes is how many bytes a packed one stands for.
	packedBytes = 16
)

func newPipeline(ctx context.Context, o Options) *pipeline {
	p := &pipeline{options: o, workers: o.Workers, room: semaphore.NewWeighted(maxWeight)}
	if p.workers <= 0 {
		p.workers = runtime.GOMAXPROCS(0)
	}
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.order = make(chan *part, maxWeight/minWeight)
	p.work = make(chan *part, p.workers)
	return p
}

// start begins to read.
func (p *pipeline) start(sources iter.Seq2[Source, error]) {
	p.running.Go(func() {
		defer close(p.order)
		defer close(p.work)
		last := &part{doc: &document{}, weight: minWeight, job: func(context.Context, *part) {}}
		last.run(func() {
			for source, err := range sources {
				if !p.document(source, err) {
					return
				}
			}
		})
		if last.panicked != nil {
			p.submit(last)
		}
	})
}

// stop ends the reading, and returns when no goroutine is left.
func (p *pipeline) stop() {
	p.cancel()
	p.running.Wait()
}

// release makes room for others when a part was taken.
func (p *pipeline) release(taken *part) { p.room.Release(taken.weight) }

// document cuts a document into parts. It is false when the reading has ended.
func (p *pipeline) document(source Source, err error) bool {
	d := &document{options: p.options, source: source}
	whole := &part{doc: d, first: true, weight: weightOf(source)}
	switch {
	case err != nil:
		whole.job = func(_ context.Context, whole *part) {
			whole.results = []result{{err: err, scope: ofOpening}}
		}
		whole.weight = minWeight
	case d.isLines():
		return p.lines(d)
	case d.graphsMayInterleave() && (source.Size == 0 || whole.weight > partTriples*bytesPerTriple):
		return p.stream(d)
	default:
		whole.job = func(ctx context.Context, whole *part) {
			d.readAll(ctx, &whole.read, func(r result) bool {
				d.check(&r)
				whole.results = append(whole.results, r)
				return ctx.Err() == nil
			})
		}
	}
	return p.submit(whole)
}

// weightOf is about how much memory a document takes that is read at once.
func weightOf(s Source) int64 {
	if s.Size == 0 || s.Size > maxWeight {
		return maxWeight
	}
	weight := s.Size * bytesPerByte
	if s.Compression != "" {
		weight *= packedBytes
	}
	return max(minWeight, min(weight, maxWeight))
}

// lines cuts a document of lines into chunks, which workers decode.
func (p *pipeline) lines(d *document) bool {
	var read, counted int64
	text, err := d.source.Reader(&read)
	if err != nil {
		return p.document(d.source, err)
	}
	defer text.Close()
	chunks := &chunkReader{r: text, limit: d.decodeOptions().Limit()}
	for base, first := 0, true; ; first = false {
		chunk, err := chunks.next()
		input := io.Reader(bytes.NewReader(chunk))
		switch {
		case err == nil || errors.Is(err, io.EOF):
		case errors.Is(err, errLongLine):
			// The decoder says what is wrong with it.
			input = io.MultiReader(input, text)
		default:
			input = io.MultiReader(input, failing{err})
		}
		from := base
		next := &part{doc: d, first: first, read: read - counted, weight: min(maxWeight, int64(cap(chunk))*bytesPerByte)}
		next.job = func(ctx context.Context, next *part) {
			d.decode(ctx, input, from, func(r result) bool {
				d.check(&r)
				next.results = append(next.results, r)
				return ctx.Err() == nil
			})
		}
		if !p.submit(next) {
			return false
		}
		if errors.Is(err, errLongLine) {
			// The text stays open as long as it is read.
			return next.wait(p.ctx)
		}
		if err != nil {
			return true
		}
		counted = read
		base += bytes.Count(chunk, []byte{'\n'})
	}
}

// stream decodes a document from its beginning to its end; workers check its
// records.
func (p *pipeline) stream(d *document) bool {
	var read, counted int64
	triples, ok := 0, true
	next := &part{doc: d, first: true}
	flush := func() bool {
		next.read, counted = read-counted, read
		next.weight = max(minWeight, min(int64(triples)*bytesPerTriple, maxWeight))
		next.job = func(_ context.Context, next *part) {
			for i := range next.results {
				d.check(&next.results[i])
			}
		}
		ok = p.submit(next)
		next, triples = &part{doc: d}, 0
		return ok
	}
	d.readAll(p.ctx, &read, func(r result) bool {
		r.text = bytes.Clone(r.text)
		next.results = append(next.results, r)
		if r.err == nil {
			triples += len(r.graph.Triples)
		}
		return triples < partTriples && len(next.results) < partTriples || flush()
	})
	return ok && flush()
}

// submit hands a part to the workers, when there is room for it. It is false
// when the reading has ended.
func (p *pipeline) submit(next *part) bool {
	next.done = make(chan struct{})
	if err := p.room.Acquire(p.ctx, next.weight); err != nil {
		return false
	}
	for _, queue := range []chan *part{p.order, p.work} {
		select {
		case queue <- next:
		case <-p.ctx.Done():
			return false
		}
	}
	if p.workers > 0 {
		p.workers--
		p.running.Go(p.worker)
	}
	return true
}

// worker does the jobs of parts.
func (p *pipeline) worker() {
	for next := range p.work {
		next.run(func() { next.job(p.ctx, next) })
		close(next.done)
	}
}

// run does something, and keeps what it panics with for whoever takes the part.
func (p *part) run(f func()) {
	defer func() {
		if v := recover(); v != nil {
			p.panicked = fmt.Sprintf("%v\n\n%s", v, debug.Stack())
		}
	}()
	f()
}

// wait waits for the results. It is false where ctx ends first.
func (p *part) wait(ctx context.Context) bool {
	select {
	case <-p.done:
	case <-ctx.Done():
		return false
	}
	if p.panicked != nil {
		panic(p.panicked)
	}
	return true
}
