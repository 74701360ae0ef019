package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"

	"vitrine/server/people/svgmap/basemap"
)

// The sizes in a shapefile, in bytes, and the type of its polygons.
const (
	fileHeader   = 100
	recordHeader = 8
	polygonStart = 44
	polygonShape = 5
)

var errShape = errors.New("it is no shapefile of polygons")

// readPolygons reads the rings of a shapefile (.shp) of polygons.
func readPolygons(file string) ([][]basemap.Point, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read a package: %w", err)
	}
	if len(data) < fileHeader {
		return nil, fmt.Errorf("read %s: %w", file, errShape)
	}
	var out [][]basemap.Point
	for at := fileHeader; at+recordHeader <= len(data); {
		// The length of a record counts words of 16 bits.
		length := int(binary.BigEndian.Uint32(data[at+4:])) * 2
		at += recordHeader
		if at+length > len(data) {
			return nil, fmt.Errorf("read %s: %w", file, errShape)
		}
		rings, err := polygon(data[at : at+length])
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		out = append(out, rings...)
		at += length
	}
	return out, nil
}

func polygon(record []byte) ([][]basemap.Point, error) {
	if len(record) < polygonStart || binary.LittleEndian.Uint32(record) != polygonShape {
		return nil, errShape
	}
	parts := int(binary.LittleEndian.Uint32(record[36:]))
	points := int(binary.LittleEndian.Uint32(record[40:]))
	coordinates := polygonStart + 4*parts
	if coordinates+16*points > len(record) {
		return nil, errShape
	}
	number := func(at int) float64 {
		return math.Float64frombits(binary.LittleEndian.Uint64(record[at:]))
	}
	var out [][]basemap.Point
	for part := range parts {
		from, to := int(binary.LittleEndian.Uint32(record[polygonStart+4*part:])), points
		if part+1 < parts {
			to = int(binary.LittleEndian.Uint32(record[polygonStart+4*(part+1):]))
		}
		var ring []basemap.Point
		for i := from; i < to-1 && i < points; i++ {
			ring = append(ring, basemap.Point{X: number(coordinates + 16*i), Y: number(coordinates + 16*i + 8)})
		}
		out = append(out, basemap.UnwrapRing(ring))
	}
	return out, nil
}
