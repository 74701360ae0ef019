package peers

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// BenchmarkLoad loads the records: as JSON Lines, checked by the model as is the
// default, with one processor and with two; and as N-Quads, by Vitrine and its
// peers, none of which checks them.
func BenchmarkLoad(b *testing.B) {
	for _, processors := range []int{1, 2} {
		b.Run(fmt.Sprintf("records/processors=%d", processors), func(b *testing.B) {
			program, lines := vitrine(b), recordLines(b)
			measureLoad(b, inFolder("loaded.db"), fmt.Sprint("GOMAXPROCS=", processors), program, "load", "--db", inFolder("loaded.db"), "--base-url", publicBase, lines)
		})
	}
	b.Run("nquads/vitrine", func(b *testing.B) {
		program, file := vitrine(b), quads(b)
		measureLoad(b, inFolder("loaded.db"), "", program, "load", "--db", inFolder("loaded.db"), "--base-url", publicBase, "--validate", "off", file)
	})
	b.Run("nquads/oxigraph", func(b *testing.B) {
		program, file := peer(b, oxigraphVariable), quads(b)
		measureLoad(b, oxigraphFolder(), "", program, oxigraphLoad(file)...)
	})
	b.Run("nquads/tdb2", func(b *testing.B) {
		jar, file := peer(b, jenaVariable), quads(b)
		measureLoad(b, jenaFolder(), "", "java", jenaLoad(jar, file)...)
	})
}

func oxigraphFolder() string { return inFolder("oxigraph") }
func jenaFolder() string     { return inFolder("tdb2") }

func oxigraphLoad(file string) []string {
	return []string{"load", "--location", oxigraphFolder(), "--file", file}
}

func jenaLoad(jar, file string) []string {
	return []string{"-cp", jar, "tdb2.tdbloader", "--loc", jenaFolder(), file}
}

// measureLoad runs a program that makes a database at a place where there is
// none.
func measureLoad(b *testing.B, database, variable, program string, args ...string) {
	for b.Loop() {
		b.StopTimer()
		if err := os.RemoveAll(database); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		state := command(b, variable, program, args...)
		b.StopTimer()
		b.ReportMetric((state.UserTime()+state.SystemTime()).Seconds()*1e9, "processor-ns")
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			b.ReportMetric(float64(usage.Maxrss>>10), "peak-MB") // Linux counts in KiB
		}
		b.ReportMetric(float64(sizeOf(b, database)>>20), "disk-MB")
		b.StartTimer()
	}
}

// sizeOf is how much a file or all of a folder takes, in bytes.
func sizeOf(b *testing.B, path string) int64 {
	var size int64
	err := filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if s, ok := info.Sys().(*syscall.Stat_t); ok {
			size += 512 * s.Blocks // of a file with holes, what is there
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}
