package loadcmd

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/load/history"
	"vitrine/rdfstore"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// gone compares the ids of this run with those of the one before. The records of rows that
// are gone are told of, and deleted with --prune.
func (c *ImportCommand) gone(a *console.App, h *history.History) error {
	ids, err := h.Missing()
	if err != nil || len(ids) == 0 {
		return err
	}
	if !c.Prune {
		a.Say("the rows of %s are gone, such as %s; delete them with --prune", console.Count(len(ids), "record"), ids[0])
		return nil
	}
	return c.change(a, func(store harvestStore, p *jsonld.Processor) error {
		deleted, err := h.Delete(a.Ctx, store, p, string(c.BaseURL), ids)
		if err != nil {
			return err
		}
		a.Say("deleted %s whose rows are gone", console.Count(deleted, "record"))
		return nil
	})
}

// recordRun stores a record of the run, so that the feed has one entry that stands for all of
// it: it is the last, and its time is that of the others.
func (c *ImportCommand) recordRun(a *console.App, h *history.History) error {
	text, err := h.Record(c.Path)
	if err != nil || text == nil {
		return err
	}
	return c.change(a, func(store harvestStore, p *jsonld.Processor) error {
		g, err := p.Read(a.Ctx, text, serialize.DecodeOptions{Base: string(c.BaseURL)})
		if err != nil {
			return err
		}
		if err := errors.Join(h.Add(g.Name.String(), nil, text), h.Flush()); err != nil {
			return err
		}
		_, err = store.Apply(a.Ctx, rdfstore.Change{Put: g})
		return err
	})
}

// change opens the store for changes.
func (c *ImportCommand) change(a *console.App, do func(harvestStore, *jsonld.Processor) error) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	bar := console.NewProgressBar(a.Stderr, a.Terminal)
	store, err := changed(a, r, c.target(), c.BaseURL, c.ChangeFlags, bar.Rewrite)
	if err != nil {
		return err
	}
	return storeopen.Closing(store, do(store, r.Processor))
}

// undo puts the records that the last import changed back as they were. A record that was
// changed since stays as it is.
func (c *ImportCommand) undo(a *console.App) error {
	if c.Mapping == "" || c.DB == "" && c.Server == "" {
		return console.Usage("such as vitrine import --undo --mapping objects.yaml --db museum.db", "--undo needs --mapping, and --db or --server")
	}
	past, err := history.Last(c.Mapping)
	if err != nil {
		return err
	}
	defer past.Close()
	var back, left int
	err = c.change(a, func(store harvestStore, p *jsonld.Processor) (err error) {
		if served, ok := store.(*servedStore); ok {
			store = &servedVersions{served, map[rdf.IRI]string{}}
		}
		back, left, err = past.Undo(a.Ctx, store, p, string(c.BaseURL), func(id string) {
			a.Say("%s was changed since, and stays as it is", id)
		})
		return err
	})
	if err != nil {
		return err
	}
	if err := past.Forget(); err != nil {
		return err
	}
	return c.JSONFlag.Report(a, map[string]int{"undone": back, "left": left}, "put %s back as before the import; %d left as they are", console.Count(back, "record"), left)
}

// tellSame tells of records that came in and are probably of the same as others that were here.
func (c *ImportCommand) tellSame(a *console.App, h *history.History) error {
	made, err := h.Made()
	if err != nil {
		return err
	}
	base := string(c.BaseURL)
	came := func(id string) bool { return made[id] || made[strings.TrimPrefix(id, base)] }
	tellSame(a, c.target(), c.BaseFlag, strings.TrimSuffix(c.Mapping, filepath.Ext(c.Mapping))+".same.csv", came)
	return nil
}
