package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"math"

	"vitrine/server/people/svgmap/basemap"
)

// draft is what a file is made from.
type draft struct {
	Levels []draftLevel
	// Languages are those that every country has a name in.
	Languages []string
	Countries []basemap.Country
}

// draftLevel is a level with points that are not rounded yet.
type draftLevel struct {
	// Units is how many units a degree has.
	Units                        int
	Land, Lakes, Borders, Rivers [][]basemap.Point
}

// encode writes a file. Points of a line that are the same when rounded are written once,
// and lines that come down to one point, or rings to two, are left out.
func encode(d draft) ([]byte, error) {
	f := basemap.File{Languages: d.Languages}
	for _, level := range d.Levels {
		f.Levels = append(f.Levels, basemap.FileLevel{
			Units: level.Units, Land: encoded(level.Land, level.Units, 3), Lakes: encoded(level.Lakes, level.Units, 3),
			Borders: encoded(level.Borders, level.Units, 2), Rivers: encoded(level.Rivers, level.Units, 2),
		})
	}
	for _, c := range d.Countries {
		country := basemap.FileCountry{X: thousandths(c.At.X), Y: thousandths(c.At.Y), Size: thousandths(c.Size)}
		for _, language := range d.Languages {
			country.Names = append(country.Names, c.Names[language])
		}
		f.Countries = append(f.Countries, country)
	}
	var out bytes.Buffer
	packer, err := flate.NewWriter(&out, flate.BestCompression)
	if err == nil {
		err = errors.Join(gob.NewEncoder(packer).Encode(f), packer.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("write the map: %w", err)
	}
	return out.Bytes(), nil
}

func thousandths(degrees float64) int { return int(math.Round(degrees * 1000)) }

// encoded are those of the lines that have so many points when rounded.
func encoded(lines [][]basemap.Point, units, least int) [][]byte {
	var out [][]byte
	for _, line := range lines {
		var data []byte
		var before [2]int64
		points := 0
		for _, p := range line {
			q := [2]int64{int64(math.Round(p.X * float64(units))), int64(math.Round(p.Y * float64(units)))}
			if points > 0 && q == before {
				continue
			}
			data = binary.AppendVarint(binary.AppendVarint(data, q[0]-before[0]), q[1]-before[1])
			before = q
			points++
		}
		if points >= least {
			out = append(out, data)
		}
	}
	return out
}
