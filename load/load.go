package load

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// Options say how to load. The zero value is strict about each record and
// reports nothing.
type Options struct {
	// Base is the IRI that relative ids resolve against.
	Base string
	// Lenient loads a record that says something RDF would lose, without it.
	Lenient bool
	// MaxBytes bounds the size of one record; 0 stands for
	// serialize.DefaultMaxBytes.
	MaxBytes int64
	// Check, if not nil, is asked about each record.
	Check Check
	// Refused is told of each record that is not stored, and of each document
	// that cannot be read. It may be nil.
	Refused func(Refusal)
	// Dropped is told of what a lenient reading left out. It may be nil.
	Dropped func(at Place, loss serialize.Loss)
	// Progress is called after each record. It may be nil.
	Progress func(Report)
	// Workers is how many records are read and checked at once; 0 stands for
	// runtime.GOMAXPROCS.
	Workers int
}

// Check judges a record. text is the Linked Art JSON that it was read from, nil for one
// of another format and for a lenient reading. It depends on nothing but the record and what was stored
// before the load, and is called by many goroutines at once, in any order.
type Check func(g *graph.Graph, text []byte) Verdict

// Verdict is what a Check says of a record. The zero value accepts it.
type Verdict struct {
	// Err refuses the record, unless it is nil.
	Err error
	// Tell, if not nil, is called with the place of the record when it is its
	// turn: in the order of the documents, by the goroutine that takes the
	// records. It is not called for a record that is refused for its id.
	Tell func(at Place)
}

// Refusal says what was not stored and why.
type Refusal struct {
	At  Place
	Err error
	// Rest means that the document was not read any further; Whole, that
	// nothing of it is stored, not even the records without a fault.
	Rest, Whole bool
}

// Report says what a load came to, or has come to so far.
type Report struct {
	// Records and Quads were yielded.
	Records, Quads int
	// Refused counts the records and documents that were not.
	Refused int
	// Dropped counts what lenient reading left out.
	Dropped int
	// Read is how much of the documents was read, in bytes, packed as they are.
	Read int64
}

// DuplicateError refuses the second of two records with one id.
type DuplicateError struct {
	Name string
	// First is where the one that is kept stands.
	First Place
}

func (e *DuplicateError) Error() string {
	return fmt.Sprintf("a second record with the id %s; the first, which is kept, is at %s", e.Name, e.First)
}

// Loader takes documents apart. It is for one load and for one goroutine, which
// is the one that the functions of the options are called by, but for Check.
type Loader struct {
	options Options
	places  *places
	report  Report
}

// New returns a loader.
func New(o Options) *Loader { return &Loader{options: o, places: newPlaces()} }

// Report says how far the load has come.
func (l *Loader) Report() Report { return l.report }

// Place returns where a record stands that was yielded.
func (l *Loader) Place(name rdf.IRI) (Place, bool) { return l.places.find(name) }

// Graphs yields the records of the documents, each of which has passed
// graph.Graph.Check, and no two of which have the same name. It goes on after
// what is refused. The only errors are those of ctx, and they end it.
//
// The records come in the order of the documents, while others behind them are
// read and checked already. The sources are walked, and opened, by other
// goroutines; none is left when the walk of the records is over.
func (l *Loader) Graphs(ctx context.Context, sources iter.Seq2[Source, error]) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		p := newPipeline(ctx, l.options)
		defer p.stop()
		p.start(sources)
		for part := range p.order {
			if !part.wait(ctx) {
				break
			}
			err := l.deliver(ctx, part, yield)
			p.release(part)
			if errors.Is(err, errStop) {
				return
			}
			if err != nil {
				break
			}
		}
		if err := ctx.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// deliver yields the records of a part of a document. The error ends the whole
// load.
func (l *Loader) deliver(ctx context.Context, p *part, yield func(*graph.Graph, error) bool) error {
	if p.first {
		l.places.begin(p.doc.source.Name)
	}
	l.report.Read += p.read
	p.doc.several = p.doc.several || len(p.results) > 1
	for i, r := range p.results {
		p.results[i] = result{} // the record is not kept while the others are taken
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.scope != ofRecord {
			l.refuse(p.doc.refusal(r))
			continue
		}
		p.doc.record++
		if r.err != nil {
			l.refuse(p.doc.refusal(r))
		} else if !l.pass(p.doc, r, yield) {
			return errStop
		}
		l.progress()
	}
	return nil
}

// pass yields a record, or refuses it. It is false when the load is to end.
func (l *Loader) pass(d *document, r result, yield func(*graph.Graph, error) bool) bool {
	at := d.place(r.line)
	name := r.graph.Name
	if first, again := l.places.find(name); again {
		l.refuse(Refusal{At: at, Err: &DuplicateError{Name: name.String(), First: first}})
		return true
	}
	if r.verdict.Tell != nil {
		r.verdict.Tell(at)
	}
	if r.verdict.Err != nil {
		l.refuse(Refusal{At: at, Err: r.verdict.Err})
		return true
	}
	for _, loss := range r.losses {
		l.report.Dropped++
		if l.options.Dropped != nil {
			l.options.Dropped(at, loss)
		}
	}
	l.places.add(name, at)
	l.report.Records++
	l.report.Quads += len(r.graph.Triples)
	return yield(r.graph, nil)
}

func (l *Loader) refuse(r Refusal) {
	l.report.Refused++
	if l.options.Refused != nil {
		l.options.Refused(r)
	}
}

func (l *Loader) progress() {
	if l.options.Progress != nil {
		l.options.Progress(l.report)
	}
}
