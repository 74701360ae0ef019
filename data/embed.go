// Package data holds the sample collection: linked records in Linked Art 1.0
// (https://linked.art/api/1.0/) that follow paintings by Vermeer, Fabritius and
// Rembrandt, and the Rosetta Stone, from their makers to the museums of today.
//
// Each record is one JSON file whose path is the path of the entity's URI:
// place/delft.json describes https://data.museum.example/place/delft. SOURCES.md
// says where each fact is known from.
//
// This file is the only code among the data. It stands here because go:embed
// takes files from its own folder and below, and the program carries the sample
// collection inside it.
package data

import (
	"embed"
	"io/fs"
)

// Base is the URI that the path of each record is relative to.
const Base = "https://data.museum.example/"

// FS holds the records, each at the path ENDPOINT/NAME.json.
//
//go:embed abstract concept digital event group object person place provenance set text visual
var FS embed.FS

// Pictures has drawings of ours in the manner of the works, which records lead to as
// Base-/pictures/NAME.
func Pictures() fs.FS {
	out, _ := fs.Sub(pictures, "pictures") // it fails for malformed names alone
	return out
}

// Queries has queries that museums ask, for package saved.
func Queries() fs.FS {
	out, _ := fs.Sub(queries, "queries")
	return out
}

//go:embed pictures
var pictures embed.FS

//go:embed queries
var queries embed.FS
