package boltstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// FuzzGraph stores graphs of any terms that RDF allows and reads them back by
// name and by pattern.
func FuzzGraph(f *testing.F) {
	f.Add("https://museum.example/object/1", "x:p", "Vase", "en", "x:type", "b0")
	f.Add("x:", "urn:a:b:c:d", "a\x00b", "zh-hant-tw-x-y", "http://www.w3.org/2001/XMLSchema#string", "\u00e9 \U0001f3db")
	f.Add("http://a//#/", "http://a//#/x", strings.Repeat("é", 5000), "a", "http://a", "\x00")
	f.Add("http://a", "http://a", "", "", "", "")
	path := filepath.Join(f.TempDir(), "store.db")
	s, err := Open(path, Options{Create: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	f.Fuzz(func(t *testing.T, name, predicate, text, tag, datatype, label string) {
		g, ok := graphOf(name, predicate, text, tag, datatype, label)
		if !ok {
			return
		}
		want, err := codec.Normalise(g)
		if _, applied := s.Apply(t.Context(), rdfstore.Change{Put: g}); (err == nil) != (applied == nil) {
			t.Fatalf("Apply: %v, normalise: %v", applied, err)
		}
		if err != nil {
			return
		}
		e, err := s.Get(t.Context(), g.Name)
		if err != nil || !e.Graph.Equal(want.Graph) {
			t.Fatalf("put %v, got %v, %v", want, e, err)
		}
		for _, triple := range want.Triples {
			p := rdfstore.Pattern{Subject: triple.Subj, Predicate: triple.Pred, Object: triple.Obj, Graph: g.Name}
			if !codec.IsBlank(triple.Subj) && !codec.IsBlank(triple.Obj) {
				p.Graph = nil
			}
			if n, err := s.Count(t.Context(), p); err != nil || n == 0 {
				t.Fatalf("%v is found %d times, %v", p, n, err)
			}
		}
	})
}

// graphOf makes a graph of texts, false where one of them is no term.
func graphOf(name, predicate, text, tag, datatype, label string) (*graph.Graph, bool) {
	n, err1 := graph.IRI(name)
	p, err2 := graph.IRI(predicate)
	d, err3 := graph.IRI(datatype)
	b, err4 := graph.Blank(label)
	l, err5 := graph.Tagged(text, tag)
	if errors.Join(err1, err2, err3, err4, err5) != nil {
		return nil, false
	}
	g := &graph.Graph{Name: n, Source: graph.Source{MediaType: tag, Context: []byte(text), Layout: []byte(label)}}
	for _, o := range []rdf.Object{graph.String(text), l, graph.Typed(text, d), b, p, d, n} {
		g.Triples = append(g.Triples, rdf.Triple{Subj: n, Pred: p, Obj: o}, rdf.Triple{Subj: b, Pred: p, Obj: o}, rdf.Triple{Subj: d, Pred: graph.Type, Obj: o})
	}
	return g, true
}

// FuzzRecord reads arbitrary bytes as a record.
func FuzzRecord(f *testing.F) {
	d := &codec.Dictionary{}
	g, _ := graphOf("https://museum.example/1", "x:p", "text", "en", "x:d", "b")
	payload, err := d.Encode(&rdfstore.Entity{Graph: g, Version: 7, Created: time.Unix(1, 2), Modified: time.Unix(3, 4)}, 1, codec.NumberTerms(g))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Add(payload[:len(payload)/2])
	f.Fuzz(func(t *testing.T, payload []byte) {
		e, err := codec.Decode(payload, d)
		if err == nil {
			if _, err = codec.Normalise(e.Graph); err == nil {
				if name, err := codec.NameOf(payload, d); err != nil || name != e.Graph.Name {
					t.Errorf("the name is %s, %v; want %s", name, err, e.Graph.Name)
				}
			}
		} else if !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("decode: %v, want ErrCorrupt", err)
		}
		_ = err
	})
}

// FuzzFile puts arbitrary bytes over a part of a store, and checks, opens and
// reads it. Nothing may panic or hang.
func FuzzFile(f *testing.F) {
	path := filepath.Join(f.TempDir(), "store.db")
	s, err := Open(path, Options{Create: true})
	if err != nil {
		f.Fatal(err)
	}
	before, _ := graphOf("https://museum.example/1", "x:p", "before", "en", "x:d", "b")
	g, _ := graphOf("https://museum.example/1", "x:p", "text", "en", "x:d", "b")
	for _, put := range []*graph.Graph{before, g} {
		if _, err := s.Apply(f.Context(), rdfstore.Change{Put: put, Author: "a", Message: "b"}); err != nil {
			f.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		f.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), []byte("x"), uint32(0))
	f.Add(uint32(8*4096+10), binary.LittleEndian.AppendUint16(nil, 9), uint32(100))
	f.Add(uint32(3*4096+8), []byte{1, 0, 255, 255}, uint32(0))
	f.Fuzz(func(t *testing.T, at uint32, over []byte, cut uint32) {
		data := bytes.Clone(sound[:len(sound)-int(cut)%len(sound)])
		copy(data[int(at)%len(data):], over)
		path := filepath.Join(t.TempDir(), "store.db")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		checked := Check(t.Context(), path, rdfstore.Derivation{}, func(Fault) {})
		s, err := Open(path, Options{ReadOnly: true, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
		if err != nil {
			return
		}
		defer s.Close()
		e, err := s.Get(t.Context(), g.Name)
		if err == nil && !e.Graph.Equal(g) && checked == nil {
			t.Errorf("the graph is another, and Check finds nothing")
		}
		e, err = s.Past(t.Context(), g.Name, 1)
		if err == nil && !e.Graph.Equal(before) && checked == nil {
			t.Errorf("the past state is another, and Check finds nothing")
		}
		_ = walkError(s.Versions(t.Context(), g.Name, 0))
		_ = walkError(s.Match(t.Context(), rdfstore.Pattern{}, ""))
		_ = walkError(s.Graphs(t.Context(), ""))
	})
}
