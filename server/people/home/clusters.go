package home

import (
	"cmp"
	"slices"

	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
)

// cluster is a square of squares: Size of them in each direction, from Column and Row on.
type cluster struct {
	search.CellCount
	Size int
	// MiddleColumn and MiddleRow are the mean of its places, in squares of the grid, each
	// place in the middle of its square.
	MiddleColumn, MiddleRow float64
}

// has tells whether a square of the grid is in the cluster.
func (c cluster) has(column, row int) bool {
	return column >= c.Column && column < c.Column+c.Size && row >= c.Row && row < c.Row+c.Size
}

// clustersOf joins spots into at most so many clusters, the largest counts first. The
// squares of a cluster are a power of two.
func clustersOf(spots []search.CellCount, most int) []cluster {
	for size := 1; ; size *= 2 {
		out := clustersBy(spots, size)
		if len(out) <= most || size >= 1<<20 {
			return out[:min(len(out), most)]
		}
	}
}

func clustersBy(spots []search.CellCount, size int) []cluster {
	at := map[[2]int]int{}
	var out []cluster
	for _, s := range spots {
		key := [2]int{s.Column / size * size, s.Row / size * size}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, cluster{CellCount: search.CellCount{Cell: query.Cell{Column: key[0], Row: key[1]}}, Size: size})
		}
		c := &out[i]
		c.Count += s.Count
		c.MiddleColumn += float64(s.Count) * (float64(s.Column) + 0.5)
		c.MiddleRow += float64(s.Count) * (float64(s.Row) + 0.5)
	}
	for i := range out {
		out[i].MiddleColumn /= float64(out[i].Count)
		out[i].MiddleRow /= float64(out[i].Count)
	}
	slices.SortFunc(out, func(a, b cluster) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
	return out
}
