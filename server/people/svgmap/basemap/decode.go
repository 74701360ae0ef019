package basemap

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// magic begins a file.
const magic = "vitrine basemap 1\n"

// The limits on a file.
const (
	maxBytes = 16 << 20
	maxUnits = 1_000_000
	// maxValue is how large a coordinate may be, in degrees: a ring that is laid out may
	// be on either side of the antimeridian.
	maxValue = 720
)

// errEnd is the error of a file that ends too early.
var errEnd = errors.New("it ends within a number or a text")

// Decode reads a file. The error says what is wrong with it.
func Decode(file []byte) (*Map, error) {
	packed, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return nil, errors.New("the map: it is no base map of version 1")
	}
	unpacked := flate.NewReader(bytes.NewReader(packed))
	data, err := io.ReadAll(io.LimitReader(unpacked, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("unpack the map: %w", err)
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("the map: it is larger than %d bytes", maxBytes)
	}
	d := decoder{data: data}
	m := d.decode()
	if d.err == nil && len(d.data) > 0 {
		d.err = fmt.Errorf("%d bytes follow its end", len(d.data))
	}
	if d.err != nil {
		return nil, fmt.Errorf("the map: %w", d.err)
	}
	return m, nil
}

// decoder reads the unpacked file. After an error everything that it reads is zero.
type decoder struct {
	data []byte
	err  error
}

func (d *decoder) decode() *Map {
	m := &Map{}
	for range d.count() {
		units := d.uvarint()
		if d.err == nil && (units == 0 || units > maxUnits) {
			d.err = fmt.Errorf("a level has %d units to a degree", units)
		}
		level := Level{}
		for _, lines := range []*[]Line{&level.Land, &level.Lakes, &level.Borders, &level.Rivers} {
			*lines = d.lines(float64(units))
		}
		m.Levels = append(m.Levels, level)
	}
	var languages []string
	for range d.count() {
		languages = append(languages, d.text())
	}
	for range d.count() {
		m.Countries = append(m.Countries, d.country(languages))
	}
	return m
}

func (d *decoder) lines(units float64) []Line {
	out := make([]Line, 0, d.peek())
	for range d.count() {
		out = append(out, d.line(units))
	}
	return out
}

func (d *decoder) line(units float64) Line {
	line := Line{units: units, count: d.count()}
	start := d.data
	var x, y int64
	for i := range line.count {
		if i%runLength == 0 {
			line.runs = append(line.runs, run{x: x, y: y, offset: len(start) - len(d.data)})
		}
		x, y = x+d.varint(), y+d.varint()
		p := Point{X: float64(x) / units, Y: float64(y) / units}
		if d.err == nil && !(math.Abs(p.X) <= maxValue && math.Abs(p.Y) <= maxValue) {
			d.err = fmt.Errorf("a point is at %g, %g", p.X, p.Y)
		}
		if d.err != nil {
			return Line{}
		}
		line.runs[len(line.runs)-1].add(p, i%runLength == 0)
	}
	for i, r := range line.runs {
		if i == 0 {
			line.Box = r.box
		}
		line.Box = line.Box.Union(r.box)
	}
	line.data = start[:len(start)-len(d.data)]
	return line
}

// add adds a point to the run.
func (r *run) add(p Point, first bool) {
	box := Box{West: p.X, South: p.Y, East: p.X, North: p.Y}
	if first {
		r.first, r.box = p, box
	}
	r.last, r.box = p, r.box.Union(box)
}

func (d *decoder) country(languages []string) Country {
	c := Country{Names: make(map[string]string, len(languages))}
	c.At.X, c.At.Y = float64(d.varint())/1000, float64(d.varint())/1000
	c.Size = float64(d.uvarint()) / 1000
	for _, language := range languages {
		c.Names[language] = d.text()
	}
	if d.err == nil && !World().Holds(c.At) {
		d.err = fmt.Errorf("the name of a country is at %g, %g", c.At.X, c.At.Y)
	}
	return c
}

// count reads the number of things that follow, each of a byte at least.
func (d *decoder) count() int {
	n := d.uvarint()
	if d.err == nil && n > uint64(len(d.data)) {
		d.err = errEnd
	}
	if d.err != nil {
		return 0
	}
	return int(n)
}

// peek is the count that is read next.
func (d *decoder) peek() int {
	ahead := *d
	return ahead.count()
}

func (d *decoder) text() string {
	n := d.count()
	if d.err != nil {
		return ""
	}
	text := string(d.data[:n])
	d.data = d.data[n:]
	return text
}

func (d *decoder) uvarint() uint64 {
	if d.err != nil {
		return 0
	}
	v, n := binary.Uvarint(d.data)
	if n <= 0 {
		d.err = errEnd
		return 0
	}
	d.data = d.data[n:]
	return v
}

func (d *decoder) varint() int64 {
	if d.err != nil {
		return 0
	}
	v, n := binary.Varint(d.data)
	if n <= 0 || v > maxValue*maxUnits || v < -maxValue*maxUnits {
		d.err = errEnd
		return 0
	}
	d.data = d.data[n:]
	return v
}

// varint reads a number of data that Decode has checked.
func varint(data []byte) (int64, []byte) {
	v, n := binary.Varint(data)
	return v, data[n:]
}
