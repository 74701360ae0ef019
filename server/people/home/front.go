package home

import (
	"context"
	"sync"
	"time"

	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/svgmap"
	"vitrine/server/web/address"
)

// Index tells what there is of all entities together; *search.Index does.
type Index interface {
	Overview(ctx context.Context, seed uint64, pictured int) (search.Overview, error)
	// Generation is another number after every change.
	Generation() uint64
}

// Maker makes what the front page shows of the collection. It may be used by many
// goroutines.
type Maker struct {
	index     Index
	describer *describe.Describer
	atlas     *svgmap.Atlas
	mapper    address.Mapper
	surveyed  surveyed
}

// NewMaker returns what shows the collection of an index.
func NewMaker(index Index, d *describe.Describer, a *svgmap.Atlas, m address.Mapper) *Maker {
	return &Maker{index: index, describer: d, atlas: a, mapper: m}
}

// The limits of what the front page shows.
const (
	maxHighlights = 8
	maxClusters   = 150
	// maxTicks is how many bars of the timeline have a name below them.
	maxTicks = 6
)

// surveyed keeps what there is of all entities until something changes, or the day ends.
type surveyed struct {
	mu         sync.Mutex
	generation uint64
	day        int64
	overview   search.Overview
	known      bool
}

// get returns what there is, which it asks for once in a state of the index and a day.
func (k *surveyed) get(ctx context.Context, from Index, now time.Time) (search.Overview, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	generation, day := from.Generation(), now.Unix()/(24*60*60)
	if k.known && k.generation == generation && k.day == day {
		return k.overview, nil
	}
	found, err := from.Overview(ctx, uint64(day), 3*maxHighlights)
	if err != nil {
		return found, err
	}
	k.generation, k.day, k.overview, k.known = generation, day, found, true
	return found, nil
}

// Show adds what the front page shows of the collection, as of an entry of the log. While the index is not there, it
// adds nothing.
func (m *Maker) Show(ctx context.Context, data *html.Overview, at uint64, w *i18n.Wording) error {
	found, err := m.surveyed.get(ctx, m.index, time.Now())
	if search.IsUnavailable(err) {
		return nil
	}
	if err != nil {
		return err
	}
	cards, imageHosts, err := m.describer.Cards(ctx, at, found.Pictured, w)
	if err != nil {
		return err
	}
	for _, card := range cards {
		if card.Picture != nil && len(data.Highlights) < maxHighlights {
			data.Highlights = append(data.Highlights, card)
		}
	}
	data.ImageHosts = imageHosts
	data.Timeline = m.timeline(found, w)
	if data.Map, err = m.placesMap(ctx, found, at, w); err != nil {
		return err
	}
	data.Frame.Map = data.Map != nil
	return nil
}

// path is the address of a search as an absolute path.
func (m *Maker) path(c criteria.Criteria) string { return m.mapper.Service(c.Target()) }
