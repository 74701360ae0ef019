package loadcmd

import (
	"bufio"
	"bytes"
	"compress/gzip"
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

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// importHistory is the folder beside a mapping with what the last import by it did: the ids
// of its records, and the records that it changed, as they were and as they are.
// A run writes both under other names, and renames them when it has ended.
type importHistory struct {
	folder string
	ids    *os.File
	file   *os.File
	packed *gzip.Writer
	// mu guards changes, which the goroutines of a load tell of.
	mu      sync.Mutex
	changes *json.Encoder
}

// The files of the folder.
const (
	importIDs     = "ids"
	importChanges = "changes.jsonl.gz"
	unfinished    = ".new"
)

// importChange is a record that an import changed.
type importChange struct {
	ID string `json:"id"`
	// Before is null for a record that was not there, and After for one that was deleted.
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// importFolder returns the folder of a mapping.
func importFolder(mapping string) string { return mapping + ".import" }

// openImportHistory begins the history of a run.
func openImportHistory(mapping string) (*importHistory, error) {
	h := &importHistory{folder: importFolder(mapping)}
	err := os.MkdirAll(h.folder, 0o755)
	if err == nil {
		h.ids, err = os.Create(h.path(importIDs + unfinished))
	}
	if err == nil {
		h.file, err = os.Create(h.path(importChanges + unfinished))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("keep what the import does: %w", err), h.close())
	}
	h.packed = gzip.NewWriter(h.file)
	h.changes = json.NewEncoder(h.packed)
	return h, nil
}

func (h *importHistory) path(name string) string { return filepath.Join(h.folder, name) }

// record has the plan note each record before it changes it.
func (h *importHistory) record(plan *loadPlan) {
	check := plan.options.Check
	plan.options.Check = func(g *graph.Graph, text []byte) load.Verdict {
		verdict := check(g, text)
		if verdict.Err == nil {
			verdict.Err = h.note(plan.check, g, text)
		}
		return verdict
	}
}

// note notes a record that is about to change.
func (h *importHistory) note(check *ModelCheck, g *graph.Graph, text []byte) error {
	ctx := context.Background()
	before, err := check.Stored(ctx, g.Name)
	if err != nil || before != nil && before.Equal(g) {
		return err
	}
	if text == nil {
		if text, err = check.Text(ctx, g); err != nil {
			return err
		}
	}
	change := importChange{ID: g.Name.String(), After: text}
	if before != nil {
		if change.Before, err = check.Text(ctx, before); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.changes.Encode(change)
}

// keep puts the history of the run in the place of that before.
func (h *importHistory) keep() error {
	err := errors.Join(h.packed.Close(), h.file.Sync(), h.ids.Sync())
	if err != nil {
		return fmt.Errorf("keep what the import did: %w", err)
	}
	for _, name := range []string{importIDs, importChanges} {
		if err := os.Rename(h.path(name+unfinished), h.path(name)); err != nil {
			return fmt.Errorf("keep what the import did: %w", err)
		}
	}
	return nil
}

// close closes the files, and removes those that were not kept.
func (h *importHistory) close() error {
	for _, file := range []*os.File{h.ids, h.file} {
		if file != nil {
			file.Close()
			os.Remove(file.Name()) // it is gone where it was kept
		}
	}
	return nil
}

// gone compares the ids of this run with those of the one before. The records of rows that
// are gone are told of, and deleted with --prune.
func (c *ImportCommand) gone(a *console.App, h *importHistory) error {
	ids, err := h.missing()
	if err != nil || len(ids) == 0 {
		return err
	}
	if !c.Prune {
		a.Say("the rows of %s are gone, such as %s; delete them with --prune", console.Count(len(ids), "record"), ids[0])
		return nil
	}
	return c.change(a, func(store harvestStore, p *jsonld.Processor) error {
		deleted := 0
		for some := range slices.Chunk(ids, load.Together) {
			changes, err := c.deletions(a.Ctx, store, p, h, some)
			if err != nil {
				return err
			}
			if _, err := store.Apply(a.Ctx, changes...); err != nil {
				return err
			}
			deleted += len(changes)
		}
		a.Say("deleted %s whose rows are gone", console.Count(deleted, "record"))
		return nil
	})
}

// deletions returns the changes that delete the records that there are of some ids, and
// notes these records.
func (c *ImportCommand) deletions(ctx context.Context, store harvestStore, p *jsonld.Processor, h *importHistory, ids []string) ([]rdfstore.Change, error) {
	var changes []rdfstore.Change
	for _, id := range ids {
		resolved, err := iri.Resolve(string(c.BaseURL), id)
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
			err = h.changes.Encode(importChange{ID: resolved, Before: before})
		}
		if err != nil {
			return nil, err
		}
		changes = append(changes, rdfstore.Change{Delete: name})
	}
	return changes, nil
}

// missing returns the ids of the run before that this run has not.
func (h *importHistory) missing() ([]string, error) {
	old, err := os.Open(h.path(importIDs))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer old.Close()
	if _, err := h.ids.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	here := map[string]bool{}
	is := bufio.NewScanner(h.ids)
	for is.Scan() {
		here[is.Text()] = true
	}
	var missing []string
	was := bufio.NewScanner(old)
	for was.Scan() {
		if !here[was.Text()] {
			missing = append(missing, was.Text())
		}
	}
	return missing, errors.Join(is.Err(), was.Err())
}

// change opens the store for changes.
func (c *ImportCommand) change(a *console.App, do func(harvestStore, *jsonld.Processor) error) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	bar := console.NewProgressBar(a.Stderr, a.Terminal)
	store, err := changed(a, r, storeopen.SharedFlag{DB: c.DB, ControlFlag: c.ControlFlag}, bar.Rewrite)
	if err != nil {
		return err
	}
	return storeopen.Closing(store, do(store, r.Processor))
}

