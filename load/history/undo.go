package history

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/zstd"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// Past is what the last import by a mapping did.
type Past struct {
	history *History
	file    *os.File
	packed  *zstd.Decoder
	// isPart tells that the import broke off.
	isPart bool
}

// Last returns what the last import by a mapping did, which may have broken off. It is to be
// closed.
func Last(mapping string) (*Past, error) {
	h, err := open(mapping)
	past := &Past{history: h, isPart: true}
	if err == nil {
		past.file, err = os.Open(h.path(partFile))
	}
	if errors.Is(err, fs.ErrNotExist) {
		past.isPart = false
		past.file, err = os.Open(h.path(changesFile))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("there is no import by %s that could be undone", mapping), past.Close())
	}
	if err == nil {
		past.packed, err = zstd.NewReader(past.file, zstd.WithDecoderConcurrency(1))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read what the import did: %w", err), past.Close())
	}
	return past, nil
}

// Close closes the file, and lets the folder go.
func (p *Past) Close() error {
	if p.packed != nil {
		p.packed.Close()
	}
	if p.file != nil {
		p.file.Close()
	}
	return p.history.Close()
}

// Undo puts the records back that are not as they were, and returns how many, and how many it
// leaves: a record that was changed since stays as it is, and changed is called with its id.
func (p *Past) Undo(ctx context.Context, store Store, processor *jsonld.Processor, base string, changed func(id string)) (back, left int, err error) {
	u := &undo{store: store, processor: processor, base: base, changed: changed}
	err = u.run(ctx, p.packed)
	return u.back, u.left, err
}

// Forget has the import before the last one be the last. It can be undone where only an import
// that broke off came after it.
func (p *Past) Forget() error {
	h := p.history
	if p.isPart {
		return errors.Join(os.Remove(h.path(partFile)), ifThere(os.Remove(h.path(idsFile+unfinished))))
	}
	err := os.Rename(h.path(formerFile), h.path(idsFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = ifThere(os.Remove(h.path(idsFile)))
	}
	return errors.Join(err, os.Remove(h.path(changesFile)))
}

// undo puts records back.
type undo struct {
	store     Store
	processor *jsonld.Processor
	base      string
	// changed is called with the ids of records that stay as they are.
	changed func(id string)
	// back and left are how many were put back, and how many stay although they are others.
	back, left int
}

// undoTogether is how many records are put back at once.
const undoTogether = 200

// run puts back the records of a file of changes.
func (u *undo) run(ctx context.Context, changes io.Reader) error {
	decoder := json.NewDecoder(changes)
	var some []change
	for ids := map[string]bool{}; ; {
		var next change
		err := decoder.Decode(&next)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read what the import did: %w", err)
		}
		// What a run before changed is put back after what the next made of it.
		if err != nil || len(some) == undoTogether || ids[next.ID] {
			if err := u.putBack(ctx, some); err != nil {
				return err
			}
			some = some[:0]
			clear(ids)
		}
		if err != nil {
			return nil
		}
		some, ids[next.ID] = append(some, next), true
	}
}

// putBack puts some records back, each of another id. If one changes at the same moment, it
// looks at all of them again.
func (u *undo) putBack(ctx context.Context, some []change) error {
	for {
		var changes []rdfstore.Change
		var left []string
		for _, of := range some {
			change, is, err := u.inverse(ctx, of)
			switch {
			case err != nil:
				return err
			case is == changedSince:
				left = append(left, of.ID)
			case is == asAfter:
				changes = append(changes, change)
			}
		}
		_, err := u.store.Apply(ctx, changes...)
		if errors.Is(err, rdfstore.ErrPrecondition) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return err
		}
		for _, id := range left {
			u.changed(id)
		}
		u.back += len(changes)
		u.left += len(left)
		return nil
	}
}

// undoState is how a record is now, compared with what the import made of it.
type undoState int

const (
	asAfter undoState = iota
	asBefore
	changedSince
)

// inverse returns the change that puts a record back, and how the record is now. The change
// is refused where the record is another by then.
func (u *undo) inverse(ctx context.Context, of change) (rdfstore.Change, undoState, error) {
	var none rdfstore.Change
	name, err := graph.IRI(of.ID)
	if err != nil {
		return none, changedSince, err
	}
	now, err := u.store.Get(ctx, name)
	isThere := !rdfstore.IsMissing(err)
	if err != nil && isThere {
		return none, changedSince, err
	}
	if is, err := u.state(ctx, now, isThere, of); err != nil || is != asAfter {
		return none, is, err
	}
	change := rdfstore.Change{Delete: name, If: rdfstore.Precondition{Absent: !isThere}}
	if isThere {
		change.If.Version = now.Version
	}
	if !isNull(of.Before) {
		change.Delete = rdf.IRI{}
		change.Put, err = u.read(ctx, of.Before)
	}
	return change, asAfter, err
}

// state compares a record as it is now with what it was before and after the import.
func (u *undo) state(ctx context.Context, now *rdfstore.Entity, isThere bool, of change) (undoState, error) {
	for _, c := range []struct {
		text json.RawMessage
		is   undoState
	}{{of.After, asAfter}, {of.Before, asBefore}} {
		if !isThere || isNull(c.text) {
			if isThere == !isNull(c.text) {
				return c.is, nil
			}
			continue
		}
		same, err := u.isSame(ctx, now.Graph, c.text)
		if err != nil || same {
			return c.is, err
		}
	}
	return changedSince, nil
}

// isSame tells whether a record is that of a text: the same graph, or written alike where it
// did not come as JSON.
func (u *undo) isSame(ctx context.Context, now *graph.Graph, text json.RawMessage) (bool, error) {
	of, err := u.read(ctx, text)
	if err != nil || now.Equal(of) {
		return err == nil, err
	}
	written, err := u.processor.Append(nil, now)
	return bytes.Equal(bytes.TrimSpace(written), bytes.TrimSpace(text)), err
}

func (u *undo) read(ctx context.Context, text json.RawMessage) (*graph.Graph, error) {
	return u.processor.Read(ctx, text, serialize.DecodeOptions{Base: u.base})
}

// isNull tells whether there is no record.
func isNull(text json.RawMessage) bool { return len(text) == 0 || string(text) == "null" }
