package server

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"vitrine/server/atlas"
	"vitrine/server/overview"
	"vitrine/server/page"
	"vitrine/server/search"
	"vitrine/server/search/query"
	"vitrine/server/wording"
)

// Overviewer tells what there is of all entities together; *search.Index does.
type Overviewer interface {
	Overview(ctx context.Context, seed uint64, pictured int) (search.Overview, error)
	// Generation is another number after every change.
	Generation() uint64
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
func (k *surveyed) get(ctx context.Context, from Overviewer, now time.Time) (search.Overview, error) {
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

// showCollection adds what the front page shows of the collection.
func (s *Server) showCollection(ctx context.Context, data *page.Overview, reader reader) error {
	from, ok := s.config.Search.(Overviewer)
	if !ok {
		return nil
	}
	found, err := s.surveyed.get(ctx, from, time.Now())
	if err != nil {
		if goesWithout(ctx, err) {
			return nil
		}
		return err
	}
	cards, err := s.describer.Cards(ctx, reader.at, found.Pictured, reader.words)
	if err != nil {
		return err
	}
	for _, card := range cards {
		if card.Picture != nil && len(data.Highlights) < maxHighlights {
			data.Highlights = append(data.Highlights, card)
			data.ImageHosts = addHost(data.ImageHosts, card.Picture)
		}
	}
	data.Timeline = s.timeline(found, reader.words)
	if data.Map, err = s.placesMap(ctx, found, reader); err != nil {
		return err
	}
	data.Frame.Map = data.Map != nil
	if origin := s.atlas.TilesOrigin(); data.Frame.Map && origin != "" {
		data.ImageHosts = append(data.ImageHosts, origin)
	}
	return nil
}

// timeline counts objects by decades, or by centuries where these would be too many.
func (s *Server) timeline(found search.Overview, w *wording.Wording) []page.Period {
	parameter, counts, step := "decade", overview.Trimmed(countsOf(found.Decades)), int64(10)
	bars, ok := overview.Bars(counts, step)
	if !ok || len(bars) == 0 {
		parameter, counts, step = "century", overview.Trimmed(countsOf(found.Centuries)), 1
		if bars, ok = overview.Bars(counts, step); !ok {
			return nil
		}
	}
	bars = overview.Fold(bars)
	every := (len(bars) + maxTicks - 1) / maxTicks
	var out []page.Period
	for i, bar := range bars {
		value := strconv.FormatInt(bar.Period, 10)
		period := page.Period{Count: bar.Count.Count, Percent: bar.Percent}
		switch {
		case step == 1:
			first, _ := centuryYears(bar.Period)
			_, last := centuryYears(bar.Last)
			period.Label.Text, period.Short = yearsText(first, last, w), w.Century(bar.Period)
		default:
			period.Label.Text, period.Short = yearsText(bar.Period, bar.Last+9, w), yearsText(bar.Period, bar.Period, w)
		}
		if bar.Folded() {
			period.Short = "…"
		}
		// The names below the bars are as many as a phone has room for.
		if i%every != 0 || i > 0 && i+every/2 >= len(bars) && every > 1 {
			period.Short = ""
		}
		if bar.Count.Count > 0 {
			made := asked{values: map[string][]string{"class": {"HumanMadeObject"}, parameter: {value}}}
			period.Label.Href = s.searchPath(made)
		}
		out = append(out, period)
	}
	return out
}

func countsOf(values []search.Value) []overview.Count {
	var out []overview.Count
	for _, v := range values {
		if n, err := strconv.ParseInt(v.Term, 10, 64); err == nil {
			out = append(out, overview.Count{Period: n, Count: v.Count})
		}
	}
	return out
}

// placesMap is a map of all places, those that are close together counted; nil where
// there are none.
func (s *Server) placesMap(ctx context.Context, found search.Overview, reader reader) (*page.Map, error) {
	w := reader.words
	if len(found.Cells) == 0 {
		return nil, nil
	}
	var spots []overview.Spot
	var total uint64
	for _, c := range found.Cells {
		spots = append(spots, overview.Spot{Column: c.Column, Row: c.Row, Count: c.Count})
		total += c.Count
	}
	request := atlas.Request{ID: "places", Title: w.Text("Places of the collection"), Language: w.Code()}
	for _, c := range overview.Clusters(spots, maxClusters) {
		label, err := s.clusterLabel(ctx, c, found.Known, reader)
		if err != nil {
			return nil, err
		}
		lon, lat := c.MiddleColumn/query.CellsPerDegree-180, c.MiddleRow/query.CellsPerDegree-90
		request.Marks = append(request.Marks, atlas.Mark{
			Kind: atlas.Cluster, Geometry: fmt.Sprintf("POINT(%.3f %.3f)", lon, lat), Count: c.Count,
			Label: label.Text, Lang: label.Lang, Href: s.searchPath(areaSearch(c)),
		})
	}
	drawing := s.atlas.Draw(request)
	if drawing.HTML == "" {
		return nil, nil
	}
	return &page.Map{Drawing: drawing.HTML, Caption: page.Phrase{{
		Text: w.Text("%d places", total),
		Href: s.searchPath(asked{values: map[string][]string{"class": {"Place"}}}),
	}}}, nil
}

// clusterLabel names a cluster by the place in it that most records name; where none is
// known, by its number of places.
func (s *Server) clusterLabel(ctx context.Context, c overview.Cluster, known []search.KnownPlace, reader reader) (page.Part, error) {
	for _, place := range known {
		if c.Has(place.Column, place.Row) {
			return s.describer.Name(ctx, reader.at, place.IRI, reader.words)
		}
	}
	return page.Part{Text: reader.words.Text("%d places", c.Count)}, nil
}

// areaSearch is the search for the places of a cluster.
func areaSearch(c overview.Cluster) asked {
	degrees := func(squares, from int) float64 { return float64(squares)/query.CellsPerDegree - float64(from) }
	return asked{values: map[string][]string{"area": {areaText(query.Area{
		West: degrees(c.Column, 180), East: degrees(c.Column+c.Size, 180),
		South: degrees(c.Row, 90), North: degrees(c.Row+c.Size, 90),
	})}}}
}

// areaText is an area as the parameter area has it: west, south, east, north.
func areaText(a query.Area) string {
	return fmt.Sprintf("%g,%g,%g,%g", a.West, a.South, a.East, a.North)
}