// undo puts the records that the last import changed back as they were. A record that was
// changed since stays as it is.
func (c *ImportCommand) undo(a *console.App) error {
	if c.Mapping == "" || c.DB == "" {
		return console.Usage("such as vitrine import --undo --mapping objects.yaml --db museum.db", "--undo needs --mapping and --db")
	}
	h := &importHistory{folder: importFolder(c.Mapping)}
	file, err := os.Open(h.path(importChanges))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no import by %s that could be undone", c.Mapping)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	packed, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return fmt.Errorf("read what the import did: %w", err)
	}
	var back, left int
	err = c.change(a, func(store harvestStore, p *jsonld.Processor) error {
		changes := json.NewDecoder(packed)
		read := func(text []byte) (*graph.Graph, error) {
			return p.Read(a.Ctx, text, serialize.DecodeOptions{Base: string(c.BaseURL)})
		}
		for {
			var change importChange
			err := changes.Decode(&change)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("read what the import did: %w", err)
			}
			undone, err := change.undo(a.Ctx, store, p, read)
			if err != nil {
				return err
			}
			if undone {
				back++
				continue
			}
			left++
			a.Say("%s was changed since, and stays as it is", change.ID)
		}
	})
	if err != nil {
		return err
	}
	if err := os.RemoveAll(h.folder); err != nil {
		return err
	}
	return c.JSONFlag.Report(a, map[string]int{"undone": back, "left": left}, "put %s back as before the import; %d left as they are", console.Count(back, "record"), left)
}

// undo puts one record back, unless it is not as the import left it.
func (i importChange) undo(ctx context.Context, store harvestStore, p *jsonld.Processor, read func([]byte) (*graph.Graph, error)) (bool, error) {
	name, err := graph.IRI(i.ID)
	if err != nil {
		return false, err
	}
	now, err := store.Get(ctx, name)
	isThere := !rdfstore.IsMissing(err)
	if err != nil && isThere {
		return false, err
	}
	if isThere != !isNull(i.After) {
		return false, nil
	}
	if isThere {
		isAfter, err := i.isAfter(now.Graph, p, read)
		if err != nil || !isAfter {
			return false, err
		}
	}
	change := rdfstore.Change{Delete: name}
	if !isNull(i.Before) {
		if change.Put, err = read(i.Before); err != nil {
			return false, err
		}
		change.Delete = rdf.IRI{}
	}
	_, err = store.Apply(ctx, change)
	return err == nil, err
}

// isAfter tells whether a record is as the import left it: the same graph, or written alike
// where it did not come as JSON.
func (i importChange) isAfter(now *graph.Graph, p *jsonld.Processor, read func([]byte) (*graph.Graph, error)) (bool, error) {
	after, err := read(i.After)
	if err != nil || now.Equal(after) {
		return err == nil, err
	}
	text, err := p.Append(nil, now)
	return bytes.Equal(bytes.TrimSpace(text), bytes.TrimSpace(i.After)), err
}

// isNull tells whether there is no record.
func isNull(text json.RawMessage) bool { return len(text) == 0 || string(text) == "null" }
