// Package wkt reads the geometries of places: Well-Known Text (OGC 06-103r4,
// section 7). It reads the text alone; what the coordinates have to be is for
// the callers: package linkedart judges them, and serialize/geojson writes
// them.
package wkt

import (
	"errors"
	"fmt"
	"strings"

	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkt"
)

// maxDepth bounds how deep the parentheses of a geometry are nested. No geometry
// but a collection of collections needs more than three.
const maxDepth = 16

// Read reads a geometry, whose rings are closed. The error says in one line why
// the text is none. The library is kept behind a recover, since the text is a
// client's.
func Read(text string) (shape geom.T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			shape, err = nil, fmt.Errorf("%v", cause)
		}
	}()
	switch {
	case strings.TrimSpace(text) == "":
		return nil, errors.New("it is empty")
	case strings.ContainsRune(text, 0):
		return nil, errors.New("it has a null character")
	case depth(text) > maxDepth:
		return nil, fmt.Errorf("its parentheses are nested more than %d deep", maxDepth)
	}
	shape, err = wkt.Unmarshal(text)
	if err != nil {
		// The library draws the place of the fault below the text.
		reason, _, _ := strings.Cut(err.Error(), "\n")
		return nil, errors.New(reason)
	}
	return shape, nil
}

// depth returns how deep the parentheses of a text are nested.
func depth(text string) int {
	deepest, now := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			now++
			deepest = max(deepest, now)
		case ')':
			now--
		}
	}
	return deepest
}
