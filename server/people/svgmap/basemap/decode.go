package basemap

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
)

// File is what a file holds.
type File struct {
	Levels    []FileLevel
	Languages []string
	Countries []FileCountry
}

// FileLevel is a level. Units is how many units a degree has. A line is x and y of each point,
// in units: variable-length integers as encoding/binary writes them, each the difference from
// the point before, from 0 for the first.
type FileLevel struct {
	Units                        int
	Land, Lakes, Borders, Rivers [][]byte
}

// FileCountry is a country: where its name stands and how large it is, in thousandths of a
// degree and of a square degree, and its name in each of the languages.
type FileCountry struct {
	X, Y, Size int
	Names      []string
}

// Decode reads a file. The error says what is wrong with it.
func Decode(data []byte) (*Map, error) {
	var f File
	if err := gob.NewDecoder(flate.NewReader(bytes.NewReader(data))).Decode(&f); err != nil {
		return nil, fmt.Errorf("read the map: %w", err)
	}
	m := &Map{}
	for _, l := range f.Levels {
		d := lineReader{units: float64(l.Units)}
		m.Levels = append(m.Levels, Level{d.lines(l.Land), d.lines(l.Lakes), d.lines(l.Borders), d.lines(l.Rivers)})
		if d.err != nil {
			return nil, fmt.Errorf("read the map: %w", d.err)
		}
	}
	for _, c := range f.Countries {
		country := Country{At: Point{X: float64(c.X) / 1000, Y: float64(c.Y) / 1000}, Size: float64(c.Size) / 1000, Names: map[string]string{}}
		for i, name := range c.Names[:min(len(c.Names), len(f.Languages))] {
			country.Names[f.Languages[i]] = name
		}
		m.Countries = append(m.Countries, country)
	}
	return m, nil
}

// lineReader reads lines of so many units to a degree; err is the first error.
type lineReader struct {
	units float64
	err   error
}

func (d *lineReader) lines(all [][]byte) []Line {
	out := make([]Line, len(all))
	for i, data := range all {
		var err error
		if out[i], err = newLine(data, d.units); d.err == nil {
			d.err = err
		}
	}
	return out
}

// newLine finds the runs of a line.
func newLine(data []byte, units float64) (Line, error) {
	line := Line{units: units, data: data}
	var x, y int64
	for rest := data; len(rest) > 0; line.count++ {
		if line.count%runLength == 0 {
			line.runs = append(line.runs, run{x: x, y: y, offset: len(data) - len(rest)})
		}
		dx, n := binary.Varint(rest)
		dy, k := binary.Varint(rest[max(n, 0):])
		if n <= 0 || k <= 0 {
			return line, errors.New("a line ends within a number")
		}
		rest = rest[n+k:]
		x, y = x+dx, y+dy
		line.runs[len(line.runs)-1].add(Point{X: float64(x) / units, Y: float64(y) / units}, line.count%runLength == 0)
	}
	for i, r := range line.runs {
		if i == 0 {
			line.Box = r.box
		}
		line.Box = line.Box.Union(r.box)
	}
	return line, nil
}

// add adds a point to the run.
func (r *run) add(p Point, first bool) {
	box := Box{West: p.X, South: p.Y, East: p.X, North: p.Y}
	if first {
		r.first, r.box = p, box
	}
	r.last, r.box = p, r.box.Union(box)
}

// varint reads a number of data that newLine has checked.
func varint(data []byte) (int64, []byte) {
	v, n := binary.Varint(data)
	return v, data[n:]
}
