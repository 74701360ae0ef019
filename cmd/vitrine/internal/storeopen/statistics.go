package storeopen

import (
	"context"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// StoreStats is what the command prints. Sizes are in bytes.
type StoreStats struct {
	File       string       `json:"file"`
	Format     int          `json:"format"`
	Base       string       `json:"base"`
	Records    uint64       `json:"records"`
	Quads      uint64       `json:"quads"`
	Changes    uint64       `json:"changes"`
	Tombstones uint64       `json:"tombstones"`
	Size       int64        `json:"size"`
	Free       int64        `json:"free"`
	QuadSize   float64      `json:"sizePerQuad"`
	Classes    []ClassStats `json:"classes"`
	Tables     []tableStats `json:"tables"`
}

type ClassStats struct {
	Class   string `json:"class"`
	Records uint64 `json:"records"`
}

type tableStats struct {
	Name    string  `json:"name"`
	Entries int     `json:"entries"`
	Size    int64   `json:"size"`
	Used    int64   `json:"used"`
	Share   float64 `json:"share"`
}

// Statistics returns what a store holds. It looks at every page of the file.
func Statistics(ctx context.Context, store *boltstore.Store) (StoreStats, error) {
	s, err := store.Stats(ctx)
	if err != nil {
		return StoreStats{}, err
	}
	classes, err := store.Classes(ctx)
	if err != nil {
		return StoreStats{}, err
	}
	out := newStoreStats(s, classes)
	out.Base, err = store.Base(ctx)
	return out, err
}

func newStoreStats(s boltstore.Stats, classes []rdfstore.ClassCount) StoreStats {
	out := StoreStats{
		File: s.Path, Format: s.Format, Records: s.Entities, Quads: s.Triples,
		Changes: s.Changes, Tombstones: s.Tombstones, Size: s.Bytes, Free: s.Free,
		Classes: []ClassStats{}, Tables: []tableStats{},
	}
	if s.Triples > 0 {
		out.QuadSize = float64(s.Bytes) / float64(s.Triples)
	}
	for _, c := range classes {
		if class := c.Class.String(); class != "" {
			out.Classes = append(out.Classes, ClassStats{class, c.Count})
		}
	}
	for _, t := range s.Tables {
		out.Tables = append(out.Tables, tableStats{t.Name, t.Entries, t.Bytes, t.Used, float64(t.Bytes) / float64(s.Bytes)})
	}
	return out
}
