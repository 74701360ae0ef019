package peers

import (
	"bytes"
	"io"
	"os"
	"testing"

	"vitrine/checks/pgstoretest"
)

// BenchmarkDatabase loads the records into an empty store in PostgreSQL, from their JSON-LD
// to the last index, with and without checking them by the model. Without a server it is
// skipped (pgstoretest).
func BenchmarkDatabase(b *testing.B) {
	for _, c := range []struct{ name, validate string }{{"checked", "enforce"}, {"unchecked", "off"}} {
		b.Run(c.name, func(b *testing.B) {
			if pgstoretest.Server() == "" {
				b.Skipf("%s names no database", pgstoretest.Variable)
			}
			program, lines, n := vitrine(b), recordLines(b), countLines(b, quads(b))
			for b.Loop() {
				b.StopTimer()
				address := pgstoretest.Address(b)
				command(b, "", program, "db", "init", "--db", address, "--base-url", publicBase)
				b.StartTimer()
				state := command(b, "", program, "load", "--db", address, "--validate", c.validate, lines)
				b.ReportMetric((state.UserTime()+state.SystemTime()).Seconds()*1e9, "processor-ns")
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "quads/s")
		})
	}
}

// countLines returns how many lines a file has.
func countLines(b *testing.B, path string) int {
	b.Helper()
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	lines, piece := 0, make([]byte, 1<<20)
	for {
		n, err := file.Read(piece)
		lines += bytes.Count(piece[:n], []byte{'\n'})
		if err == io.EOF {
			return lines
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
