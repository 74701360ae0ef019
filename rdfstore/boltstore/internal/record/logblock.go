package record

import (
	"encoding/binary"
	"math"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// The log is stored in blocks of entries that follow each other, so that an entry takes less than
// the key and the seal of a value would. docs/store.md draws a block.

// maxLogBlock is the length from which on a block gets no more entries, in bytes.
const maxLogBlock = 512

// The bits of the kind that tell that an entry has a successor, is of a purge, and has an author or
// a message.
const (
	succeeded = 0x80
	purged    = 0x40
	signed    = 0x20
	kinds     = signed - 1
)

// sharedTexts are the texts of an entry, of which the next writes what is other.
type sharedTexts struct{ name, class, author, message []byte }

// appendShared appends a text: how many bytes it begins with of the one before, and the rest.
func appendShared(b []byte, before *[]byte, text string) []byte {
	n := 0
	for n < len(*before) && n < len(text) && (*before)[n] == text[n] {
		n++
	}
	*before = append((*before)[:n], text[n:]...)
	return codec.AppendText(binary.AppendUvarint(b, uint64(n)), text[n:])
}

// readShared reads such a text into the place of the one before.
func readShared(f *codec.Fields, before *[]byte) {
	n, rest := f.Uvarint(), f.Text()
	if n > uint64(len(*before)) {
		f.Broken = true
		return
	}
	*before = append((*before)[:n], rest...)
}

// LogWriter makes blocks of entries, which follow each other.
type LogWriter struct {
	// Put gets the blocks in order, and keeps them.
	Put func(key, payload []byte) error

	block []byte
	// begin is the number of the first entry of the block, time that of the last one.
	begin uint64
	time  int64
	texts sharedTexts
}

// Add adds the next entry.
func (w *LogWriter) Add(e Logged) error {
	if len(w.block) >= maxLogBlock {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if len(w.block) == 0 {
		w.begin = e.Seq
	}
	kind := byte(e.Kind)
	if e.Successor != (rdf.IRI{}) {
		kind |= succeeded
	}
	if e.Purged {
		kind |= purged
	}
	if e.Author != "" || e.Message != "" {
		kind |= signed
	}
	b := binary.AppendUvarint(append(w.block, kind), e.Seq-e.First)
	b = binary.AppendVarint(b, e.Time.UnixNano()-w.time)
	b = appendShared(b, &w.texts.class, e.Class.String())
	if e.First == e.Seq {
		b = appendShared(b, &w.texts.name, e.Name.String())
	}
	if kind&succeeded != 0 {
		b = codec.AppendText(b, e.Successor.String())
	}
	if kind&signed != 0 {
		b = appendShared(appendShared(b, &w.texts.author, e.Author), &w.texts.message, e.Message)
	}
	w.block, w.time = b, e.Time.UnixNano()
	return nil
}

// Flush ends the block.
func (w *LogWriter) Flush() error {
	if len(w.block) == 0 {
		return nil
	}
	block := w.block
	w.block, w.time, w.texts = nil, 0, sharedTexts{}
	return w.Put(table.NumberKey(w.begin), block)
}

// LogBlock returns the block of one entry.
func LogBlock(e Logged) (block []byte) {
	w := LogWriter{Put: func(_, payload []byte) error {
		block = payload
		return nil
	}}
	_, _ = w.Add(e), w.Flush() // which this Put cannot fail
	return block
}

// DecodeLogBlock reads the entries of a block, each with its name only where it is the first about
// that.
func DecodeLogBlock(key, payload []byte) (all []Logged, err error) {
	d, err := newLogDecoder(key, payload)
	for err == nil && d.next() {
		var e Logged
		e, err = d.entry()
		all = append(all, e)
	}
	if err == nil {
		err = d.err()
	}
	return all, err
}

// Continue has the writer go on after the entries of the file. Those about the names that begin with
// some numbers lose their authors and messages.
func (w *LogWriter) Continue(tx *bbolt.Tx, unsigned map[uint64]bool) error {
	s, err := table.Log.Scan(tx)
	if err != nil {
		return err
	}
	from := uint64(math.MaxUint64)
	for first := range unsigned {
		from = min(from, first)
	}
	key, payload, _, err := s.Floor(table.NumberKey(from))
	for key != nil && err == nil {
		all, err := DecodeLogBlock(key, payload)
		if err != nil {
			return err
		}
		changed := false
		for i, e := range all {
			if unsigned[e.First] && e.Author+e.Message != "" {
				all[i].Author, all[i].Message, changed = "", "", true
			}
		}
		full := len(payload) >= maxLogBlock
		if key, payload, err = s.Next(); err != nil {
			return err
		}
		full = full || key != nil
		if !changed && full {
			continue
		}
		for _, e := range all {
			if err := w.Add(e); err != nil {
				return err
			}
		}
		if full {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
	return err
}
