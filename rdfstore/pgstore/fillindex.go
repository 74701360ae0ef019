package pgstore

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"

	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// What the keys of sorted items begin with, in the order in which tables are written.
const (
	logItem       = iota // seq; the row
	pastItem             // first, version; the row
	tombstoneItem        // digest; the row
	postingItem          // kind, list, part, entity; the number of triples
)

// listSize is the length of what the keys of the postings of a list have in common.
const listSize = 1 + 1 + 8 + 8

// appendNumber appends a number so that bytes sort as numbers do.
func appendNumber(b []byte, n int64) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(n)^1<<63)
}

func numberIn(b []byte) int64 { return int64(binary.BigEndian.Uint64(b) ^ 1<<63) }

// posting takes what an entity says to a list.
func (f *filling) posting(l tables.List, m tables.Mention, entity int64) error {
	f.key = appendNumber(appendNumber(appendNumber(append(f.key[:0], postingItem, m.Kind), l.List), l.Part), entity)
	f.value = binary.AppendUvarint(f.value[:0], uint64(m.Triples))
	return f.add()
}

// sortedItems are the items of the sorter, one ahead.
type sortedItems struct {
	filling    *filling
	items      *extsort.Iterator
	key, value []byte
}

// next goes to the next item; the key is nil after the last.
func (s *sortedItems) next(ctx context.Context) (err error) {
	if s.key, s.value, err = s.items.Next(); errors.Is(err, io.EOF) {
		s.key, s.value, err = nil, nil, nil
	}
	f := s.filling
	if f.sorted++; f.sorted%(1<<16) == 0 && err == nil {
		f.progress.Writing, f.progress.Written = true, float64(f.sorted)/float64(f.items)
		f.report(f.progress)
		err = ctx.Err()
	}
	return err
}

func (s *sortedItems) is(item byte) bool { return s.key != nil && s.key[0] == item }

// tables writes all tables but that of the entities.
func (f *filling) tables(ctx context.Context) error {
	items, err := f.sorter.Sorted()
	if err != nil {
		return err
	}
	s := &sortedItems{filling: f, items: items}
	if err := s.next(ctx); err != nil {
		return err
	}
	if err := f.ready(ctx, s, logItem, "log", "seq, at, first, batch, kind, purged, name, class, successor, author, message"); err != nil {
		return err
	}
	if err := f.ready(ctx, s, pastItem, "past", "first, version, body"); err != nil {
		return err
	}
	if err := f.ready(ctx, s, tombstoneItem, "tombstone", "digest, first, version, at"); err != nil {
		return err
	}
	tallies, err := newTallies(f.scratch)
	if err != nil {
		return err
	}
	err = f.postings(ctx, s, tallies)
	if err == nil {
		err = f.tallies(ctx, tallies)
	}
	return errors.Join(err, tallies.close())
}

// ready writes a table of which the items have the rows.
func (f *filling) ready(ctx context.Context, s *sortedItems, item byte, table, columns string) error {
	c := f.copy(ctx, table, columns)
	for s.is(item) {
		err := c.send(append(c.rows, s.value...))
		if err == nil {
			err = s.next(ctx)
		}
		if err != nil {
			return errors.Join(err, c.end())
		}
	}
	return c.end()
}

// postings writes the chunks of the lists, and to tallies how long the lists are.
func (f *filling) postings(ctx context.Context, s *sortedItems, tallies *tallies) error {
	c := f.copy(ctx, "posting", "list, part, first, entities, triples, kind, body")
	for s.is(postingItem) {
		if err := f.list(ctx, s, c, tallies); err != nil {
			return errors.Join(err, c.end())
		}
	}
	return c.end()
}

// list writes the list that the items are at.
func (f *filling) list(ctx context.Context, s *sortedItems, c *copying, tallies *tallies) error {
	var of [listSize]byte
	copy(of[:], s.key)
	kind, l := of[1], tables.List{List: numberIn(of[2:]), Part: numberIn(of[10:])}
	t := tally{List: l, kind: kind}
	chunk := tables.Chunk{}
	flush := func() error {
		t.entities, t.triples = t.entities+int64(len(chunk.Postings)), t.triples+chunk.Triples()
		return c.send(c.rows.Row(7).Bigint(l.List).Bigint(l.Part).Bigint(chunk.First).Integer(int32(len(chunk.Postings))).
			Integer(int32(chunk.Triples())).Char(kind).Bytea(chunk.Encode()))
	}
	for len(s.key) > listSize && string(s.key[:listSize]) == string(of[:]) {
		triples, _ := binary.Uvarint(s.value)
		p := tables.Posting{Entity: numberIn(s.key[listSize:]), Triples: uint32(triples)}
		if len(chunk.Postings) == tables.MaxPostings {
			if err := flush(); err != nil {
				return err
			}
			chunk = tables.Chunk{First: p.Entity, Postings: chunk.Postings[:0]}
		}
		chunk.Postings = append(chunk.Postings, p)
		if err := s.next(ctx); err != nil {
			return err
		}
	}
	if err := flush(); err != nil || !tables.Tallied(kind) {
		return err
	}
	t.term = f.classes[l]
	return tallies.add(t)
}

// tally is the length of a list.
type tally struct {
	tables.List
	kind              byte
	entities, triples int64
	term              string
}

// tallies are the rows of that table in a temporary file, since a connection takes the rows
// of one table at a time.
type tallies struct {
	file *os.File
	w    *bufio.Writer
	row  postgres.Rows
}

func newTallies(scratch extsort.Scratch) (*tallies, error) {
	file, err := scratch.Create()
	if err != nil {
		return nil, err
	}
	return &tallies{file: file, w: bufio.NewWriterSize(file, copyBytes)}, nil
}

func (t *tallies) add(n tally) error {
	t.row = t.row[:0].Row(6).Bigint(n.List.List).Bigint(n.Part).Char(n.kind).Bigint(n.entities).Bigint(n.triples).Text(n.term)
	_, err := t.w.Write(t.row)
	return err
}

func (t *tallies) close() error {
	return errors.Join(t.file.Close(), os.Remove(t.file.Name()))
}

// tallies copies the rows of the file.
func (f *filling) tallies(ctx context.Context, t *tallies) error {
	if err := t.w.Flush(); err != nil {
		return err
	}
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	c := f.copy(ctx, "tally", "list, part, kind, entities, triples, term")
	err := c.flush()
	if err == nil {
		_, err = io.Copy(c.pipe, t.file)
	}
	return errors.Join(c.end(), err)
}
