package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"vitrine/server/people/svgmap/basemap"
)

// topology is a TopoJSON file, as far as it is read here.
type topology struct {
	Transform struct {
		Scale, Translate [2]float64
	}
	// Arcs are quantized: the first point of each, then the differences.
	Arcs    [][][2]float64
	Objects map[string]struct {
		Geometries []geometry
	}
	points [][]basemap.Point
}

type geometry struct {
	Type       string
	ID         string
	Arcs       json.RawMessage
	Properties struct{ Name string }
}

// readTopology reads a file, with the arcs simplified: the borders that two countries
// share stay the same for both.
func readTopology(file string, tolerance float64) (*topology, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read a package: %w", err)
	}
	t := &topology{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	for _, arc := range t.Arcs {
		t.points = append(t.points, basemap.Simplify(t.absolute(arc), tolerance))
	}
	return t, nil
}

func (t *topology) absolute(arc [][2]float64) []basemap.Point {
	out := make([]basemap.Point, len(arc))
	x, y := 0.0, 0.0
	for i, d := range arc {
		x, y = x+d[0], y+d[1]
		out[i] = basemap.Point{
			X: x*t.Transform.Scale[0] + t.Transform.Translate[0],
			Y: y*t.Transform.Scale[1] + t.Transform.Translate[1],
		}
		// Rings were stitched at the antimeridian, which has two longitudes.
		if math.Abs(out[i].X-180) < 1e-6 {
			out[i].X = -180
		}
	}
	return out
}

// arc is an arc by its index; one that is counted from the end, as ~index, is reversed.
func (t *topology) arc(index int) []basemap.Point {
	if index >= 0 {
		return t.points[index]
	}
	arc := t.points[^index]
	out := make([]basemap.Point, len(arc))
	for i, p := range arc {
		out[len(arc)-1-i] = p
	}
	return out
}

// line is the arcs one after another; each begins where the one before ends.
func (t *topology) line(indexes []int) []basemap.Point {
	var out []basemap.Point
	for _, index := range indexes {
		arc := t.arc(index)
		if len(out) > 0 {
			arc = arc[1:]
		}
		out = append(out, arc...)
	}
	return out
}

// rings are the rings of a geometry as indexes of arcs; of lines, the lines.
func (g geometry) rings() ([][]int, error) {
	var out [][]int
	var err error
	switch g.Type {
	case "LineString":
		var line []int
		err = json.Unmarshal(g.Arcs, &line)
		out = [][]int{line}
	case "Polygon", "MultiLineString":
		err = json.Unmarshal(g.Arcs, &out)
	case "MultiPolygon":
		var polygons [][][]int
		err = json.Unmarshal(g.Arcs, &polygons)
		for _, polygon := range polygons {
			out = append(out, polygon...)
		}
	case "":
	default:
		err = fmt.Errorf("a geometry is a %s", g.Type)
	}
	return out, err
}

// laidOut are the rings of an object of the file, laid out flat; lines where open.
func (t *topology) laidOut(object string, open bool) ([][]basemap.Point, error) {
	var out [][]basemap.Point
	for _, g := range t.Objects[object].Geometries {
		rings, err := g.rings()
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", object, err)
		}
		for _, indexes := range rings {
			if open {
				out = append(out, basemap.UnwrapLine(t.line(indexes)))
				continue
			}
			out = append(out, t.ring(indexes))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no %s in the file", object)
	}
	return out, nil
}

func (t *topology) ring(indexes []int) []basemap.Point {
	ring := t.line(indexes)
	if len(ring) > 1 {
		ring = ring[:len(ring)-1]
	}
	return basemap.UnwrapRing(ring)
}

// borders are the arcs that two countries or more share.
func (t *topology) borders() ([][]basemap.Point, error) {
	owners := make([]map[int]bool, len(t.Arcs))
	for i, country := range t.Objects["countries"].Geometries {
		rings, err := country.rings()
		if err != nil {
			return nil, fmt.Errorf("read a country: %w", err)
		}
		for _, indexes := range rings {
			for _, index := range indexes {
				if index < 0 {
					index = ^index
				}
				if owners[index] == nil {
					owners[index] = map[int]bool{}
				}
				owners[index][i] = true
			}
		}
	}
	var out [][]basemap.Point
	for index, by := range owners {
		if len(by) > 1 {
			out = append(out, basemap.UnwrapLine(t.points[index]))
		}
	}
	return out, nil
}
