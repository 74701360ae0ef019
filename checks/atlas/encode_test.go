package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"vitrine/server/people/svgmap/basemap"
)

func small() draft {
	ring := []basemap.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1.25}}
	return draft{
		Levels: []draftLevel{{
			Units: 100, Land: [][]basemap.Point{ring, {{X: 2, Y: 2}, {X: 2.0001, Y: 2}, {X: 2, Y: 2.0001}}},
			Borders: [][]basemap.Point{{{X: -190, Y: -90}, {X: 5, Y: 5}}},
		}},
		Languages: []string{"en", "nl"},
		Countries: []basemap.Country{{At: basemap.Point{X: 5.25, Y: 52}, Size: 3.5, Names: map[string]string{"en": "Here", "nl": "Hier"}}},
	}
}

func TestRoundTrip(t *testing.T) {
	encoded, err := encode(small())
	if err != nil {
		t.Fatal(err)
	}
	m, err := basemap.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	land := m.Levels[0].Land
	if len(land) != 1 || !slices.Equal(land[0].Points(), small().Levels[0].Land[0]) || land[0].Len() != 3 {
		t.Errorf("the land is %v", land)
	}
	if box := m.Levels[0].Borders[0].Box; box != (basemap.Box{West: -190, South: -90, East: 5, North: 5}) {
		t.Errorf("the box of the border is %v", box)
	}
	if c := m.Countries[0]; c.At != (basemap.Point{X: 5.25, Y: 52}) || c.Size != 3.5 || c.Names["nl"] != "Hier" {
		t.Errorf("the country is %v", c)
	}
	again, err := encode(small())
	if err != nil || !bytes.Equal(encoded, again) {
		t.Errorf("the same draft gives another file, %v", err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	encoded, err := encode(small())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "another file": []byte("PNG"), "a short file": encoded[:len(encoded)/2],
	} {
		if m, err := basemap.Decode(data); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
}
