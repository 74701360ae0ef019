package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// Options say how to load. The zero value is strict about each record and
// tells nobody.
type Options struct {
	// Base is the IRI that relative ids resolve against.
	Base string
	// Lenient loads a record that says something RDF would lose, without it.
	Lenient bool
	// MaxBytes bounds the size of one record; 0 stands for
	// serialize.DefaultMaxBytes.
	MaxBytes int64
	// Check, if not nil, is asked about each record; its error refuses it.
	Check func(at Place, g *graph.Graph) error
	// Refused is told of each record that is not stored, and of each document
	// that cannot be read. It may be nil.
	Refused func(Refusal)
	// Dropped is told of what a lenient reading left out. It may be nil.
	Dropped func(at Place, loss serialize.Loss)
	// Progress is called after each record. It may be nil.
	Progress func(Report)
}

// Refusal says what was not stored and why.
type Refusal struct {
	At  Place
	Err error
	// Rest tells that the document was not read any further.
	Rest bool
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

// Loader takes documents apart. It is for one load and for one goroutine.
type Loader struct {
	options Options
	places  *places
	report  Report
}

// New returns a loader.
func New(o Options) *Loader { return &Loader{options: o, places: newPlaces()} }

// Report says how far the load has come.
func (l *Loader) Report() Report { return l.report }

// Graphs yields the records of the documents, each of which has passed
// graph.Graph.Check, and no two of which have the same name. It goes on after
// what is refused. The only errors are those of ctx, and they end it.
func (l *Loader) Graphs(ctx context.Context, sources iter.Seq2[Source, error]) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for source, err := range sources {
			l.places.begin(source.Name)
			if err != nil {
				l.refuse(Refusal{At: Place{Source: source.Name}, Err: err, Rest: true})
				continue
			}
			err := l.load(ctx, source, func(g *graph.Graph) bool { return yield(g, nil) })
			if errors.Is(err, errStop) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// load yields the records of one document. The error ends the whole load.
func (l *Loader) load(ctx context.Context, source Source, yield func(*graph.Graph) bool) error {
	if mayScatter(source.Format) {
		if err := scattered(ctx, source, l.options); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			l.refuse(Refusal{At: Place{Source: source.Name}, Err: err, Rest: true})
			return nil
		}
	}
	text, err := source.open(&l.report.Read)
	if err != nil {
		l.refuse(Refusal{At: Place{Source: source.Name}, Err: err, Rest: true})
		return nil
	}
	defer text.Close()
	d := &document{Loader: l, source: source, yield: yield}
	return d.load(ctx, text)
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

// mayScatter tells whether a document of the format may name one graph in two
// places. Its decoder yields the first part before it can know, and so such a
// document is read through before any of it is stored.
func mayScatter(f *serialize.Format) bool { return f.Name == "nquads" || f.Name == "trig" }

// scattered reads a document and returns an error if the quads of one of its
// graphs do not stand together. Other faults are left to the second reading.
func scattered(ctx context.Context, source Source, o Options) error {
	var read int64
	r, err := source.open(&read)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, err := range source.Format.Decode(ctx, r, serialize.DecodeOptions{Base: o.Base, MaxBytes: o.MaxBytes, Lenient: o.Lenient}) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, dataset.ErrUnsorted) {
			return fmt.Errorf("nothing of the document is stored: %w", err)
		}
	}
	return nil
}

// document is the loading of one source.
type document struct {
	*Loader
	source Source
	yield  func(*graph.Graph) bool
	// lines counts the lines of a document in which each is a record; nil for
	// other formats.
	lines  *lineReader
	record int
}

func (d *document) load(ctx context.Context, text io.Reader) error {
	var losses []serialize.Loss
	o := serialize.DecodeOptions{
		Base:     d.options.Base,
		MaxBytes: d.options.MaxBytes,
		Lenient:  d.options.Lenient,
		Dropped:  func(loss serialize.Loss) { losses = append(losses, loss) },
	}
	if d.source.Format.Name == "jsonl" {
		d.lines = newLineReader(text)
		text = d.lines
	}
	for g, err := range d.source.Format.Decode(ctx, text, o) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d.record++
		if err != nil {
			d.fault(err)
		} else if !d.pass(g, losses) {
			return errStop
		}
		losses = losses[:0]
		d.progress()
	}
	return ctx.Err()
}

// pass yields a record, or refuses it. It is false when the load is to end.
func (d *document) pass(g *graph.Graph, losses []serialize.Loss) bool {
	at := d.place()
	if first, again := d.places.find(g.Name); again {
		d.refuse(Refusal{At: at, Err: &DuplicateError{Name: g.Name.String(), First: first}})
		return true
	}
	if err := d.check(at, g); err != nil {
		d.refuse(Refusal{At: at, Err: err})
		return true
	}
	for _, loss := range losses {
		d.report.Dropped++
		if d.options.Dropped != nil {
			d.options.Dropped(at, loss)
		}
	}
	d.places.add(g.Name, at)
	d.report.Records++
	d.report.Quads += len(g.Triples)
	return d.yield(g)
}

func (d *document) check(at Place, g *graph.Graph) error {
	if err := g.Check(); err != nil {
		return err
	}
	if d.options.Check == nil {
		return nil
	}
	return d.options.Check(at, g)
}

// place returns where the record last read stands.
func (d *document) place() Place {
	at := Place{Source: d.source.Name}
	switch {
	case d.lines != nil:
		at.Line = d.lines.line
	case d.source.Format.Dataset:
		at.Record = d.record
	}
	return at
}

// fault refuses what the decoder could not read.
func (d *document) fault(err error) {
	r := Refusal{At: d.place(), Err: err, Rest: !errors.Is(err, serialize.ErrRecord) && d.source.Format.Dataset}
	var record *serialize.RecordError
	if errors.As(err, &record) {
		r.Err = record.Err
		if record.Line > 0 {
			r.At.Line = record.Line
		}
	}
	if syntax, ok := r.Err.(*serialize.SyntaxError); ok {
		r.At, r.Err = d.point(r.At, syntax)
	}
	d.refuse(r)
}

// point moves the line out of the error into the place. JSON-LD is told by
// pointer, so the line is looked up in the document.
func (d *document) point(at Place, err *serialize.SyntaxError) (Place, error) {
	switch {
	case err.Line > 0:
		at.Line = err.Line
		without := *err
		without.Line, without.Column = 0, 0
		return at, &without
	case at.Line == 0 && isJSON(d.source.Format):
		at.Line = d.lineOf(err.Pointer)
	}
	return at, err
}

func isJSON(f *serialize.Format) bool { return f.MediaType == "application/ld+json" }
