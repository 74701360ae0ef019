package peers

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// importRows is how many rows BenchmarkImport imports at most, and previewBytes the size of the
// file of which BenchmarkPreview shows five.
const (
	importRows   = 100_000
	previewBytes = 1 << 30
)

// BenchmarkImport imports a CSV file into a new store by the mapping that vitrine drafts for
// it: with makers, dates, dimensions and materials in each row, and with a provenance of two
// periods as well, which makes two more records of a row.
func BenchmarkImport(b *testing.B) {
	b.Run("objects", func(b *testing.B) { benchmarkImport(b, false) })
	b.Run("provenance", func(b *testing.B) { benchmarkImport(b, true) })
}

func benchmarkImport(b *testing.B, provenance bool) {
	program, file, mapping := vitrine(b), inFolder("objects.csv"), inFolder("objects.yaml")
	rows := min(records(), importRows)
	writeRows(b, file, provenance, func(row, _ int) bool { return row < rows })
	draftMapping(b, program, file, mapping)
	for b.Loop() {
		b.StopTimer()
		for _, old := range []string{inFolder("imported.db"), mapping + ".import"} {
			if err := os.RemoveAll(old); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		state := command(b, "GOMAXPROCS=2", program, "import", "--mapping", mapping, "--db", inFolder("imported.db"), "--base-url", "https://museum.example/", file)
		b.StopTimer()
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			b.ReportMetric(float64(usage.Maxrss>>10), "peak-MB") // Linux counts in KiB
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkPreview shows the records of the first rows of a large file.
func BenchmarkPreview(b *testing.B) {
	program, file, mapping := vitrine(b), inFolder("large.csv"), inFolder("large.yaml")
	size := previewBytes
	if os.Getenv(recordsVariable) == "" {
		size >>= 6
	}
	writeRows(b, file, true, func(_, bytes int) bool { return bytes < size })
	draftMapping(b, program, file, mapping)
	for b.Loop() {
		command(b, "", program, "import", "--mapping", mapping, "--preview", "5", file)
	}
}

// writeRows writes rows to a file, with or without provenance, as long as more says so, which
// is given their number and bytes.
func writeRows(b *testing.B, name string, provenance bool, more func(row, bytes int) bool) {
	file, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	fmt.Fprintln(out, "id,title,creation_date,medium,accession_number,credit_line,department,item_width,item_height,web_url,provenance_text,classification,artist_id,full_name,role,nationality,birth_date,death_date,image_url")
	mediums := []string{"oil on canvas", "silver", "etching on laid paper", "\"ink, watercolor and gouache on paper\"", "glazed earthenware", "gelatin silver print"}
	for row, bytes := 0, 0; more(row, bytes); row++ {
		history := ""
		if provenance {
			history = fmt.Sprintf("\"Ada Roth, Bern, by %d; purchased by Museum, Pittsburgh, PA, %d.\"", 1880+row%40, 1920+row%60)
		}
		n, _ := fmt.Fprintf(out, "m:%d,Work number %d,c. %d,%s,%d.%d,Gift of Donor %d,Department %d,%d.25,%d.5,https://museum.example/%d,"+
			"%s,paintings,p:%d,Maker Number%d,,French,%d-01-01,%d-01-01,https://images.museum.example/%d.jpg\n",
			row, row, 1600+row%350, mediums[row%len(mediums)], 1900+row%100, row, row%997, row%9, row%90+4, row%70+5, row,
			history, row%7919, row%7919, 1500+row%7919%400, 1560+row%7919%400, row)
		bytes += n
	}
	if err := out.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
}

// draftMapping writes the mapping that vitrine drafts for a file.
func draftMapping(b *testing.B, program, file, mapping string) {
	text, err := exec.Command(program, "import", "--draft", file).Output()
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(mapping, text, 0o644); err != nil {
		b.Fatal(err)
	}
}
