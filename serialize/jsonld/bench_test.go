package jsonld

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld/framing"
)

// corpus is what the benchmarks read and write: the fixtures of testdata that
// come back exactly, without white space.
type corpus struct {
	texts  [][]byte
	values []any
	graphs []*graph.Graph
	bytes  int64
}

func loadCorpus(b *testing.B, p *Processor) corpus {
	b.Helper()
	files, err := filepath.Glob(fixtures + "roundtrip/*.json")
	if err != nil {
		b.Fatal(err)
	}
	var c corpus
	for _, file := range files {
		if strings.HasPrefix(name(file), "jsonld-") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, text); err != nil {
			b.Fatal(err)
		}
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			b.Fatal(err)
		}
		c.texts = append(c.texts, compact.Bytes())
		c.values = append(c.values, value)
		c.graphs = append(c.graphs, mustRead(b, p, compact.Bytes()))
		c.bytes += int64(compact.Len())
	}
	return c
}

// perRecord makes the benchmark report the mean over the corpus, for one record.
func (c corpus) perRecord(b *testing.B, one func(i int)) {
	b.ReportAllocs()
	b.SetBytes(c.bytes / int64(len(c.texts)))
	n := 0
	for b.Loop() {
		one(n % len(c.texts))
		n++
	}
}

func BenchmarkRead(b *testing.B) {
	p := fixtureProcessor(b)
	c := loadCorpus(b, p)
	b.Run("vitrine", func(b *testing.B) {
		c.perRecord(b, func(i int) {
			if _, err := p.Read(context.Background(), c.texts[i], serialize.DecodeOptions{Base: testBase}); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("encoding-json", func(b *testing.B) {
		c.perRecord(b, func(i int) {
			var v any
			if err := json.Unmarshal(c.texts[i], &v); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("json-gold", func(b *testing.B) {
		options := goldOptions(p)
		c.perRecord(b, func(i int) {
			if _, err := ld.NewJsonLdProcessor().ToRDF(c.values[i], options); err != nil {
				b.Fatal(err)
			}
		})
	})
}

func BenchmarkWrite(b *testing.B) {
	p := fixtureProcessor(b)
	c := loadCorpus(b, p)
	b.Run("vitrine", func(b *testing.B) {
		c.perRecord(b, func(i int) {
			// A fresh slice each time, as encoding/json makes one.
			if _, err := p.Append(nil, c.graphs[i]); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("encoding-json", func(b *testing.B) {
		c.perRecord(b, func(i int) {
			if _, err := json.Marshal(c.values[i]); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("vitrine-framing", func(b *testing.B) {
		c.perRecord(b, func(i int) {
			g := graph.Graph{Name: c.graphs[i].Name, Triples: c.graphs[i].Triples}
			if _, err := p.Append(nil, &g); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("json-gold", func(b *testing.B) {
		options := goldOptions(p)
		c.perRecord(b, func(i int) {
			frame := map[string]any{"@context": ldcontext.LinkedArt, "id": c.graphs[i].Name.String()}
			if _, err := ld.NewJsonLdProcessor().Frame(c.values[i], frame, options); err != nil {
				b.Fatal(err)
			}
		})
	})
}

func goldOptions(p *Processor) *ld.JsonLdOptions {
	options := ld.NewJsonLdOptions(testBase)
	options.ProcessingMode = ld.JsonLd_1_1
	options.DocumentLoader = ld.NewCachingDocumentLoader(framing.NewContexts(p.contexts.Set()))
	return options
}

// BenchmarkSize shows that the cost for each byte is the same for a record of
// 1 kB and one of 10 MB.
func BenchmarkSize(b *testing.B) {
	p := testProcessor()
	for _, size := range []int{1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20} {
		text := sizedRecord(size)
		g := mustRead(b, p, text)
		b.Run(fmt.Sprintf("read/%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Read(context.Background(), text, serialize.DecodeOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("write/%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Append(nil, g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// sizedRecord makes a set of about size bytes with that many members spelled out.
func sizedRecord(size int) []byte {
	var b strings.Builder
	b.WriteString(`{"@context":"` + ldcontext.LinkedArt + `","id":"https://data.museum.example/set/1","type":"Set","_label":"All","members_exemplified_by":[`)
	for i := 0; b.Len() < size-100; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"https://data.museum.example/object/%d","type":"HumanMadeObject","_label":"Plate %d","identified_by":[{"type":"Name","content":"Plate %d"}],"dimension":[{"type":"Dimension","value":%d.5,"unit":{"id":"http://vocab.getty.edu/aat/300379098","type":"MeasurementUnit"}}]}`, i, i, i, i)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}
