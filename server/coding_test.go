package server

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// decoded undoes a content coding; for gzip with another library than the
// server's.
func decoded(t testing.TB, coding, text string) string {
	t.Helper()
	var r io.Reader = strings.NewReader(text)
	switch coding {
	case "gzip":
		reader, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = reader
	case "br":
		r = brotli.NewReader(r)
	case "zstd":
		reader, err := zstd.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		r = reader
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
