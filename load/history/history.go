package history

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/knakk/rdf"

	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/filelock"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/serialize/jsonld"
)

// History is the folder beside a mapping with what the last import by it did: the ids
// of its records, those of the import before, and the records that it changed, as they were
// and as they are. A run writes these under other names, and renames them when it has ended.
// What runs changed that broke off is kept apart, and is a part of the run that ends after them.
// One process at a time has the folder.
type History struct {
	// mapping is the path of the mapping.
	mapping, folder string
	begun           time.Time
	unlock          func()
	ids             *os.File
	file            *os.File
	// mu guards what follows, which the goroutines of a load use.
	mu     sync.Mutex
	packed *zstd.Encoder
	counts changeCounts
}

// changeCounts are how many records a run created, replaced and deleted.
type changeCounts struct{ created, replaced, deleted int }

// The files of the folder.
const (
	idsFile     = "ids"
	changesFile = "changes.jsonl.zst"
	partFile    = "changes.part.jsonl.zst"
	killedFile  = "changes.killed.jsonl.zst"
	unfinished  = ".new"
	formerFile  = "ids.before"
	lockFile    = "lock"
)

// change is a record that an import changed.
type change struct {
	ID string `json:"id"`
	// Before is null for a record that was not there, and After for one that was deleted.
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// Store is what the package asks of a store; rdfstore.Store says how.
type Store interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error)
}

// Records are the records that a history notes.
type Records interface {
	// Stored returns the graph that is stored under a name, nil for none.
	Stored(ctx context.Context, name rdf.IRI) (*graph.Graph, error)
	// Text writes a graph as its Linked Art JSON.
	Text(ctx context.Context, g *graph.Graph) ([]byte, error)
}

// folderOf returns the folder of a mapping.
func folderOf(mapping string) string { return mapping + ".import" }

// Open begins the history of a run by a mapping. It is to be closed.
func Open(mapping string) (*History, error) {
	h, err := open(mapping)
	if err == nil {
		h.ids, err = os.Create(h.path(idsFile + unfinished))
	}
	if err == nil {
		err = h.create()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("keep what the import does: %w", err), h.Close())
	}
	return h, nil
}

// open takes the folder of a mapping, and looks after what a run left there that was killed.
func open(mapping string) (*History, error) {
	h := &History{mapping: mapping, folder: folderOf(mapping), begun: time.Now().UTC(), unlock: func() {}}
	err := os.MkdirAll(h.folder, 0o755)
	if err != nil {
		return h, err
	}
	unlock, err := filelock.Lock(h.path(lockFile))
	if errors.Is(err, filelock.ErrBusy) {
		return h, fmt.Errorf("another import by %s goes on; wait for its end", mapping)
	}
	if err != nil {
		return h, err
	}
	h.unlock = unlock
	return h, h.adopt()
}

