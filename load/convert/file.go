package convert

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"vitrine/load"
	"vitrine/load/rows"
)

// Open returns a file of rows at a path. name is for messages, and its extension says the
// format.
func Open(name, path string) rows.Source {
	return rows.Source{
		Name: name,
		Open: func() (io.ReadCloser, error) { return os.Open(path) },
		File: func() (rows.ReaderAt, error) {
			file, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			info, err := file.Stat()
			if err != nil {
				return nil, errors.Join(err, file.Close())
			}
			return sizedFile{file, info.Size()}, nil
		},
	}
}

// sizedFile is a file whose size is known.
type sizedFile struct {
	*os.File
	size int64
}

func (f sizedFile) Size() int64 { return f.size }

// File converts files to a temporary file of JSON Lines, of which it returns the path. ids
// takes the id of each record, a line each.
func File(ctx context.Context, o Options, ids io.Writer) (*Result, string, error) {
	result, err := Convert(ctx, o)
	if err != nil {
		return nil, "", err
	}
	file, err := os.CreateTemp("", "vitrine-import-*.jsonl")
	if err != nil {
		return nil, "", errors.Join(err, result.Close())
	}
	out := bufio.NewWriterSize(file, 1<<16)
	err = result.Write(out, func(id string) error {
		_, err := fmt.Fprintln(ids, id)
		return err
	})
	err = errors.Join(err, out.Flush(), file.Close(), result.Close())
	if err != nil {
		return nil, "", errors.Join(err, os.Remove(file.Name()))
	}
	return result, file.Name(), nil
}

// Places returns where the records of a conversion come from by the lines that they were
// written on, nil where that is not known.
func (r *Result) Places() func(line int) load.Place {
	if r.Rows == 0 {
		return nil
	}
	return func(line int) load.Place {
		at := r.Place(line)
		if at.Line == 0 {
			return load.Place{Source: at.File, Record: at.Row}
		}
		return load.Place{Source: at.File, Line: at.Line}
	}
}

// Asks tells whether a finding by a rule about a record asks something of who writes the mapping.
func (r *Result) Asks(rule string, record []byte) bool {
	return r.mapping == nil || r.mapping.Asks(rule, record)
}
