package describe

import (
	"bytes"
	"iter"
	"path/filepath"
	"testing"

	"vitrine/data"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/html"
)

// BenchmarkRecord makes the page of Girl with a Pearl Earring as often as it is asked for
// after a change of the store, and beside it the record with its links: what is read and
// written for either. Cards of other records are kept.
func BenchmarkRecord(b *testing.B) {
	m := newStoredMuseum(b)
	const iri = data.Base + "object/girl-with-a-pearl-earring"
	pages, err := html.New(html.Options{})
	if err != nil {
		b.Fatal(err)
	}
	words := in(b, "en")
	format := processor().LinkedArt()
	encode := func(b *testing.B, g *graph.Graph) []byte {
		var out bytes.Buffer
		encoder := format.NewEncoder(&out)
		if err := encoder.Encode(g); err != nil {
			b.Fatal(err)
		}
		if err := encoder.Close(); err != nil {
			b.Fatal(err)
		}
		return out.Bytes()
	}
	b.Run("jsonld", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			encode(b, m.subject(b, iri).Entity.Graph)
		}
	})
	view := func(b *testing.B) html.Record {
		s := m.subject(b, iri)
		s.Record = encode(b, s.Entity.Graph)
		record, err := m.Record(b.Context(), s, words)
		if err != nil {
			b.Fatal(err)
		}
		record.Wording = words
		return record
	}
	b.Run("view", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			view(b)
		}
	})
	b.Run("page", func(b *testing.B) {
		b.ReportAllocs()
		var out bytes.Buffer
		for b.Loop() {
			out.Reset()
			if err := pages.Write(&out, new(view(b))); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(out.Len()))
	})
}

// newStoredMuseum has the sample collection in a store on disk.
func newStoredMuseum(b *testing.B) *museum {
	b.Helper()
	table, err := linkTable()
	if err != nil {
		b.Fatal(err)
	}
	graphs := sampleGraphs(b)
	var source iter.Seq2[*graph.Graph, error] = func(yield func(*graph.Graph, error) bool) {
		for _, g := range graphs {
			if !yield(g, nil) {
				return
			}
		}
	}
	file := filepath.Join(b.TempDir(), "bench.db")
	if _, err := boltstore.BulkLoad(b.Context(), file, source, boltstore.BulkOptions{Derivation: table.Derivation()}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(file, boltstore.Options{Derivation: table.Derivation()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	m := &museum{store: store}
	m.Describer, m.log = newDescriber(b, store, table)
	return m
}
