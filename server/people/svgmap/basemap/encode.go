package basemap

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"math"
)

// Draft is what a file is made from.
type Draft struct {
	Levels []DraftLevel
	// Languages are those that every country has a name in.
	Languages []string
	Countries []Country
}

// DraftLevel is a level with points that are not rounded yet.
type DraftLevel struct {
	// Units is how many units a degree has.
	Units                        int
	Land, Lakes, Borders, Rivers [][]Point
}

// Encode writes a file. Points of a line that are the same when rounded are written once,
// and lines that come down to one point, or rings to two, are left out.
func Encode(draft Draft) ([]byte, error) {
	e := encoder{}
	e.uvarint(len(draft.Levels))
	for _, level := range draft.Levels {
		e.uvarint(level.Units)
		e.lines(level.Land, level.Units, 3)
		e.lines(level.Lakes, level.Units, 3)
		e.lines(level.Borders, level.Units, 2)
		e.lines(level.Rivers, level.Units, 2)
	}
	e.uvarint(len(draft.Languages))
	for _, language := range draft.Languages {
		e.text(language)
	}
	e.uvarint(len(draft.Countries))
	for _, c := range draft.Countries {
		e.varint(int64(math.Round(c.At.X * 1000)))
		e.varint(int64(math.Round(c.At.Y * 1000)))
		e.uvarint(int(math.Round(c.Size * 1000)))
		for _, language := range draft.Languages {
			e.text(c.Names[language])
		}
	}
	return pack(e.out)
}

func pack(data []byte) ([]byte, error) {
	out := bytes.NewBufferString(magic)
	packer, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("pack the map: %w", err)
	}
	if _, err := packer.Write(data); err != nil {
		return nil, fmt.Errorf("pack the map: %w", err)
	}
	if err := packer.Close(); err != nil {
		return nil, fmt.Errorf("pack the map: %w", err)
	}
	return out.Bytes(), nil
}

type encoder struct{ out []byte }

func (e *encoder) uvarint(n int)  { e.out = binary.AppendUvarint(e.out, uint64(n)) }
func (e *encoder) varint(n int64) { e.out = binary.AppendVarint(e.out, n) }
func (e *encoder) text(s string)  { e.uvarint(len(s)); e.out = append(e.out, s...) }

func (e *encoder) lines(lines [][]Point, units, least int) {
	var kept [][][2]int64
	for _, line := range lines {
		if rounded := round(line, units); len(rounded) >= least {
			kept = append(kept, rounded)
		}
	}
	e.uvarint(len(kept))
	for _, line := range kept {
		e.uvarint(len(line))
		before := [2]int64{}
		for _, p := range line {
			e.varint(p[0] - before[0])
			e.varint(p[1] - before[1])
			before = p
		}
	}
}

func round(line []Point, units int) [][2]int64 {
	var out [][2]int64
	for _, p := range line {
		q := [2]int64{int64(math.Round(p.X * float64(units))), int64(math.Round(p.Y * float64(units)))}
		if len(out) == 0 || out[len(out)-1] != q {
			out = append(out, q)
		}
	}
	return out
}
