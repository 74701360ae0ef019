package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// document is the loading of one source.
type document struct {
	options Options
	source  Source
	// record counts those that were delivered. Only the goroutine that delivers
	// them touches it.
	record int
	// several means that there is more than one.
	several bool
	// regrouped is the document when its lines had to be sorted, or nil.
	regrouped *regrouped
}

// result is what became of one record, or of a document.
type result struct {
	graph *graph.Graph
	// text is that of Check, and is dropped when the record was checked. It is read over after emit.
	text []byte
	// verdict is that of the check, where there is a graph.
	verdict Verdict
	losses  []serialize.Loss
	// err is why there is no graph.
	err   error
	scope scope
	// line is where the record stands, 0 where not known. The lines that err
	// names count from the one after base.
	line, base int
}

// scope is what an error is about.
type scope int

const (
	// ofRecord stands for one record, or for the rest of the document from it.
	ofRecord scope = iota
	// ofOpening means that the document could not be opened.
	ofOpening
	// ofDocument means that nothing of the document is stored.
	ofDocument
)

// isLines reports whether each line of the document is a record.
func (d *document) isLines() bool { return d.source.Format.Name == "jsonl" }

// graphsMayInterleave reports whether the document may name one graph in two places. Then a
// graph is only known to be whole when the document was read to its end, and so
// that is done before any of it is stored.
func (d *document) graphsMayInterleave() bool {
	return d.source.Format.Name == "nquads" || d.source.Format.Name == "trig"
}

// readAll reads the document and hands what it holds to emit, until that is
// false. The bytes taken from where it is stored are counted in read.
func (d *document) readAll(ctx context.Context, read *int64, emit func(result) bool) {
	if d.graphsMayInterleave() {
		defer d.close()
		if err := d.gather(ctx); err != nil {
			emit(result{err: err, scope: ofDocument})
			return
		}
	}
	text, err := d.source.Reader(read)
	if err != nil {
		emit(result{err: err, scope: ofOpening})
		return
	}
	defer text.Close()
	d.decode(ctx, text, 0, emit)
}

// decode hands the records of a text to emit, until that is false. The text
// begins on the line after base.
func (d *document) decode(ctx context.Context, text io.Reader, base int, emit func(result) bool) {
	var losses []serialize.Loss
	o := d.decodeOptions()
	o.Name = d.source.Graph
	o.Dropped = func(loss serialize.Loss) { losses = append(losses, loss) }
	var json []byte
	if d.options.Check != nil {
		o.Text = func(text []byte) { json = text }
	}
	line := 0
	o.Line = func(n int) { line = base + n }
	for g, err := range d.source.Format.Decode(ctx, text, o) {
		r := result{graph: g, text: json, err: err, losses: losses, line: line, base: base}
		losses, json = nil, nil
		if !emit(r) {
			return
		}
	}
}

func (d *document) decodeOptions() serialize.DecodeOptions {
	return serialize.DecodeOptions{Base: d.options.Base, MaxBytes: d.options.MaxBytes, Lenient: d.options.Lenient}
}

// check judges a record that could be read.
func (d *document) check(r *result) {
	if r.err != nil {
		return
	}
	if d.options.Check != nil {
		r.verdict = d.options.Check(r.graph, r.text)
	}
	r.text = nil
}

// gather makes sure that each graph is whole and its quads stand together: as
// the document is, or else regrouped. The error refuses the document.
func (d *document) gather(ctx context.Context) error {
	o := d.decodeOptions()
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
	r, err := source.Reader(new(int64))
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

func (d *document) close() {
	if d.regrouped != nil {
		d.regrouped.close()
	}
}

// place returns where the record last delivered stands.
func (d *document) place(line int) Place {
	at := Place{Source: d.source.Name}
	switch {
	case line > 0 && d.source.Place != nil:
		return d.source.Place(line)
	case line > 0:
		at.Line = line
	case d.source.Format.Dataset, d.several:
		at.Record = d.record
	}
	return at
}

// refusal says where and why something could not be read.
func (d *document) refusal(result result) Refusal {
	err := result.err
	if result.scope == ofOpening {
		return Refusal{At: Place{Source: d.source.Name}, Err: err, Rest: true}
	}
	r := Refusal{At: d.place(result.line), Err: err, Whole: result.scope == ofDocument}
	r.Rest = !errors.Is(err, serialize.ErrRecord) && d.source.Format.Dataset
	var record *serialize.RecordError
	if errors.As(err, &record) {
		r.Err = record.Err
		r.At.Line = cmp.Or(d.original(result, record.Line), r.At.Line)
	}
	var syntax *serialize.SyntaxError
	if errors.As(r.Err, &syntax) {
		r.At.Line = cmp.Or(d.original(result, syntax.Line), r.At.Line)
		if r.At.Line == 0 && isJSON(d.source.Format) {
			r.At.Line = d.lineOf(syntax.Pointer)
		}
	}
	if d.source.Place != nil && result.line > 0 {
		r.At = d.place(result.line)
	}
	// The place says the line; the error need not say it again.
	if r.Err == error(syntax) && syntax.Line > 0 {
		without := *syntax
		without.Line, without.Column = 0, 0
		r.Err = &without
	}
	return r
}

// original returns the number in the document as it was given of a line that an
// error names, 0 for 0.
func (d *document) original(r result, line int) int {
	switch {
	case line == 0:
		return 0
	case d.regrouped != nil:
		return d.regrouped.number(line)
	}
	return r.base + line
}

func isJSON(f *serialize.Format) bool { return f.MediaType == "application/ld+json" }
