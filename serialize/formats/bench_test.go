package formats_test

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"testing"

	"vitrine/checks/formattest"
	"vitrine/data"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// rdfFormats are the formats that these benchmarks compare.
var rdfFormats = []string{"turtle", "ntriples", "nquads", "trig", "rdfxml"}

// samples returns the records of the sample collection, as graphs that no format
// has seen.
func samples(b *testing.B) (graphs []*graph.Graph) {
	b.Helper()
	f := table().ByName("jsonld")
	err := fs.WalkDir(data.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		document, err := data.FS.ReadFile(path)
		if err != nil {
			return err
		}
		read, err := formattest.Read(f, document, serialize.DecodeOptions{Base: data.Base})
		graphs = append(graphs, read...)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return graphs
}

// BenchmarkEncode writes one record after the other, each as a document of its
// own, as a server does that has none in its cache.
func BenchmarkEncode(b *testing.B) {
	graphs := samples(b)
	for _, name := range rdfFormats {
		b.Run(name, func(b *testing.B) {
			f := table().ByName(name)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e := f.NewEncoder(io.Discard)
				if err := e.Encode(graphs[i%len(graphs)]); err != nil {
					b.Fatal(err)
				}
				if err := e.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecode reads the records back, one document after the other.
func BenchmarkDecode(b *testing.B) {
	graphs := samples(b)
	for _, name := range rdfFormats {
		b.Run(name, func(b *testing.B) {
			f := table().ByName(name)
			var documents [][]byte
			size := 0
			for _, g := range graphs {
				document, err := formattest.Write(f, g)
				if err != nil {
					b.Fatal(err)
				}
				documents = append(documents, document)
				size += len(document)
			}
			b.ReportAllocs()
			b.SetBytes(int64(size / len(documents)))
			for i := 0; b.Loop(); i++ {
				o := serialize.DecodeOptions{Name: graphs[i%len(graphs)].Name}
				for _, err := range f.Decode(context.Background(), bytes.NewReader(documents[i%len(documents)]), o) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkDecodeMany reads many records from one document.
func BenchmarkDecodeMany(b *testing.B) {
	graphs := samples(b)
	for _, name := range []string{"nquads", "trig"} {
		b.Run(name, func(b *testing.B) {
			f := table().ByName(name)
			document, err := formattest.Write(f, graphs...)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				for _, err := range f.Decode(context.Background(), bytes.NewReader(document), serialize.DecodeOptions{}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
