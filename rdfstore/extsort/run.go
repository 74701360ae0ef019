package extsort

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// runs are sorted runs in temporary files. So that few files are open, and few
// buffers needed, some of them are merged into one whenever there are many.
type runs struct {
	ctx    context.Context
	create func() (*os.File, error)
	// fanIn is how many runs are merged at a time.
	fanIn int
	// files are in the order in which their items came in.
	files []runFile
}

// runFile is a temporary file of sorted items.
type runFile struct {
	*os.File
	// level is how often its items were merged.
	level int
}

const (
	// readAhead is the buffer for each temporary file, in bytes.
	readAhead = 256 << 10
	// maxFanIn is how many temporary files are merged at a time, which takes 16 MiB
	// of buffers.
	maxFanIn = 64
	// itemsPerCheck is how many items are written between two looks at the context.
	itemsPerCheck = 1 << 14
)

// add sorts the items of a buffer and writes them to a run.
func (r *runs) add(b *buffer) error {
	b.sort()
	if err := r.write(0, b.reader()); err != nil {
		return err
	}
	for n := r.mergeable(); n > 0; n = r.mergeable() {
		if err := r.mergeLast(n); err != nil {
			return err
		}
	}
	return nil
}

// mergeable returns fanIn where that many runs at the end are of one level, and 0
// otherwise.
func (r *runs) mergeable() int {
	first := len(r.files) - r.fanIn
	if first < 0 || r.files[first].level != r.files[len(r.files)-1].level {
		return 0
	}
	return r.fanIn
}

// reduce merges runs until few enough are left to be merged at once.
func (r *runs) reduce() error {
	for len(r.files) > r.fanIn {
		if err := r.mergeLast(min(r.fanIn, len(r.files)-r.fanIn+1)); err != nil {
			return err
		}
	}
	return nil
}

// mergeLast makes one run of the last n. Levels fall from one run to the next, so
// that these are the shortest.
func (r *runs) mergeLast(n int) error {
	last := r.files[len(r.files)-n:]
	it, err := merge(last, nil)
	if err != nil {
		return err
	}
	rest := r.files[:len(r.files)-n]
	r.files = slices.Clone(r.files)
	if err := r.write(last[0].level+1, it.Next); err != nil {
		return err
	}
	merged := r.files[len(r.files)-1]
	r.files = append(rest[:len(rest):len(rest)], merged)
	return removeFiles(last)
}

// write writes the items that next returns, up to io.EOF, to a new run.
func (r *runs) write(level int, next func() (key, value []byte, err error)) error {
	f, err := r.create()
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	r.files = append(r.files, runFile{f, level})
	// Where the system allows it, the file has no name from here on and goes
	// away with the process.
	_ = os.Remove(f.Name())
	if err := r.fill(f, next); err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// fill writes items to a file, each after the lengths of its key and value.
func (r *runs) fill(f io.Writer, next func() (key, value []byte, err error)) error {
	w := bufio.NewWriterSize(f, readAhead)
	var sizes [2 * binary.MaxVarintLen64]byte
	for i := 0; ; i++ {
		if i%itemsPerCheck == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		key, value, err := next()
		if errors.Is(err, io.EOF) {
			return w.Flush()
		}
		if err != nil {
			return err
		}
		n := binary.PutUvarint(sizes[:], uint64(len(key)))
		n += binary.PutUvarint(sizes[n:], uint64(len(value)))
		w.Write(sizes[:n]) // the error stays until Flush
		w.Write(key)
		if _, err := w.Write(value); err != nil {
			return err
		}
	}
}

// remove closes and removes the temporary files.
func (r *runs) remove() error {
	files := r.files
	r.files = nil
	return removeFiles(files)
}

func removeFiles(files []runFile) error {
	var all []error
	for _, f := range files {
		all = append(all, f.Close())
		if err := os.Remove(f.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

// runReader reads the items of a run.
type runReader struct {
	r io.Reader
	// buf[pos:] was read and not returned yet. ended tells that nothing follows it.
	buf   []byte
	pos   int
	ended bool
}

// next returns the next item, which is valid until the call after.
func (r *runReader) next() (key, value []byte, err error) {
	if err := r.want(2 * binary.MaxVarintLen64); err != nil {
		return nil, nil, err
	}
	if r.pos == len(r.buf) {
		return nil, nil, io.EOF
	}
	keySize, n := binary.Uvarint(r.buf[r.pos:])
	valueSize, m := binary.Uvarint(r.buf[r.pos+max(n, 0):])
	if n <= 0 || m <= 0 {
		return nil, nil, io.ErrUnexpectedEOF
	}
	r.pos += n + m
	size := int(keySize + valueSize)
	if err := r.want(size); err != nil {
		return nil, nil, err
	}
	if len(r.buf)-r.pos < size {
		return nil, nil, io.ErrUnexpectedEOF
	}
	item := r.buf[r.pos : r.pos+size]
	r.pos += size
	return item[:keySize], item[keySize:], nil
}

// want reads on until so many bytes are there, or the run ends.
func (r *runReader) want(size int) error {
	if len(r.buf)-r.pos >= size || r.ended {
		return nil
	}
	rest := r.buf[r.pos:]
	if cap(r.buf) < max(size, readAhead) {
		r.buf = make([]byte, 0, max(size, readAhead))
	}
	r.buf = r.buf[:copy(r.buf[:cap(r.buf)], rest)]
	r.pos = 0
	for len(r.buf) < size && !r.ended {
		n, err := r.r.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		r.ended = errors.Is(err, io.EOF)
		if err != nil && !r.ended {
			return err
		}
	}
	return nil
}
