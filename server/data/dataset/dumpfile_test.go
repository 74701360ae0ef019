package dataset

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
)

// noGraphs yields the error, if it is one.
func noGraphs(err error) func(func(*graph.Graph, error) bool) {
	return func(yield func(*graph.Graph, error) bool) {
		if err != nil {
			yield(nil, err)
		}
	}
}

func TestDumpFiles(t *testing.T) {
	var got []string
	for _, f := range DumpFiles(serialize.Table{nquads.NQuads()}) {
		got = append(got, f.Path()+" "+f.MediaType()+" "+f.ContentType()+" "+f.Packing())
	}
	want := []string{
		"dump.nq application/n-quads application/n-quads ",
		"dump.nq.gz application/gzip application/gzip application/gzip",
		"dump.nq.zst application/zstd application/zstd application/zstd",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestWriteLeavesTheEndOut packs a dump that fails: a reader must not take it for
// a whole one.
func TestWriteLeavesTheEndOut(t *testing.T) {
	broken := errors.New("broken")
	for _, want := range []error{nil, broken} {
		var b bytes.Buffer
		err := DumpFiles(serialize.Table{nquads.NQuads()})[1].Write(&b, noGraphs(want))
		if !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
		whole := false
		if r, err := gzip.NewReader(&b); err == nil {
			_, err = io.Copy(io.Discard, r)
			whole = err == nil
		}
		if whole != (want == nil) {
			t.Errorf("graphs that end with %v: the file is whole: %t", want, whole)
		}
	}
}
