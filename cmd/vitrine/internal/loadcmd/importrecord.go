package loadcmd

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/linkedart/words/entity"
	"vitrine/rdfstore"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// recordRun stores a record of the run, an Activity with a name, so that the feed has one
// entry that stands for all of the run: it is the last, and its time is that of the others.
// A run that changed nothing has none.
func (c *ImportCommand) recordRun(a *console.App, h *importHistory) error {
	if h.counts == (changeCounts{}) {
		return nil
	}
	return c.change(a, func(store harvestStore, p *jsonld.Processor) error {
		text, err := json.Marshal(c.runRecord(h, time.Now().UTC()))
		if err != nil {
			return err
		}
		g, err := p.Read(a.Ctx, text, serialize.DecodeOptions{Base: string(c.BaseURL)})
		if err != nil {
			return err
		}
		if err := h.add(importChange{ID: g.Name.String(), After: text}); err != nil {
			return err
		}
		_, err = store.Apply(a.Ctx, rdfstore.Change{Put: g})
		return err
	})
}

// runRecord returns the record of a run.
func (c *ImportCommand) runRecord(h *importHistory, ended time.Time) any {
	const second = "2006-01-02T15:04:05Z"
	names := make([]string, 0, len(c.Path))
	for _, path := range c.Path {
		names = append(names, filepath.Base(path))
	}
	from := "Import"
	if len(names) > 0 {
		from += " of " + strings.Join(names, ", ")
	}
	label := from + ", " + h.begun.Format("2 January 2006, 15:04:05") + " UTC"
	said := fmt.Sprintf("%s by %s: %s created, %d replaced, %d deleted.", from, filepath.Base(c.Mapping),
		console.Count(h.counts.created, "record"), h.counts.replaced, h.counts.deleted)
	return struct {
		Context string `json:"@context"`
		entity.Entity
	}{"https://linked.art/ns/v1/linked-art.json", entity.Entity{
		ID: "event/import-" + h.begun.Format("20060102T150405.000Z"), Type: "Activity", Label: label,
		IdentifiedBy: []entity.Entity{entity.Name(label, entity.Type("300404670", "Primary Name"))},
		ReferredToBy: []entity.Entity{entity.Statement(said, entity.Type("300435416", "Description"))},
		Timespan:     &entity.Entity{Type: "TimeSpan", BeginOfTheBegin: h.begun.Format(second), EndOfTheEnd: ended.Format(second)},
	}}
}
