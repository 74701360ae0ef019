package search

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// engine is the library's index in one folder.
type engine struct {
	scorch  *scorch.Scorch
	queue   *index.AnalysisQueue
	columns *columns.Columns
	memos   *memos
}

// newColumns returns the columns of an index, of which none is made yet.
func newColumns() *columns.Columns {
	return columns.New(facetFields, orderFields, []string{fields.Objects, fields.Place, fields.Maker}, []string{fields.Label, fields.Name, fields.Called})
}

// analysts is the number of goroutines that take texts apart. More would take all processors
// of a small computer while a batch is written, and are no faster by more than a few percent.
const analysts = 1

// openEngine opens the index of a folder, and makes one where there is none.
// The error wraps ErrStale for an index that is damaged.
func openEngine(dir string) (e *engine, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the search index: %w", err)
	}
	_, err = os.Stat(filepath.Join(dir, "root.bolt"))
	fresh := errors.Is(err, fs.ErrNotExist)
	e = &engine{queue: index.NewAnalysisQueue(analysts), columns: newColumns(), memos: newMemos()}
	if err := guard(func() error { return e.open(dir) }); err != nil {
		e.queue.Close()
		return nil, err
	}
	if fresh {
		batch := index.NewBatch()
		batch.SetInternal([]byte(stateKey), state{Version: version}.encode())
		if err := e.write(batch); err != nil {
			return nil, errors.Join(err, e.close())
		}
	}
	return e, nil
}

func (e *engine) open(dir string) error {
	made, err := scorch.NewScorch(scorch.Name, map[string]any{"path": dir}, e.queue)
	if err != nil {
		return err
	}
	e.scorch = made.(*scorch.Scorch)
	// OpenMeta reads what there is and begins nothing, so that the files can be
	// looked at while nothing else does.
	if err := e.scorch.OpenMeta(); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	if err := e.verify(); err != nil {
		return errors.Join(err, e.scorch.Close())
	}
	return e.scorch.Open()
}

// verify compares the files of the index with their checksums: each file ends in
// the CRC-32 of what comes before it. The library itself does not look.
func (e *engine) verify() error {
	return e.read(func(reader index.IndexReader) error {
		for _, part := range reader.(*scorch.IndexSnapshot).Segments() {
			if file, ok := part.Segment().(segment.PersistedSegment); ok {
				if err := verifyFile(file.Path()); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func verifyFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	sum, last := crc32.NewIEEE(), make([]byte, 4)
	if _, err := io.CopyN(sum, f, info.Size()-int64(len(last))); err != nil {
		return fmt.Errorf("%w: %s: %w", errDamaged, path, err)
	}
	if _, err := io.ReadFull(f, last); err != nil || binary.BigEndian.Uint32(last) != sum.Sum32() {
		return fmt.Errorf("%w: %s does not have its checksum", errDamaged, path)
	}
	return nil
}

// read calls use with the state of the index at this moment.
func (e *engine) read(use func(index.IndexReader) error) error {
	return guard(func() error {
		reader, err := e.scorch.Reader()
		if err != nil {
			return err
		}
		return errors.Join(use(reader), reader.Close())
	})
}

// state returns what the index says of itself.
func (e *engine) state() (s state, err error) {
	err = e.read(func(reader index.IndexReader) error {
		text, err := reader.GetInternal([]byte(stateKey))
		if err != nil {
			return err
		}
		s, err = decodeState(text)
		return err
	})
	return s, err
}

// write carries out a batch, and returns when it is on disk.
func (e *engine) write(b *index.Batch) error {
	return guard(func() error { return e.scorch.Batch(b) })
}

// find carries out a query.
func (e *engine) find(ctx context.Context, q query.Query, skip, limit int) (hits Hits, err error) {
	err = e.read(func(reader index.IndexReader) error {
		hits, err = finder{ctx, reader, e.columns, e.memos}.find(q, skip, limit)
		return err
	})
	return hits, err
}

// warm makes ready what searches need.
func (e *engine) warm() error {
	return e.read(func(reader index.IndexReader) error { return e.columns.Warm(reader) })
}

// close ends the library's goroutines. The error is that of its files.
func (e *engine) close() error {
	defer e.queue.Close()
	return guard(e.scorch.Close)
}
