package respond_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

func decoded(t *testing.T, name string, body io.Reader) io.Reader {
	t.Helper()
	switch name {
	case "gzip":
		r, err := gzip.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		return r
	case "br":
		return brotli.NewReader(body)
	case "zstd":
		r, err := zstd.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		return r
	}
	return body
}

func TestStream(t *testing.T) {
	small, piece := "a small body", strings.Repeat("a piece of a body\n", 1000)
	for _, test := range []struct {
		accepted []string
		pieces   []string
		flush    bool
		want     string
	}{
		{[]string{"gzip", contentneg.Identity}, []string{small}, false, contentneg.Identity},
		{[]string{"gzip", contentneg.Identity}, nil, false, contentneg.Identity},
		{[]string{"gzip"}, []string{small}, false, "gzip"},
		{[]string{"br"}, nil, false, "br"},
		{[]string{"gzip", contentneg.Identity}, []string{small}, true, "gzip"},
		{[]string{"gzip", contentneg.Identity}, []string{small, piece, piece}, false, "gzip"},
		{[]string{"br", "gzip"}, []string{piece, piece}, false, "br"},
		{[]string{"zstd", "gzip"}, []string{piece, small, piece}, true, "zstd"},
		{[]string{contentneg.Identity}, []string{piece, piece}, true, contentneg.Identity},
	} {
		var out bytes.Buffer
		picked := ""
		s := respond.NewStream(&out, test.accepted, func(coding string) {
			if picked != "" || out.Len() > 0 {
				t.Errorf("%v: the coding is told when it is too late", test)
			}
			picked = coding
		})
		for i, piece := range test.pieces {
			if _, err := io.WriteString(s, piece); err != nil {
				t.Fatal(err)
			}
			if !test.flush {
				continue
			}
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
			sofar := make([]byte, len(strings.Join(test.pieces[:i+1], "")))
			if _, err := io.ReadFull(decoded(t, test.want, bytes.NewReader(out.Bytes())), sofar); err != nil {
				t.Errorf("%v: what was flushed cannot be read: %v", test.accepted, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(decoded(t, picked, &out))
		if err != nil || picked != test.want || string(got) != strings.Join(test.pieces, "") {
			t.Errorf("%v: %q in %q, want %q; %v", test.accepted, got, picked, test.want, err)
		}
	}
}
