package rml

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/antchfx/xmlquery"

	"vitrine/load/rows"
)

// maxDocument bounds a document of JSON or XML, which is in memory as a whole: JSONPath and
// XPath may lead anywhere in it. In bytes.
const maxDocument = 256 << 20

// Open opens a file that a mapping names.
type Open func(path string) (io.ReadCloser, error)

// records yields the records of a source.
func (s logicalSource) records(ctx context.Context, open Open) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		var err error
		more := func(r record) bool { return yield(r, nil) }
		switch s.formulation {
		case "JSONPath":
			err = s.json(open, more)
		case "CSV":
			err = s.csv(ctx, open, more)
		case "XPath":
			err = s.xml(open, more)
		default:
			err = fmt.Errorf("references by %q are not read; JSONPath, CSV and XPath are", s.formulation)
		}
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", s.path, err))
		}
	}
}

// document reads a file as a whole.
func (s logicalSource) document(open Open) ([]byte, error) {
	file, err := open(s.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxDocument+1))
	if err == nil && len(text) > maxDocument {
		err = fmt.Errorf("the document is longer than %d MiB", maxDocument>>20)
	}
	return text, err
}

func (s logicalSource) json(open Open, more func(record) bool) error {
	iterator, err := parsePath(s.iterator)
	if err != nil {
		return err
	}
	text, err := s.document(open)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		return err
	}
	for _, node := range iterator.Select(document) {
		if !more(node) {
			return nil
		}
	}
	return nil
}

func (s logicalSource) csv(ctx context.Context, open Open, more func(record) bool) error {
	source := rows.Source{Name: s.path, Open: func() (io.ReadCloser, error) { return open(s.path) }}
	for row, err := range rows.Read(ctx, source, rows.Options{Format: "csv"}) {
		if err != nil {
			return err
		}
		if !more(row.Value) {
			return nil
		}
	}
	return nil
}

func (s logicalSource) xml(open Open, more func(record) bool) error {
	if s.iterator == "" {
		return errors.New("the logical source has no rml:iterator")
	}
	text, err := s.document(open)
	if err != nil {
		return err
	}
	document, err := xmlquery.Parse(bytes.NewReader(text))
	if err != nil {
		return err
	}
	nodes, err := xmlquery.QueryAll(document, s.iterator)
	if err != nil {
		return fmt.Errorf("%q is no XPath: %w", s.iterator, err)
	}
	for _, node := range nodes {
		if !more(node) {
			return nil
		}
	}
	return nil
}
