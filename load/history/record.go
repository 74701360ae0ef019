package history

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"vitrine/linkedart/words/entity"
)

// Endpoint is where the records of runs are, apart from those of a collection: the first part of
// their paths.
const Endpoint = "import/"

// Record returns a record of the run, which read files of some names, as Linked Art JSON: an
// Activity with a name, so that the feed has one entry that stands for all of the run. It is nil
// for a run that changed nothing.
func (h *History) Record(files []string) ([]byte, error) {
	if h.counts == (changeCounts{}) {
		return nil, nil
	}
	return json.Marshal(h.record(files, time.Now().UTC()))
}

// record returns the record of a run that has ended.
func (h *History) record(files []string, ended time.Time) any {
	const second = "2006-01-02T15:04:05Z"
	names := make([]string, 0, len(files))
	for _, path := range files {
		names = append(names, filepath.Base(path))
	}
	from := "Import"
	if len(names) > 0 {
		from += " of " + strings.Join(names, ", ")
	}
	label := from + ", " + h.begun.Format("2 January 2006, 15:04:05") + " UTC"
	unit := "records"
	if h.counts.created == 1 {
		unit = "record"
	}
	said := fmt.Sprintf("%s by %s: %d %s created, %d replaced, %d deleted.", from, filepath.Base(h.mapping),
		h.counts.created, unit, h.counts.replaced, h.counts.deleted)
	return struct {
		Context string `json:"@context"`
		entity.Entity
	}{"https://linked.art/ns/v1/linked-art.json", entity.Entity{
		ID: Endpoint + h.begun.Format("20060102T150405.000Z"), Type: "Activity", Label: label,
		IdentifiedBy: []entity.Entity{entity.Name(label, entity.Type("300404670", "Primary Name"))},
		ReferredToBy: []entity.Entity{entity.Statement(said, entity.Type("300435416", "Description"))},
		Timespan:     &entity.Entity{Type: "TimeSpan", BeginOfTheBegin: h.begun.Format(second), EndOfTheEnd: ended.Format(second)},
	}}
}
