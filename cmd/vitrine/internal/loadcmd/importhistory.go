package loadcmd

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

	"github.com/klauspost/compress/gzip"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/serialize/jsonld"
)

// importHistory is the folder beside a mapping with what the last import by it did: the ids
// of its records, those of the import before, and the records that it changed, as they were
// and as they are. A run writes these under other names, and renames them when it has ended.
type importHistory struct {
	folder string
	begun  time.Time
	ids    *os.File
	file   *os.File
	// mu guards what follows, which the goroutines of a load use.
	mu     sync.Mutex
	packed *gzip.Writer
	counts changeCounts
}

// changeCounts are how many records a run created, replaced and deleted.
type changeCounts struct{ created, replaced, deleted int }

// The files of the folder.
const (
	importIDs     = "ids"
	importChanges = "changes.jsonl.gz"
	unfinished    = ".new"
	formerIDs     = "ids.before"
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
	h := &importHistory{folder: importFolder(mapping), begun: time.Now().UTC()}
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
	if h.packed, err = gzip.NewWriterLevel(h.file, gzip.BestSpeed); err != nil {
		return nil, errors.Join(err, h.close())
	}
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
	return h.add(change)
}

// add notes a change.
func (h *importHistory) add(change importChange) error {
	id, err := json.Marshal(change.ID)
	if err != nil {
		return err
	}
	// The records are JSON as they are; json.Marshal would read them again.
	line := slices.Concat([]byte(`{"id":`), id, []byte(`,"before":`), orNull(change.Before), []byte(`,"after":`), orNull(change.After), []byte("}\n"))
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case isNull(change.Before):
		h.counts.created++
	case isNull(change.After):
		h.counts.deleted++
	default:
		h.counts.replaced++
	}
	_, err = h.packed.Write(line)
	return err
}

// orNull returns the text of a record, or null for none.
func orNull(text json.RawMessage) []byte {
	if isNull(text) {
		return []byte("null")
	}
	return text
}

// keep puts the history of the run in the place of that before.
func (h *importHistory) keep() error {
	err := h.keepChanges()
	if err == nil {
		err = h.ids.Sync()
	}
	if err == nil {
		err = os.Rename(h.path(importIDs), h.path(formerIDs))
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = os.Rename(h.path(importIDs+unfinished), h.path(importIDs))
	}
	if err != nil {
		return fmt.Errorf("keep what the import did: %w", err)
	}
	return nil
}

// keepChanges keeps the changes of a run alone, which may have ended half way.
func (h *importHistory) keepChanges() error {
	err := errors.Join(h.packed.Close(), h.file.Sync())
	if err == nil {
		err = os.Rename(h.path(importChanges+unfinished), h.path(importChanges))
	}
	return err
}

// keepPart keeps the changes of a run that broke off, so that those that were stored can be
// undone. The ids stay those of the last run that ended.
func (h *importHistory) keepPart() error {
	if h.counts == (changeCounts{}) {
		return nil
	}
	err := h.keepChanges()
	if err == nil {
		err = copyFile(h.path(importIDs), h.path(formerIDs))
	}
	return err
}

// copyFile copies a file that there may be.
func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	return err
}

// close closes the files, and removes those that were not kept, and the folder where
// nothing is in it.
func (h *importHistory) close() error {
	for _, file := range []*os.File{h.ids, h.file} {
		if file != nil {
			file.Close()
			os.Remove(file.Name()) // it is gone where it was kept
		}
	}
	os.Remove(h.folder) // only an empty one goes
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
			err = h.add(importChange{ID: resolved, Before: before})
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
	store, err := changed(a, r, c.target(), c.BaseURL, bar.Rewrite)
	if err != nil {
		return err
	}
	return storeopen.Closing(store, do(store, r.Processor))
}
