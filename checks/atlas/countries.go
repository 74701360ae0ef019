package main

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"vitrine/server/people/svgmap/basemap"
)

// tags are the languages that names are written in.
var tags = []language.Tag{language.English, language.Dutch, language.French, language.German}

func languages() []string {
	var out []string
	for _, tag := range tags {
		out = append(out, tag.String())
	}
	return out
}

// countries are the names of the map, the largest first, with the places where they
// stand.
func countries(file string) ([]basemap.Country, error) {
	t, err := readTopology(file, 0)
	if err != nil {
		return nil, err
	}
	var out []basemap.Country
	for _, g := range t.Objects["countries"].Geometries {
		rings, err := g.rings()
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", g.Properties.Name, err)
		}
		country := basemap.Country{Names: names(g)}
		var largest []basemap.Point
		for _, indexes := range rings {
			ring := t.ring(indexes)
			if area := trueArea(ring); area > country.Size {
				country.Size, largest = area, ring
			}
		}
		country.At = middle(largest)
		out = append(out, country)
	}
	slices.SortStableFunc(out, func(a, b basemap.Country) int {
		return int(math.Copysign(1, b.Size-a.Size))
	})
	return out, nil
}

// names are the names that CLDR has for the country's code (ISO 3166-1), or in every
// language that of the file, where it has no code.
func names(g geometry) map[string]string {
	out := map[string]string{}
	region, err := language.ParseRegion(g.ID)
	for _, tag := range tags {
		name := ""
		if err == nil && region.IsCountry() {
			name = display.Regions(tag).Name(region)
		}
		if name == "" {
			name = g.Properties.Name
		}
		out[tag.String()] = name
	}
	return out
}

// trueArea is the area with degrees of longitude as short as they are there.
func trueArea(ring []basemap.Point) float64 {
	return basemap.Area(ring) * math.Cos(basemap.Centroid(ring).Y*math.Pi/180)
}

// middle is a point inside the ring far from its edge: of a grid over it, the one that
// is farthest.
func middle(ring []basemap.Point) basemap.Point {
	const steps = 48
	box, _ := basemap.Bounds(ring)
	best, at := -1.0, basemap.Centroid(ring)
	shrink := math.Cos(at.Y * math.Pi / 180)
	for i := 1; i < steps; i++ {
		for k := 1; k < steps; k++ {
			p := basemap.Point{X: box.West + box.Width()*float64(i)/steps, Y: box.South + box.Height()*float64(k)/steps}
			if !basemap.Inside(ring, p) {
				continue
			}
			if room := nearest(ring, p, shrink); room > best {
				best, at = room, p
			}
		}
	}
	if at.X > 180 {
		at.X -= 360
	}
	return at
}

// nearest is how far the ring is. A name is wider than high, so what is above and below
// counts for more.
func nearest(ring []basemap.Point, p basemap.Point, shrink float64) float64 {
	out := math.Inf(1)
	for _, q := range ring {
		out = min(out, math.Hypot((q.X-p.X)*shrink, 1.6*(q.Y-p.Y)))
	}
	return out
}
