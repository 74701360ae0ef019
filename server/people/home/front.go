package home

import (
	"context"
	"iter"
	"sync"
	"time"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/results"
	"vitrine/server/people/svgmap"
	"vitrine/server/web/address"
)

// Index tells what there is of all entities together; *search.Index does.
type Index interface {
	Pictured(ctx context.Context, seed uint64, limit int) ([]string, error)
	Find(ctx context.Context, q query.Query, skip, limit int) (search.Hits, error)
	// Generation is another number after every change.
	Generation() uint64
}

// Log is the log of the store's changes; rdfstore.Store is one.
type Log interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
}

// Maker makes what the front page shows of the collection. It may be used by many
// goroutines.
type Maker struct {
	index     Index
	log       Log
	describer *describe.Describer
	atlas     *svgmap.Atlas
	mapper    address.Mapper
	surveyed  surveyed
}

// NewMaker returns what shows the collection of an index.
func NewMaker(index Index, log Log, d *describe.Describer, a *svgmap.Atlas, m address.Mapper) *Maker {
	return &Maker{index: index, log: log, describer: d, atlas: a, mapper: m}
}

// The limits of what the front page shows.
const (
	maxHighlights = 2 * row
	maxSquares    = 150
	// minBars is how many bars with anything the timeline has at least: fewer say less than the
	// searches do.
	minBars = 4
)

// HighlightSet is the set below the base of which the members are the highlights of the front
// page, where there is one.
const HighlightSet = "set/highlights"

// survey is what there is of all entities.
type survey struct {
	// years count the objects by their years.
	years search.Facet
	// highlights, newest and the objects of shelves are URIs.
	highlights, newest []string
	shelves            []shelf
	// places is the number of places, and squares where they are.
	places  uint64
	squares []search.SquareCount
}

// surveyed keeps what there is of all entities until something changes, or the day ends.
type surveyed struct {
	mu         sync.Mutex
	generation uint64
	day        int64
	found      survey
	known      bool
	// next is when the index is asked again at the earliest.
	next time.Time
}

// share is how many times as long as a survey takes it is used at least, up to longest, whatever
// changes: during a load, surveys take one part in so many of the time.
const share, longest = 20, 30 * time.Second

// survey returns what there is, which it asks for once in a state of the index and a day, and
// not again at once. While the index cannot be asked, it returns what there was before.
func (m *Maker) survey(ctx context.Context, now func() time.Time) (survey, error) {
	k := &m.surveyed
	k.mu.Lock()
	defer k.mu.Unlock()
	began := now()
	generation, day := m.index.Generation(), began.Unix()/(24*60*60)
	if k.known && (k.generation == generation && k.day == day || began.Before(k.next)) {
		return k.found, nil
	}
	found, err := m.ask(ctx, uint64(day))
	ended := now()
	k.next = ended.Add(min(share*ended.Sub(began), longest))
	if k.known && search.IsUnavailable(err) {
		return k.found, nil
	}
	if err != nil {
		return found, err
	}
	k.generation, k.day, k.found, k.known = generation, day, found, true
	return found, nil
}

// ask asks the index and the log.
func (m *Maker) ask(ctx context.Context, day uint64) (found survey, err error) {
	chosen, err := m.index.Find(ctx, query.Query{Values: map[string][]string{"member_of": {m.mapper.Base + HighlightSet}}}, 0, 2*maxHighlights)
	if err != nil {
		return found, err
	}
	if found.highlights = chosen.IDs; len(found.highlights) == 0 {
		if found.highlights, err = m.index.Pictured(ctx, day, 2*maxHighlights); err != nil {
			return found, err
		}
	}
	if found.newest, err = newest(ctx, m.log); err != nil {
		return found, err
	}
	places, err := m.index.Find(ctx, query.Query{Values: onlyPlaces, Squares: maxSquares}, 0, 0)
	if err != nil {
		return found, err
	}
	found.places, found.squares = places.Total, places.Squares
	dated, err := m.index.Find(ctx, query.Query{Values: map[string][]string{"class": {string(reading.ClassHumanMadeObject)}}, Facets: []string{criteria.Years}}, 0, 0)
	if err != nil {
		return found, err
	}
	if len(dated.Facets) > 0 {
		found.years = dated.Facets[0]
	}
	found.shelves, err = shelves(ctx, m.index)
	return found, err
}

// Show adds what the front page shows of the collection, as of an entry of the log. While the
// index is not there, it adds nothing.
func (m *Maker) Show(ctx context.Context, data *html.Overview, at uint64, w *i18n.Wording) error {
	found, err := m.survey(ctx, time.Now)
	if search.IsUnavailable(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := m.rows(ctx, data, found, at, w); err != nil {
		return err
	}
	data.Timeline = m.timeline(found.years, w)
	if data.Map, err = m.placesMap(ctx, found, at, w); err != nil {
		return err
	}
	data.Frame.Map = data.Map != nil
	return nil
}

// timeline has a bar for each stretch of years; none where there are few.
func (m *Maker) timeline(years search.Facet, w *i18n.Wording) []html.Bar {
	filled := 0
	for _, v := range years.Values {
		if v.Count > 0 {
			filled++
		}
	}
	if filled < minBars {
		return nil
	}
	return m.lists().Bars(years, criteria.Criteria{Values: map[string][]string{"class": {"HumanMadeObject"}}}, w)
}

// lists is what makes the maps and histograms of searches.
func (m *Maker) lists() results.Maker {
	return results.Maker{Describer: m.describer, Atlas: m.atlas, Mapper: m.mapper}
}

// path is the address of a search as an absolute path.
func (m *Maker) path(c criteria.Criteria) string { return m.mapper.Service(c.Target()) }
