package load

import (
	"cmp"
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
	// Rest tells that the document was not read any further; Whole, that
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
	d := &document{Loader: l, source: source, yield: yield}
	if mayScatter(source.Format) {
		err := d.gather(ctx)
		defer d.close()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r := d.refusal(err)
			r.Whole = true
			d.refuse(r)
			return nil
		}
	}
	text, err := d.source.open(&l.report.Read)
	if err != nil {
		l.refuse(Refusal{At: Place{Source: source.Name}, Err: err, Rest: true})
		return nil
	}
	defer text.Close()
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
// places. Then a graph is only known to be whole when the document was read to
// its end, and so that is done before any of it is stored.
func mayScatter(f *serialize.Format) bool { return f.Name == "nquads" || f.Name == "trig" }

// gather makes sure that each graph is whole and its quads stand together: as
// the document is, or else regrouped. The error refuses the document.
func (d *document) gather(ctx context.Context) error {
	o := serialize.DecodeOptions{Base: d.options.Base, MaxBytes: d.options.MaxBytes, Lenient: d.options.Lenient}
	err := readThrough(ctx, d.source, o, false)
	if !errors.Is(err, dataset.ErrUnsorted) || d.source.Format.Name != "nquads" {
		return err
	}
	var sortErr error
	if d.regrouped, sortErr = regroup(ctx, d.source, o.Limit()); sortErr != nil {
		return fmt.Errorf("%w; nor can it be sorted: %w", err, sortErr)
	}
	d.source = d.regrouped.source(d.source)
	return readThrough(ctx, d.source, o, true)
}

// readThrough reads a document and returns the error that ends the reading, or,
// where all have to be right, the first about a record.
func readThrough(ctx context.Context, source Source, o serialize.DecodeOptions, all bool) error {
	r, err := source.Reader()
	if err != nil {
		return err
	}
	defer r.Close()
	for _, err := range source.Format.Decode(ctx, r, o) {
		if err != nil && (all || !errors.Is(err, serialize.ErrRecord)) {
			return err
		}
	}
	return ctx.Err()
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
	// regrouped is the document when its lines had to be sorted, or nil.
	regrouped *regrouped
}

func (d *document) close() {
	if d.regrouped != nil {
		d.regrouped.close()
	}
}

func (d *document) load(ctx context.Context, text io.Reader) error {
	var losses []serialize.Loss
	o := serialize.DecodeOptions{
		Base:     d.options.Base,
		Name:     d.source.Graph,
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
			d.refuse(d.refusal(err))
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

// refusal says where and why the decoder could not read something.
func (d *document) refusal(err error) Refusal {
	r := Refusal{At: d.place(), Err: err, Rest: !errors.Is(err, serialize.ErrRecord) && d.source.Format.Dataset}
	var record *serialize.RecordError
	if errors.As(err, &record) {
		r.Err = record.Err
		r.At.Line = cmp.Or(d.original(record.Line), r.At.Line)
	}
	var syntax *serialize.SyntaxError
	if errors.As(r.Err, &syntax) {
		r.At.Line = cmp.Or(d.original(syntax.Line), r.At.Line)
		if r.At.Line == 0 && isJSON(d.source.Format) {
			r.At.Line = d.lineOf(syntax.Pointer)
		}
	}
	// The place says the line; the error need not say it again.
	if r.Err == error(syntax) && syntax.Line > 0 {
		without := *syntax
		without.Line, without.Column = 0, 0
		r.Err = &without
	}
	return r
}

// original returns the number of a line in the document as it was given.
func (d *document) original(line int) int {
	if d.regrouped != nil {
		return d.regrouped.number(line)
	}
	return line
}

func isJSON(f *serialize.Format) bool { return f.MediaType == "application/ld+json" }