// create creates the file of changes.
func (h *History) create() (err error) {
	if h.file, err = os.Create(h.path(changesFile + unfinished)); err != nil {
		return err
	}
	h.packed, err = zstd.NewWriter(h.file, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	return err
}

// adopt makes what a run noted that was killed a part, as that of a run which broke off. Its
// file is cut anywhere: whole lines count. What was noted and not stored is as it was, and
// undoing leaves it so.
func (h *History) adopt() error {
	if _, err := os.Stat(h.path(killedFile)); err != nil {
		if err := os.Rename(h.path(changesFile+unfinished), h.path(killedFile)); err != nil {
			return ifThere(err)
		}
	}
	file, err := os.Open(h.path(killedFile))
	if err != nil {
		return err
	}
	defer file.Close()
	changes, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer changes.Close()
	if err := h.create(); err != nil {
		return err
	}
	lines, noted := bufio.NewReader(changes), false
	for {
		line, cut := lines.ReadBytes('\n')
		if cut != nil {
			break
		}
		if _, err := h.packed.Write(line); err != nil {
			return err
		}
		noted = true
	}
	if noted {
		err = h.keepChanges(partFile)
	}
	h.discard(h.file)
	h.file = nil
	return errors.Join(err, os.Remove(h.path(killedFile)))
}

func (h *History) path(name string) string { return filepath.Join(h.folder, name) }

// IDs takes the ids of the records of the run, a line each.
func (h *History) IDs() io.Writer { return h.ids }

// Noted returns a check that notes each record that passes another one.
func (h *History) Noted(check load.Check, records Records) load.Check {
	return func(g *graph.Graph, text []byte) load.Verdict {
		verdict := check(g, text)
		if verdict.Err == nil {
			verdict.Err = h.Note(context.Background(), records, g, text)
		}
		return verdict
	}
}

// Note notes a record that is about to change. text is its Linked Art JSON, nil where that is
// to be written.
func (h *History) Note(ctx context.Context, records Records, g *graph.Graph, text []byte) error {
	before, err := records.Stored(ctx, g.Name)
	if err != nil || before != nil && before.Equal(g) {
		return err
	}
	if text == nil {
		if text, err = records.Text(ctx, g); err != nil {
			return err
		}
	}
	var was []byte
	if before != nil {
		if was, err = records.Text(ctx, before); err != nil {
			return err
		}
	}
	return h.Add(g.Name.String(), was, text)
}

// Add notes a change of the record with an id, from one text to another; before is nil for one
// that was not there, and after for one that is deleted.
func (h *History) Add(id string, before, after []byte) error {
	name, err := json.Marshal(id)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case before == nil:
		h.counts.created++
	case after == nil:
		h.counts.deleted++
	default:
		h.counts.replaced++
	}
	// The records are JSON as they are; json.Marshal would read them again.
	for _, part := range [][]byte{[]byte(`{"id":`), name, []byte(`,"before":`), orNull(before), []byte(`,"after":`), orNull(after), []byte("}\n")} {
		if _, err := h.packed.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// orNull returns the text of a record, or null for none.
func orNull(text []byte) []byte {
	if isNull(text) {
		return []byte("null")
	}
	return text
}

// Flush has all that was noted in the file, where a run that is killed leaves it. Records are
// stored after it.
func (h *History) Flush() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.packed.Flush()
}

// Keep puts the history of the run in the place of that before.
func (h *History) Keep() error {
	err := h.keepChanges(changesFile)
	if err == nil {
		err = ifThere(os.Remove(h.path(partFile)))
	}
	if err == nil {
		err = h.ids.Sync()
	}
	if err == nil {
		err = ifThere(os.Rename(h.path(idsFile), h.path(formerFile)))
	}
	if err == nil {
		err = os.Rename(h.path(idsFile+unfinished), h.path(idsFile))
	}
	if err != nil {
		return fmt.Errorf("keep what the import did: %w", err)
	}
	return nil
}

// KeepPart keeps the changes of a run that broke off, so that those that were stored can be
// undone. The ids stay those of the last run that ended.
func (h *History) KeepPart() error {
	if h.counts == (changeCounts{}) {
		return nil
	}
	return h.keepChanges(partFile)
}

// keepChanges keeps the changes of the run in a file, before those of the runs that broke off
// before it: what was changed last is to be put back first. Several frames of zstd in a row are
// one file (RFC 8878 section 3.1).
func (h *History) keepChanges(name string) error {
	err := h.packed.Close()
	if err == nil {
		err = h.appendPart()
	}
	if err = errors.Join(err, h.file.Sync()); err != nil {
		return err
	}
	return os.Rename(h.path(changesFile+unfinished), h.path(name))
}

// appendPart adds the changes of runs that broke off to those of this run.
func (h *History) appendPart() error {
	part, err := os.Open(h.path(partFile))
	if err != nil {
		return ifThere(err)
	}
	defer part.Close()
	_, err = io.Copy(h.file, part)
	return err
}

// ifThere returns an error unless it says that a file is not there.
func ifThere(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Close closes the files, removes those that were not kept, and lets the folder go, which is
// removed where nothing is in it.
func (h *History) Close() error {
	h.discard(h.ids)
	h.discard(h.file)
	if left, err := os.ReadDir(h.folder); err == nil && len(left) == 1 && left[0].Name() == lockFile {
		os.RemoveAll(h.folder)
	}
	h.unlock()
	return nil
}

// discard closes a file and removes it, unless it was kept under another name.
func (h *History) discard(file *os.File) {
	if file != nil {
		file.Close()
		os.Remove(file.Name())
	}
}

// Delete deletes the records that there are of some ids, notes them, and returns how many
// there were. base is what ids are relative to.
func (h *History) Delete(ctx context.Context, store Store, p *jsonld.Processor, base string, ids []string) (int, error) {
	deleted := 0
	for some := range slices.Chunk(ids, load.Together) {
		changes, err := h.deletions(ctx, store, p, base, some)
		if err = errors.Join(err, h.Flush()); err != nil {
			return deleted, err
		}
		if _, err := store.Apply(ctx, changes...); err != nil {
			return deleted, err
		}
		deleted += len(changes)
	}
	return deleted, nil
}

// deletions returns the changes that delete the records that there are of some ids, and
// notes these records.
func (h *History) deletions(ctx context.Context, store Store, p *jsonld.Processor, base string, ids []string) ([]rdfstore.Change, error) {
	var changes []rdfstore.Change
	for _, id := range ids {
		resolved, err := iri.Resolve(base, id)
		if err != nil {
			return nil, err
		}
		name, err := graph.IRI(resolved)
		if err != nil {
			return nil, err
		}
		e, err := store.Get(ctx, name)
		if rdfstore.IsMissing(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		before, err := p.Append(nil, e.Graph)
		if err == nil {
			err = h.Add(resolved, before, nil)
		}
		if err != nil {
			return nil, err
		}
		changes = append(changes, rdfstore.Change{Delete: name})
	}
	return changes, nil
}

// Missing returns the ids of the run before that this run has not.
func (h *History) Missing() ([]string, error) {
	old, err := os.Open(h.path(idsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer old.Close()
	here, err := h.Made()
	if err != nil {
		return nil, err
	}
	var missing []string
	was := bufio.NewScanner(old)
	for was.Scan() {
		if !here[was.Text()] {
			missing = append(missing, was.Text())
		}
	}
	return missing, was.Err()
}

// Made returns the ids of the records of the run.
func (h *History) Made() (map[string]bool, error) {
	if _, err := h.ids.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	made := map[string]bool{}
	lines := bufio.NewScanner(h.ids)
	for lines.Scan() {
		made[lines.Text()] = true
	}
	return made, lines.Err()
}

// Created returns how many records the run created.
func (h *History) Created() int { return h.counts.created }
