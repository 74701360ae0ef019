package convert

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"vitrine/load/mapping"
	"vitrine/load/rows"
	"vitrine/rdfstore/extsort"
)

// Options say how to convert.
type Options struct {
	Mapping *mapping.Mapping
	// Files are the files of the command line, those of joins among them.
	Files []rows.Source
	// MaxRows ends the reading of each file after so many rows, 0 for never.
	MaxRows int
	// Memory is about what sorting may take, in bytes.
	Memory int64
}

// Place is a row of a file.
type Place struct {
	File string
	// Row is the number of the row, and Line where it begins, 0 where that is not known.
	Row, Line int
}

// String returns the place as file:line, or as near to it as is known.
func (p Place) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s: row %d", p.File, p.Row)
}

// recordStart is what the records begin with.
const recordStart = `{"@context":"https://linked.art/ns/v1/linked-art.json",`

// Result holds the records of a conversion.
type Result struct {
	Report
	sorter  *extsort.Sorter
	mapping *mapping.Mapping
	files   []string
	// places are those of the records that were written, by line.
	places []place
}

type place struct{ file, row, line uint32 }

// Close removes the temporary files.
func (r *Result) Close() error { return r.sorter.Close() }

// Convert reads all rows and makes their records. The result is to be closed.
func Convert(ctx context.Context, o Options) (*Result, error) {
	c := &conversion{options: o, shared: map[string]sharedRecord{}, result: &Result{Report: newReport(), mapping: o.Mapping}}
	c.result.sorter = extsort.New(ctx, extsort.Folder("", "vitrine-import-"), max(o.Memory, 1<<20))
	if err := c.run(ctx); err != nil {
		return nil, errors.Join(err, c.result.Close())
	}
	return c.result, nil
}

// conversion is a conversion that goes on.
type conversion struct {
	options Options
	// mu guards result, of which workers tell, and shared.
	mu     sync.Mutex
	result *Result
	// shared has records that several rows make, as they were made by the first of them, by their
	// ids; sharedBytes is what they take.
	shared      map[string]sharedRecord
	sharedBytes int
}

type sharedRecord struct {
	row   int
	value []byte
}

// maxShared bounds the records that are kept to know them again, in bytes.
const maxShared = 8 << 20

// isKnown tells whether a row before this one made the same record, so that it need not be
// sorted and merged again. The first row has it in any case, whichever goroutine comes first:
// what is kept of conflicts and told of places does not depend on them.
func (c *conversion) isKnown(id string, row int, value []byte) bool {
	known, ok := c.shared[id]
	if ok && !bytes.Equal(known.value, value) {
		return false
	}
	if ok && known.row < row {
		return true
	}
	if !ok {
		c.sharedBytes += len(id) + len(value)
	}
	if c.sharedBytes <= maxShared {
		c.shared[id] = sharedRecord{row, bytes.Clone(value)}
	}
	return false
}

func (c *conversion) run(ctx context.Context) error {
	joined := c.joinFiles()
	used := 0
	for i, file := range c.options.Files {
		c.result.files = append(c.result.files, file.Name)
		source := c.options.Mapping.For(file.Name)
		switch {
		case joined[file.Name] && (source == nil || source.Pattern != path.Base(file.Name)), path.Base(file.Name) == c.options.Mapping.ReviewFile:
			continue
		case source == nil:
			return fmt.Errorf("%s: the mapping has no source with a file like this", file.Name)
		}
		used++
		if err := c.file(ctx, i, file, source); err != nil {
			return err
		}
	}
	if used == 0 {
		return errors.New("there is no file of rows to read")
	}
	return nil
}

// batchRows is how many rows a worker takes at once.
const batchRows = 64

// file converts one file.
func (c *conversion) file(ctx context.Context, number int, file rows.Source, source *mapping.Source) error {
	joins, err := c.joins(ctx, source)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	work := make(chan []rows.Row, runtime.GOMAXPROCS(0))
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			var text []byte
			var err error
			for batch := range work {
				if text, err = c.convert(ctx, number, source, joins, batch, text[:0]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(work)
		return c.read(ctx, number, file, source, work)
	})
	return group.Wait()
}

