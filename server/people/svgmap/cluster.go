package svgmap

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"vitrine/server/people/svgmap/basemap"
)

// The radii of clusters, in pixels, and how close to a larger one those are that it
// takes in.
const smallestCluster, largestCluster, clusterReach = 8, 17, 35

// clusters draws the counted places: the largest first, each with those near it.
func clusters(shapes []shape, v view) []figure {
	slices.SortStableFunc(shapes, func(a, b shape) int { return cmp.Compare(b.Count, a.Count) })
	type group struct {
		figure
		count  uint64
		others int
	}
	var groups []group
	for _, s := range shapes {
		at, ok := v.pin(s.middle())
		if !ok {
			continue
		}
		near := slices.IndexFunc(groups, func(g group) bool { return distance(g.at, at) < clusterReach })
		if near >= 0 {
			groups[near].merge(named(s))
			groups[near].count += s.Count
			groups[near].others += 1 + s.Others
			continue
		}
		f := named(s)
		f.at, f.dots = at, []basemap.Point{at}
		groups = append(groups, group{figure: f, count: s.Count, others: s.Others})
	}
	var out []figure
	for _, g := range groups {
		g.radius = clusterRadius(g.count)
		g.number = brief(g.count)
		if g.others > 0 {
			first, _, _ := strings.Cut(g.name, ", ")
			g.label = shortLabel(first) + " +" + strconv.Itoa(g.others)
		}
		g.name += " (" + strconv.FormatUint(g.count, 10) + ")"
		out = append(out, g.figure)
	}
	return out
}

func clusterRadius(count uint64) float64 {
	return min(smallestCluster+1.5*math.Log2(float64(max(count, 1))), largestCluster)
}

// brief is a number of up to four characters: 950, 12k, 3M.
func brief(n uint64) string {
	for _, unit := range []string{"", "k", "M", "G", "T"} {
		if n < 1000 || unit == "" && n < 10_000 {
			return strconv.FormatUint(n, 10) + unit
		}
		n /= 1000
	}
	return "…"
}

func distance(a, b basemap.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
