package search

import (
	"cmp"
	"slices"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// SquareCount is a square of the earth with the number of results whose places are in it.
type SquareCount struct {
	query.Square
	Count uint64
	// Longitude and Latitude are the mean of their places, in degrees.
	Longitude, Latitude float64
	// Place is the URI of the place in it that most records name, of those of the results, and
	// Others how many others there are.
	Place  string
	Others int
}

// whereabouts are the numbers of the cells of the values of the field of places, by their
// numbers; none of a value that is no place in the index.
func (m *matches) whereabouts() ([][]uint32, error) {
	return remembered(m.memos.wholes, fields.Cell+" "+m.state, func() ([][]uint32, error) {
		selves, err := m.selvesOf(fields.Place)
		if err != nil {
			return nil, err
		}
		out := make([][]uint32, len(m.columns.Texts(fields.Place)))
		cells, err := m.columnsOf(fields.Cell)
		if err != nil {
			return nil, err
		}
		for i, p := range m.parts {
			gone := p.Segment.Deleted()
			for doc, n := range selves[i] {
				if n > 0 && int(n) <= len(out) && (gone == nil || !gone.Contains(uint32(doc))) {
					out[n-1] = cells[i].Of(uint64(doc))
				}
			}
		}
		return out, nil
	})
}

// squares counts the hits by squares of the earth, at most so many, which are as small as that
// allows: a hit once in each square that it, or a place of it, is in. The largest counts come
// first.
func (m *matches) squares(most int) ([]SquareCount, error) {
	where, err := m.whereabouts()
	if err != nil {
		return nil, err
	}
	c := counter{matches: m, where: where, named: make([]bool, len(where))}
	if c.places, err = m.columnsOf(fields.Place); err != nil {
		return nil, err
	}
	if c.cells, err = m.columnsOf(fields.Cell); err != nil {
		return nil, err
	}
	for _, text := range m.columns.Texts(fields.Cell) {
		cell, _ := query.ParseCell(text) // the index wrote it
		c.at = append(c.at, cell)
	}
	c.divide(most)
	c.count()
	if err := c.name(); err != nil {
		return nil, err
	}
	slices.SortFunc(c.found, func(a, b SquareCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
	return c.found, nil
}

// counter counts hits by squares.
type counter struct {
	*matches
	places, cells []*columns.Column
	where         [][]uint32
	// at are the cells by their numbers, and square the places of their squares in found.
	at     []query.Cell
	square []int
	found  []SquareCount
	// named are the places of the hits, by their numbers.
	named []bool
}

// each calls use with the number of each cell of each hit.
func (c *counter) each(use func(doc uint64, cell uint32)) {
	for i, p := range c.parts {
		c.hits.Each(p.First, p.First+p.Size, func(doc uint64) {
			for _, cell := range c.cells[i].Of(doc - p.First) {
				use(doc, cell)
			}
			for _, place := range c.places[i].Of(doc - p.First) {
				if int(place) >= len(c.where) {
					continue
				}
				c.named[place] = true
				for _, cell := range c.where[place] {
					use(doc, cell)
				}
			}
		})
	}
}

// divide chooses the size of the squares.
func (c *counter) divide(most int) {
	c.square = make([]int, len(c.at))
	c.each(func(_ uint64, cell uint32) { c.square[cell] = 1 })
	var some []int
	for cell, is := range c.square {
		if is > 0 {
			some = append(some, cell)
		}
	}
	for size := c.smallest(some); ; size *= 2 {
		index := map[query.Square]int{}
		c.found = nil
		for _, cell := range some {
			key := query.SquareOf(c.at[cell], size)
			i, ok := index[key]
			if !ok {
				i = len(c.found)
				index[key] = i
				c.found = append(c.found, SquareCount{Square: key})
			}
			c.square[cell] = i
		}
		if len(c.found) <= most {
			return
		}
	}
}

// smallest is the size of the smallest squares that do not run into each other on a map of some
// cells, which is sixteen of them wide or ten high at most. It is a power of two.
func (c *counter) smallest(some []int) int {
	if len(some) == 0 {
		return 1
	}
	first, last := c.at[some[0]], c.at[some[0]]
	for _, i := range some {
		cell := c.at[i]
		first = query.Cell{Column: min(first.Column, cell.Column), Row: min(first.Row, cell.Row)}
		last = query.Cell{Column: max(last.Column, cell.Column), Row: max(last.Row, cell.Row)}
	}
	size := 1
	for 16*size < last.Column-first.Column || 10*size < last.Row-first.Row {
		size *= 2
	}
	return size
}

// count counts the hits in each square.
func (c *counter) count() {
	last := make([]uint64, len(c.found))
	c.each(func(doc uint64, cell uint32) {
		i := c.square[cell]
		if last[i] == doc+1 {
			return
		}
		last[i] = doc + 1
		s := &c.found[i]
		s.Count++
		s.Longitude += c.at[cell].Longitude()
		s.Latitude += c.at[cell].Latitude()
	})
	for i := range c.found {
		s := &c.found[i]
		s.Longitude, s.Latitude = s.Longitude/float64(s.Count), s.Latitude/float64(s.Count)
	}
}

// name finds the place of each square that most records name.
func (c *counter) name() error {
	if err := c.themselves(); err != nil {
		return err
	}
	counts := c.columns.Count(fields.Place, c.parts, c.places, columns.Live(c.parts, c.docs))
	texts := c.columns.Texts(fields.Place)
	best := make([]uint32, len(c.found))
	for place, is := range c.named {
		if !is {
			continue
		}
		for _, cell := range c.where[place] {
			i := c.square[cell]
			c.found[i].Others++
			if counts[place] > best[i] {
				best[i], c.found[i].Place = counts[place], texts[place]
			}
		}
	}
	for i := range c.found {
		c.found[i].Others = max(0, c.found[i].Others-1)
	}
	return nil
}

// themselves looks for the hits that are places: those that records name are named, and any other
// stands for its square where none is.
func (c *counter) themselves() error {
	selves, err := c.selvesOf(fields.Place)
	if err != nil {
		return err
	}
	for i, p := range c.parts {
		c.hits.Each(p.First, p.First+p.Size, func(doc uint64) {
			for _, cell := range c.cells[i].Of(doc - p.First) {
				if n := selves[i][doc-p.First]; n > 0 && int(n) <= len(c.named) {
					c.named[n-1] = true
					continue
				}
				s := &c.found[c.square[cell]]
				if s.Others++; s.Place == "" && err == nil {
					var id []byte
					id, err = p.Segment.DocID(doc - p.First)
					s.Place = string(id)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