// read hands the rows of a file to the workers.
func (c *conversion) read(ctx context.Context, number int, file rows.Source, source *mapping.Source, work chan<- []rows.Row) error {
	var batch []rows.Row
	send := func() error {
		select {
		case work <- batch:
			batch = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	read, first := 0, true
	for row, err := range rows.Read(ctx, file, source.Options) {
		var of *rows.RowError
		switch {
		case errors.As(err, &of):
			c.refused(Place{file.Name, of.Number, of.Line}, of.Err)
		case err != nil:
			return err
		case first:
			first = false
			if err := c.header(file.Name, source, row); err != nil {
				return err
			}
		}
		if err == nil {
			batch = append(batch, row)
		}
		read++
		if len(batch) == batchRows {
			if err := send(); err != nil {
				return err
			}
		}
		if read == c.options.MaxRows {
			break
		}
	}
	return send()
}

// header checks the columns of a table.
func (c *conversion) header(name string, source *mapping.Source, first rows.Row) error {
	if first.Columns == nil {
		return nil
	}
	if err := missingError(name, source, first.Columns); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if unused := source.Unused(first.Columns); len(unused) > 0 {
		c.result.Unused[name] = unused
	}
	return nil
}

// convert makes the records of some rows. text is room for them, which it returns for the next.
func (c *conversion) convert(ctx context.Context, number int, source *mapping.Source, joins []joined, batch []rows.Row, text []byte) ([]byte, error) {
	type made struct {
		mapping.Record
		at    place
		value []byte
	}
	var all []made
	for _, row := range batch {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, j := range joins {
			j.add(row.Value)
		}
		records, err := source.Records(row, func(u mapping.Unclear) { c.unclear(c.options.Files[number].Name, u) })
		if err != nil {
			c.refused(Place{c.options.Files[number].Name, row.Number, row.Line}, err)
			continue
		}
		for _, record := range records {
			begin := len(text)
			if text, err = record.Value.Append(text); err != nil {
				return nil, err
			}
			value := text[begin:]
			all = append(all, made{record, place{uint32(number), uint32(row.Number), uint32(row.Line)}, value})
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range all {
		if m.Shared && c.isKnown(m.ID, int(m.at.row), m.value) {
			continue
		}
		if err := c.result.sorter.Add(key(m.ID, m.at), m.value); err != nil {
			return nil, fmt.Errorf("sort the records: %w", err)
		}
	}
	c.result.Rows += len(batch)
	return text, nil
}

// key returns the key by which records are sorted: the id, and then the place, big endian.
func key(id string, at place) []byte {
	k := append([]byte(id), 0)
	for _, n := range []uint32{at.file, at.row, at.line} {
		k = binary.BigEndian.AppendUint32(k, n)
	}
	return k
}

// ofKey returns what a key is made of.
func ofKey(k []byte) (id string, at place) {
	end := len(k) - 13
	number := func(i int) uint32 { return binary.BigEndian.Uint32(k[end+1+4*i:]) }
	return string(k[:end]), place{number(0), number(1), number(2)}
}

// Write writes the records as JSON Lines, one for each id, and tells written of their ids.
// It is called once.
func (r *Result) Write(w io.Writer, written func(id string) error) error {
	sorted, err := r.sorter.Sorted()
	if err != nil {
		return fmt.Errorf("sort the records: %w", err)
	}
	writer := &recordWriter{to: w, result: r, written: written}
	for {
		key, value, err := sorted.Next()
		if errors.Is(err, io.EOF) {
			return writer.flush()
		}
		if err != nil {
			return fmt.Errorf("sort the records: %w", err)
		}
		if err := writer.add(key, value); err != nil {
			return err
		}
	}
}

// recordWriter merges what comes for one id, and writes it.
type recordWriter struct {
	to      io.Writer
	result  *Result
	written func(string) error
	id      string
	at      place
	record  []byte
}

func (w *recordWriter) add(key, value []byte) error {
	id, at := ofKey(key)
	if len(w.record) > 0 && id == w.id {
		var err error
		w.record, err = mapping.Merge(w.record, value, w.result.conflict)
		return err
	}
	if err := w.flush(); err != nil {
		return err
	}
	w.id, w.at, w.record = id, at, append(w.record[:0], value...)
	return nil
}

func (w *recordWriter) flush() error {
	if len(w.record) == 0 {
		return nil
	}
	w.record = append(w.record, '\n')
	_, err := io.WriteString(w.to, recordStart)
	if err == nil {
		_, err = w.to.Write(w.record[1:])
	}
	if err != nil {
		return err
	}
	w.record = w.record[:0]
	w.result.places = append(w.result.places, w.at)
	w.result.Records++
	return w.written(w.id)
}

// Place returns the first row of which a record comes, by the line of the record from 1.
func (r *Result) Place(line int) Place {
	if line < 1 || line > len(r.places) {
		return Place{}
	}
	at := r.places[line-1]
	return Place{r.files[at.file], int(at.row), int(at.line)}
}
