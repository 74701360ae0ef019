package contentneg

import (
	"slices"
	"strings"
	"testing"
)

// encodingTests are Accept-Encoding fields with the codings they accept, the
// best first, where zstd and gzip are offered. Lines are joined by " | ".
var encodingTests = [][2]string{
	{"", "identity"},
	{"identity", "identity"},
	{"gzip", "gzip identity"},
	{"GZIP", "gzip identity"},
	{"x-gzip", "gzip identity"},
	{"zstd", "zstd identity"},
	{"br", "identity"},
	{"deflate, br", "identity"},
	{"gzip, deflate, br, zstd", "zstd gzip identity"},
	{"gzip | zstd", "zstd gzip identity"},
	{"zstd;q=0.5, gzip", "gzip zstd identity"},
	{"zstd;q=0.5, gzip;q=0.5", "zstd gzip identity"},
	{"zstd ; q=0.5 , gzip ; q=0.6", "gzip zstd identity"},
	{"gzip;q=0", "identity"},
	{"gzip;q=0, *", "zstd identity"},
	{"*", "zstd gzip identity"},
	{"*;q=0.5", "zstd gzip identity"},
	{"*;q=0.5, gzip", "gzip zstd identity"},
	{"*;q=0", ""},
	{"*;q=0, gzip", "gzip"},
	{"*;q=0, identity", "identity"},
	{"identity;q=0", ""},
	{"identity;q=0, gzip", "gzip"},
	{"identity;q=0, *", "zstd gzip"},
	{"identity, gzip;q=0.5", "identity gzip"},
	{"identity;q=0.5, gzip;q=0.5", "gzip identity"},
	{"identity;q=0.5, gzip;q=0.4", "identity gzip"},
	{"gzip;q=0, gzip;q=0.5", "gzip identity"},
	{"gzip;q=2", "identity"},
	{"gzip;q=x", "identity"},
	{"gzip;level=9", "identity"},
	{"gz ip, zstd", "zstd identity"},
	{";q=1", "identity"},
	{",,,", "identity"},
	{"gzip;q=.5, zstd;q=0.4", "gzip zstd identity"},
}

func TestEncoding(t *testing.T) {
	for _, test := range encodingTests {
		got, err := Encoding(strings.Split(test[0], " | "), []string{"zstd", "gzip"})
		if err != nil {
			t.Errorf("%q: %v", test[0], err)
		}
		if strings.Join(got, " ") != test[1] {
			t.Errorf("%q: got %q, want %q", test[0], got, test[1])
		}
	}
	if got, _ := Encoding(nil, []string{"zstd", "gzip"}); strings.Join(got, " ") != "identity" {
		t.Errorf("no field: got %q", got)
	}
}

func FuzzEncoding(f *testing.F) {
	for _, test := range encodingTests {
		f.Add(test[0])
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, err := Encoding([]string{line}, []string{"zstd", "gzip"})
		if err != nil {
			return
		}
		for i, coding := range got {
			if !slices.Contains([]string{"zstd", "gzip", Identity}, coding) || slices.Contains(got[:i], coding) {
				t.Fatalf("%q: got %q", line, got)
			}
		}
	})
}

func BenchmarkAccept(b *testing.B) {
	tests := map[string]string{
		"any":     "*/*",
		"profile": `application/ld+json;profile="` + linkedArt + `"`,
		"browser": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
	}
	for name, accept := range tests {
		b.Run(name, func(b *testing.B) {
			lines := []string{accept}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Accept(lines, offers); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
